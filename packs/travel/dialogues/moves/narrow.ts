import { sentenceCase } from '../../../../src/agent/generate/grammar/phrase-book.js'
import type { Domain } from '../constraint.js'
import type { Entry, Session } from '../session.js'
import type { Wish } from '../travel-template.js'
import {
  argumentsOf,
  newWishes,
  rarityOf,
  roomOf,
  wishesAsSentences,
  wishesBehindNoun,
  wishesInShort,
} from './wishing.js'

const one: Readonly<Record<Domain, string>> = {
  flights: 'flight',
  hotels: 'hotel',
  restaurants: 'restaurant',
  attractions: 'attraction',
}

/** Wishes that hold for an entry, the earliest first. */
export function heldBy(entry: Entry): readonly Wish[] {
  return [
    ...(entry.parent === undefined ? [] : heldBy(entry.parent)),
    ...(entry.kind === 'sort' ? [] : entry.node.wishes),
  ]
}

/** The list that is spoken of last in a domain. */
function latest(session: Session, domain: Domain): Entry | undefined {
  return session.entries.findLast((entry) => entry.domain === domain && entry.kind !== 'nearest')
}

function narrowed(session: Session, entry: Entry, wishes: readonly Wish[]): void {
  const variable = session.plan.load(entry.key)
  const slug = wishes.map(({ constraint }) => constraint.id).join('_')
  const key = session.keys.take(`${entry.domain}_${slug}`)
  session.plan.call(key, `filter_${entry.domain}`, [['prior_results', variable], ...argumentsOf(wishes)])
  session.plan.save(key)
  const node = session.node({ domain: entry.domain, parent: entry.node, place: entry.node.place, wishes })
  const narrower: Entry = { ...entry, key, kind: 'filter', node, parent: entry }
  session.entries.push(narrower)
  session.spoken.add(narrower)
}

/** The list that a user turns to, and its name where "the list" would be any of several. */
function target(
  session: Session,
  domain: Domain,
): { readonly entry: Entry; readonly name?: string } | undefined {
  const lists = session.entries.filter((entry) => entry.domain === domain && entry.kind !== 'nearest')
  const last = lists.at(-1)
  if (last === undefined) return undefined
  const spoken = lists.findLast((entry) => session.spoken.has(entry))
  if (spoken !== undefined) return { entry: spoken }
  const titles = new Set(lists.map(({ title }) => title))
  // "Them" is what was spoken of last.
  if (titles.size < 2)
    return session.entries.at(-1) === last ? { entry: last } : { entry: last, name: domain }
  const title = session.pick([last.title, ...titles])
  return { entry: lists.findLast((entry) => entry.title === title) ?? last, name: title }
}

/** One more wish or two, over a list that the cache holds. */
export function refine(session: Session, domain: Domain): boolean {
  const list = target(session, domain)
  if (list === undefined) return false
  const { entry, name } = list
  const wishes = newWishes(session, {
    domain,
    city: entry.request.city,
    most: session.chance(3) ? 2 : 1,
    held: heldBy(entry),
  })
  if (wishes.length === 0) return false
  session.say(
    session.phrase(name === undefined ? 'refine' : 'refine.of', {
      things: name ?? domain,
      wish: wishesBehindNoun(session, domain, wishes),
      saying: sentenceCase(wishesAsSentences(session, domain, wishes)),
      terse: wishesInShort(session, domain, wishes),
    }),
  )
  session.label('refine')
  narrowed(session, entry, wishes)
  return true
}

