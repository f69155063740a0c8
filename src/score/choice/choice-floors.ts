import type { McqItem, QaItem } from '../../benchmark/item.js'
import { favouriteOption } from '../../benchmark/nulls/favourite-option.js'
import { optionRuleRight, optionRules } from '../../benchmark/nulls/option-rules.js'
import { mcqWordRule, qaWordRule, type WordRule } from '../../benchmark/nulls/word-rule.js'
import type { LedgerRow } from '../run/sample-ledger.js'
import type { Score } from '../score.js'
import type { ChoiceOutcome } from './choice-outcome.js'

/** An item and its samples. */
export interface ChoiceMember {
  readonly item: McqItem | QaItem
  readonly rows: readonly LedgerRow<ChoiceOutcome>[]
}

/** A null model on the items that were measured. */
export interface ChoiceFloor {
  readonly id: string
  /** How often it is right, one value an item. */
  readonly right: Float64Array
  /** Of a rule that was searched for: it is scored on clusters that the search did not see. */
  readonly search?: Omit<WordRule, 'outOfFold'>
}

/** What is told of a null model beside the subject. */
export type NullScore = Score & { readonly null: string; readonly search?: ChoiceFloor['search'] }

/**
 * Null models of MCQ items. `constant` chooses the answer that is right most often in other clusters, as everywhere;
 * `constant-letter` always says the letter that is: over all rotations of an item it is right exactly one time in the number
 * of options, over fewer it shows where the answer was put.
 */
export function mcqFloors(members: readonly ChoiceMember[], seed: number): readonly ChoiceFloor[] {
  const items = members.map(({ item }) => item as McqItem) // a scorer of MCQ items has no others
  const counts = new Map<string, number>()
  for (const { rows } of members) {
    for (const { outcome } of rows)
      counts.set(outcome.gold, (counts.get(outcome.gold) ?? 0) + 1 / rows.length)
  }
  const [letter = ''] = [...counts].sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1))[0] ?? []
  const sameLetter = Float64Array.from(
    members,
    ({ rows }) => rows.filter(({ outcome }) => outcome.gold === letter).length / rows.length,
  )
  return [
    ...optionRules.map((rule) => ({
      id: rule.id,
      right: Float64Array.from(items, (item) => optionRuleRight(rule, item)),
    })),
    { id: 'constant', right: favouriteOption(items).outOfFold },
    { id: 'constant-letter', right: sameLetter },
    searched(mcqWordRule(items, { seed })),
  ]
}

/** Null models of QA items: the more frequent answer always, the best word of the question, and either answer at random. */
export function qaFloors(members: readonly ChoiceMember[], seed: number): readonly ChoiceFloor[] {
  const items = members.map(({ item }) => item as QaItem) // a scorer of QA items has no others
  const yes = items.filter(({ answer }) => answer === 'yes').length
  const usual = 2 * yes >= items.length ? 'yes' : 'no'
  return [
    { id: 'constant', right: Float64Array.from(items, ({ answer }) => (answer === usual ? 1 : 0)) },
    { id: 'random', right: new Float64Array(items.length).fill(0.5) },
    searched(qaWordRule(items, { seed })),
  ]
}

function searched({ outOfFold, ...search }: WordRule): ChoiceFloor {
  return { id: 'word-rule', right: outOfFold, search }
}

/** The scores of null models by their own ids. */
export function nullScores(
  scores: readonly Score[],
  floors: readonly ChoiceFloor[],
  chance: number,
): readonly NullScore[] {
  return scores.map((score) => {
    const { group = '', ...rest } = score
    const search = floors.find(({ id }) => id === group)?.search
    const whole = { ...rest, null: group, ...(search === undefined ? {} : { search }) }
    return whole.kind === 'scored' ? { ...whole, chance } : whole
  })
}
