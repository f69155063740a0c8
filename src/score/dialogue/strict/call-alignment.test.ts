import { describe, expect, it } from 'vitest'
import { alignCalls, equalArguments } from './call-alignment.js'
import { compareOrder } from './call-order.js'
import { compareFlow, ResultMakers } from './data-flow.js'
import type { JudgedCall } from './judged-call.js'

/** A call of a tool with arguments by name; who made what goes in, by parameter. */
function call(
  tool: string,
  given: Readonly<Record<string, string>> = {},
  more: { from?: Readonly<Record<string, number | string>>; result?: string; role?: JudgedCall['role'] } = {},
): JudgedCall {
  const { from = {}, result, role = 'search' } = more
  return {
    tool,
    role,
    arguments: Object.entries(given).map(([parameter, exact]) => ({
      parameter,
      exact,
      folded: exact.toLowerCase(),
    })),
    sources: Object.entries(from).map(([parameter, maker]) => ({ parameter, from: maker })),
    ...(result === undefined ? {} : { result }),
  }
}
const aligned = (gold: readonly JudgedCall[], calls: readonly JudgedCall[]) => [...alignCalls(gold, calls)]

describe('alignCalls', () => {
  it('pairs calls of one tool alone, as many as there are', () => {
    expect(aligned([call('a')], [call('b'), call('a')])).toEqual([-1, 0])
    expect(aligned([call('a'), call('a')], [call('a')])).toEqual([0])
    expect(aligned([call('a')], [call('a'), call('a'), call('a')])).toEqual([0, -1, -1])
    expect(aligned([], [call('a')])).toEqual([-1])
    expect(aligned([call('a')], [])).toEqual([])
  })

  it('prefers arguments as written, then those that differ in case alone, then the order', () => {
    const gold = [call('a', { x: 'Ulm' }), call('a', { x: 'Bonn' })]
    expect(aligned(gold, [call('a', { x: 'Bonn' }), call('a', { x: 'Ulm' })])).toEqual([1, 0])
    expect(aligned(gold, [call('a', { x: 'bonn' }), call('a', { x: 'Jena' })])).toEqual([1, 0])
    expect(aligned(gold, [call('a', { x: 'Jena' }), call('a', { x: 'Kiel' })])).toEqual([0, 1])
    // One argument as written weighs more than three that differ in case.
    const many = [call('a', { x: 'A', y: 'B', z: 'C', w: 'D' }), call('a', { v: 'E' })]
    expect(aligned(many, [call('a', { x: 'a', y: 'b', z: 'c', v: 'E' })])).toEqual([1])
  })

  it('pairs by what goes in where arguments do not decide', () => {
    const gold = [
      call('a', { x: 'Ulm' }),
      call('a', { x: 'Bonn' }),
      call('keep', {}, { from: { value: 0 } }),
      call('keep', {}, { from: { value: 1 } }),
    ]
    const calls = [
      call('a', { x: 'Ulm' }),
      call('a', { x: 'Bonn' }),
      call('keep', {}, { from: { value: 1 } }),
      call('keep', {}, { from: { value: 0 } }),
    ]
    expect(aligned(gold, calls)).toEqual([0, 1, 3, 2])
    const cached = (id: string) => call('keep', {}, { from: { value: id } })
    expect(aligned([cached('x'), cached('y')], [cached('y'), cached('x')])).toEqual([1, 0])
    // Another parameter is another use.
    const other = call('keep', {}, { from: { key: 'y' } })
    expect(aligned([cached('x'), cached('y')], [other, cached('x')])).toEqual([1, 0])
    expect(aligned([cached('x'), cached('y')], [other, cached('y')])).toEqual([0, 1])
  })

  it('takes makers for the same by the alignment, though they are of one tool', () => {
    // Both searches are alike but for the case of one word, and each feeds its own sort.
    const gold = [
      call('a', { x: 'Ulm' }),
      call('a', { x: 'ULM' }),
      call('sort', {}, { from: { results: 0 } }),
      call('sort', {}, { from: { results: 1 } }),
    ]
    const calls = [
      call('a', { x: 'ULM' }),
      call('a', { x: 'Ulm' }),
      call('sort', {}, { from: { results: 0 } }),
      call('sort', {}, { from: { results: 1 } }),
    ]
    expect(aligned(gold, calls)).toEqual([1, 0, 3, 2])
  })

  it('keeps the order of calls that are alike', () => {
    const alike = Array.from({ length: 4 }, () => call('a'))
    expect(aligned(alike, alike)).toEqual([0, 1, 2, 3])
    expect(aligned(alike, alike.slice(1))).toEqual([0, 1, 2])
  })
})

