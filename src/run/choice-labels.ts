import type { McqItem } from '../benchmark/item.js'
import { randomStream, shuffled } from '../numeric/random.js'

/** Letters before the options of an MCQ item, in the order in which they are shown. */
const OPTION_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Labels of a QA item, whatever words the prompt uses. */
export const QA_LABELS = ['yes', 'no'] as const

/** Options that can be shown; an item with more cannot be asked. */
export const MAX_OPTIONS = OPTION_LETTERS.length

/** The variant that shows the options of an MCQ item in the order of one rotation, 0 upward: `rotation-0`. */
export function rotationVariant(rotation: number): string {
  return `rotation-${rotation}`
}

/** The rotation that a variant names; undefined for a variant of another kind. */
export function rotationOfVariant(variant: string): number | undefined {
  const digits = /^rotation-(0|[1-9][0-9]?)$/.exec(variant)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/**
 * Which letter stands for which option in one rotation. The options are shuffled once, by the id of the item alone, so
 * that the answer stands at a random letter; rotation r then moves every option r letters down, the last ones to the
 * top. Over as many rotations as there are options, each option stands once at each letter. Whoever asks and whoever
 * scores derive the same labels from item and variant; samples need not carry them.
 *
 * @param rotation 0 upward, below the number of options.
 */
export function optionLabels(item: McqItem, rotation: number): Readonly<Record<string, string>> {
  return rotatedLabels(shuffledOptions(item), rotation)
}

/** The options in the order of rotation 0. */
export function shuffledOptions({ id, answer, distractors }: McqItem): readonly string[] {
  return shuffled([answer, ...distractors], randomStream(0, `options of ${id}`))
}

/** Labels of one rotation of options in the order of rotation 0. */
export function rotatedLabels(
  options: readonly string[],
  rotation: number,
): Readonly<Record<string, string>> {
  const count = options.length
  const labels: Record<string, string> = {}
  for (let place = 0; place < count; place++) {
    const from = (((place - rotation) % count) + count) % count
    labels[OPTION_LETTERS.charAt(place)] = options[from] as string // within 0 and count
  }
  return labels
}
