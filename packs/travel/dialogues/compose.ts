import type { DialogueTemplate } from '../../../src/agent/dialogue-template.js'
import { Deck } from '../../../src/agent/generate/grammar/deck.js'
import { PhraseBook } from '../../../src/agent/generate/grammar/phrase-book.js'
import { BugError } from '../../../src/errors.js'
import type { RandomStream } from '../../../src/numeric/random.js'
import type { Domain } from './constraint.js'
import { flightOpenings } from './moves/open-flights.js'
import { hotelOpenings } from './moves/open-hotels.js'
import { placeOpenings } from './moves/open-places.js'
import {
  answer,
  farewell,
  middleMoves,
  nearestMove,
  noOp,
  type Openings,
  open,
  sortPairsMove,
  tripMoves,
} from './outline.js'
import { isRich } from './richness.js'
import { Session, type SessionSetting } from './session.js'
import type { TravelTemplate } from './travel-template.js'
import { constraintsOf, wordings } from './words/index.js'
import { personas } from './words/personas.js'
import { scenarios } from './words/scenarios.js'

/** Domains by category, in the order in which most people come to them. */
export const categoryDomains: Readonly<Record<string, readonly [Domain, ...Domain[]]>> = {
  flight: ['flights'],
  hotel: ['hotels'],
  restaurant: ['restaurants'],
  attraction: ['attractions'],
  flighthotel: ['flights', 'hotels'],
  hotelrestaurant: ['hotels', 'restaurants'],
  hotelattraction: ['hotels', 'attractions'],
  flighthotelattraction: ['flights', 'hotels', 'attractions'],
  flighthotelrestaurant: ['flights', 'hotels', 'restaurants'],
}

/** Templates of a category, without end: whoever takes them leaves out what is too like what was taken before. */
export function* compose(category: string, random: RandomStream): Generator<TravelTemplate> {
  const domains = categoryDomains[category]
  if (domains === undefined) return
  const workshop = workshopOf(random)
  for (let number = 1; ; number++) {
    const template = composed({ category, domains, number }, workshop)
    if (isRich(template)) yield template
  }
}

interface Workshop {
  readonly random: RandomStream
  readonly book: PhraseBook
  readonly personas: Deck<(typeof personas)[number]>
  readonly scenarios: Deck<(typeof scenarios)[number]>
  readonly wishes: SessionSetting['wishes']
  readonly openings: Openings
  readonly moves: Readonly<Record<Domain, Deck<string>>>
}

function workshopOf(random: RandomStream): Workshop {
  const deckOf = <Card>(cards: readonly Card[]): Deck<Card> => {
    const [first, ...rest] = cards
    if (first === undefined) throw emptyDeck()
    return new Deck([first, ...rest], random)
  }
  const byDomain = <T>(of: (domain: Domain) => T): Readonly<Record<Domain, T>> => ({
    flights: of('flights'),
    hotels: of('hotels'),
    restaurants: of('restaurants'),
    attractions: of('attractions'),
  })
  return {
    random,
    book: new PhraseBook(wordings, random),
    personas: deckOf(personas),
    scenarios: deckOf(scenarios),
    wishes: byDomain((domain) => deckOf(constraintsOf[domain].map(({ id }) => id))),
    openings: {
      flights: deckOf(flightOpenings),
      hotels: deckOf(hotelOpenings),
      restaurants: deckOf([...placeOpenings, 'open'] as const),
      attractions: deckOf([...placeOpenings, 'open'] as const),
    },
    moves: byDomain((domain) => deckOf([...Object.keys(middleMoves[domain]), 'refine', 'refine'])),
  }
}

interface Order {
  readonly category: string
  readonly domains: readonly [Domain, ...Domain[]]
  readonly number: number
}

function composed({ category, domains, number }: Order, workshop: Workshop): TravelTemplate {
  const { random, book } = workshop
  const persona = workshop.personas.deal() ?? personas[0]
  const scenario = workshop.scenarios.deal() ?? scenarios[0]
  const session = new Session({ book, random, persona, scenario, wishes: workshop.wishes })
  const isTrip = domains.length > 1
  const userTurns = isTrip ? Math.max(4 + random.below(3), domains.length + 2) : 3 + random.below(2)
  const waiting: Domain[] = [...domains]
  const played: string[] = []
  for (let turn = 0; turn < userTurns || session.pending !== undefined; turn++) {
    session.assistant()
    const left = userTurns - turn
    if (turn === 0) story(session)
    played.push(...playTurn(session, { waiting, left, isTrip, domains }, workshop))
    session.user({ isFirst: turn === 0, isLast: left <= 1 })
  }
  const outline = played.join(' ')
  return {
    id: `${category}-${String(number).padStart(3, '0')}`,
    category,
    language: 'en',
    about: { scenario: `${scenario.id}: ${outline}`, persona: persona.id },
    turns: session.turns,
    program: session.program,
  }
}

