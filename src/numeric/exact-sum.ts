/** Steps of the grid that `onGrid` rounds to: 2^-36, about 1.5e-11. */
const SHIFT = 1.5 * 2 ** 16

/**
 * Rounds to the nearest multiple of 2^-36. Sums of such numbers are exact below 2^17, so that the order of adding cannot
 * tell apart two totals that are equal: ties stay ties. For |value| below 2^15.
 */
export function onGrid(value: number): number {
  return value + SHIFT - SHIFT
}
