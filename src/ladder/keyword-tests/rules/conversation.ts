import { credit, defineKeywordRule, firstText } from '../keyword-rule.js'
import { codePointCount, firstCodePoints, stripped } from '../python-text.js'
import { PERSONA, SAMPLED } from './vectrayx-harness.js'

const PROMPT_KEYS = ['prompt', 'question']
/** Code points in which a greeting or thanks must begin. */
const WINDOW = 80
const LEAST_LENGTH = 5

const WORDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['saludo', ['hola', 'buen', 'qué tal', 'encantad']],
  ['agradecimiento', ['nada', 'gusto', 'ayud']],
])

/**
 * B5 as released: of greetings and thanks a word of a list within the first 80 code points of the reply in lower case; of
 * every other category a reply of more than five code points that does not begin with `cve`.
 */
export const conversation = defineKeywordRule({
  id: 'vectrayx-b5',
  describes: 'a word of a list near the beginning, or more than five characters (VectraYX B5)',
  promptKeys: PROMPT_KEYS,
  detect: (item) => typeof item.category === 'string' && firstText(item, PROMPT_KEYS) !== '',
  harness: { system: PERSONA, decoding: SAMPLED },
  prepare: ({ rule }) => ({
    id: rule,
    measures: [{ name: 'accuracy', steps: 1 }],
    promptOf: ({ members }) => firstText(members, PROMPT_KEYS),
    credit({ members }, reply) {
      const said = stripped(reply).toLowerCase()
      const words = WORDS.get(firstText(members, ['category']))
      if (words === undefined) return credit(codePointCount(said) > LEAST_LENGTH && !said.startsWith('cve'))
      const head = firstCodePoints(said, WINDOW)
      return credit(words.some((word) => head.includes(word)))
    },
    goldReply: ({ members }) => WORDS.get(firstText(members, ['category']))?.[0],
    goldOf: () => undefined,
    wordsOf: ({ members }) => WORDS.get(firstText(members, ['category'])) ?? [],
  }),
})
