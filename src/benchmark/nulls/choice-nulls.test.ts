import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hostFiles } from '../../adapters/files.js'
import type { McqItem, QaItem } from '../item.js'
import { loadBenchmark } from '../load.js'
import { type OptionRule, optionRuleRight, optionRules } from './option-rules.js'
import { mcqWordRule, qaWordRule } from './word-rule.js'

const rule = (id: string): OptionRule => {
  const found = optionRules.find((one) => one.id === id)
  if (found === undefined) throw new Error(id)
  return found
}
const mcq = (answer: string, distractors: readonly string[], more: Partial<McqItem> = {}): McqItem => ({
  kind: 'mcq',
  id: 'm',
  tool: 't',
  question: 'Which weather service?',
  answer,
  distractors,
  ...more,
})
const qa = (question: string, answer: 'yes' | 'no', cluster?: string): QaItem => ({
  kind: 'qa',
  id: question,
  tool: 't',
  question,
  answer,
  ...(cluster === undefined ? {} : { cluster }),
})
const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0)

describe('rules over options', () => {
  it('choose by length, in characters, and share ties', () => {
    expect(optionRuleRight(rule('shortest'), mcq('ab', ['abc', 'abcd']))).toBe(1)
    expect(optionRuleRight(rule('shortest'), mcq('abc', ['ab', 'abcd']))).toBe(0)
    expect(optionRuleRight(rule('shortest'), mcq('ab', ['xy', 'abcd', 'zz']))).toBe(1 / 3)
    expect(optionRuleRight(rule('shortest'), mcq('🌧🌧', ['abc']))).toBe(1)
    expect(optionRuleRight(rule('longest'), mcq('abcd', ['ab', 'abc']))).toBe(1)
    expect(optionRuleRight(rule('random'), mcq('a', ['b', 'c', 'd']))).toBe(0.25)
  })
  it('count content words of the question', () => {
    expect(
      optionRuleRight(rule('question-overlap'), mcq('the weather services', ['a shop', 'a weather'])),
    ).toBe(1)
    expect(optionRuleRight(rule('question-overlap'), mcq('a shop', ['weather', 'a bank']))).toBe(0)
  })
  it('heed no order of the options', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 2, maxLength: 6 }), (options) => {
        for (const one of optionRules) {
          const total = sum(
            options.map((answer, at) =>
              optionRuleRight(one, mcq(answer, [...options.slice(at + 1), ...options.slice(0, at)])),
            ),
          )
          expect(total).toBeCloseTo(1, 9)
        }
      }),
    )
  })
})

describe('word rules', () => {
  it('find the word that tells the answer, and score it on clusters that the search did not see', () => {
    const items = ['a', 'b', 'c'].flatMap((cluster) => [
      qa(`does it play audio ${cluster}`, 'no', cluster),
      qa(`does it show maps ${cluster}`, 'yes', cluster),
    ])
    const found = qaWordRule(items, { seed: 0, permutations: 500 })
    expect(found.rule).toMatch(/^(?:audio|play) → no, else yes$/)
    expect(found.inSample).toBeCloseTo(1, 12)
    expect(sum(found.outOfFold)).toBe(6)
  })
  it('searches a benchmark with more clusters than a call takes as arguments', () => {
    const many = Array.from({ length: 200_000 }, (_, at) =>
      qa(`word${at % 7} q${at}`, at % 2 === 0 ? 'yes' : 'no'),
    )
    expect(qaWordRule(many, { seed: 0, permutations: 10 }).outOfFold).toHaveLength(200_000)
  })

  it('score no better than chance out of fold where every cluster has its own word', () => {
    const items = Array.from({ length: 12 }, (_, at) => {
      const cluster = `c${Math.floor(at / 4)}`
      return qa(`word${cluster}${at % 2 === 0 ? 'yes' : 'no'} x${at}`, at % 2 === 0 ? 'yes' : 'no', cluster)
    })
    const { outOfFold } = qaWordRule(items, { seed: 0, permutations: 200 })
    expect(sum(outOfFold) / items.length).toBeCloseTo(0.5, 12)
  })
  it('choose the option with the word, and any where none has it', () => {
    const items = ['a', 'b', 'c'].map((cluster) =>
      mcq(`Videos ${cluster}`, ['Songs', 'Maps', 'Books'], { id: cluster, cluster }),
    )
    const none = mcq('Plants', ['Songs', 'Maps', 'Books'], { id: 'd', cluster: 'd' })
    const found = mcqWordRule([...items, none], { seed: 0, permutations: 200 })
    expect(found.rule).toBe('the option with "videos", else any')
    expect([...found.outOfFold]).toEqual([1, 1, 1, 0.25])
    expect(found.inSample).toBeCloseTo(3.25 / 4, 12)
  })
  it('say that no word makes a rule', () => {
    expect(qaWordRule([], { seed: 0 })).toMatchObject({ words: 0, inSample: 0 })
    const alone = qaWordRule([qa('a b', 'yes')], { seed: 0 })
    expect(alone.rule).toBeUndefined()
    expect([...alone.outOfFold]).toEqual([0.5])
  })
})

const data = join(process.env.ASSAY_DATA ?? '../shared/data', 'toolsense')

describe.skipIf(!existsSync(data))('the released probes (needs ToolSense’s files under ASSAY_DATA)', () => {
  const read = async (name: string): Promise<readonly unknown[]> =>
    (await loadBenchmark(join(data, name), { files: hostFiles, notify: () => {} })).items
  it('have the floors that are known', async () => {
    const items = (await read('mcq.jsonl')) as McqItem[] // what the file holds
    const share = (id: string): number =>
      sum(items.map((one) => optionRuleRight(rule(id), one))) / items.length
    expect(share('shortest')).toBeCloseTo(0.484, 3)
    expect(share('longest')).toBeCloseTo(0.233, 3)
    expect(share('question-overlap')).toBeCloseTo(0.253, 3)
    const questions = (await read('qa.jsonl')) as QaItem[] // what the file holds
    const found = qaWordRule(questions, { seed: 0, permutations: 200 })
    expect(found.rule).toBe('audio → no, else yes')
    expect(found.inSample).toBeCloseTo(0.842, 9)
    expect(sum(found.outOfFold) / questions.length).toBeCloseTo(0.842, 9)
    expect(questions.filter(({ answer }) => answer === 'no')).toHaveLength(250)
  })
})
