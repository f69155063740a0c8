import { canonicalJson } from '../../text/json.js'
import type { Dialogue, DialogueCall, DialogueTurn } from '../dialogue-item.js'

/** What gold asks for between one user message and the next. */
export interface GoldTurn {
  readonly calls: readonly DialogueCall[]
  /** The act that the item names, e.g. `seek`. */
  readonly label?: string
  /** Whether the cache is the same afterwards; undefined where the item does not say. */
  readonly keepsCache?: boolean
}

/** An agent that does not listen, on dialogues whose gold stands in their items. */
export interface NullSpeaker {
  /** Part of stored results. */
  readonly id: string
  /** One line for people. */
  readonly describes: string
  /** Whether it does what gold asks for. @param earlier the turns before it, of the same dialogue */
  isRight(turn: GoldTurn, earlier: readonly GoldTurn[]): boolean
}

const silent: NullSpeaker = {
  id: 'silent',
  describes: 'says nothing: right where nothing changes',
  isRight: ({ calls, keepsCache }) => keepsCache ?? calls.length === 0,
}

const NO_OP = /^no-?op(?:eration)?$/i

const noOp: NullSpeaker = {
  id: 'no-op',
  describes: 'always says that there is nothing to do',
  isRight: ({ calls, label }) => calls.length === 0 && (label === undefined || NO_OP.test(label)),
}

const reSearch: NullSpeaker = {
  id: 're-search',
  describes: 'repeats the calls of the last turn that had some',
  isRight(turn, earlier) {
    const last = earlier.findLast(({ calls }) => calls.length > 0)
    return last !== undefined && turn.calls.length > 0 && keyOf(last) === keyOf(turn)
  },
}

/** Null models of dialogues, in the order of tables. Their ids are part of stored results. */
export const nullSpeakers: readonly NullSpeaker[] = [silent, noOp, reSearch]

/**
 * The user's turns with their gold. A turn whose plan is given without calls cannot be judged by the item alone and is
 * left out; so is a dialogue that states no calls, labels or caches at all.
 */
export function goldTurns({ turns }: Dialogue): readonly GoldTurn[] {
  if (!turns.some(saysSomething)) return []
  const groups: DialogueTurn[][] = []
  for (const turn of turns) {
    if (turn.role === 'user') groups.push([turn])
    else groups.at(-1)?.push(turn)
  }
  return groups.flatMap((group): readonly GoldTurn[] => {
    const stated = group.filter(({ calls }) => calls !== undefined)
    if (stated.length === 0 && group.some(({ plan }) => plan !== undefined)) return []
    const label = group.find((turn) => turn.label !== undefined)?.label
    const before = group.find(({ cacheBefore }) => cacheBefore !== undefined)?.cacheBefore
    const after = group.findLast(({ cacheAfter }) => cacheAfter !== undefined)?.cacheAfter
    return [
      {
        calls: stated.flatMap(({ calls = [] }) => calls),
        ...(label === undefined ? {} : { label }),
        ...(before === undefined || after === undefined
          ? {}
          : { keepsCache: canonicalJson(before) === canonicalJson(after) }),
      },
    ]
  })
}

function saysSomething({ calls, label, cacheAfter }: DialogueTurn): boolean {
  return calls !== undefined || label !== undefined || cacheAfter !== undefined
}

function keyOf({ calls }: GoldTurn): string {
  return calls
    .map((call) => canonicalJson({ name: call.name, arguments: call.arguments }))
    .sort()
    .join('\n')
}
