/** A set of `population` things in random order, of which `marked` matter. */
export interface MarkedPopulation {
  readonly population: number
  readonly marked: number
}

/** Chance that none of the marked things is among the first `drawn`: C(population − marked, drawn) / C(population, drawn). */
export function chanceOfNone({ population, marked }: MarkedPopulation, drawn: number): number {
  const fewer = Math.min(marked, drawn)
  const more = Math.max(marked, drawn)
  let chance = 1
  for (let step = 0; step < fewer; step++) {
    if (population - more - step <= 0) return 0
    chance *= (population - more - step) / (population - step)
  }
  return chance
}

/**
 * Chances that `hits` = 0, 1, … marked things are among the first `drawn` (hypergeometric), up to the most possible.
 */
export function chancesOfHits({ population, marked }: MarkedPopulation, drawn: number): readonly number[] {
  const most = Math.min(marked, drawn)
  const chances: number[] = []
  for (let hits = 0; hits <= most; hits++) {
    // Each marked thing in turn falls inside or outside; every order of `hits` insides is equally likely.
    let chance = 1
    for (let step = 0; step < marked; step++) {
      const free = population - step
      const isInside = step < hits
      const places = isInside ? drawn - step : population - drawn - (step - hits)
      chance *= (Math.max(places, 0) / free) * (isInside ? (marked - step) / (step + 1) : 1)
    }
    chances.push(chance)
  }
  return chances
}

/**
 * Chances that the first marked thing stands at place 1, 2, … `places`:
 * C(population − place, marked − 1) / C(population, marked). They add up to 1 when `places` covers the population.
 */
export function chancesOfFirst({ population, marked }: MarkedPopulation, places: number): readonly number[] {
  const last = Math.min(places, population - marked + 1)
  const chances: number[] = []
  let chance = marked / population
  for (let place = 1; place <= last; place++) {
    chances.push(chance)
    chance *= (population - place - marked + 1) / (population - place)
  }
  return chances
}
