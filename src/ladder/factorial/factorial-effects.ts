import { holmAdjusted } from '../../stats/holm.js'
import type { Interval } from '../../stats/interval.js'
import { type LeastSquaresFit, leastSquares } from '../../stats/least-squares.js'
import type { FactorialContrast, FactorialRun } from '../factorial-run.js'
import {
  blockSeeds,
  type Factor,
  type FactorialDesign,
  factorialDesign,
  factorsOf,
} from './factorial-design.js'

/** How much a factor, or two of them together, move a measure, in log-odds. */
export type FactorialEffect = {
  readonly measure: string
  readonly kind: 'main' | 'interaction' | 'declared'
  /** E.g. `lr: 2e-06 → 1e-05`. */
  readonly name: string
  /** Runs behind it. */
  readonly n: number
} & (
  | {
      readonly state: 'estimated'
      readonly value: number
      readonly interval: Interval
      readonly p: number
      /** Over all main effects and interactions of the table; the declared contrast stands alone. */
      readonly adjustedP: number
      /** Residual degrees of freedom. */
      readonly degrees: number
      /** Interactions were left out of the model for it. */
      readonly isAdditive: boolean
      readonly isBlocked: boolean
    }
  | { readonly state: 'open'; readonly reason: string }
)

export interface EffectsRequest {
  readonly runs: readonly FactorialRun[]
  readonly contrast?: FactorialContrast
}

/** Factors beyond these leave more cells than anyone trains. */
const MAX_FACTORS = 6

/**
 * Effects of the factors on every measure that is counted, and on `p-first`, on the logit scale: the response of a run is its
 * empirical logit ln((right + ½) / (wrong + ½)), the runs are what varies, and the seed is a block where seeds repeat. Least
 * squares with effect coding, so that unequal cells do not shift main effects; Student's t over the residual degrees of
 * freedom. Incomplete runs are left out. Where the model with two-way interactions leaves an effect open (an empty cell, too
 * few runs), the additive one is taken for main effects, and that is said.
 *
 * @see Agresti, Categorical Data Analysis, on empirical logits.
 */
export function factorialEffects({ runs, contrast }: EffectsRequest): readonly FactorialEffect[] {
  const complete = runs.filter(({ isComplete }) => isComplete)
  const measures = [
    ...new Set(
      complete.flatMap(({ counts, figures }) => [
        ...Object.keys(counts),
        ...('p-first' in figures ? ['p-first'] : []),
      ]),
    ),
  ]
  const effects = measures.flatMap((measure) => effectsOn(measure, complete))
  const tested = effects.filter((effect) => effect.state === 'estimated')
  const adjusted = holmAdjusted(tested.map(({ p }) => p))
  const byEffect = new Map(tested.map((effect, at) => [effect, adjusted[at] ?? 1] as const))
  const shown = effects.map(
    (effect): FactorialEffect =>
      effect.state === 'estimated' ? { ...effect, adjustedP: byEffect.get(effect) ?? 1 } : effect,
  )
  return contrast === undefined ? shown : [declared(contrast, complete), ...shown]
}

/** Response of one run; undefined where it was not measured. */
function responseOf({ counts, figures }: FactorialRun, measure: string): number | undefined {
  const count = counts[measure]
  if (count !== undefined && count.n > 0) return Math.log((count.right + 0.5) / (count.n - count.right + 0.5))
  const figure = measure === 'p-first' ? figures[measure] : undefined
  if (figure === undefined) return undefined
  // Of a probability that rounding made 0 or 1 no logit can be told; single precision ends there.
  const inner = Math.min(1 - 2 ** -24, Math.max(2 ** -149, figure))
  return Math.log(inner) - Math.log1p(-inner)
}

interface Model {
  readonly design: FactorialDesign
  readonly fit: LeastSquaresFit
  readonly n: number
}

function modelsOf(measure: string, complete: readonly FactorialRun[]): readonly Model[] {
  const measured = complete.flatMap((run) => {
    const response = responseOf(run, measure)
    return response === undefined ? [] : [{ run, response }]
  })
  const factors = factorsOf(measured.map(({ run }) => run))
  const whole = measured.filter(({ run }) => factors.every(({ name }) => run.factors[name] !== undefined))
  const runs = whole.map(({ run }) => run)
  if (runs.length === 0 || factors.length === 0 || factors.length > MAX_FACTORS) return []
  const seeds = blockSeeds(runs)
  return (factors.length > 1 ? [true, false] : [false]).map((hasInteractions): Model => {
    const design = factorialDesign({ factors, hasInteractions, seeds })
    const rows = runs.map((run) => design.rowOf(run))
    return {
      design,
      fit: leastSquares({ design: rows, response: whole.map(({ response }) => response) }),
      n: runs.length,
    }
  })
}

