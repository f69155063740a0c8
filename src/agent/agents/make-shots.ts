import type { Dialogue } from '../../benchmark/dialogue-item.js'
import type { Hash } from '../../ports.js'
import type { PackWorld } from '../pack.js'
import type { SpokenLine } from './agent.js'
import { goldTurns } from './gold-turns.js'
import { NO_PLANNING } from './planning-rules.js'
import type { Shot } from './shot.js'

export interface ShotsRequest {
  /** Of a split that is not examined. Taken one after the other until there are enough of every kind. */
  readonly dialogues: Iterable<Dialogue> | AsyncIterable<Dialogue>
  readonly world: PackWorld
  readonly count: number
  readonly now: () => number
  readonly hash: Hash
}

/** Dialogues that are looked through at most: one filling of every training template of T1, and some more. */
const MOST_DIALOGUES = 150
/** Entries of the cache in an example, at most: a long one teaches nothing more. */
const MOST_CACHED = 4

/**
 * Examples for a prompt from gold dialogues: plans that ran without an error, of as many kinds of turn and as many categories
 * as there are, no two of one dialogue while others have none. The first few are the same however many are asked for.
 */
export async function makeShots({
  dialogues,
  world,
  count,
  now,
  hash,
}: ShotsRequest): Promise<readonly Shot[]> {
  const byLabel = new Map<string, Candidate[]>()
  let looked = 0
  for await (const dialogue of dialogues) {
    if (looked++ >= MOST_DIALOGUES) break
    for (const candidate of await candidatesOf(dialogue, { world, now, hash })) {
      byLabel.set(candidate.label, [...(byLabel.get(candidate.label) ?? []), candidate])
    }
  }
  const chosen: Shot[] = []
  const used = new Set<string>()
  const codes = new Set<string>()
  const categories = new Map<string, number>()
  // Plain kinds of turn first: an example of three things at once explains none of them.
  const labels = [...byLabel.keys()].sort(
    (left, right) => partsOf(left) - partsOf(right) || (left < right ? -1 : 1),
  )
  for (let hasMore = true; chosen.length < count && hasMore; ) {
    hasMore = false
    for (const label of labels) {
      const left = (byLabel.get(label) ?? []).filter(({ shot }) => !codes.has(shot.code))
      const next = rarest(left, categories, used)
      if (next === undefined || chosen.length >= count) continue
      hasMore = true
      used.add(next.dialogue)
      categories.set(next.category, (categories.get(next.category) ?? 0) + 1)
      codes.add(next.shot.code)
      chosen.push(next.shot)
    }
  }
  return chosen
}

/** Of a dialogue without an example, and of the category with the fewest; the first where several are. */
function rarest(
  candidates: readonly Candidate[],
  categories: ReadonlyMap<string, number>,
  used: ReadonlySet<string>,
): Candidate | undefined {
  const rank = ({ dialogue, category }: Candidate): number =>
    (categories.get(category) ?? 0) + (used.has(dialogue) ? 1000 : 0)
  return candidates.reduce<Candidate | undefined>(
    (best, one) => (best === undefined || rank(one) < rank(best) ? one : best),
    undefined,
  )
}

function partsOf(label: string): number {
  return label.split('+').length
}

interface Candidate {
  readonly dialogue: string
  readonly category: string
  readonly label: string
  readonly shot: Shot
}

async function candidatesOf(
  dialogue: Dialogue,
  { world, now, hash }: Pick<ShotsRequest, 'world' | 'now' | 'hash'>,
): Promise<readonly Candidate[]> {
  const gold = await goldTurns({ dialogue, world, now, hash })
  return gold.flatMap(({ turn, plan, before, execution }) => {
    const { label } = dialogue.turns[turn] ?? {}
    if (plan === undefined || execution.error !== undefined || before.keys.length > MOST_CACHED) return []
    const history = dialogue.turns
      .slice(0, turn + 1)
      .map(({ role, text }): SpokenLine => ({ role: role === 'user' ? 'user' : 'assistant', text }))
    const cache = before.entries.map(({ key, summary }) => ({ key, summary }))
    const kind = label ?? 'turn'
    return [
      {
        dialogue: dialogue.id,
        category: dialogue.category ?? '',
        label: kind,
        shot: { history, cache, reasoning: reasoningOf(kind), code: plan },
      },
    ]
  })
}

const REASONS: Readonly<Record<string, string>> = {
  seek: 'A mandatory argument is missing, so it is asked for, and nothing else.',
  search: 'All mandatory arguments are known, so the search is made with what was stated, and saved.',
  refine:
    'The request narrows what is in the cache, so it is taken from there, filtered, and saved under a new key.',
  nearest: 'What is near what follows from two results, so both are at hand first and then compared.',
  sort: 'Only the order is wanted, so the saved result is sorted.',
  date: 'A date follows from another one, so it is worked out first.',
  'switch-domain': 'The user turns to another kind of thing, so that is searched for.',
  'change-mind': 'What was stated earlier has changed, so the search is made again with what holds now.',
  noop: `Nothing that a tool does is asked for, so "${NO_PLANNING}" is printed.`,
}

function reasoningOf(label: string): string {
  const reasons = label.split('+').flatMap((part) => REASONS[part] ?? [])
  return reasons.length === 0 ? 'The tools are called with what the user stated.' : reasons.join(' ')
}
