import type { CallTask } from '../../benchmark/call-item.js'
import { nullCallers } from '../../benchmark/nulls/index.js'
import type { NullCaller } from '../../benchmark/nulls/null-caller.js'
import { InputError } from '../../errors.js'
import type { Output } from '../../run/output-lines.js'
import type { Outcome } from '../../toolcall/parsed-call.js'
import type { Score } from '../score.js'
import { type CallVerdict, judgeCalls } from './call-verdict.js'
import { OutputReader, type OutputReaderOptions } from './read-output.js'
import { scoreCalls } from './score-calls.js'

export interface OutputScoreRequest extends OutputReaderOptions {
  readonly tasks: readonly CallTask[]
  readonly outputs: AsyncIterable<Output> | Iterable<Output>
  /** Whether to go on when outputs are missing, doubled or of no item; what is not answered once is unmeasured. */
  readonly partial: boolean
  /** Default: all that Assay has. */
  readonly nulls?: readonly NullCaller[]
  readonly seed: number
  readonly resamples: number
}

export interface OutputScores {
  readonly scores: readonly Score[]
  /** One verdict for each measured item, in the order of the items. */
  readonly verdicts: readonly CallVerdict[]
  readonly tasks: readonly CallTask[]
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
  const paired = await pairOutputs(request, (task, output) => judgeCalls(task, reader.read(task, output)))
  const tasks = request.tasks.filter(({ id }) => paired.results.has(id))
  const verdicts = tasks.map(({ id }) => paired.results.get(id) as CallVerdict) // filtered by it
  const nulls = (request.nulls ?? nullCallers).map((caller) => {
    const answer = caller.prepare(tasks)
    return {
      id: caller.id,
      verdicts: tasks.map((task) => judgeCalls(task, reader.readNull(task, answer(task)))),
    }
  })
  const { seed, resamples } = request
  return {
    scores: scoreCalls({ tasks, verdicts, nulls, seed, resamples }),
    verdicts,
    tasks,
    outcomes: countOutcomes(verdicts),
    nulls: nulls.map((one) => ({ id: one.id, outcomes: countOutcomes(one.verdicts) })),
    gaps: paired.gaps,
  }
}

export interface Paired<Result> {
  /** By id of the item. */
  readonly results: ReadonlyMap<string, Result>
  readonly gaps: OutputGaps
}

/**
 * Gives every item its output.
 *
 * @throws {InputError} as `scoreOutputs` does.
 */
export async function pairOutputs<Result>(
  { tasks, outputs, partial }: Pick<OutputScoreRequest, 'tasks' | 'outputs' | 'partial'>,
  judge: (task: CallTask, output: Output) => Result,
): Promise<Paired<Result>> {
  const waiting = new Map(tasks.map((task) => [task.id, task]))
  const results = new Map<string, Result>()
  const met = new Map<string, string>()
  const doubled = new Set<string>()
  const unknown: string[] = []
  for await (const output of outputs) {
    const { id, where } = output
    const task = waiting.get(id)
    const earlier = met.get(id)
    if (task === undefined) {
      if (!partial) throw unknownOutput(output)
      unknown.push(id)
    } else if (earlier !== undefined) {
      if (!partial) throw doubledOutput(id, `${earlier} and ${where}`)
      doubled.add(id)
      results.delete(id)
    } else {
      met.set(id, where)
      results.set(id, judge(task, output))
    }
  }
  const missing = tasks.filter(({ id }) => !met.has(id)).map(({ id }) => id)
  if (missing.length > 0 && !partial) throw missingOutputs(missing)
  if (results.size === 0) {
    throw new InputError({
      code: 'nothing-measured',
      what: 'No item has an output.',
      fix: 'Check that the outputs belong to these items: ids must be equal.',
    })
  }
  return { results, gaps: { missing, doubled: [...doubled], unknown } }
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

function missingOutputs(ids: readonly string[]): InputError {
  const shown = ids.slice(0, 5).map((id) => JSON.stringify(id))
  return new InputError({
    code: 'outputs-missing',
    what: `${ids.length === 1 ? 'One item has' : `${ids.length} items have`} no output: ${shown.join(', ')}${ids.length > 5 ? ', …' : ''}.`,
    fix: 'Add the missing outputs, or pass --partial to score the others alone; items without one are unmeasured.',
  })
}

function countOutcomes(verdicts: readonly CallVerdict[]): OutcomeCounts {
  const counts = { called: 0, attempted: 0, truncated: 0, abstained: 0, empty: 0 }
  for (const { outcome } of verdicts) counts[outcome]++
  return counts
}
