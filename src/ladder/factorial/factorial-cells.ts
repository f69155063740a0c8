import type { FactorialRun } from '../factorial-run.js'
import { type Factor, factorsOf } from './factorial-design.js'

/** Runs of one combination of levels. */
export interface FactorialCell {
  readonly levels: Readonly<Record<string, string>>
  /** Runs that were trained to their end, and others. */
  readonly complete: readonly FactorialRun[]
  readonly partial: readonly FactorialRun[]
  /** `missing`: no run. `incomplete`: no run to the end. `few-seeds`: fewer than three. */
  readonly state: 'whole' | 'few-seeds' | 'incomplete' | 'missing'
}

/** Fewer runs of a cell do not tell an effect from the luck of a seed. */
export const SEEDS_WANTED = 3
/** Combinations that are listed; more are not looked for. */
const MAX_CELLS = 500

/** Every combination of the levels that occur, with its runs, missing ones included. */
export function factorialCells(runs: readonly FactorialRun[]): {
  readonly factors: readonly Factor[]
  readonly cells: readonly FactorialCell[]
} {
  const factors = factorsOf(runs)
  let combinations: readonly Readonly<Record<string, string>>[] = [{}]
  for (const { name, levels } of factors) {
    combinations = combinations
      .flatMap((one) => levels.map((level) => ({ ...one, [name]: level })))
      .slice(0, MAX_CELLS)
  }
  const cells = combinations.map((levels): FactorialCell => {
    const own = runs.filter((run) => factors.every(({ name }) => run.factors[name] === levels[name]))
    const complete = own.filter(({ isComplete }) => isComplete)
    const partial = own.filter(({ isComplete }) => !isComplete)
    const seeds = new Set(complete.map(({ seed, name }) => seed ?? name)).size
    const state =
      own.length === 0
        ? 'missing'
        : complete.length === 0
          ? 'incomplete'
          : seeds < SEEDS_WANTED
            ? 'few-seeds'
            : 'whole'
    return { levels, complete, partial, state }
  })
  return { factors, cells }
}
