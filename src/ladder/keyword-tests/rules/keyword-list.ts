import { greatestDivisor } from '../../../numeric/greatest-divisor.js'
import { credit, defineKeywordRule, firstText, textsOf } from '../keyword-rule.js'
import { stripped } from '../python-text.js'
import { PERSONA, SAMPLED } from './vectrayx-harness.js'

const PROMPT_KEYS = ['question', 'prompt']

/**
 * B1 as released: the share of the keywords that stand in the reply, trimmed, both in lower case; a keyword listed twice
 * counts twice.
 */
export const keywordList = defineKeywordRule({
  id: 'vectrayx-b1',
  describes: 'share of "expected_keywords" that stand in the reply (VectraYX B1)',
  promptKeys: PROMPT_KEYS,
  detect: ({ expected_keywords: keywords }) => Array.isArray(keywords),
  harness: { system: PERSONA, decoding: SAMPLED },
  prepare: (set) => ({
    id: set.rule,
    measures: [
      {
        name: 'keywords',
        steps: stepsOf(set.items.map(({ members }) => textsOf(members.expected_keywords).length)),
      },
    ],
    promptOf: ({ members }) => firstText(members, PROMPT_KEYS),
    credit({ members }, reply) {
      const keywords = textsOf(members.expected_keywords)
      const said = stripped(reply).toLowerCase()
      const found = keywords.filter((keyword) => said.includes(keyword.toLowerCase())).length
      return credit(keywords.length === 0 ? 0 : found / keywords.length)
    },
    goldReply: ({ members }) => textsOf(members.expected_keywords).join(' '),
    goldOf: () => undefined,
    wordsOf: ({ members }) => textsOf(members.expected_keywords).map((keyword) => keyword.toLowerCase()),
  }),
})

/** Steps of an item where all have as many; else a common multiple, so that no mean is called impossible that is not. */
function stepsOf(counts: readonly number[]): number {
  let steps = 1
  for (const count of new Set(counts)) {
    if (count > 0) steps = (steps * count) / greatestDivisor(steps, count)
    if (steps > MAX_STEPS) return MAX_STEPS
  }
  return steps
}

const MAX_STEPS = 1_000_000
