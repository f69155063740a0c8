import type { FactorialRun } from '../factorial-run.js'

/** A factor with at least two levels among the runs that count. */
export interface Factor {
  readonly name: string
  /** In order: numbers by size, then others by spelling. The last one is coded −1. */
  readonly levels: readonly string[]
}

/** One column of a design: a product of coded factors, or a block. */
interface Column {
  /** Level of each factor whose coded column it multiplies; none for the constant. */
  readonly of: readonly { readonly factor: Factor; readonly level: string }[]
  /** A seed's column. */
  readonly seed?: number
}

export interface FactorialDesign {
  readonly factors: readonly Factor[]
  readonly hasInteractions: boolean
  /** Seeds that are blocks; none where seeds do not repeat. */
  readonly seeds: readonly number[]
  rowOf(run: FactorialRun): readonly number[]
  /** The expected response where some factors have a level and all else is averaged over, every level alike. */
  meanAt(levels: Readonly<Record<string, string>>): readonly number[]
}

/** Factors that differ among the runs. */
export function factorsOf(runs: readonly FactorialRun[]): readonly Factor[] {
  const names = [...new Set(runs.flatMap(({ factors }) => Object.keys(factors)))]
  return names
    .map((name): Factor => {
      const levels = new Set(runs.flatMap(({ factors }) => factors[name] ?? []))
      return { name, levels: [...levels].sort(byLevel) }
    })
    .filter(({ levels }) => levels.length > 1)
}

function byLevel(left: string, right: string): number {
  const [a, b] = [Number(left), Number(right)]
  if (!Number.isNaN(a) && !Number.isNaN(b) && a !== b) return a - b
  return left < right ? -1 : left > right ? 1 : 0
}

/** Seeds as blocks, where every run names one and some stand in several cells. */
export function blockSeeds(runs: readonly FactorialRun[]): readonly number[] {
  const seeds = runs.flatMap(({ seed }) => seed ?? [])
  const distinct = [...new Set(seeds)].sort((left, right) => left - right)
  return seeds.length < runs.length || distinct.length === seeds.length || distinct.length < 2 ? [] : distinct
}

/**
 * A design with effect coding (1 for the level, −1 for the last one, 0 otherwise), so that a coefficient that is left out of
 * a contrast is averaged over its factor's levels, whatever number of runs each cell has.
 */
export function factorialDesign({
  factors,
  hasInteractions,
  seeds,
}: Pick<FactorialDesign, 'factors' | 'hasInteractions' | 'seeds'>): FactorialDesign {
  const main = factors.map((factor) => factor.levels.slice(0, -1).map((level) => ({ factor, level })))
  const pairs: Column[] = []
  if (hasInteractions) {
    for (const [at, first] of main.entries()) {
      for (const second of main.slice(at + 1)) {
        for (const one of first) for (const other of second) pairs.push({ of: [one, other] })
      }
    }
  }
  const columns: readonly Column[] = [
    { of: [] },
    ...main.flat().map((one) => ({ of: [one] })),
    ...pairs,
    ...seeds.slice(0, -1).map((seed) => ({ of: [], seed })),
  ]
  const last = seeds.at(-1)
  return {
    factors,
    hasInteractions,
    seeds,
    rowOf: (run) =>
      columns.map(({ of, seed }) =>
        seed !== undefined
          ? run.seed === seed
            ? 1
            : run.seed === last
              ? -1
              : 0
          : of.reduce(
              (product, { factor, level }) => product * coded(factor, level, run.factors[factor.name]),
              1,
            ),
      ),
    meanAt: (levels) =>
      columns.map(({ of, seed }) =>
        seed !== undefined
          ? 0
          : of.reduce((product, { factor, level }) => {
              const at = levels[factor.name]
              return at === undefined ? 0 : product * coded(factor, level, at)
            }, 1),
      ),
  }
}

function coded({ levels }: Factor, level: string, at: string | undefined): number {
  return at === level ? 1 : at === levels.at(-1) ? -1 : 0
}
