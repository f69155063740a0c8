import { tidy } from '../../../../src/agent/generate/grammar/phrase-book.js'
import type { Constraint, Domain } from '../constraint.js'
import type { Session } from '../session.js'
import type { Wish } from '../travel-template.js'
import { constraintsOf } from '../words/index.js'

interface WishSetting {
  readonly domain: Domain
  /** Placeholder of the city that neighbourhoods belong to; undefined: none is known. */
  readonly city: string | undefined
  readonly most: number
  /** Wishes that hold already. */
  readonly held: readonly Wish[]
  /** How much rarer the rows may get; default: what the domain has rows for. */
  readonly room?: number
}

/** Beyond that, a small knowledge base has no row left that a filter could leave out. */
export const roomOf: Readonly<Record<Domain, number>> = {
  flights: 2,
  hotels: 4,
  restaurants: 4,
  attractions: 2,
}

/** New wishes, none about what is settled: what suits the scenario more often than not, else what comes up least. */
export function newWishes(
  session: Session,
  { domain, city, most, held, room = roomOf[domain] }: WishSetting,
): readonly Wish[] {
  const wishes: Wish[] = []
  for (let left = most; left > 0; left--) {
    const settled = new Set([...held, ...wishes].map(({ constraint }) => constraint.parameter))
    const taken = rarityOf([...held, ...wishes])
    // The first wish of all may be as rare as any.
    const isOpen = (rarity: number): boolean => taken === 0 || taken + rarity <= room
    const fits = (constraint: Constraint): boolean =>
      isOpen(constraint.rarity ?? 1) &&
      !settled.has(constraint.parameter) &&
      !session.used.has(`${domain}.${constraint.id}`) &&
      (city !== undefined || !constraint.names.includes('CITY_NEIGHBORHOOD'))
    const liked = constraintsOf[domain].filter(
      (constraint) => session.scenario.likes.includes(constraint.id) && fits(constraint),
    )
    const [first, ...rest] = liked
    const chosen =
      first !== undefined && session.chance(4) ? session.pick([first, ...rest]) : dealt(session, domain, fits)
    if (chosen === undefined) break
    session.used.add(`${domain}.${chosen.id}`)
    wishes.push(wishFor(session, chosen, city))
  }
  return wishes
}

/** How much rarer all these wishes together make the rows. */
export function rarityOf(wishes: readonly Wish[]): number {
  return wishes.reduce((sum, { constraint }) => sum + (constraint.rarity ?? 1), 0)
}

function dealt(
  session: Session,
  domain: Domain,
  fits: (constraint: Constraint) => boolean,
): Constraint | undefined {
  const byId = new Map(constraintsOf[domain].map((constraint) => [constraint.id, constraint]))
  const id = session.wishes[domain].deal((card) => {
    const constraint = byId.get(card)
    return constraint !== undefined && fits(constraint)
  })
  return id === undefined ? undefined : byId.get(id)
}

/** A wish with placeholders of its own. */
export function wishFor(session: Session, constraint: Constraint, city: string | undefined): Wish {
  return {
    constraint,
    placeholders: constraint.names.map((name) =>
      session.placeholder(name === 'CITY_NEIGHBORHOOD' ? `${city}_NEIGHBORHOOD` : name),
    ),
  }
}

/** Arguments that state the wishes, as Python. */
export function argumentsOf(wishes: readonly Wish[]): readonly (readonly [string, string])[] {
  return wishes.map(({ constraint, placeholders }) => [
    constraint.parameter,
    constraint.value.replace(
      /\{([vw])\}/g,
      (_, which: string) => `<${placeholders[which === 'v' ? 0 : 1] ?? ''}>`,
    ),
  ])
}

type Manner = 'attach' | 'near' | 'says' | 'terse'

function worded(
  session: Session,
  manner: Manner,
  domain: Domain,
  { constraint, placeholders }: Wish,
): string {
  const [v = '', w = ''] = placeholders
  const of = `${domain}.${constraint.id}`
  return session.book.say(`${manner}.${of}`, {
    v: `<${v}>`,
    w: `<${w}>`,
    usd: `$<${v}>`,
    ...(constraint.thing === undefined ? {} : { thing: session.book.say(`thing.${of}`) }),
  })
}

/** The wishes behind a noun: "with a pool and for under $200 a night". */
export function wishesBehindNoun(session: Session, domain: Domain, wishes: readonly Wish[]): string {
  return listed(wishes.map((wish) => worded(session, 'attach', domain, wish)))
}

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

export function wishesInShort(session: Session, domain: Domain, wishes: readonly Wish[]): string {
  return wishes.map((wish) => worded(session, 'terse', domain, wish)).join(', ')
}

export function wishesAsSentences(session: Session, domain: Domain, wishes: readonly Wish[]): string {
  return wishes.map((wish) => worded(session, 'says', domain, wish)).join(' ')
}

/**
 * How the wishes of an opening are said: some right behind the noun, the others in sentences that follow.
 *
 * @returns what stands for `{with}`, and the sentences behind.
 */
export function spreadWishes(
  session: Session,
  domain: Domain,
  wishes: readonly Wish[],
): readonly [string, string] {
  if (session.persona.isTerse)
    return [wishes.length === 0 ? '' : `, ${wishesInShort(session, domain, wishes)}`, '']
  const fit = wishes.filter(({ constraint }) =>
    constraint.attach.some((wording) => !wording.startsWith('that ')),
  )
  const near = fit.slice(0, session.random.below(Math.min(fit.length, 2) + 1))
  return [
    tidy(listed(near.map((wish) => worded(session, 'near', domain, wish)))),
    tidy(
      wishesAsSentences(
        session,
        domain,
        wishes.filter((wish) => !near.includes(wish)),
      ),
    ),
  ]
}
