import type { KeywordItem } from '../../keyword-set.js'
import { credit, defineKeywordRule, firstText } from '../keyword-rule.js'
import { firstWord, stripped } from '../python-text.js'
import { PERSONA, SAMPLED } from './vectrayx-harness.js'

const PROMPT_KEYS = ['prompt', 'question']

/**
 * B3 as released. `exact-match`: the gold command, trimmed, stands in the reply, letter case heeded; an empty one stands
 * in every reply. `tool-match`: the tool, by default the first word of the command, stands in it in whatever case.
 * `tool: null` stops the harness with an AttributeError.
 */
export const command = defineKeywordRule({
  id: 'vectrayx-b3',
  describes: 'gold command, and its tool, as a part of the reply (VectraYX B3)',
  promptKeys: PROMPT_KEYS,
  detect: ({ expected, expected_command: command }) =>
    typeof expected === 'string' || typeof command === 'string',
  harness: { system: PERSONA, decoding: SAMPLED },
  prepare: ({ rule }) => ({
    id: rule,
    measures: [
      { name: 'exact-match', steps: 1 },
      { name: 'tool-match', steps: 1 },
    ],
    promptOf: ({ members }) => firstText(members, PROMPT_KEYS),
    credit(item, reply) {
      const tool = toolOf(item)
      if (tool === undefined) {
        return { kind: 'crash', error: 'AttributeError', reason: 'its tool is null or no text' }
      }
      return credit(reply.includes(commandOf(item)), reply.toLowerCase().includes(tool))
    },
    goldReply: commandOf,
    goldOf: () => undefined,
    wordsOf(item) {
      const tool = toolOf(item)
      return tool === undefined || tool === '' ? [] : [tool]
    },
  }),
})

function commandOf({ members }: KeywordItem): string {
  return stripped(firstText(members, ['expected', 'expected_command']))
}

/** In lower case; undefined where the member is there and no text. */
function toolOf(item: KeywordItem): string | undefined {
  const { tool } = item.members
  if (tool === undefined) return firstWord(commandOf(item)).toLowerCase()
  return typeof tool === 'string' ? tool.toLowerCase() : undefined
}
