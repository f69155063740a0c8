import { InputError } from '../errors.js'
import { canonicalJson, isJsonArray, isJsonObject, type JsonValue } from '../text/json.js'
import { printable, quoted } from '../text/printable.js'
import type { RunDocument } from './run-document.js'

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

/** How a reader knows what `run.json` keeps at a path; what is not listed is called by its path. */
const NAMES: Readonly<Record<string, string>> = {
  'settings.maxTokens': 'longest answer in tokens (--max-tokens-out)',
  'settings.temperature': 'temperature (--temperature)',
  'settings.topP': 'share of probability (--top-p)',
  'settings.stop': 'stop text (--stop)',
  trials: 'trials (--trials)',
  seed: 'seed (--seed)',
  rotations: 'rotations (--rotations)',
  shortlist: 'shortlist (--shortlist)',
  'subject.spec': 'subject (--subject)',
  'subject.label': 'name of the subject (--label)',
  'subject.dialect': 'dialect (--dialect)',
  'subject.facts.dialect': 'dialect (--dialect)',
  'subject.facts.model': 'model',
  'subject.facts.endpoint': 'address of the subject',
  'subject.facts.fingerprint': 'content of the subject',
  'catalog.tools': 'number of tools in the catalog',
  'catalog.fingerprint': 'content of the catalog',
}

interface Leaf {
  /** Without the places in lists. */
  readonly kind: string
  readonly text: string
}

/**
 * Where two documents would ask differently, a line each, what a user set before what follows from it:
 * `longest answer in tokens (--max-tokens-out): 512 → 256`. Hashes stand last, and shortened.
 *
 * @param stored as JSON, from `run.json`.
 */
export function runDifferences(stored: JsonValue, current: RunDocument): readonly string[] {
  const now = plainJson(current)
  const before = leaves(stored)
  const after = leaves(now)
  const lines = { plain: new Set<string>(), hashes: new Set<string>() }
  for (const path of new Set([...before.keys(), ...after.keys()])) {
    const [old, other] = [before.get(path), after.get(path)]
    if (old?.text === other?.text) continue
    const isHash = [old, other].every((leaf) => leaf === undefined || HASH.test(leaf.text))
    const name = nameOf(path, (old ?? other)?.kind ?? path, { stored, now })
    lines[isHash ? 'hashes' : 'plain'].add(`${name}: ${shown(old)} → ${shown(other)}`)
  }
  return [...lines.plain, ...lines.hashes]
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

/** A fingerprint as JSON. */
const HASH = /^"[0-9a-f]{64}"$/

function shown(leaf: Leaf | undefined): string {
  if (leaf === undefined) return 'none'
  return HASH.test(leaf.text) ? `${leaf.text.slice(1, 13)}…` : printable(leaf.text, { maxLength: 120 })
}

interface Documents {
  readonly stored: JsonValue
  readonly now: JsonValue
}

function nameOf(path: string, kind: string, documents: Documents): string {
  const known = NAMES[kind]
  if (known !== undefined) return known
  const [, place, member] = /^benchmarks\[(\d+)\]\.(\w+)$/.exec(path) ?? []
  if (place !== undefined && member !== undefined) {
    const what = { items: 'number of items', fingerprint: 'content of the items' }[member]
    const name = benchmarkName(documents.stored, Number(place)) ?? benchmarkName(documents.now, Number(place))
    if (what !== undefined && name !== undefined) return `${what} of ${name}`
  }
  const [, items, part] = /^tasks\.(\w+)\.(version|requests)$/.exec(path) ?? []
  if (items === undefined) return path
  return part === 'version' ? `how ${items} items are asked` : `first request of ${items} items`
}

function benchmarkName(document: JsonValue, place: number): string | undefined {
  const benchmarks = isJsonObject(document) ? document.benchmarks : undefined
  const entry = isJsonArray(benchmarks) ? benchmarks[place] : undefined
  return isJsonObject(entry) && typeof entry.name === 'string' ? quoted(entry.name) : undefined
}

/** A document as JSON that was read: members that are undefined are none. */
function plainJson(document: RunDocument): JsonValue {
  return JSON.parse(JSON.stringify(document)) as JsonValue // what JSON.parse gives is JSON
}

function leaves(value: JsonValue): ReadonlyMap<string, Leaf> {
  const found = new Map<string, Leaf>()
  const walk = (at: JsonValue, path: string, kind: string): void => {
    if (FREE_WITHIN.has(kind) || (!path.includes('.') && FREE.has(path))) return
    if (isJsonObject(at)) {
      for (const [key, member] of Object.entries(at)) {
        walk(member, path === '' ? key : `${path}.${key}`, kind === '' ? key : `${kind}.${key}`)
      }
    } else if (isJsonArray(at)) {
      for (const [index, entry] of at.entries()) walk(entry, `${path}[${index}]`, kind)
    } else found.set(path, { kind, text: canonicalJson(at) })
  }
  walk(value, '', '')
  return found
}
