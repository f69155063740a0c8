import type { QaItem } from '../../benchmark/item.js'
import { QA_LABELS } from '../choice-labels.js'
import { defineRunTask } from '../plan.js'
import { labelRequest, unfitForConversation } from './conversation.js'

/** A yes-or-no question about a tool, as plain chat, no tool offered. */
export const qaTask = defineRunTask<QaItem>({
  kind: 'qa',
  version: 1,
  unfit: unfitForConversation,
  variants: () => [undefined],
  requests(item, context) {
    const content = `The tool is called ${item.tool}.\n\n${item.question}\n\nAnswer with one word and nothing else: yes or no.`
    const request = labelRequest({ messages: [{ role: 'user', content }] }, QA_LABELS, context)
    return [{ item: item.id, request, labels: { yes: 'yes', no: 'no' } }]
  },
})
