import type { Request, Session } from '../session.js'
import { searchOrAsk } from './asking.js'
import { newWishes, spreadWishes } from './wishing.js'

export type PlaceDomain = 'restaurants' | 'attractions'
export const placeOpenings = ['open', 'open.no-city'] as const
export type PlaceOpening = (typeof placeOpenings)[number]

/** Asks for restaurants or attractions, in a city or without saying where. */
export function openPlaces(
  session: Session,
  {
    domain,
    opening,
    tripCity,
    most = 2,
  }: {
    readonly domain: PlaceDomain
    readonly opening: PlaceOpening
    readonly tripCity?: string | undefined
    readonly most?: number
  },
): void {
  const city = opening === 'open' ? (tripCity ?? session.city()) : undefined
  const wishes = newWishes(session, { domain, city, most: session.random.below(most + 1), held: [] })
  const [near, behind] = spreadWishes(session, domain, wishes)
  session.say(session.phrase(`${domain}.${opening}`, { city: `<${city}>`, with: near }))
  if (behind !== '') session.say(behind)
  searchOrAsk(session, { domain, city, wishes })
}

export function givePlaces(session: Session, request: Request, tripCity?: string): Request {
  const city = tripCity ?? session.city()
  session.say(session.phrase(`${request.domain}.give.city`, { city: `<${city}>` }))
  return { ...request, city }
}
