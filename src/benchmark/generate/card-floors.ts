import type { McqItem, QaItem } from '../item.js'
import { bagOfWords } from '../nulls/bag-of-words.js'
import { favouriteOption } from '../nulls/favourite-option.js'
import { optionRuleRight, optionRules } from '../nulls/option-rules.js'
import { mcqWordRule, qaWordRule } from '../nulls/word-rule.js'
import type { CardFloor } from './data-card.js'

/** What null models score on the items, for their data card; those that learn do so from other clusters than the item's. */
export function cardFloors(items: readonly (McqItem | QaItem)[], seed: number): readonly CardFloor[] {
  const floors: CardFloor[] = []
  const add = (name: string, right: Iterable<number>, chance: number): void => {
    const values = [...right]
    const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
    floors.push({ null: name, value: Number(mean.toFixed(6)), chance })
  }
  const mcq = items.filter((item) => item.kind === 'mcq')
  if (mcq.length > 0) {
    for (const rule of optionRules)
      add(
        rule.id,
        mcq.map((item) => optionRuleRight(rule, item)),
        0.25,
      )
    add('constant', favouriteOption(mcq).outOfFold, 0.25)
    add('word-rule', mcqWordRule(mcq, { seed }).outOfFold, 0.25)
  }
  const qa = items.filter((item) => item.kind === 'qa')
  if (qa.length > 0) {
    add(
      'constant',
      qa.map(({ answer }) => (answer === 'no' ? 1 : 0)),
      0.5,
    )
    add('word-rule', qaWordRule(qa, { seed }).outOfFold, 0.5)
    add('bag-of-words', bagOfWords(qa).outOfFold, 0.5)
  }
  return floors
}