describe('equalArguments', () => {
  it('counts those that are the same as written, and those that are but for their case', () => {
    const gold = call('a', { x: 'Ulm', y: 'A', z: 'B' })
    expect(equalArguments(gold, call('a', { x: 'Ulm', y: 'a', z: 'C', w: 'D' }))).toEqual({
      exact: 1,
      folded: 2,
    })
    expect(equalArguments(gold, call('a'))).toEqual({ exact: 0, folded: 0 })
  })
})

describe('compareFlow', () => {
  const flow = (gold: readonly JudgedCall[], calls: readonly JudgedCall[], makers = new ResultMakers()) =>
    compareFlow({ gold, calls, partners: alignCalls(gold, calls) }, makers)

  it('counts an edge as often as gold has it', () => {
    const twice = {
      ...call('b'),
      sources: [
        { parameter: 'x', from: 0 },
        { parameter: 'x', from: 0 },
      ],
    }
    const once = call('b', {}, { from: { x: 0 } })
    expect(flow([call('a'), once], [call('a'), twice])).toEqual({ right: 1, asked: 1, given: 2 })
    expect(flow([call('a'), twice], [call('a'), twice])).toEqual({ right: 2, asked: 2, given: 2 })
  })

  it('gives no credit for an edge from a call, or into one, that gold does not make', () => {
    const gold = [call('a'), call('b', {}, { from: { x: 0 } })]
    const extra = [call('c'), call('b', {}, { from: { x: 0 } })]
    expect(flow(gold, extra)).toEqual({ right: 0, asked: 1, given: 1 })
    expect(flow(gold, [call('a'), call('c', {}, { from: { x: 0 } })])).toEqual({
      right: 0,
      asked: 1,
      given: 1,
    })
    expect(flow(gold, [call('a'), call('b', {}, { from: { y: 0 } })]).right).toBe(0)
  })

  it('follows a result of an earlier turn to the gold call that its maker stands for', () => {
    const makers = new ResultMakers()
    const gold = [call('a', { x: 'Ulm' }, { result: 'g' })]
    const calls = [call('a', { x: 'Olm' }, { result: 's' }), call('a', { x: 'Bonn' }, { result: 'e' })]
    makers.addTurn(1, { gold, calls, partners: alignCalls(gold, calls) })
    expect(['g', 's', 'e', 'z'].map((id) => makers.nameOf(id))).toEqual(['1.0', '1.0', '1.extra.1', 'z'])
    const uses = (id: string) => [call('b', {}, { from: { x: id } })]
    expect(flow(uses('g'), uses('s'), makers).right).toBe(1)
    expect(flow(uses('g'), uses('e'), makers).right).toBe(0)
    // The first to make a result keeps it, and fetching makes nothing.
    makers.addTurn(3, { gold: [call('a', {}, { result: 'g' })], calls: [], partners: new Int32Array() })
    expect(makers.nameOf('g')).toBe('1.0')
    const fetched = [call('get', {}, { result: 'f', role: 'get' })]
    makers.addTurn(5, { gold: fetched, calls: fetched, partners: new Int32Array([0]) })
    expect(makers.nameOf('f')).toBe('f')
  })
})

describe('compareOrder', () => {
  const order = (gold: readonly JudgedCall[], calls: readonly JudgedCall[]) =>
    compareOrder({ gold, calls, partners: alignCalls(gold, calls) })
  const [a, b, c] = ['a', 'b', 'c'].map((tool) => call(tool)) as [JudgedCall, JudgedCall, JudgedCall]

  it('counts pairs in the order of gold less those in the other', () => {
    expect(order([a, b, c], [a, b, c])).toEqual({ pairs: 3, agreement: 3 })
    expect(order([a, b, c], [c, b, a])).toEqual({ pairs: 3, agreement: -3 })
    expect(order([a, b, c], [b, a, c])).toEqual({ pairs: 3, agreement: 1 })
    expect(order([a, b, c], [a, c, call('d')])).toEqual({ pairs: 1, agreement: 1 })
    expect(order([a, b], [a])).toEqual({ pairs: 0, agreement: 0 })
  })

  it('leaves out pairs of which one feeds the other, directly or through others, and cache and questions', () => {
    const fed = call('b', {}, { from: { x: 0 } })
    const further = call('c', {}, { from: { x: 1 } })
    expect(order([a, fed, further], [a, fed, further])).toEqual({ pairs: 0, agreement: 0 })
    expect(order([a, fed, c], [a, fed, c])).toEqual({ pairs: 2, agreement: 2 })
    const cached = call('c', {}, { from: { x: 'id' } })
    expect(order([a, cached], [a, cached])).toEqual({ pairs: 1, agreement: 1 })
    for (const role of ['get', 'save', 'seek'] as const) {
      const one = call('c', {}, { role })
      expect(order([a, one], [a, one])).toEqual({ pairs: 0, agreement: 0 })
    }
  })
})
