import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CallGold } from '../../benchmark/call-item.js'
import { goldArguments } from '../../benchmark/gold-value.js'
import type { JsonObject } from '../../text/json.js'
import type { EmittedCall } from './call-comparison.js'
import { type CallMatching, matchCalls } from './call-matching.js'

const call = (name: string, given: JsonObject = {}): EmittedCall => ({ name, arguments: given })
const goldOf = (calls: readonly EmittedCall[], order: CallGold['order'] = 'any'): CallGold => ({
  order,
  calls: calls.map(({ name, arguments: json }) => ({ name, json, arguments: goldArguments(json, 'test') })),
})
const match = (
  gold: readonly EmittedCall[],
  calls: readonly EmittedCall[],
  order?: CallGold['order'],
): CallMatching => matchCalls({ gold: goldOf(gold, order), calls, defaultsOf: () => new Map() })

describe('matchCalls', () => {
  it('tells missing, extra and repeated calls apart from wrong arguments', () => {
    const gold = [call('a', { x: 1 }), call('b')]
    expect(match(gold, [call('a', { x: 2 }), call('c'), call('c')])).toMatchObject({
      equal: 0,
      match: false,
      selection: false,
      missing: 1,
      extra: 2,
      repeated: 1,
      perCall: [
        { partner: 0, isEqual: false },
        { partner: undefined, isEqual: false },
      ],
      arguments: { right: 0, asked: 1, given: 1 },
    })
  })

  it('counts a loop as one right call and repeats', () => {
    const five = Array.from({ length: 5 }, () => call('a', { x: 1 }))
    expect(match([call('a', { x: 1 })], five)).toMatchObject({
      equal: 1,
      match: false,
      extra: 4,
      repeated: 4,
    })
    expect(match(five.slice(0, 2), five)).toMatchObject({ equal: 2, extra: 3, repeated: 3 })
    expect(match([], five)).toMatchObject({ match: false, extra: 5, repeated: 4, perCall: [] })
    expect(match(five.slice(0, 2), five.slice(0, 2))).toMatchObject({ match: true, repeated: 0 })
  })

  it('prefers equal pairs to many right arguments', () => {
    const flexible = { $oneOf: [1, 2] }
    const gold = [call('a', { x: flexible, y: 1, z: 1 }), call('a', { x: 1 })]
    const calls = [call('a', { x: 1 }), call('a', { x: 2, y: 1, z: 1 })]
    expect(match(gold, calls).match).toBe(true)
    expect(
      match([call('a', { x: 1, y: 1 }), call('a', { x: 2 })], [call('a', { x: 2 }), call('a', { x: 1 })]),
    ).toMatchObject({
      equal: 1,
      arguments: { right: 2, asked: 3, given: 2 },
    })
  })

  it('goes by position where gold is a sequence', () => {
    const [a, b] = [call('a'), call('b')]
    expect(match([a, b], [b, a], 'sequential')).toMatchObject({
      match: false,
      selection: true,
      equal: 0,
      missing: 2,
      extra: 2,
    })
    expect(match([a, b], [a, b], 'sequential').match).toBe(true)
    expect(match([a, b], [a, call('c'), b], 'sequential')).toMatchObject({ match: false, equal: 1 })
  })

  it('takes nothing for nothing', () => {
    expect(match([], [])).toMatchObject({ match: true, selection: true, missing: 0, extra: 0 })
  })

  it('finds as many equal pairs as trying everything, whatever the order of the calls', () => {
    const value = fc.integer({ min: 0, max: 2 })
    const goldCall = fc.oneof(
      value.map((x) => call('t', { x })),
      fc.tuple(value, value).map(([x, y]) => call('t', { x: { $oneOf: [x, y] } })),
      fc.constant(call('u')),
    )
    const emitted = fc.oneof(
      value.map((x) => call('t', { x })),
      fc.constant(call('u')),
      fc.constant(call('v')),
    )
    fc.assert(
      fc.property(
        fc.array(goldCall, { maxLength: 5 }),
        fc.array(emitted, { maxLength: 5 }),
        (gold, calls) => {
          const found = match(gold, calls)
          expect(found.equal).toBe(mostEqual(gold, calls))
          const turned = match([...gold].reverse(), [...calls].reverse())
          const { equal, match: matches, missing, extra, repeated, arguments: counts } = found
          expect(turned).toMatchObject({ equal, match: matches, missing, extra, repeated, arguments: counts })
          expect(found.match).toBe(found.equal === gold.length && gold.length === calls.length)
          expect(found.extra).toBe(calls.length - (gold.length - found.missing))
        },
      ),
    )
  })

  it('weighs right arguments once equal pairs are settled, and leaves the rest without a partner', () => {
    const gold = [call('a', { x: 1, y: 1 }), call('a', { x: 2, y: 2 })]
    const calls = [call('a', { x: 2, y: 9 }), call('a', { x: 1, y: 9 }), call('a', { x: 8, y: 8 })]
    expect(match(gold, calls)).toMatchObject({
      perCall: [
        { partner: 1, isEqual: false },
        { partner: 0, isEqual: false },
      ],
      extra: 1,
      missing: 0,
      arguments: { right: 2, asked: 4, given: 6 },
    })
    expect(match([...gold, call('a', { x: 3 })], calls.slice(0, 1))).toMatchObject({
      perCall: [{ partner: undefined }, { partner: 0 }, { partner: undefined }],
      missing: 2,
      arguments: { right: 1, asked: 5, given: 2 },
    })
  })

  it('pairs one call with one by name alone', () => {
    expect(match([call('a', { x: 1 })], [call('a', { x: 2 })])).toMatchObject({
      perCall: [{ partner: 0, isEqual: false }],
      selection: true,
      missing: 0,
      extra: 0,
      arguments: { right: 0, asked: 1, given: 1 },
    })
    expect(match([call('a', { x: 1 })], [call('b', { x: 1 })])).toMatchObject({
      perCall: [{ partner: undefined, isEqual: false }],
      selection: false,
      missing: 1,
      extra: 1,
      repeated: 0,
      arguments: { right: 0, asked: 1, given: 1 },
    })
    expect(match([call('a')], [])).toMatchObject({ selection: false, missing: 1, extra: 0, match: false })
  })

  it('selects by names, each as often, whatever their order', () => {
    const selects = (gold: string, calls: string) =>
      match(
        [...gold].map((name) => call(name)),
        [...calls].map((name) => call(name)),
      ).selection
    expect(selects('aab', 'baa')).toBe(true)
    expect(selects('aab', 'bba')).toBe(false)
    expect(selects('aab', 'aac')).toBe(false)
    expect(selects('ab', 'aab')).toBe(false)
  })

  it('heeds the defaults of each tool', () => {
    const defaultsOf = (tool: string) => new Map([['x', tool === 'a' ? 1 : 2]])
    const found = matchCalls({
      gold: goldOf([call('a'), call('b')]),
      calls: [call('a', { x: 1 }), call('b', { x: 1 }), call('b', { x: 2 }), call('b')],
      defaultsOf,
    })
    expect(found).toMatchObject({
      equal: 2,
      extra: 2,
      repeated: 1,
      arguments: { right: 0, asked: 0, given: 1 },
      perCall: [
        { partner: 0, isEqual: true },
        { partner: 2, isEqual: true },
      ],
    })
  })

  it('counts of repeats no more than there are calls left over', () => {
    const twice = [call('a', { x: 1 }), call('a', { x: 1 })]
    expect(match([call('a', { x: 1 }), call('a', { x: 2 })], [...twice, call('c')])).toMatchObject({
      extra: 1,
      repeated: 1,
    })
  })

  it('ends on a thousand calls against a thousand that all look alike', () => {
    const gold = Array.from({ length: 1000 }, (_, index) =>
      call('a', { x: { $oneOf: [index, (index * 7) % 1000] } }),
    )
    const calls = Array.from({ length: 1000 }, (_, index) => call('a', { x: 999 - index }))
    const started = process.cpuUsage()
    expect(match(gold, calls)).toMatchObject({ match: true, equal: 1000 })
    expect(process.cpuUsage(started).user).toBeLessThan(15_000_000)
  })

  it('ends on a hundred thousand calls', () => {
    const calls = Array.from({ length: 100_000 }, (_, index) => call('a', { x: index }))
    expect(match([call('a', { x: 7 }), call('a', { x: 99_999 })], calls)).toMatchObject({
      equal: 2,
      extra: 99_998,
      repeated: 0,
    })
    const loop = Array.from({ length: 100_000 }, () => call('a', { x: 1 }))
    expect(match([call('a', { x: 1 })], loop)).toMatchObject({ equal: 1, extra: 99_999, repeated: 99_999 })
  })
})

/** Equal pairs at most, by trying everything; values of gold are numbers or lists of acceptable ones. */
function mostEqual(gold: readonly EmittedCall[], calls: readonly EmittedCall[]): number {
  const [first, ...rest] = gold
  if (first === undefined) return 0
  let most = mostEqual(rest, calls)
  for (const [index, actual] of calls.entries()) {
    if (!isEqual(first, actual)) continue
    most = Math.max(
      most,
      1 +
        mostEqual(
          rest,
          calls.filter((_, place) => place !== index),
        ),
    )
  }
  return most
}

function isEqual(gold: EmittedCall, actual: EmittedCall): boolean {
  const { x } = gold.arguments
  const choices =
    typeof x === 'object' && x !== null && '$oneOf' in x ? (x.$oneOf as readonly unknown[]) : [x]
  return gold.name === actual.name && choices.includes(actual.arguments.x)
}
