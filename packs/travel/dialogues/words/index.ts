import type { Wordings } from '../../../../src/agent/generate/grammar/phrase-book.js'
import type { Constraint, Domain } from '../constraint.js'
import { assistantWordings } from './assistant-wordings.js'
import { flightConstraints } from './flight-constraints.js'
import { flightWordings } from './flight-wordings.js'
import { attractionConstraints, foodFrames, restaurantConstraints } from './food-constraints.js'
import { hotelConstraints, hotelFrames } from './hotel-constraints.js'
import { hotelWordings } from './hotel-wordings.js'
import { moveWordings, seekWordings } from './move-wordings.js'
import { personaWordings } from './personas.js'
import { placeWordings } from './place-wordings.js'
import { scenarios } from './scenarios.js'

export const constraintsOf: Readonly<Record<Domain, readonly Constraint[]>> = {
  flights: flightConstraints,
  hotels: hotelConstraints,
  restaurants: restaurantConstraints,
  attractions: attractionConstraints,
}

/**
 * Every wording; those of a constraint are called `attach.`, `near.`, `says.` and `terse.` with its domain and id. What
 * stands near a noun of either number has no verb: it may be nothing at all.
 */
export const wordings: Wordings = {
  ...assistantWordings,
  ...personaWordings,
  ...moveWordings,
  ...seekWordings,
  ...hotelWordings,
  ...flightWordings,
  ...placeWordings,
  ...hotelFrames,
  ...foodFrames,
  ...Object.fromEntries(scenarios.map(({ id, story }) => [`story.${id}`, story])),
  ...Object.fromEntries(
    Object.entries(constraintsOf).flatMap(([domain, constraints]) =>
      constraints.flatMap(({ id, thing, attach, says, terse }) => [
        [`attach.${domain}.${id}`, attach],
        [`near.${domain}.${id}`, attach.filter((wording) => !wording.startsWith('that '))],
        [`says.${domain}.${id}`, says],
        [`thing.${domain}.${id}`, thing === undefined ? [] : [thing]],
        [`terse.${domain}.${id}`, terse],
      ]),
    ),
  ),
}
