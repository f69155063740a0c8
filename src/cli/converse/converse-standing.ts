import type { Files } from '../../ports.js'
import type { Budget } from '../../run/budget.js'
import { readDialogueTurns, turnsKey } from '../../run/converse/read-turns.js'
import type { TurnLine } from '../../run/converse/turn-line.js'
import { scanSamples } from '../../run/scan-samples.js'

/** What a run has so far. */
export interface ConverseStanding {
  /** Keys of dialogues that are done. */
  readonly done: ReadonlySet<string>
  /** Of these, those that failed. */
  readonly failed: ReadonlySet<string>
  /** Turns of dialogues that are not done. */
  readonly open: ReadonlyMap<string, readonly TurnLine[]>
}

export interface StandingRequest {
  readonly folder: string
  readonly benchmark: string
  readonly items: ReadonlySet<string>
  readonly trials: number
  readonly budget: Budget
  /** Whether dialogues that failed are played on. */
  readonly retryErrors: boolean
}

/**
 * Reads the journals of a run as far as a resume needs them. Opening them has cut off torn last lines.
 *
 * @throws {InputError} `journal-broken`, `journal-foreign`.
 */
export async function converseStanding(
  { folder, benchmark, items, trials, budget, retryErrors }: StandingRequest,
  files: Files,
): Promise<ConverseStanding> {
  const known = { benchmarks: new Map([[benchmark, items]]), trials }
  const scan = await scanSamples(files.join(folder, 'samples.jsonl'), files, { known, budget })
  const done = new Set<string>()
  const failed = new Set<string>()
  for (const key of scan.done) {
    const [, item = '', , trial = ''] = key.split('\u0000')
    const own = turnsKey({ item, trial: Number(trial) })
    if (scan.failed.has(key)) failed.add(own)
    if (!scan.failed.has(key) || !retryErrors) done.add(own)
  }
  const open = new Map<string, readonly TurnLine[]>()
  // Nothing is whole here: what is done is passed over line by line, and only the rest is held.
  for await (const lines of openTurns(files.join(folder, 'turns.jsonl'), files, done)) {
    open.set(turnsKey(lines), lines.lines)
    if (failed.has(turnsKey(lines))) continue
    for (const { record, asked = [] } of lines.lines) {
      for (const { cost } of asked) if (cost !== undefined) budget.count({ cost })
      for (const { usage } of record.steps) if (usage !== undefined) budget.count({ usage })
    }
  }
  return { done, failed, open }
}

async function* openTurns(
  path: string,
  files: Files,
  done: ReadonlySet<string>,
): AsyncGenerator<{ readonly item: string; readonly trial: number; readonly lines: readonly TurnLine[] }> {
  // A dialogue that is done counts as whole from its first line on, so that it is let go at once.
  const isDone = (item: string, trial: number): boolean => done.has(turnsKey({ item, trial }))
  for await (const found of readDialogueTurns(path, files, ({ item, trial }) => isDone(item, trial))) {
    if (!isDone(found.item, found.trial)) yield found
  }
}
