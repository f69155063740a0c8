import type { DriftDocument, DriftTensor } from './drift-document.js'
import { vocabularyRole } from './tensor-names.js'

const percent = (share: number): string => `${(100 * share).toFixed(share > 0.999 && share < 1 ? 3 : 1)} %`
const LARGEST_NAMED = 3

/**
 * What follows from the figures and what does not. A table that bfloat16 held still is said to be numerically inert: its
 * stillness is no evidence that training acted elsewhere.
 */
export function conclusionsOf({
  tensors,
  learningRate,
}: Pick<DriftDocument, 'tensors' | 'learningRate'>): readonly string[] {
  const sentences: string[] = []
  const moved = tensors.filter(
    (tensor): tensor is DriftTensor & { relativeNorm: number } =>
      typeof tensor.relativeNorm === 'number' && tensor.relativeNorm > 0,
  )
  const strange = tensors.filter(({ strangeRows }) => strangeRows !== undefined)
  if (strange.length > 0) {
    sentences.push(
      `${counted(strange.length)} hold NaN or infinities and are not measured: ${named(strange)}.`,
    )
  }
  if (tensors.length === 0) return ['No tensor was compared.']
  const changed = tensors.filter(({ maxAbs }) => typeof maxAbs === 'number' && maxAbs > 0)
  if (changed.length === 0 && strange.length === 0) sentences.push('No weight has another value.')
  const risen = changed.filter((tensor) => !moved.some((one) => one === tensor))
  if (risen.length > 0) {
    sentences.push(`All zero before, and no longer, so that no relative change can be told: ${named(risen)}.`)
  }
  if (moved.length > 1) {
    const largest = [...moved]
      .sort((left, right) => right.relativeNorm - left.relativeNorm)
      .slice(0, LARGEST_NAMED)
    const list = largest.map(({ name, relativeNorm }) => `${name} (${relativeNorm.toPrecision(3)})`)
    sentences.push(`The largest relative change is in ${list.join(', ')}.`)
  }
  const inert = tensors.filter(({ stillness }) => stillness === 'inert')
  const tables = tensors.filter(({ name }) => vocabularyRole(name) !== undefined)
  const shown = inert.length <= LARGEST_NAMED ? inert : inert.filter((tensor) => tables.includes(tensor))
  for (const tensor of shown) sentences.push(inertSentence(tensor, learningRate))
  if (inert.length > shown.length) {
    sentences.push(
      `${counted(inert.length)} of ${tensors.length} are numerically inert at this learning rate in bfloat16: precision, not routing.`,
    )
  }
  for (const { name, identicalShare, stillness } of tables) {
    if (stillness !== undefined || typeof identicalShare !== 'number' || identicalShare < 0.5) continue
    sentences.push(
      `${percent(identicalShare)} of ${name} are equal bit by bit. Whether bfloat16 held it still is told with --lr.`,
    )
  }
  return sentences
}

function inertSentence(
  { name, identicalShare, predictedFrozenShare = 0, predictedFrozenShareHalfStep = 0 }: DriftTensor,
  learningRate: number | undefined,
): string {
  const seen = typeof identicalShare === 'number' ? percent(identicalShare) : ''
  return `${name} is numerically inert: ${seen} of it are equal bit by bit, and ${percent(predictedFrozenShare)} (a step of ${learningRate}) to ${percent(predictedFrozenShareHalfStep)} (half a step) could not move in bfloat16. Its stillness is precision, not routing; drift alone does not decide where training acted.`
}

function counted(count: number): string {
  return count === 1 ? '1 tensor' : `${count} tensors`
}

function named(tensors: readonly DriftTensor[]): string {
  const names = tensors.slice(0, LARGEST_NAMED).map(({ name }) => name)
  return tensors.length > names.length ? `${names.join(', ')}, …` : names.join(', ')
}
