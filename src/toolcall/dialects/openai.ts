import { apiDialect } from '../api-dialect.js'
import { gradeApiEntry, itemsOf, memberOf, saidIn, textOf } from '../payload/api-message.js'
import { openaiMessages, writeOpenai } from '../render/api-chat.js'

/** Messages of the OpenAI chat API and of every server that speaks it. */
export const openai = apiDialect({
  id: 'openai',
  describes: 'tool_calls of the OpenAI chat API; arguments are a string',
  parts(root, scan) {
    const choice = itemsOf(memberOf(root, 'choices'))[0]
    const message = memberOf(choice, 'message') ?? root
    if (memberOf(message, 'content') === undefined && memberOf(message, 'tool_calls') === undefined)
      return undefined
    const entries = itemsOf(memberOf(message, 'tool_calls')).map((node) => {
      const type = textOf(memberOf(node, 'type'))
      const id = textOf(memberOf(node, 'id'))
      const other = type !== undefined && type !== 'function'
      const surplus =
        node.kind === 'object' ? node.members.find(({ key }) => !ENTRY_KEYS.has(key)) : undefined
      const code = other ? 'wrong-entry-type' : 'extra-key'
      const what = other
        ? `A call of type ${JSON.stringify(type)} is no function call.`
        : 'The entry has a key that does not belong to it.'
      const fault =
        other || surplus !== undefined ? { fault: { code, what, at: surplus?.keyStart ?? node.start } } : {}
      return gradeApiEntry(scan, {
        node,
        call: memberOf(node, 'function'),
        nameKey: 'name',
        argumentsKey: 'arguments',
        form: 'string',
        keys: ['name', 'arguments'],
        ...(id !== undefined && { id }),
        ...fault,
      })
    })
    const refusal = textOf(memberOf(message, 'refusal'))
    const thought = ['reasoning_content', 'reasoning'].flatMap((key) => textOf(memberOf(message, key)) ?? [])
    const said = [...saidIn(memberOf(message, 'content')), ...(refusal === undefined ? [] : [refusal])]
    return { said, thought, entries: [...entries, ...legacyCall(message, scan)] }
  },
  render: openaiMessages,
  renderCalls: writeOpenai,
})

const ENTRY_KEYS: ReadonlySet<string> = new Set(['id', 'type', 'function', 'index'])

/** `function_call`, which came before `tool_calls`. */
function legacyCall(message: Parameters<typeof memberOf>[0], scan: Parameters<typeof gradeApiEntry>[0]) {
  const node = memberOf(message, 'function_call')
  if (node === undefined || node.kind !== 'object') return []
  const fault = {
    code: 'legacy-call',
    what: 'The key "function_call" came before "tool_calls".',
    at: node.start,
  }
  const keys = ['name', 'arguments']
  return [
    gradeApiEntry(scan, {
      node,
      call: node,
      nameKey: 'name',
      argumentsKey: 'arguments',
      form: 'string',
      keys,
      fault,
    }),
  ]
}
