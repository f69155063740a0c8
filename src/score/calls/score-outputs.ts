import type { CallTask } from '../../benchmark/call-item.js'
import { nullCallers } from '../../benchmark/nulls/index.js'
import type { NullCaller } from '../../benchmark/nulls/null-caller.js'
import { InputError } from '../../errors.js'
import type { Output } from '../../run/output-lines.js'
import type { Outcome } from '../../toolcall/parsed-call.js'
import type { Score } from '../score.js'
import { judgeCalls } from './call-verdict.js'
import { OutputReader, type OutputReaderOptions } from './read-output.js'
import { scoreCalls } from './score-calls.js'
import { VerdictList } from './verdict-list.js'

export interface OutputScoreRequest extends OutputReaderOptions {
  readonly tasks: readonly CallTask[]
  readonly outputs: AsyncIterable<Output> | Iterable<Output>
  /** What the outputs are read from, for messages. */
  readonly where?: string
  /** Whether to go on when outputs are missing, doubled or of no item; what is not answered once is unmeasured. */
  readonly partial: boolean
  /** Default: all that Assay has. */
  readonly nulls?: readonly NullCaller[]
  readonly seed: number
  readonly resamples: number
  /** Does what takes long in one piece, the null callers and the bootstraps; a caller may make it interruptible. */
  readonly compute?: <T>(work: () => T) => T
}

export interface OutputScores {
  readonly scores: readonly Score[]
  /** Items that were measured, in their order. */
  readonly tasks: readonly CallTask[]
  /** One verdict for each of `tasks`. */
  readonly verdicts: VerdictList
  readonly outcomes: OutcomeCounts
  readonly nulls: readonly { readonly id: string; readonly outcomes: OutcomeCounts }[]
  readonly gaps: OutputGaps
}

export type OutcomeCounts = Readonly<Record<Outcome, number>>

/** Items and outputs that do not come in pairs. */
export interface OutputGaps {
  /** Ids of items without an output. */
  readonly missing: readonly string[]
  /** Ids of items with several outputs; none of them counts. */
  readonly doubled: readonly string[]
  /** Ids of outputs that belong to no item. */
  readonly unknown: readonly string[]
}

/**
 * Reads outputs one by one, holds each against its item and scores them all, the null callers beside them on the same
 * items. Outputs are not kept.
 *
 * @throws {InputError} `outputs-missing`, `outputs-doubled`, `outputs-unknown` unless `partial`; `nothing-measured`; and
 * what reading throws.
 */
export async function scoreOutputs(request: OutputScoreRequest): Promise<OutputScores> {
  const reader = new OutputReader(request)
  const arrived = new VerdictList()
  const { tasks, results, gaps } = await pairOutputs(request, (task, output) => {
    arrived.push(judgeCalls(task, reader.read(task, output)))
    return arrived.length - 1
  })
  const { compute = (work) => work() } = request
  return compute(() => scored(request, { reader, tasks, gaps, verdicts: arrived.pick(results) }))
}

type Measured = Pick<OutputScores, 'tasks' | 'gaps' | 'verdicts'> & { readonly reader: OutputReader }

function scored(request: OutputScoreRequest, { reader, tasks, gaps, verdicts }: Measured): OutputScores {
  const nulls = (request.nulls ?? nullCallers).map((caller) => {
    const answer = caller.prepare(tasks)
    const ofCaller = new VerdictList()
    for (const task of tasks) ofCaller.push(judgeCalls(task, reader.readNull(task, answer(task))))
    return { id: caller.id, verdicts: ofCaller }
  })
  const { seed, resamples } = request
  return {
    scores: scoreCalls({ tasks, verdicts, nulls, seed, resamples }),
    verdicts,
    tasks,
    outcomes: countOutcomes(verdicts),
    nulls: nulls.map((one) => ({ id: one.id, outcomes: countOutcomes(one.verdicts) })),
    gaps,
  }
}

