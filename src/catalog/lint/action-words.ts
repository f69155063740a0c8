/**
 * What a label says is done. Two operations can be described in the same words but for one, and that one decides:
 * "Get a branch protection" is not "Delete a branch protection".
 */
export interface Actions {
  /** Bits of `FAMILIES`. */
  readonly families: number
  /** Bits of `OPPOSITES`, for each side. */
  readonly one: number
  readonly other: number
  /** The label's words without those that only say that something is read. */
  readonly rest: readonly string[]
}

/** Read, create, change, remove: operations of which a label names one as a rule. HTTP methods count as such words. */
const FAMILIES: readonly string[] = [
  'get gets list lists fetch fetches read reads retrieve retrieves show shows view find finds search searches query lookup',
  'create creates add adds insert post register new',
  'update updates edit modify patch put set sets replace change',
  'delete deletes remove removes destroy clear erase',
]

const OPPOSITES: readonly (readonly [one: string, other: string])[] = [
  ['enable activate', 'disable deactivate'],
  ['start resume', 'stop pause suspend'],
  ['lock', 'unlock'],
  ['open', 'close'],
  ['approve accept allow grant', 'reject decline deny revoke'],
  ['assign', 'unassign'],
  ['attach', 'detach'],
  ['follow subscribe watch', 'unfollow unsubscribe unwatch'],
  ['star like', 'unstar unlike'],
  ['block ban mute', 'unblock unban unmute'],
  ['archive', 'unarchive restore'],
  ['import', 'export'],
  ['upload', 'download'],
  ['encrypt', 'decrypt'],
  ['encode', 'decode'],
  ['compress', 'decompress'],
  ['login signin', 'logout signout'],
  ['send', 'receive'],
  ['pin', 'unpin'],
  ['publish', 'unpublish'],
  ['buy', 'sell'],
  ['split', 'merge join'],
]

type Meaning = Partial<Record<'families' | 'one' | 'other', number>>

const MEANINGS: ReadonlyMap<string, Meaning> = new Map([
  ...bits(FAMILIES, 'families'),
  ...bits(
    OPPOSITES.map(([one]) => one),
    'one',
  ),
  ...bits(
    OPPOSITES.map(([, other]) => other),
    'other',
  ),
])

function bits(lines: readonly string[], side: keyof Meaning): readonly (readonly [string, Meaning])[] {
  return lines.flatMap((words, at) => words.split(' ').map((word) => [word, { [side]: 1 << at }] as const))
}

/** Bit of the family of reading. */
const READING = 1

export function actionsOf(labelWords: readonly string[]): Actions {
  let families = 0
  let one = 0
  let other = 0
  const rest: string[] = []
  for (const word of labelWords) {
    const meaning = MEANINGS.get(word)
    families |= meaning?.families ?? 0
    one |= meaning?.one ?? 0
    other |= meaning?.other ?? 0
    if (meaning?.families !== READING) rest.push(word)
  }
  return { families, one, other, rest }
}

/** Whether two labels say that different things are done: other families, or the opposite of each other. */
export function contradict(left: Actions, right: Actions): boolean {
  if (left.families !== 0 && right.families !== 0 && (left.families & right.families) === 0) return true
  return (
    (left.one & ~left.other & right.other & ~right.one) !== 0 ||
    (left.other & ~left.one & right.one & ~right.other) !== 0
  )
}