function story(session: Session): void {
  const { persona, scenario } = session
  const isTold = persona.story === 'always' || (persona.story === 'sometimes' && session.chance(6))
  if (isTold) session.say(session.book.say(`story.${scenario.id}`))
}

interface Course {
  /** Domains that were not spoken of yet; taken from as they come up. */
  readonly waiting: Domain[]
  /** Turns of the user, this one included. */
  readonly left: number
  readonly isTrip: boolean
  readonly domains: readonly Domain[]
}

/** Plays one turn of the user. @returns names of what was done. */
function playTurn(
  session: Session,
  { waiting, left, isTrip, domains }: Course,
  workshop: Workshop,
): readonly string[] {
  const played: string[] = []
  const opened = (): void => {
    const domain = waiting.shift()
    if (domain === undefined) return
    open(session, domain, workshop.openings)
    played.push(`open-${domain}`)
  }
  if (session.pending !== undefined) {
    answer(session)
    played.push('answer')
    // Whoever has time left says more at once.
    if (session.pending === undefined && waiting.length > 0 && left <= waiting.length + 1) opened()
    return played
  }
  if (waiting.length === domains.length) {
    opened()
    // Several requests at once, as where nothing is open yet.
    if (session.pending === undefined && waiting.length > 1 && session.chance(3)) opened()
    return played
  }
  if (waiting.length > 0 && (left <= waiting.length + 2 || session.chance(5))) {
    opened()
    if (session.pending === undefined && waiting.length === 0 && session.chance(4) && nearestMove(session)) {
      played.push('nearest')
    }
    return played
  }
  const current = currentDomain(session, domains)
  const hasPairs = session.entries.some(({ kind }) => kind === 'nearest')
  if (isTrip && waiting.length === 0 && !hasPairs && session.chance(7) && nearestMove(session)) {
    if (session.chance(3) && sortPairsMove(session)) return ['nearest', 'sort-pairs']
    return ['nearest']
  }
  if (left === 1 && session.chance(2)) {
    farewell(session)
    return ['farewell']
  }
  if (session.chance(left === 1 ? 1 : 2) && !session.used.has('noop')) {
    session.used.add('noop')
    noOp(session, current)
    return ['noop']
  }
  const isSecond = (name: string): boolean => name === 'refine' || name === 'sort'
  const first = move(session, current, { isTrip, workshop })
  if (first !== undefined) played.push(first)
  if (first !== undefined && isSecond(first) && session.chance(3)) {
    const more = first === 'refine' ? 'sort' : undefined
    if (more !== undefined && middleMoves[current][more]?.(session) === true) played.push(more)
  }
  if (played.length === 0) {
    noOp(session, current)
    played.push('noop')
  }
  return played
}

/** Where several domains are open, the later ones are spoken of more. */
function currentDomain(session: Session, domains: readonly Domain[]): Domain {
  const opened = domains.filter((domain) => session.entries.some((entry) => entry.domain === domain))
  const last = opened.at(-1) ?? domains[0] ?? 'hotels'
  return opened.length > 1 && session.chance(3)
    ? (opened[session.random.below(opened.length - 1)] ?? last)
    : last
}

function move(
  session: Session,
  domain: Domain,
  { isTrip, workshop }: { readonly isTrip: boolean; readonly workshop: Workshop },
): string | undefined {
  const tried = new Set<string>()
  const fits = (name: string): boolean =>
    !tried.has(name) && (!isTrip || tripMoves.some((one) => one === name))
  // These wait for what few dialogues have, so they go first where they fit.
  for (const name of ['backtrack', 'guests']) {
    if (session.chance(5) && middleMoves[domain][name]?.(session) === true) return name
  }
  for (;;) {
    const name = workshop.moves[domain].deal(fits)
    if (name === undefined) return undefined
    tried.add(name)
    if (middleMoves[domain][name]?.(session) === true) return name
  }
}

/** Only templates of this grammar have a program. */
export function isTravelTemplate(template: DialogueTemplate): template is TravelTemplate {
  return 'program' in template
}

function emptyDeck(): BugError {
  return new BugError({ code: 'grammar-wording', what: 'A deck is empty.', where: 'the travel grammar' })
}
