import { apiDialect } from '../api-dialect.js'
import { gradeApiEntry, itemsOf, memberOf, textOf } from '../payload/api-message.js'
import { geminiMessages, writeGemini } from '../render/api-chat.js'

/** Contents of the Gemini API: `functionCall` parts whose args are an object. */
export const gemini = apiDialect({
  id: 'gemini',
  describes: 'functionCall parts of the Gemini API; args are an object',
  parts(root, scan) {
    const candidate = itemsOf(memberOf(root, 'candidates'))[0]
    const content = memberOf(candidate, 'content') ?? memberOf(root, 'content') ?? root
    const list = memberOf(content, 'parts')
    if (list?.kind !== 'array') return undefined
    const entries = list.items.flatMap((node) => {
      const call = memberOf(node, 'functionCall')
      const snake = memberOf(node, 'function_call')
      const found = call ?? snake
      if (found === undefined) return []
      const id = textOf(memberOf(found, 'id'))
      const fault = { code: 'alias-key', what: 'The key is "functionCall" in this API.', at: node.start }
      return gradeApiEntry(scan, {
        node: found,
        call: found,
        nameKey: 'name',
        argumentsKey: 'args',
        form: 'object',
        keys: ['name', 'args', 'id'],
        ...(id !== undefined && { id }),
        ...(call === undefined && { fault }),
      })
    })
    const texts = list.items.filter((node) => textOf(memberOf(node, 'text')) !== undefined)
    const isThought = (node: (typeof texts)[number]) => {
      const thought = memberOf(node, 'thought')
      return thought?.kind === 'scalar' && thought.value === true
    }
    const textsOf = (nodes: typeof texts) => nodes.map((node) => textOf(memberOf(node, 'text')) ?? '')
    const said = textsOf(texts.filter((node) => !isThought(node)))
    return { said, thought: textsOf(texts.filter(isThought)), entries }
  },
  render: geminiMessages,
  renderCalls: writeGemini,
})
