/** Below this the series of the distribution function converges fast; above it the continued fraction of the tail. */
const SERIES_UP_TO = 1.5
/** The fraction converges like exp(−2x√(2·depth)): from 1.5 on 80 steps reach a double's precision. */
const FRACTION_DEPTH = 120

/** Density of the standard normal distribution. */
function normalDensity(x: number): number {
  return Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)
}

/**
 * Φ(x), the standard normal distribution function, with at least 13 digits right in the lower tail too.
 *
 * |x| ≤ 1.5 by ½ + φ(x) Σ x^(2k+1) / (2k+1)!!, beyond by φ(x) / (x + 1/(x + 2/(x + 3/(x + …)))) (Laplace).
 */
export function normalCdf(x: number): number {
  if (Math.abs(x) <= SERIES_UP_TO) {
    let term = x
    let sum = x
    for (let odd = 3; Math.abs(term) > 1e-17 * Math.abs(sum); odd += 2) {
      term *= (x * x) / odd
      sum += term
    }
    return 0.5 + normalDensity(x) * sum
  }
  const distance = Math.abs(x)
  let fraction = distance
  for (let step = FRACTION_DEPTH; step > 0; step--) fraction = distance + step / fraction
  const tail = normalDensity(x) / fraction
  return x < 0 ? tail : 1 - tail
}

/**
 * Inverse of Φ: a rational first guess (Hastings 1955, off by less than 4.5e-4), then Halley's steps.
 *
 * @param p in [0, 1]; 0 and 1 give −∞ and ∞.
 * @throws {RangeError} when `p` is not in [0, 1].
 */
export function normalQuantile(p: number): number {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`${p} is no probability.`)
  if (p > 0.5) return -normalQuantile(1 - p)
  if (p === 0) return Number.NEGATIVE_INFINITY
  const t = Math.sqrt(-2 * Math.log(p))
  const top = 2.515517 + t * (0.802853 + t * 0.010328)
  const bottom = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308))
  let x = top / bottom - t
  for (let step = 0; step < 3; step++) {
    const error = (normalCdf(x) - p) / normalDensity(x)
    x -= error / (1 + (x * error) / 2)
  }
  return x
}
