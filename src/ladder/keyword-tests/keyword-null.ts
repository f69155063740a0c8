import type { KeywordItem, KeywordSet } from '../keyword-set.js'
import type { KeywordRule } from './keyword-rule.js'

/** Somebody who answers a test by keywords without knowing anything that it asks for. */
export interface KeywordNull {
  /** Part of stored results. */
  readonly id: string
  /** One line for people. */
  readonly describes: string
  /** Whether its words were chosen by looking at the gold of these very items, which flatters it a little. */
  readonly looksAtGold?: true
  /** Undefined where it has nothing to say to this test. */
  prepare(set: KeywordSet, rule: KeywordRule): ((item: KeywordItem) => string) | undefined
}

const silent: KeywordNull = {
  id: 'silent',
  describes: 'says nothing',
  prepare: () => () => '',
}

const echo: KeywordNull = {
  id: 'echo',
  describes: 'repeats what the user said',
  prepare: (_set, rule) => (item) => rule.promptOf(item),
}

const echoAll: KeywordNull = {
  id: 'echo-all',
  describes: 'repeats the system message and what the user said',
  prepare: ({ system }, rule) =>
    system === undefined ? undefined : (item) => `${system}\n${rule.promptOf(item)}`,
}

const constant: KeywordNull = {
  id: 'constant',
  describes: 'one sentence about something else',
  prepare: () => () => 'El barco azul cruzó el lago al anochecer. The blue boat crossed the lake at dusk.',
}

const greeting: KeywordNull = {
  id: 'greeting',
  describes: 'one canned greeting, in Spanish and English',
  prepare: () => () =>
    'Hola, de nada, es un gusto ayudarte. Hello! You are welcome, it is a pleasure to help you.',
}

const listAll: KeywordNull = {
  id: 'list-all',
  describes: 'lists every label or tool that the rule knows',
  prepare: (_set, { vocabulary }) =>
    vocabulary === undefined || vocabulary.length === 0 ? undefined : () => vocabulary.join(', '),
}

const constantWord: KeywordNull = {
  id: 'constant-in-prose',
  describes: 'names, in a sentence, what is right most often',
  looksAtGold: true,
  prepare(set, rule) {
    const word = mostFrequent(set.items.flatMap((item) => goldWords(rule, item)))
    return word === undefined ? undefined : () => `Se usa ${word} para eso.`
  },
}

const echoWord: KeywordNull = {
  id: 'echo-and-word',
  describes: 'repeats what the user said and adds the word of gold that prompts lack most often',
  looksAtGold: true,
  prepare(set, rule) {
    const word = mostFrequent(
      set.items.flatMap((item) => {
        const prompt = rule.promptOf(item).toLowerCase()
        return goldWords(rule, item).filter((gold) => !prompt.includes(gold.toLowerCase()))
      }),
    )
    return word === undefined ? undefined : (item) => `${rule.promptOf(item)} ${word}`
  },
}

/** Null models of tests by keywords, in the order of tables. Their ids are part of stored results. */
export const keywordNulls: readonly KeywordNull[] = [
  silent,
  echo,
  echoAll,
  constant,
  greeting,
  listAll,
  constantWord,
  echoWord,
]

/** The label or tool that is right, else the words of the item that no other kind of item shares. */
function goldWords(rule: KeywordRule, item: KeywordItem): readonly string[] {
  const gold = rule.goldOf(item)
  return gold === undefined ? [...new Set(rule.wordsOf(item))] : [gold.value]
}

/** Of equally frequent ones the first that was met. */
function mostFrequent(words: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  let best: string | undefined
  for (const [word, count] of counts)
    if (count > (best === undefined ? 0 : (counts.get(best) ?? 0))) best = word
  return best
}
