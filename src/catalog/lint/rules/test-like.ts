import { printable } from '../../../text/printable.js'
import { wordsOf, wordsOfName } from '../../../text/shingles.js'
import type { Tool } from '../../tool.js'
import { defineToolRule } from '../rule.js'
import { EMPTY_WORDS } from './texts.js'

/** Words that begin like a test and mean something else. "Latest", "fastest" and "contest" only end like one. */
const NO_TEST = /^(?:testimon|testament|testif|testosteron|testic|testud|testnet|testbed|testy)/
const TEST_WORDS = /^(?:demos?|dummy|dummies|sandbox|samples?|examples?|playground)$/

/** A text of so few words is a label; in a longer one, "test" and "example" are ordinary words. */
const LABEL_WORDS = 5
/** A description of so many words of content says that the tool is meant. */
const REAL_WORDS = 3

/** Tools that someone made to try something out. */
export const testLike = defineToolRule({
  codes: [
    {
      code: 'test-like',
      severities: ['warn', 'info'],
      means:
        'A name or a very short text begins a word with "test" or has demo, dummy, sandbox, sample, example or playground; info where a real description stands beside it.',
      fix: 'Leave the tool out of benchmarks, or rename it if it is meant.',
    },
  ],
  check({ tool }, report) {
    const found = testPlace(tool)
    if (found === undefined) return
    const words = wordsOf(tool.description ?? '').filter(
      (word) => !EMPTY_WORDS.has(word) && !isTestWord(word),
    )
    report({
      code: 'test-like',
      severity: words.length >= REAL_WORDS ? 'info' : 'warn',
      where: found.where,
      message: `Holds "${printable(found.word, { maxLength: 40 })}".`,
    })
  },
})

/** The first test-like word of a tool, with the field that holds it. */
function testPlace(tool: Tool): { readonly where: string; readonly word: string } | undefined {
  const labels: readonly (readonly [where: string, text: string | undefined])[] = [
    ['service', tool.service],
    ['endpoint', tool.endpoint],
    ['title', tool.title],
    ['name', tool.service === undefined && tool.endpoint === undefined ? tool.name : undefined],
    ['description', labelOf(tool.description)],
    ['serviceDescription', labelOf(tool.serviceDescription)],
  ]
  for (const [where, text] of labels) {
    if (text === undefined) continue
    const word = wordsOf(text).find(isTestWord) ?? wordsOfName(text).find(isTestWord)
    if (word !== undefined) return { where, word }
  }
  return undefined
}

function labelOf(text: string | undefined): string | undefined {
  return text !== undefined && text.length <= 200 && wordsOf(text).length <= LABEL_WORDS ? text : undefined
}

function isTestWord(word: string): boolean {
  return (word.startsWith('test') && !NO_TEST.test(word)) || TEST_WORDS.test(word)
}