export interface Paired<Result> {
  /** Items that were answered once, in their order. */
  readonly tasks: readonly CallTask[]
  /** One result for each of `tasks`. */
  readonly results: readonly Result[]
  readonly gaps: OutputGaps
}

/**
 * Gives every item its output.
 *
 * @throws {InputError} as `scoreOutputs` does.
 */
export async function pairOutputs<Result>(
  { tasks, outputs, partial, where }: Pick<OutputScoreRequest, 'tasks' | 'outputs' | 'partial' | 'where'>,
  judge: (task: CallTask, output: Output) => Result,
): Promise<Paired<Result>> {
  const places = new Map(tasks.map(({ id }, place) => [id, place]))
  const results: (Result | undefined)[] = tasks.map(() => undefined)
  /** Where each item was answered, and answered again. */
  const met: (string | undefined)[] = tasks.map(() => undefined)
  const doubled = new Set<number>()
  const unknown: string[] = []
  for await (const output of outputs) {
    const place = places.get(output.id)
    const task = place === undefined ? undefined : tasks[place]
    if (place === undefined || task === undefined) {
      if (!partial) throw unknownOutput(output)
      unknown.push(detached(output.id))
    } else if (met[place] === undefined) {
      met[place] = output.where
      results[place] = judge(task, output)
    } else {
      if (!partial) throw doubledOutput(output.id, `${met[place]} and ${output.where}`)
      doubled.add(place)
    }
  }
  const missing = tasks.filter((_task, place) => met[place] === undefined).map(({ id }) => id)
  if (missing.length > 0 && !partial) throw missingOutputs(missing, where)
  const isMeasured = (_one: unknown, place: number): boolean =>
    met[place] !== undefined && !doubled.has(place)
  const measured = tasks.filter(isMeasured)
  if (measured.length === 0) {
    throw new InputError({
      code: 'nothing-measured',
      what: 'No item has an output.',
      ...(where !== undefined && { where }),
      fix: 'Check that the outputs belong to these items: ids must be equal.',
    })
  }
  return {
    tasks: measured,
    results: results.filter(isMeasured) as readonly Result[], // what is measured has one
    gaps: {
      missing,
      doubled: tasks.filter((_task, place) => doubled.has(place)).map(({ id }) => id),
      unknown,
    },
  }
}

/** The same text, of its own: a text cut out of a line keeps the whole line. */
function detached(text: string): string {
  return Array.from(text).join('')
}

function unknownOutput({ id, where }: Output): InputError {
  return new InputError({
    code: 'outputs-unknown',
    what: `There is no call item ${JSON.stringify(id)}.`,
    where,
    fix: 'Name the items that the outputs were made for, or pass --partial to pass over other outputs.',
  })
}

function doubledOutput(id: string, where: string): InputError {
  return new InputError({
    code: 'outputs-doubled',
    what: `Two outputs have the id ${JSON.stringify(id)}.`,
    where,
    fix: 'Drop one of them, or pass --partial to leave the item unmeasured.',
  })
}

function missingOutputs(ids: readonly string[], where: string | undefined): InputError {
  const shown = ids.slice(0, 5).map((id) => JSON.stringify(id))
  return new InputError({
    code: 'outputs-missing',
    what: `${ids.length === 1 ? 'One item has' : `${ids.length} items have`} no output: ${shown.join(', ')}${ids.length > 5 ? ', …' : ''}.`,
    ...(where !== undefined && { where }),
    fix: 'Add the missing outputs, or pass --partial to score the others alone; items without one are unmeasured.',
  })
}

function countOutcomes(verdicts: VerdictList): OutcomeCounts {
  const counts = { called: 0, attempted: 0, truncated: 0, abstained: 0, empty: 0 }
  const { kinds, length } = verdicts
  const outcomes = kinds.map(({ outcome }) => outcome)
  for (let place = 0; place < length; place++) counts[outcomes[verdicts.kindAt(place)] as Outcome]++
  return counts
}
