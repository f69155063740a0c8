import { isJsonArray } from '../../text/json.js'
import type { Fields } from '../fields.js'
import type { RetrievalItem } from '../item.js'
import { checkedTier } from '../item-json.js'
import { defineBenchmarkReader } from '../reader.js'
import { readItemLines } from './json-lines.js'
import { firstKeys } from './sniff.js'
import { serviceIn, toolSenseName } from './toolsense-tool.js'

/**
 * ToolSense's realistic retrieval benchmark: `{sample_id, query, tool, analyzed_tools, complexity}`, where `tool` is one
 * tool or a list. The pool begins with the tool that the item was made from; its service is the cluster.
 */
export const toolsenseRrb = defineBenchmarkReader({
  id: 'toolsense-rrb',
  describes: 'ToolSense RRB: JSONL with query, tool, analyzed_tools, complexity',
  detect(input) {
    const keys = firstKeys(input)
    return keys.has('query') && keys.has('tool') && (keys.has('analyzed_tools') || keys.has('complexity'))
  },
  read: (input, context) => readItemLines(input, context, rrbItem),
})

function rrbItem(fields: Fields): RetrievalItem {
  const { tool } = fields.json
  const answers = isJsonArray(tool) ? fields.list('tool') : tool === undefined ? [] : [tool]
  if (answers.length === 0) throw fields.fault('tool', 'the gold tool, or a list of them', tool)
  const gold = answers.map((answer) => [toolSenseName(answer, { fields, field: 'tool' })] as const)
  const pool = fields.has('analyzed_tools')
    ? fields.list('analyzed_tools').map((entry) => toolSenseName(entry, { fields, field: 'analyzed_tools' }))
    : undefined
  const anchor = pool?.[0]
  return {
    kind: 'retrieval',
    id: fields.id('sample_id'),
    query: fields.text('query'),
    gold,
    ...(fields.has('complexity') ? { tier: checkedTier(fields, { field: 'complexity', gold }) } : {}),
    ...(pool === undefined ? {} : { pool }),
    ...(anchor === undefined ? {} : { anchor }),
    // Items without a pool name no anchor; their first gold tool stands in.
    cluster: serviceIn(anchor ?? gold[0]?.[0] ?? ''),
  }
}
