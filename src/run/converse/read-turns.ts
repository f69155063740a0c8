import type { Files } from '../../ports.js'
import { readLines } from '../../text/jsonl.js'
import { type LineTail, wholeLines } from '../../text/whole-lines.js'
import type { TornLine } from '../sample-lines.js'
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
 * @param torn told of a last line that a crash cut, which is passed over; without it such a line is an error.
 * @throws {InputError} `journal-broken`, `file-missing`.
 */
export async function* readDialogueTurns(
  path: string,
  files: Pick<Files, 'stream'>,
  isWhole: (line: TurnLine, turns: ReadonlyMap<number, TurnLine>) => boolean,
  torn?: TornLine,
): AsyncGenerator<DialogueLines> {
  const open = new Map<string, Map<number, TurnLine>>()
  for await (const line of torn === undefined ? allLines(path, files) : untornLines(path, files, torn)) {
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

async function* allLines(path: string, files: Pick<Files, 'stream'>): AsyncGenerator<TurnLine> {
  for await (const { number, text } of readLines(files.stream(path), path)) {
    if (text.trim() !== '') yield readTurnLine(text, `${path}, line ${number}`)
  }
}

async function* untornLines(
  path: string,
  files: Pick<Files, 'stream'>,
  torn: TornLine,
): AsyncGenerator<TurnLine> {
  const tail: LineTail = { bytes: new Uint8Array(0) }
  let last = 0
  for await (const { number, text } of readLines(wholeLines(files.stream(path), path, tail), path)) {
    last = number
    if (text.trim() !== '') yield readTurnLine(text, `${path}, line ${number}`)
  }
  if (tail.bytes.length === 0) return
  const where = `${path}, line ${last + 1}`
  const line = lastLine(tail.bytes, where)
  if (line === undefined) torn({ sizeBytes: tail.bytes.length, where })
  else if (line !== 'blank') yield line
}

/** The turn of a last line that only lacks its line feed; undefined for a part of one. */
function lastLine(bytes: Uint8Array, where: string): TurnLine | 'blank' | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.trim() === '' ? 'blank' : readTurnLine(text, where)
  } catch {
    return undefined
  }
}
