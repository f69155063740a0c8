import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CallVerdict } from './call-verdict.js'
import { VerdictList } from './verdict-list.js'

const counts = {
  gold: 1,
  emitted: 1,
  equal: 1,
  missing: 0,
  extra: 0,
  repeated: 0,
  rightArguments: 2,
  askedArguments: 2,
  givenArguments: 2,
}
const right: CallVerdict = {
  expects: 'calls',
  outcome: 'called',
  level: 'S7',
  match: true,
  exact: true,
  selection: true,
  lenientSelection: true,
  arguments: true,
  schemaValid: true,
  wellFormed: true,
  perCall: [{ partner: 0, isEqual: true }],
  counts,
  forbids: false,
  forbidden: [],
  keyword: { released: true, anywhere: true },
}
/** One other value for each thing that a verdict says. */
const others: readonly CallVerdict[] = [
  { ...right, expects: 'none' },
  { ...right, outcome: 'attempted' },
  { ...right, level: 'S4' },
  { ...right, match: false },
  { ...right, exact: false },
  { ...right, selection: false },
  { ...right, lenientSelection: undefined },
  { ...right, arguments: undefined },
  { ...right, schemaValid: undefined },
  { ...right, wellFormed: undefined },
  { ...right, perCall: [{ partner: 1, isEqual: true }] },
  { ...right, perCall: [{ partner: undefined, isEqual: false }] },
  { ...right, perCall: [{ partner: 0, isEqual: false }] },
  { ...right, perCall: [...right.perCall, { partner: 1, isEqual: true }] },
  ...Object.keys(counts).map((key) => ({ ...right, counts: { ...counts, [key]: 11 } })),
  { ...right, forbids: true },
  { ...right, forbids: true, forbidden: ['a'] },
  { ...right, forbids: true, forbidden: ['a', 'b'] },
  { ...right, forbids: true, forbidden: ['a b'] },
  { ...right, keyword: undefined },
  { ...right, keyword: { released: false, anywhere: true } },
  { ...right, keyword: { released: true, anywhere: false } },
]

describe('VerdictList', () => {
  it('gives back what was put in, and keeps what is alike once', () => {
    const all = [right, ...others]
    fc.assert(
      fc.property(fc.array(fc.nat(all.length - 1), { maxLength: 3000 }), (numbers) => {
        const list = new VerdictList()
        const verdicts = numbers.map((number) => all[number] as CallVerdict)
        for (const verdict of verdicts) list.push({ ...verdict })
        expect([...list]).toEqual(verdicts)
        expect(list.length).toBe(verdicts.length)
        expect(list.kinds).toHaveLength(new Set(numbers).size)
        expect(list.at(verdicts.length)).toBeUndefined()
      }),
      { numRuns: 20 },
    )
  })

  it('tells verdicts apart by each thing that they say', () => {
    const list = new VerdictList()
    for (const verdict of [right, ...others]) list.push(verdict)
    expect(list.kinds).toHaveLength(1 + others.length)
  })

  it('picks by place, in any order', () => {
    const list = new VerdictList()
    for (const verdict of others) list.push(verdict)
    expect([...list.pick([2, 0, 2])]).toEqual([others[2], others[0], others[2]])
  })
})
