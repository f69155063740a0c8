import { InputError } from '../errors.js'
import type { GenerationSettings } from '../subject/request.js'
import type { SubjectFacts, TokenPrice } from '../subject/subject.js'
import { canonicalJson, isJsonArray, isJsonObject, type JsonValue } from '../text/json.js'
import type { Rotations, Shortlist } from './plan.js'

/** How the subject of a run was opened; names of variables and headers, never their values. */
export interface StoredSubject {
  readonly spec: string
  readonly label: string
  readonly facts: SubjectFacts
  readonly dialect?: string
  /** Name of the variable that holds the key, where it was named. */
  readonly key?: string
  readonly price?: TokenPrice
  readonly maxConcurrency?: number
  /** Names of headers that were sent besides those of the API. */
  readonly headers?: readonly string[]
  readonly extra?: Readonly<Record<string, unknown>>
}

export interface RunBenchmark {
  /** As samples name it; distinct within the run. */
  readonly name: string
  readonly path: string
  readonly format?: string
  readonly fingerprint: string
  readonly items: number
}

/** One process that worked at the run. */
export interface RunSession {
  readonly startedAt: string
  readonly assay: string
  readonly node: string
}

/** What was found before the run counted. */
export interface RunPreflight {
  /** `unmeasured`: a blocking finding stands, so the samples say nothing of the subject. */
  readonly verdict: 'passed' | 'unmeasured'
  readonly findings: readonly {
    readonly code: string
    readonly severity: 'blocking' | 'notice'
    readonly what: string
    readonly fix: string
  }[]
}

/** `run.json`: what was asked, of whom and by which versions. Never a secret. */
export interface RunDocument {
  readonly schema: 'assay.run/1'
  readonly id: string
  readonly createdAt: string
  readonly subject: StoredSubject
  readonly benchmarks: readonly RunBenchmark[]
  readonly catalog?: {
    readonly sources: readonly string[]
    readonly fingerprint: string
    readonly tools: number
  }
  /** By kind of item: version of the task, and the hash of the requests of its first item. */
  readonly tasks: Readonly<Record<string, { readonly version: number; readonly requests: string }>>
  /** Of the run; the seed of a trial is `seed` + trial. */
  readonly settings: GenerationSettings
  readonly seed: number
  readonly trials: number
  readonly rotations: Rotations
  readonly shortlist?: Shortlist
  readonly sessions: readonly RunSession[]
  readonly preflight?: RunPreflight
}

/** What may differ between two sessions of one run: the rest decides what is asked. */
const FREE: ReadonlySet<string> = new Set(['schema', 'id', 'createdAt', 'sessions', 'preflight'])
/** Members within others that do not decide either: places, prices, keys, how many requests at once. */
const FREE_WITHIN: ReadonlySet<string> = new Set([
  'subject.price',
  'subject.key',
  'subject.maxConcurrency',
  'subject.facts.engine',
  'benchmarks.path',
  'benchmarks.format',
  'catalog.sources',
])

/**
 * Where two documents would ask differently, a line each: `settings.maxTokens: 512 in the run, 256 now`.
 *
 * @param stored as JSON, from `run.json`.
 */
function runDifferences(stored: JsonValue, current: RunDocument): readonly string[] {
  const before = leaves(stored)
  const after = leaves(plainJson(current))
  const paths = new Set([...before.keys(), ...after.keys()])
  return [...paths].flatMap((path) => {
    const [old = 'absent', now = 'absent'] = [before.get(path), after.get(path)]
    return old === now ? [] : [`${path}: ${old} in the run, ${now} now`]
  })
}

/** A document as JSON that was read: members that are undefined are none. */
function plainJson(document: RunDocument): JsonValue {
  return JSON.parse(JSON.stringify(document)) as JsonValue // what JSON.parse gives is JSON
}

function leaves(value: JsonValue): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const walk = (at: JsonValue, path: string, kind: string): void => {
    if (FREE_WITHIN.has(kind) || (!path.includes('.') && FREE.has(path))) return
    if (isJsonObject(at)) {
      for (const [key, member] of Object.entries(at)) {
        walk(member, path === '' ? key : `${path}.${key}`, kind === '' ? key : `${kind}.${key}`)
      }
    } else if (isJsonArray(at)) {
      for (const [index, entry] of at.entries()) walk(entry, `${path}[${index}]`, kind)
    } else found.set(path, canonicalJson(at))
  }
  walk(value, '', '')
  return found
}

/** @throws {InputError} `run-changed` when the run would be continued with other questions. */
export function refuseDifferences(stored: JsonValue, current: RunDocument, where: string): void {
  const differences = runDifferences(stored, current)
  if (differences.length === 0) return
  const shown = differences.slice(0, 12).join('\n         ')
  const more = differences.length > 12 ? `\n         and ${differences.length - 12} more` : ''
  throw new InputError({
    code: 'run-changed',
    what: `The run cannot be continued: what would be asked has changed.\n         ${shown}${more}`,
    where,
    fix: 'Restore what has changed, or begin another run.',
  })
}
