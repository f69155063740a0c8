import { version } from '../../adapters/version.js'
import type { CallItem } from '../../benchmark/item.js'
import { fingerprintOfItems } from '../../benchmark/item-json.js'
import { caseToJson } from '../../ladder/case-json.js'
import type { LadderCase } from '../../ladder/ladder-case.js'
import type { Files } from '../../ports.js'
import { Budget } from '../../run/budget.js'
import type { RunEnding } from '../../run/execute.js'
import type { PlannedSample } from '../../run/plan-run.js'
import type { RunDocument } from '../../run/run-document.js'
import type { SecretBook } from '../../run/secret-book.js'
import { readStoredConfig, type StoredConfig } from '../../run/stored-config.js'
import type { SubjectOptions } from '../../subject/kind.js'
import type { Subject } from '../../subject/subject.js'
import type { CliContext } from '../command.js'
import type { RunHost } from '../run/run-host.js'
import { openRunSubject, storedSubject } from '../run/run-opening.js'
import { askSamples } from './ask-samples.js'
import type { LadderFlags } from './ladder-flags.js'

/** What every asking of one ladder shares. */
export interface LadderSession {
  readonly flags: LadderFlags
  readonly context: CliContext
  readonly host: RunHost
  readonly secrets: SecretBook
  /** Of the ladder. */
  readonly folder: string
  readonly budget: Budget
  readonly halt: AbortSignal
  readonly seed: number
}

export function budgetOf({ maxCost, maxTokens }: LadderFlags): Budget {
  return new Budget({
    ...(maxCost === undefined ? {} : { cost: maxCost }),
    ...(maxTokens === undefined ? {} : { tokens: maxTokens }),
  })
}

export interface OpenedSubject {
  readonly subject: Subject
  readonly options: SubjectOptions
}

/**
 * Opens a subject of the ladder, from the spec or from the run folder that it was asked into before. Of a ladder whose
 * first tokens alone were looked at there are no `answers`, only `openings`; of one of rung 0 only `losses`.
 *
 * @throws {InputError} what opening subjects throws.
 */
export async function openLadderSubject(
  { flags, context, host, secrets, folder, halt }: LadderSession,
  { spec, name, label }: { readonly spec?: string; readonly name: string; readonly label?: string },
): Promise<OpenedSubject> {
  const { files } = context
  const stored = spec === undefined ? await storedConfig(folder, name, files) : undefined
  const { key, price, answerDialect } = flags
  return openRunSubject(
    {
      flags: {
        ...(spec === undefined ? {} : { subject: spec }),
        ...(label === undefined ? {} : { label }),
        ...(answerDialect === undefined ? {} : { dialect: answerDialect }),
        ...(key === undefined ? {} : { key }),
        ...(price === undefined ? {} : { price }),
      },
      context,
      host,
      secrets,
      stored,
      halt,
    },
    undefined,
  )
}

async function storedConfig(folder: string, name: string, files: Files): Promise<StoredConfig | undefined> {
  for (const one of name === 'answers' ? ['answers', 'openings', 'losses'] : [name]) {
    const place = files.join(folder, ...one.split('/'))
    if ((await files.facts(files.join(place, 'run.json')))?.kind === 'file') {
      return readStoredConfig(place, files)
    }
  }
  return undefined
}

export interface AskRequest extends OpenedSubject {
  /** Run folder within the ladder's, e.g. `answers`. */
  readonly name: string
  readonly samples: readonly PlannedSample[]
  /** Every case that the folder may hold an answer to: those of other rungs, asked before, are among them. */
  readonly cases: readonly LadderCase[]
}

/** Asks what a run folder of the ladder lacks. */
export async function askInto(session: LadderSession, request: AskRequest): Promise<RunEnding> {
  const { flags, context, host, secrets, folder, budget, seed } = session
  const { name, samples, cases, subject, options } = request
  if (samples.length === 0) return { kind: 'complete' }
  const place = context.files.join(folder, ...name.split('/'))
  const trials = samples.reduce((most, { trial }) => Math.max(most, trial + 1), 1)
  const now = new Date(context.clock.now()).toISOString()
  const document: RunDocument = {
    schema: 'assay.run/1',
    id: name,
    createdAt: now,
    subject: storedSubject(subject, options),
    benchmarks: benchmarksOf(cases, (battery) => context.files.join(folder, 'items', `${battery}.jsonl`)),
    tasks: {},
    settings: { temperature: 0 },
    seed,
    trials,
    rotations: 'one',
    sessions: [{ startedAt: now, assay: version, node: host.node }],
  }
  return askSamples({
    folder: place,
    subject,
    samples,
    cases,
    document,
    context,
    host,
    secrets,
    budget,
    concurrency: flags.concurrency,
    timeoutMs: flags.timeout * 1000,
    isQuiet: flags.quiet === true,
  })
}

function benchmarksOf(
  cases: readonly LadderCase[],
  pathOf: (battery: string) => string,
): RunDocument['benchmarks'] {
  const items = new Map<string, CallItem[]>()
  for (const one of cases) {
    const list = items.get(one.battery) ?? []
    items.set(one.battery, list)
    list.push({ kind: 'call', id: one.id, cluster: one.cluster, json: caseToJson(one) })
  }
  return [...items].map(([name, list]) => {
    return { name, path: pathOf(name), fingerprint: fingerprintOfItems(list), items: list.length }
  })
}
