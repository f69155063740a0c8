import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RuleVerdict } from './gate-document.js'
import { allOf, anyOf, negated } from './rule-verdict.js'

const verdict = fc.constantFrom<RuleVerdict>('passed', 'failed', 'insufficient-data', 'unmeasured')
const verdicts = fc.array(verdict, { minLength: 1, maxLength: 5 })

describe('verdicts of several rules', () => {
  it.each<[readonly RuleVerdict[], RuleVerdict, RuleVerdict]>([
    [['passed', 'passed'], 'passed', 'passed'],
    [['passed', 'failed'], 'failed', 'passed'],
    [['failed', 'failed'], 'failed', 'failed'],
    [['passed', 'insufficient-data'], 'insufficient-data', 'passed'],
    [['failed', 'insufficient-data'], 'failed', 'insufficient-data'],
    [['passed', 'unmeasured'], 'unmeasured', 'unmeasured'],
    [[], 'unmeasured', 'unmeasured'],
  ])('%j: all %s, any %s', (given, all, any) => {
    expect(allOf(given)).toBe(all)
    expect(anyOf(given)).toBe(any)
  })

  it('turns passed and failed about, and leaves alone what is not known', () => {
    expect((['passed', 'failed', 'insufficient-data', 'unmeasured'] as const).map(negated)).toEqual([
      'failed',
      'passed',
      'insufficient-data',
      'unmeasured',
    ])
  })

  it('never lets what was not measured pass, under any nesting', () => {
    type Tree = { op: 'all' | 'any'; parts: readonly Tree[] } | { op: 'not'; part: Tree } | RuleVerdict
    const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        verdict,
        fc.record({ op: fc.constant('not' as const), part: tie('tree') }),
        fc.record({
          op: fc.constantFrom('all' as const, 'any' as const),
          parts: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
        }),
      ),
    }))
    const judge = (one: Tree): RuleVerdict => {
      if (typeof one === 'string') return one
      if (one.op === 'not') return negated(judge(one.part))
      return one.op === 'all' ? allOf(one.parts.map(judge)) : anyOf(one.parts.map(judge))
    }
    const holds = (one: Tree): boolean =>
      typeof one === 'string'
        ? one === 'unmeasured'
        : one.op === 'not'
          ? holds(one.part)
          : one.parts.some(holds)
    fc.assert(fc.property(tree, (one) => (judge(one) === 'unmeasured') === holds(one)))
  })

  it('obeys De Morgan', () => {
    fc.assert(fc.property(verdicts, (given) => negated(allOf(given)) === anyOf(given.map(negated))))
  })
})
