import type { DialogueTemplate } from '../../../src/agent/dialogue-template.js'
import { placeholdersOf } from '../../../src/agent/generate/placeholders.js'

/** Values that a placeholder may well take where there are only four cities; others take one. */
const variety: readonly (readonly [RegExp, number])[] = [
  [/_DATE_\d+$/, 20],
  [/_TIME_\d+$/, 8],
  [/CUISINE_\d+$/, 8],
  [/PRICE_\d+$/, 5],
  [/RATING_\d+$/, 4],
  [/^NUM_|^STAR_/, 3],
  [/TYPE_\d+$/, 4],
  [/AIRLINE_\d+$/, 3],
  [/NEIGHBORHOOD_\d+$/, 3],
]

/** Twice as many as fillings are wanted. */
const LEAST = 50

/** Whether a template can be filled often enough without saying the same again, even in the smallest split. */
export function isRich({ turns }: Pick<DialogueTemplate, 'turns'>): boolean {
  const names = new Set(turns.flatMap(({ text }) => placeholdersOf(text)))
  let fillings = 1
  let cities = 4
  for (const name of names) {
    if (/^CITY_\d+$/.test(name)) fillings *= Math.max(1, cities--)
    else fillings *= variety.find(([pattern]) => pattern.test(name))?.[1] ?? 1
  }
  return fillings >= LEAST
}
