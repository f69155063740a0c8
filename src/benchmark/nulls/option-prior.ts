import type { McqItem } from '../item.js'
import { clusterNumbers } from './cluster-numbers.js'
import type { LearntRule } from './favourite-option.js'

/** How often an option is offered, and how often it is right. */
interface Tally {
  readonly offered: number
  readonly right: number
}

const NOTHING: Tally = { offered: 0, right: 0 }

/**
 * Knows the options alone: it chooses the one that is right most often where it is offered in other clusters. One that
 * is offered nowhere else counts as right as often as any, and each counts as if it had been offered once more at that
 * rate. Options that tie are chosen alike.
 */
export function optionPrior(items: readonly McqItem[]): LearntRule {
  const { numbers } = clusterNumbers(items)
  const totals = new Map<string, Tally>()
  const own = new Map<string, Tally>()
  const add = (tallies: Map<string, Tally>, key: string, isRight: boolean): void => {
    const { offered, right } = tallies.get(key) ?? NOTHING
    tallies.set(key, { offered: offered + 1, right: right + (isRight ? 1 : 0) })
  }
  const inCluster = (option: string, place: number): string => `${numbers[place]} ${option}`
  for (const [place, item] of items.entries()) {
    for (const option of [item.answer, ...item.distractors]) {
      add(totals, option, option === item.answer)
      add(own, inCluster(option, place), option === item.answer)
    }
  }
  const chosen = (item: McqItem, tallyOf: (option: string) => Tally): number => {
    const chance = 1 / (item.distractors.length + 1)
    const like = (option: string): number => {
      const { offered, right } = tallyOf(option)
      return (right + chance) / (offered + 1)
    }
    const answer = like(item.answer)
    let ties = 1
    for (const option of item.distractors) {
      const other = like(option)
      if (other > answer + 1e-12) return 0
      if (other >= answer - 1e-12) ties++
    }
    return 1 / ties
  }
  const whole = (option: string): Tally => totals.get(option) ?? NOTHING
  return {
    outOfFold: Float64Array.from(items, (item, place) =>
      chosen(item, (option) => {
        const all = whole(option)
        const here = own.get(inCluster(option, place)) ?? NOTHING
        return { offered: all.offered - here.offered, right: all.right - here.right }
      }),
    ),
    inSample: items.reduce((sum, item) => sum + chosen(item, whole), 0) / Math.max(1, items.length),
  }
}
