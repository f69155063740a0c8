import { readKeywords } from '../../../toolcall/keyword.js'
import { toolTable } from '../../../toolcall/tool-table.js'
import type { KeywordItem } from '../../keyword-set.js'
import { credit, defineKeywordRule, firstText } from '../keyword-rule.js'
import { B4_SYSTEM, B4_TOOLS, SAMPLED } from './vectrayx-harness.js'

const PROMPT_KEYS = ['prompt', 'question']

/**
 * B4 by both lenient rules. `released`: the first `"name": "…"` of the reply, else the first tool of the list whose name
 * stands in it, must be the expected one. `anywhere`: the expected name stands anywhere in it. Where no tool is expected,
 * none may be found.
 */
export const toolName = defineKeywordRule({
  id: 'vectrayx-b4',
  describes: 'name of "expected_tool" in the reply, by the rules released and anywhere (VectraYX B4)',
  promptKeys: PROMPT_KEYS,
  detect: ({ expected_tool: tool }) => tool !== undefined,
  harness: { system: B4_SYSTEM, tools: B4_TOOLS, decoding: SAMPLED },
  prepare({ rule, tools = B4_TOOLS }) {
    const table = toolTable(tools.map((name) => ({ name, inputSchema: {} })))
    return {
      id: rule,
      measures: [
        { name: 'released', steps: 1 },
        { name: 'anywhere', steps: 1 },
      ],
      promptOf: ({ members }) => firstText(members, PROMPT_KEYS),
      credit(item, reply) {
        const expected = expectedOf(item)
        const { released, anywhere } = readKeywords(reply, table)
        const isNamed = expected === undefined ? anywhere.length === 0 : reply.includes(expected)
        return credit(released === (expected ?? null), isNamed)
      },
      goldReply: (item) => {
        const expected = expectedOf(item)
        return expected === undefined ? '' : `{"name": ${JSON.stringify(expected)}, "args": {}}`
      },
      goldOf(item) {
        const expected = expectedOf(item)
        return expected === undefined ? undefined : { kind: 'tool', value: expected }
      },
      vocabulary: tools,
      wordsOf: () => tools,
    }
  },
})

function expectedOf({ members }: KeywordItem): string | undefined {
  return typeof members.expected_tool === 'string' ? members.expected_tool : undefined
}
