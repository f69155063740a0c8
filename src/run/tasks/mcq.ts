import type { McqItem } from '../../benchmark/item.js'
import { InputError } from '../../errors.js'
import { letterSpellings, mcqPrompt } from '../../probe/probe-prompts.js'
import { probeVariant } from '../../probe/showing.js'
import { MAX_OPTIONS, optionLabels, rotationVariant } from '../choice-labels.js'
import { defineRunTask, type TaskContext } from '../plan.js'
import { labelRequest, unfitForConversation } from './conversation.js'

/** A multiple-choice question about a tool, no tool offered, one letter the answer: as plain chat, or as a probe shows it. */
export const mcqTask = defineRunTask<McqItem>({
  kind: 'mcq',
  version: 1,
  unfit: unfitForConversation,
  variants(item, context) {
    const rotations = rotationsOf(item, context)
    const { probe } = context
    if (probe === undefined) return rotations.map(rotationVariant)
    return probe
      .showingsOf(item)
      .flatMap((showing) => rotations.map((rotation) => probeVariant(showing, rotationVariant(rotation))))
  },
  requests(item, context) {
    refuseManyOptions(item)
    const rotations = rotationsOf(item, context).map((rotation) => ({
      variant: rotationVariant(rotation),
      labels: optionLabels(item, rotation),
    }))
    const { probe } = context
    if (probe === undefined) {
      return rotations.map(({ variant, labels }) => {
        const messages = [{ role: 'user', content: questionOf(item, labels) } as const]
        return {
          item: item.id,
          variant,
          request: labelRequest({ messages }, Object.keys(labels), context),
          labels,
        }
      })
    }
    return probe.showingsOf(item).flatMap((showing) => {
      const display = probe.display(item, showing)
      const tool = display.kind === 'shown' ? display.tool : undefined
      return rotations.map(({ variant, labels }) => {
        const letters = Object.keys(labels)
        const { content, literal } = mcqPrompt(item.question, labels, tool)
        const asked = {
          messages: [{ role: 'user', content } as const],
          spellings: letterSpellings(letters),
          literal,
        }
        return {
          item: item.id,
          variant: probeVariant(showing, variant),
          request: labelRequest(asked, letters, context),
          labels,
        }
      })
    })
  },
})

function rotationsOf({ distractors }: McqItem, { rotations }: TaskContext): readonly number[] {
  return Array.from({ length: rotations === 'all' ? distractors.length + 1 : 1 }, (_, rotation) => rotation)
}

function refuseManyOptions({ id, distractors }: McqItem): void {
  const options = distractors.length + 1
  if (options <= MAX_OPTIONS) return
  throw new InputError({
    code: 'item-invalid',
    what: `The item has ${options} options, and letters end at ${MAX_OPTIONS}.`,
    where: `item ${JSON.stringify(id)}`,
    fix: 'Drop some distractors.',
  })
}

function questionOf({ tool, question }: McqItem, labels: Readonly<Record<string, string>>): string {
  const options = Object.entries(labels).map(([letter, option]) => `${letter}. ${option}`)
  const letters = Object.keys(labels)
  const listed =
    letters.length === 1 ? letters.join() : `${letters.slice(0, -1).join(', ')} or ${letters.at(-1)}`
  return `The tool is called ${tool}.\n\n${question}\n\n${options.join('\n')}\n\nAnswer with one letter and nothing else: ${listed}.`
}
