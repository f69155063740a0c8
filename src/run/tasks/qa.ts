import type { QaItem } from '../../benchmark/item.js'
import { qaPrompt, yesNoSpellings } from '../../probe/probe-prompts.js'
import { probeVariant } from '../../probe/showing.js'
import { QA_LABELS } from '../choice-labels.js'
import { defineRunTask } from '../plan.js'
import { labelRequest, unfitForConversation } from './conversation.js'

const LABELS = { yes: 'yes', no: 'no' } as const

/** A yes-or-no question about a tool, no tool offered: as plain chat, or as a probe shows the tool. */
export const qaTask = defineRunTask<QaItem>({
  kind: 'qa',
  version: 1,
  unfit: unfitForConversation,
  variants: (item, { probe }) =>
    probe === undefined ? [undefined] : probe.showingsOf(item).map((showing) => probeVariant(showing)),
  requests(item, context) {
    const { probe } = context
    if (probe === undefined) {
      const content = `The tool is called ${item.tool}.\n\n${item.question}\n\nAnswer with one word and nothing else: yes or no.`
      const request = labelRequest({ messages: [{ role: 'user', content }] }, QA_LABELS, context)
      return [{ item: item.id, request, labels: LABELS }]
    }
    return probe.showingsOf(item).map((showing) => {
      const display = probe.display(item, showing)
      const { content, literal } = qaPrompt(
        item.question,
        display.kind === 'shown' ? display.tool : undefined,
      )
      const asked = { messages: [{ role: 'user', content } as const], spellings: yesNoSpellings, literal }
      return {
        item: item.id,
        variant: probeVariant(showing),
        request: labelRequest(asked, QA_LABELS, context),
        labels: LABELS,
      }
    })
  },
})
