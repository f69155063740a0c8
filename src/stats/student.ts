import { incompleteBetaInverse } from './beta.js'
import { CONFIDENCE } from './interval.js'

/**
 * Quantile 0.975 of Student's t distribution: how many standard errors a 95 % interval reaches when the error is
 * estimated from `degrees` + 1 values. 12.7 with 1, 2.09 with 19, 1.96 without end.
 *
 * @param degrees above 0.
 */
export function studentQuantile975(degrees: number): number {
  const x = incompleteBetaInverse(1 - CONFIDENCE, { a: degrees / 2, b: 0.5 })
  return Math.sqrt((degrees * (1 - x)) / x)
}