function effectsOn(measure: string, complete: readonly FactorialRun[]): readonly FactorialEffect[] {
  const models = modelsOf(measure, complete)
  const [full] = models
  if (full === undefined) return []
  const { factors } = full.design
  const mains = factors.flatMap((factor) =>
    stepsOf(factor).map(({ from, to }) =>
      estimated(models, {
        measure,
        kind: 'main',
        name: `${factor.name}: ${from} → ${to}`,
        contrast: (design) =>
          difference(design.meanAt({ [factor.name]: to }), design.meanAt({ [factor.name]: from })),
      }),
    ),
  )
  const interactions = factors.flatMap((first, at) =>
    factors.slice(at + 1).flatMap((second) =>
      stepsOf(first).flatMap((one) =>
        stepsOf(second).map((other) =>
          estimated(
            models.filter(({ design }) => design.hasInteractions),
            {
              measure,
              kind: 'interaction',
              name: `${first.name}: ${one.from} → ${one.to} × ${second.name}: ${other.from} → ${other.to}`,
              contrast: (design) => {
                const at = (a: string, b: string) => design.meanAt({ [first.name]: a, [second.name]: b })
                return difference(
                  difference(at(one.to, other.to), at(one.from, other.to)),
                  difference(at(one.to, other.from), at(one.from, other.from)),
                )
              },
            },
          ),
        ),
      ),
    ),
  )
  return [...mains, ...interactions]
}

function declared(contrast: FactorialContrast, complete: readonly FactorialRun[]): FactorialEffect {
  const { measure, factor, from, to, within } = contrast
  const conditions = Object.entries(within)
  const where = conditions.map(([name, level]) => `${name} ${level}`).join(', ')
  const name = `${factor}: ${from} → ${to}${where === '' ? '' : ` (${where})`}`
  const models = modelsOf(measure, complete)
  const [first] = models
  const measured = complete.filter((run) => responseOf(run, measure) !== undefined)
  // A level that all runs share is no factor of the design, and holds by itself.
  const open = conditions.filter(([one, level]) => !measured.every(({ factors }) => factors[one] === level))
  const needed = [...open, [factor, from] as const, [factor, to] as const]
  const unknown =
    needed.find(([one, level]) => !measured.some(({ factors }) => factors[one] === level)) ??
    needed.find(
      ([one, level]) =>
        !first?.design.factors.some((known) => known.name === one && known.levels.includes(level)),
    )
  if (first === undefined || unknown !== undefined) {
    const reason =
      first === undefined
        ? `no complete runs with different factors measured ${measure}`
        : `no complete run has ${unknown?.[0]} at ${unknown?.[1]}`
    return { measure, kind: 'declared', name, n: first?.n ?? 0, state: 'open', reason }
  }
  // Within a level of another factor the additive model would answer another question.
  const fitting = open.length === 0 ? models : models.filter(({ design }) => design.hasInteractions)
  return estimated(fitting, {
    measure,
    kind: 'declared',
    name,
    contrast: (design) =>
      difference(design.meanAt({ ...within, [factor]: to }), design.meanAt({ ...within, [factor]: from })),
  })
}

/** Each level against the first. */
function stepsOf({ levels }: Factor): readonly { readonly from: string; readonly to: string }[] {
  const [from = '', ...others] = levels
  return others.map((to) => ({ from, to }))
}

interface EffectAsked {
  readonly measure: string
  readonly kind: FactorialEffect['kind']
  readonly name: string
  readonly contrast: (design: FactorialDesign) => readonly number[]
}

/** By the first model that can tell it. */
function estimated(
  models: readonly Model[],
  { measure, kind, name, contrast }: EffectAsked,
): FactorialEffect {
  const n = models[0]?.n ?? 0
  let reason = 'there are too few runs for a model with interactions'
  for (const { design, fit } of models) {
    const found = fit.estimate(contrast(design))
    if (found === 'not-estimable')
      reason = 'cells without a complete run leave it open, or factors change together'
    else if (found === 'no-spread') reason = `${n} runs leave no spread to tell it by`
    else {
      const { value, interval, p } = found
      const isAdditive = design.factors.length > 1 && !design.hasInteractions
      return {
        measure,
        kind,
        name,
        n,
        state: 'estimated',
        value,
        interval,
        p,
        adjustedP: p,
        degrees: fit.degrees,
        isAdditive,
        isBlocked: design.seeds.length > 0,
      }
    }
  }
  return { measure, kind, name, n, state: 'open', reason }
}

function difference(left: readonly number[], right: readonly number[]): readonly number[] {
  return left.map((value, at) => value - (right[at] ?? 0))
}
