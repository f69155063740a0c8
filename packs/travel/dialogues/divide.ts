import type { DialogueSplit, GrammarSplits } from '../../../src/agent/dialogue-template.js'
import type { PackWorld } from '../../../src/agent/pack.js'
import { type RandomStream, shuffled } from '../../../src/numeric/random.js'
import { type TravelPlace, travelPlaces } from '../places.js'

/** Of 54 cities: 13 to train, 4 to validate, 37 to test. Trips of several cities need at least four in each. */
const SHARES = { train: 13 / 54, validation: 4 / 54 } as const
const LEAST = 4

/**
 * Divides the cities of dialogues, each with its neighbourhoods and airports. Cities that a name ties together, such as
 * Dallas and Fort Worth by their airport, go together.
 */
export function divide(world: PackWorld, random: RandomStream): GrammarSplits {
  const places = travelPlaces(world).filter(({ isPool }) => isPool)
  const room: Record<DialogueSplit, number> = {
    train: Math.max(LEAST, Math.round(places.length * SHARES.train)),
    validation: Math.max(LEAST, Math.round(places.length * SHARES.validation)),
    test: places.length,
  }
  const taken: Record<DialogueSplit, TravelPlace[]> = { train: [], validation: [], test: [] }
  // The small splits last: what is left of them must still fit.
  for (const group of shuffled(tied(places), random).sort((left, right) => right.length - left.length)) {
    const split = (['train', 'validation'] as const).find((one) => room[one] >= group.length) ?? 'test'
    taken[split].push(...group)
    room[split] -= group.length
  }
  return {
    train: taken.train.flatMap(namesOf),
    validation: taken.validation.flatMap(namesOf),
    test: taken.test.flatMap(namesOf),
  }
}

/** Every name that belongs to a city alone, the city's first. */
function namesOf({ city, neighborhoods, airports }: TravelPlace): readonly string[] {
  return [city, ...neighborhoods, ...airports.flatMap(({ name, code }) => [name, code])]
}

/** Groups of places, in which a name of one holds the city of another. */
function tied(places: readonly TravelPlace[]): readonly TravelPlace[][] {
  const groups: TravelPlace[][] = []
  for (const place of places) {
    const joined = groups.filter((group) => group.some((other) => isTied(place, other)))
    for (const group of joined) groups.splice(groups.indexOf(group), 1)
    groups.push([...joined.flat(), place])
  }
  return groups
}

function isTied(left: TravelPlace, right: TravelPlace): boolean {
  const holds = (place: TravelPlace, city: string): boolean =>
    namesOf(place).some((name) => ` ${words(name)} `.includes(` ${words(city)} `))
  return holds(left, right.city) || holds(right, left.city)
}

function words(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
