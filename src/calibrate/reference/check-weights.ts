import type { CalibrationCheck } from '../calibration.js'
import type { CalibrationContext } from '../calibration-context.js'
import type { Reference } from './read-references.js'

/** Whether the weights are there, and are the ones of the card. */
export async function checkWeights(
  { card, weights }: Reference,
  context: Pick<CalibrationContext, 'hashFile'>,
): Promise<CalibrationCheck> {
  const common = { id: `${card.name}/weights`, says: 'The weights are those of the card.' }
  if (card.weights === undefined || weights === undefined) {
    const note = 'The card names no weights: the model has not been trained.'
    return { ...common, expected: 'weights', measured: 'none', verdict: 'missing', note }
  }
  const expected = `SHA-256 ${card.weights.sha256.slice(0, 12)}…`
  if (!weights.isThere) {
    return { ...common, expected, measured: 'no file', verdict: 'missing', note: weights.path }
  }
  const found = await context.hashFile(weights.path)
  const measured = `SHA-256 ${found.slice(0, 12)}…`
  if (found === card.weights.sha256) return { ...common, expected, measured, verdict: 'passed' }
  const sizes =
    weights.sizeBytes === card.weights.bytes
      ? ''
      : ` It has ${weights.sizeBytes} bytes instead of ${card.weights.bytes}.`
  return {
    ...common,
    expected,
    measured,
    verdict: 'failed',
    note: `${weights.path} is another file.${sizes}`,
  }
}
