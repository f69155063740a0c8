import { callTaskOf, OfferShelf } from '../../benchmark/call-item.js'
import type { CallItem } from '../../benchmark/item.js'
import type { Catalog } from '../../catalog/catalog.js'
import type { SubjectRequest } from '../../subject/request.js'
import { defineRunTask, type TaskContext } from '../plan.js'
import { conversationOf } from './call-messages.js'
import { conversationRequest, unfitForConversation } from './conversation.js'

/** Items of one run that offer the same tools share one list, and whatever a subject prepares from it. */
const shelves = new WeakMap<object, OfferShelf>()

/** A call item: its messages and tools as they stand; whether to call, and what, is left to the subject. */
export const callTask = defineRunTask<CallItem>({
  kind: 'call',
  version: 1,
  unfit: unfitForConversation,
  variants: () => [undefined],
  requests(item, context) {
    const { catalog } = context
    const { id, messages, tools } = callTaskOf(item, {
      catalog,
      shelf: shelfOf(catalog ?? context),
      mayLackGold: true,
    })
    const conversation = { messages: conversationOf(messages, `item ${JSON.stringify(id)}`), tools }
    return [{ item: id, request: withFirstTokens(conversationRequest(conversation, context), context) }]
  },
})

/** How many of the likeliest first tokens are kept: whether a call was near says more than whether it came. */
const LISTED_TOKENS = 5

/** Only of subjects that tell their tokens: hosted models may refuse the request that asks for probabilities. */
function withFirstTokens(request: SubjectRequest, { subject: { answers } }: TaskContext): SubjectRequest {
  if (!answers.has('token-ids') || !answers.has('logprobs') || !('settings' in request)) return request
  return { ...request, topLogprobs: LISTED_TOKENS }
}

function shelfOf(owner: Catalog | object): OfferShelf {
  const known = shelves.get(owner)
  if (known !== undefined) return known
  const shelf = new OfferShelf()
  shelves.set(owner, shelf)
  return shelf
}
