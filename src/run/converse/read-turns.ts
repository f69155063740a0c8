import type { Files } from '../../ports.js'
import { readLines } from '../../text/jsonl.js'
import { readTurnLine, type TurnLine } from './turn-line.js'

/** Turns of one dialogue in one trial, in order; of two lines of one turn the later counts. */
export interface DialogueLines {
  readonly item: string
  readonly trial: number
  readonly lines: readonly TurnLine[]
}

/**
 * Reads `turns.jsonl`, dialogue by dialogue: each is given as soon as `isWhole` says that nothing is missing, the others at
 * the end. Only dialogues that were played side by side are held at once.
 *
 * @throws {InputError} `journal-broken`, `file-missing`.
 */
export async function* readDialogueTurns(
  path: string,
  files: Pick<Files, 'stream'>,
  isWhole: (line: TurnLine, turns: ReadonlyMap<number, TurnLine>) => boolean,
): AsyncGenerator<DialogueLines> {
  const open = new Map<string, Map<number, TurnLine>>()
  for await (const { number, text } of readLines(files.stream(path), path)) {
    if (text.trim() === '') continue
    const line = readTurnLine(text, `${path}, line ${number}`)
    const key = turnsKey(line)
    const turns = open.get(key) ?? new Map<number, TurnLine>()
    open.set(key, turns)
    turns.set(line.record.turn, line)
    if (!isWhole(line, turns)) continue
    open.delete(key)
    yield inOrder(line, turns)
  }
  for (const turns of open.values()) {
    const [first] = turns.values()
    if (first !== undefined) yield inOrder(first, turns)
  }
}

/** What tells a dialogue from every other of its run. */
export function turnsKey({ item, trial }: { readonly item: string; readonly trial: number }): string {
  return JSON.stringify([item, trial])
}

function inOrder({ item, trial }: TurnLine, turns: ReadonlyMap<number, TurnLine>): DialogueLines {
  const lines = [...turns.values()].sort((left, right) => left.record.turn - right.record.turn)
  return { item, trial, lines }
}
