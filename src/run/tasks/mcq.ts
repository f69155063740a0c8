import type { McqItem } from '../../benchmark/item.js'
import { InputError } from '../../errors.js'
import { MAX_OPTIONS, optionLabels, rotationVariant } from '../choice-labels.js'
import { defineRunTask } from '../plan.js'
import { labelRequest, unfitForConversation } from './conversation.js'

/** A multiple-choice question about a tool, as plain chat, no tool offered: one letter is the answer. */
export const mcqTask = defineRunTask<McqItem>({
  kind: 'mcq',
  version: 1,
  unfit: unfitForConversation,
  variants: ({ distractors }, { rotations }) =>
    Array.from({ length: rotations === 'all' ? distractors.length + 1 : 1 }, (_, rotation) =>
      rotationVariant(rotation),
    ),
  requests(item, context) {
    const options = item.distractors.length + 1
    if (options > MAX_OPTIONS) {
      throw new InputError({
        code: 'item-invalid',
        what: `The item has ${options} options, and letters end at ${MAX_OPTIONS}.`,
        where: `item ${JSON.stringify(item.id)}`,
        fix: 'Drop some distractors.',
      })
    }
    const rotations = context.rotations === 'all' ? options : 1
    return Array.from({ length: rotations }, (_, rotation) => {
      const labels = optionLabels(item, rotation)
      const content = questionOf(item, labels)
      return {
        item: item.id,
        variant: rotationVariant(rotation),
        request: labelRequest({ messages: [{ role: 'user', content }] }, Object.keys(labels), context),
        labels,
      }
    })
  },
})

function questionOf({ tool, question }: McqItem, labels: Readonly<Record<string, string>>): string {
  const options = Object.entries(labels).map(([letter, option]) => `${letter}. ${option}`)
  const letters = Object.keys(labels)
  const listed =
    letters.length === 1 ? letters.join() : `${letters.slice(0, -1).join(', ')} or ${letters.at(-1)}`
  return `The tool is called ${tool}.\n\n${question}\n\n${options.join('\n')}\n\nAnswer with one letter and nothing else: ${listed}.`
}
