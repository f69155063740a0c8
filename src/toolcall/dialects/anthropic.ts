import type { JsonNode } from '../../text/json-tree.js'
import { apiDialect } from '../api-dialect.js'
import { gradeApiEntry, itemsOf, memberOf, textOf } from '../payload/api-message.js'
import { anthropicMessages, writeAnthropic } from '../render/api-chat.js'

const KEYS = ['type', 'id', 'name', 'input', 'cache_control', 'caller']

/** A list of parts, each of which says what it is; any other list is an answer in JSON. */
function isContent(root: JsonNode): boolean {
  return root.kind === 'array' && root.items.every((part) => textOf(memberOf(part, 'type')) !== undefined)
}

/** Messages of the Anthropic API: `tool_use` blocks whose input is an object. */
export const anthropic = apiDialect({
  id: 'anthropic',
  describes: 'tool_use blocks of the Anthropic API; input is an object',
  parts(root, scan) {
    const content = memberOf(root, 'content') ?? (isContent(root) ? root : undefined)
    if (content === undefined) return undefined
    const whole = textOf(content)
    const blocks = itemsOf(content)
    if (whole === undefined && content.kind !== 'array') return undefined
    const ofType = (type: string) => blocks.filter((block) => textOf(memberOf(block, 'type')) === type)
    const entries = ofType('tool_use').map((node) => {
      const id = textOf(memberOf(node, 'id'))
      const given = {
        node,
        call: node,
        nameKey: 'name',
        argumentsKey: 'input',
        form: 'object',
        keys: KEYS,
      } as const
      return gradeApiEntry(scan, id === undefined ? given : { ...given, id })
    })
    const said =
      whole === undefined ? ofType('text').flatMap((block) => textOf(memberOf(block, 'text')) ?? []) : [whole]
    const thought = ofType('thinking').flatMap((block) => textOf(memberOf(block, 'thinking')) ?? [])
    return { said, thought, entries }
  },
  render: anthropicMessages,
  renderCalls: writeAnthropic,
})
