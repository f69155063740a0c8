import type { Request, Session } from '../session.js'
import { search } from './search.js'

/** Slots that are mandatory and not known, in the order of the signature. */
function missingOf({ domain, city, from, to, days, arrival, departure }: Request): readonly string[] {
  const slots: readonly (readonly [string, unknown])[] =
    domain === 'flights'
      ? [
          ['departure_date', days],
          ['origin', from],
          ['destination', to],
        ]
      : domain === 'hotels'
        ? [
            ['city', city],
            ['checkin_date', arrival],
            ['checkout_date', departure],
          ]
        : [['city', city]]
  return slots.flatMap(([slot, value]) => (value === undefined ? [slot] : []))
}

/** Searches where everything is known, asks for what is missing where it is not. */
export function searchOrAsk(session: Session, request: Request): void {
  const missing = missingOf(request)
  if (missing.length === 0) {
    session.pending = undefined
    search(session, request, request.domain)
    return
  }
  session.pending = { request, missing }
  session.seek(session.book.say(`seek.${missing.join('+')}`), missing)
}