/** Back to the list before the last filter, and another way from there. */
export function backtrack(session: Session, domain: Domain): boolean {
  const entry = latest(session, domain)
  const narrowing = entry?.kind === 'sort' ? entry.parent : entry
  if (narrowing?.kind !== 'filter' || narrowing.parent === undefined) return false
  const wishes = newWishes(session, {
    domain,
    city: narrowing.request.city,
    most: 1,
    held: heldBy(narrowing),
    // What is dropped makes room again.
    room: roomOf[domain] + rarityOf(narrowing.node.wishes),
  })
  if (wishes.length === 0) return false
  const saying = wishesAsSentences(session, domain, wishes)
  session.say(
    session.phrase('backtrack', {
      dropped: narrowing.node.wishes.map(({ constraint }) => constraint.noun).join(' and the '),
      things: domain,
      wish: wishesBehindNoun(session, domain, wishes),
      'saying-small': startsWithName(saying) ? saying : saying.slice(0, 1).toLowerCase() + saying.slice(1),
      terse: wishesInShort(session, domain, wishes),
    }),
  )
  session.label('change-mind', 'refine')
  narrowed(session, narrowing.parent, wishes)
  return true
}

function startsWithName(saying: string): boolean {
  return /^(I\b|<|EV|AC)/.test(saying)
}

const sortings: Readonly<Record<Domain, readonly (readonly [column: string, ascending: boolean])[]>> = {
  flights: [
    ['duration_minutes', true],
    ['departure_time', true],
    ['num_layovers', true],
  ],
  hotels: [
    ['price_per_night', true],
    ['rating', false],
    ['stars', false],
  ],
  restaurants: [
    ['rating', false],
    ['price_per_person', true],
  ],
  attractions: [
    ['attraction_name', true],
    ['type', true],
  ],
}

/** The latest list in another order. */
export function sort(session: Session, domain: Domain): boolean {
  const list = target(session, domain)
  const entry = list?.entry
  const [first, ...rest] = sortings[domain].filter(
    ([column]) => !session.used.has(`sort.${domain}.${column}`),
  )
  if (entry === undefined || entry.kind === 'sort' || first === undefined) return false
  const [column, isAscending] = session.pick([first, ...rest])
  session.used.add(`sort.${domain}.${column}`)
  session.say(
    list?.name === undefined
      ? session.book.say(`${domain}.sort.${column}`)
      : session.phrase('sort.of', { things: list.name, order: session.book.say(`order.${column}`) }),
  )
  sorted(session, entry, { column, isAscending })
  return true
}

function sorted(
  session: Session,
  entry: Entry,
  { column, isAscending }: { readonly column: string; readonly isAscending: boolean },
): void {
  const variable = session.plan.load(entry.key)
  const key = session.keys.take(`${entry.key}_sorted`)
  session.plan.call(key, 'sort_results', [
    ['results', variable],
    ['column', `"${column}"`],
    ...(isAscending ? [] : [['ascending', 'False'] as const]),
  ])
  session.plan.save(key)
  session.label('sort')
  session.entries.push({ ...entry, key, kind: 'sort', parent: entry })
}

/** Which of one list are close to those of another. */
export function nearest(session: Session, first: Domain, second: Domain): boolean {
  const [near, other] = [latest(session, first), latest(session, second)]
  if (near === undefined || other === undefined) return false
  session.say(
    session.persona.isTerse
      ? session.book.say('nearest.terse', { one: first, other: second })
      : session.book.say(`nearest.${one[first]}-${one[second]}`),
  )
  // Restaurants before attractions, hotels before both: the order of the signature.
  const [left, right] = [session.plan.load(near.key), session.plan.load(other.key)]
  const key = session.keys.take(`${first}_near_${second}`)
  session.plan.call(key, 'search_nearest', [
    [first, left],
    [second, right],
    ['groupBy', `"${one[first]}"`],
  ])
  session.plan.save(key)
  session.label('nearest')
  session.entries.push({ ...near, key, kind: 'nearest', parent: near })
  return true
}

/** The pairs of the last `nearest`, closest first. */
export function sortPairs(session: Session): boolean {
  const entry = session.entries.at(-1)
  if (entry?.kind !== 'nearest') return false
  session.say(session.book.say('sort.nearest'))
  const variable = session.plan.load(entry.key)
  const key = session.keys.take(`${entry.key}_by_distance`)
  session.plan.call(key, 'sort_results', [
    ['results', variable],
    ['column', '"distance_miles"'],
  ])
  session.plan.save(key)
  session.label('sort')
  return true
}
