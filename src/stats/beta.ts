/** Parameters of a beta distribution, both above 0. */
export interface BetaShape {
  readonly a: number
  readonly b: number
}

/** Stands for 0 in the continued fraction, far below anything it can meet. */
const TINY = 1e-300
/** The fraction needs about √max(a, b) steps: 100,000 serve any number of items that fits into memory. */
const MAX_STEPS = 100_000

/**
 * I_x(a, b), the regularized incomplete beta function: the distribution function of the beta distribution. By the
 * continued fraction of Didonato and Morris; the factor before it as Loader computes binomial probabilities, so that
 * large parameters lose no digits.
 *
 * @param x in [0, 1].
 * @see Didonato and Morris, ACM Transactions on Mathematical Software 18 (1992); Loader, Fast and Accurate Computation of Binomial Probabilities (2000).
 */
export function incompleteBeta(x: number, { a, b }: BetaShape): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  if (x > a / (a + b)) return 1 - lowerPart({ x: 1 - x, rest: x }, { a: b, b: a })
  return lowerPart({ x, rest: 1 - x }, { a, b })
}

/**
 * The x at which I_x(a, b) = p, by Newton's steps inside a bracket that only shrinks.
 *
 * @param p in [0, 1].
 * @throws {RangeError} when `p` is not in [0, 1].
 */
export function incompleteBetaInverse(p: number, shape: BetaShape): number {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`${p} is no probability.`)
  if (p === 0 || p === 1) return p
  const { a, b } = shape
  let low = 0
  let high = 1
  let x = a / (a + b)
  for (let step = 0; step < 200; step++) {
    const error = incompleteBeta(x, shape) - p
    if (error === 0) return x
    if (error > 0) high = x
    else low = x
    const density = (binomialPower({ x, rest: 1 - x }, shape) * a * b) / ((a + b) * x * (1 - x))
    let next = x - error / density
    if (!(next > low && next < high)) next = (low + high) / 2
    if (Math.abs(next - x) <= 1e-16 * x) return next
    x = next
  }
  return x
}

/** A place in [0, 1] and what is left to 1: near either end the one loses the digits that the other keeps. */
interface Place {
  readonly x: number
  readonly rest: number
}

/** I_x(a, b) left of the mean, where the fraction converges fast. Written in a·rest − b·x, it loses nothing near 1. */
function lowerPart(place: Place, { a, b }: BetaShape): number {
  const { x, rest } = place
  const sum = a + b
  const lead = a * rest - b * x + 1
  const bottom = (m: number): number =>
    m + (m * (b - m) * x) / (a + 2 * m - 1) + ((a + m) * (lead + m * (1 + rest))) / (a + 2 * m + 1)
  // At m = 0 the middle term is 0, also where a is 1 and its divisor too.
  let fraction = awayFromZero((a * lead) / (a + 1))
  let c = fraction
  let d = 0
  for (let m = 1; m <= MAX_STEPS; m++) {
    const top = ((a + m - 1) * (sum + m - 1) * m * (b - m) * x * x) / (a + 2 * m - 1) ** 2
    const next = bottom(m)
    d = 1 / awayFromZero(next + top * d)
    c = awayFromZero(next + top / c)
    const factor = c * d
    fraction *= factor
    if (Math.abs(factor - 1) < 1e-16) break
  }
  return (binomialPower(place, { a, b }) * a * b) / (sum * fraction)
}

function awayFromZero(value: number): number {
  return Math.abs(value) < TINY ? TINY : value
}

/** Γ(a+b+1) / (Γ(a+1) Γ(b+1)) · x^a (1−x)^b: for whole a and b the binomial probability of a among a + b. */
function binomialPower({ x, rest }: Place, { a, b }: BetaShape): number {
  const n = a + b
  const exponent =
    stirlingRest(n) - stirlingRest(a) - stirlingRest(b) - deviance(a, n * x) - deviance(b, n * rest)
  return Math.sqrt(n / (2 * Math.PI * a * b)) * Math.exp(exponent)
}

/** ln Γ(z+1) − [(z + ½) ln z − z + ½ ln 2π], what Stirling's formula leaves over. */
function stirlingRest(z: number): number {
  let value = z
  let rest = 0
  for (; value < 15; value++) rest += (value + 0.5) * Math.log1p(1 / value) - 1
  const inverse = 1 / value
  const square = inverse * inverse
  const series = 1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square / 1188)))
  return rest + inverse * series
}

/** x ln(x/m) + m − x, without cancellation where x is near m. */
function deviance(x: number, m: number): number {
  const gap = x - m
  if (Math.abs(gap) >= 0.1 * (x + m)) return x * Math.log(x / m) - gap
  const v = gap / (x + m)
  let sum = gap * v
  let power = 2 * x * v
  for (let odd = 3; odd < 1000; odd += 2) {
    power *= v * v
    const next = sum + power / odd
    if (next === sum) break
    sum = next
  }
  return sum
}
