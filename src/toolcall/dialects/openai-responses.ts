import { apiDialect } from '../api-dialect.js'
import { gradeApiEntry, itemsOf, memberOf, saidIn, textOf } from '../payload/api-message.js'
import { responsesMessages, writeResponses } from '../render/api-chat.js'

const KEYS = ['type', 'id', 'call_id', 'name', 'arguments', 'status', 'namespace']

/** Output items of the OpenAI Responses API. */
export const openaiResponses = apiDialect({
  id: 'openai-responses',
  describes: 'function_call items of the OpenAI Responses API',
  parts(root, scan) {
    const output = memberOf(root, 'output') ?? root
    const items = output.kind === 'array' ? output.items : [output]
    if (!items.every((item) => textOf(memberOf(item, 'type')) !== undefined)) return undefined
    const ofType = (type: string) => items.filter((item) => textOf(memberOf(item, 'type')) === type)
    const entries = ofType('function_call').map((node) => {
      const id = textOf(memberOf(node, 'call_id'))
      const given = {
        node,
        call: node,
        nameKey: 'name',
        argumentsKey: 'arguments',
        form: 'string',
        keys: KEYS,
      } as const
      return gradeApiEntry(scan, id === undefined ? given : { ...given, id })
    })
    const said = ofType('message').flatMap((item) => [
      ...saidIn(memberOf(item, 'content')),
      ...itemsOf(memberOf(item, 'content')).flatMap((part) => textOf(memberOf(part, 'refusal')) ?? []),
    ])
    const thought = ofType('reasoning').flatMap((item) => saidIn(memberOf(item, 'summary')))
    return { said, thought, entries }
  },
  render: responsesMessages,
  renderCalls: writeResponses,
})
