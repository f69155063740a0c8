import type { KeywordItem } from '../../keyword-set.js'
import { type ConditionJudge, creditedTexts, exampleReply, judgeOf } from '../judge-condition.js'
import type { KeywordCondition } from '../keyword-condition.js'
import { credit, defineKeywordRule, firstText } from '../keyword-rule.js'
import { readCondition } from '../read-condition.js'

/** A rule that the user wrote: one condition for the set, or one in each item (`credit`), which then counts. */
export const ownRule = defineKeywordRule({
  id: 'own',
  describes: 'a rule of your own: conditions under "credit", for the set or for each item',
  promptKeys: ['prompt', 'question', 'text'],
  detect: ({ credit: condition }) => condition !== undefined,
  prepare(set) {
    const conditions = new Map<KeywordItem, KeywordCondition | undefined>(
      set.items.map((item) => [item, conditionOf(item, set.credit)]),
    )
    const judges = new Map<KeywordCondition, ConditionJudge>()
    const judgeFor = (condition: KeywordCondition): ConditionJudge => {
      const known = judges.get(condition) ?? judgeOf(condition)
      judges.set(condition, known)
      return known
    }
    return {
      id: set.rule,
      measures: [{ name: 'credit', ...([...conditions.values()].some(isShared) ? {} : { steps: 1 }) }],
      promptOf: ({ prompt }) => prompt,
      credit(item, reply) {
        const condition = conditions.get(item)
        return credit(condition === undefined ? 0 : judgeFor(condition)(item, reply))
      },
      goldReply(item) {
        const given = firstText(item.members, ['gold', 'answer'])
        if (given !== '') return given
        const condition = conditions.get(item)
        return condition && exampleReply(condition, item)
      },
      goldOf(item) {
        const label = firstText(item.members, ['label'])
        return label === '' ? undefined : { kind: 'label', value: label }
      },
      wordsOf(item) {
        const condition = conditions.get(item)
        return condition === undefined ? [] : creditedTexts(condition, item)
      },
    }
  },
})

function conditionOf(
  { id, members }: KeywordItem,
  common: KeywordCondition | undefined,
): KeywordCondition | undefined {
  return members.credit === undefined
    ? common
    : readCondition(members.credit, `item ${JSON.stringify(id)}, credit`)
}

/** Whether a reply can earn a part. */
function isShared(condition: KeywordCondition | undefined): boolean {
  if (condition?.kind === 'every' || condition?.kind === 'some') return condition.parts.some(isShared)
  return condition?.kind === 'share'
}
