import type { KeywordItem } from '../../keyword-set.js'
import { credit, defineKeywordRule, firstText, type OverallFigure } from '../keyword-rule.js'
import { PERSONA, SAMPLED } from './vectrayx-harness.js'

const LABELS = ['phishing', 'malware', 'ransomware', 'apt', 'otro'] as const
const DEFAULT_LABEL = 'otro'
const PROMPT_KEYS = ['text', 'prompt', 'question']

/**
 * B2 as released: the first of five labels, in a fixed order, that stands in the reply; `otro` where none does. A gold
 * label outside the five stops the harness with a KeyError.
 */
export const labelWord = defineKeywordRule({
  id: 'vectrayx-b2',
  describes: 'first of five labels that stands in the reply, "otro" by default (VectraYX B2)',
  promptKeys: PROMPT_KEYS,
  detect: (item) => typeof item.label === 'string' && firstText(item, PROMPT_KEYS) !== '',
  harness: { system: PERSONA, decoding: SAMPLED },
  prepare: ({ rule }) => ({
    id: rule,
    measures: [{ name: 'accuracy', steps: 1 }],
    promptOf: ({ members }) =>
      `${firstText(members, PROMPT_KEYS)}\nContesta con una sola palabra: ${LABELS.join(', ')}.`,
    credit(item, reply) {
      const label = labelOf(item)
      if (LABELS.some((known) => known === label)) return credit(predicted(reply) === label)
      const reason = `the label ${JSON.stringify(label)} is none of ${LABELS.join(', ')}`
      return { kind: 'crash', error: 'KeyError', reason }
    },
    goldReply: labelOf,
    goldOf: (item) => ({ kind: 'label', value: labelOf(item) }),
    vocabulary: LABELS,
    wordsOf: () => LABELS,
    overall: (items, replies) => overallFigures(items, replies),
  }),
})

function labelOf({ members }: KeywordItem): string {
  return firstText(members, ['label']).toLowerCase()
}

function predicted(reply: string): string {
  const said = reply.toLowerCase()
  return LABELS.find((label) => said.includes(label)) ?? DEFAULT_LABEL
}

function overallFigures(items: readonly KeywordItem[], replies: readonly string[]): readonly OverallFigure[] {
  const counts = LABELS.map((label) => {
    let right = 0
    let gold = 0
    let said = 0
    for (const [at, item] of items.entries()) {
      const isGold = labelOf(item) === label
      const isSaid = predicted(replies[at] ?? '') === label
      if (isGold) gold++
      if (isSaid) said++
      if (isGold && isSaid) right++
    }
    return { right, gold, said }
  })
  const meanOf = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length
  return [
    {
      name: 'f1-macro',
      value: meanOf(counts.map(({ right, gold }) => (gold === 0 ? 0 : right / gold))),
      note: 'as released under this name, and macro recall in truth',
    },
    {
      name: 'true-macro-f1',
      value: meanOf(
        counts.map(({ right, gold, said }) => (gold + said === 0 ? 0 : (2 * right) / (gold + said))),
      ),
      note: 'mean over the labels of 2·right / (gold + predicted)',
    },
  ]
}
