/** The greatest whole number that divides both; of a number and 0 it is that number. Both from 0. */
export function greatestDivisor(left: number, right: number): number {
  return right === 0 ? left : greatestDivisor(right, left % right)
}
