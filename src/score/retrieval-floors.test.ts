import { describe, expect, it } from 'vitest'
import { addFloors } from './retrieval-floors.js'

const about = {
  metric: 'recall',
  unit: 'share',
  better: 'higher',
  scorer: { name: 'recall', version: 1 },
} as const
const request = (values: readonly number[], nulls: Readonly<Record<string, readonly number[]>>) => ({
  columns: [{ about, values }],
  nulls: [Object.entries(nulls).map(([id, list]) => ({ id, values: list }))],
  clusters: values.map(() => undefined),
  seed: 0,
  resamples: 500,
  label: 'x',
})
const floorOf = (values: readonly number[], nulls: Readonly<Record<string, readonly number[]>>) => {
  const [score] = addFloors(request(values, nulls))
  return score?.kind === 'scored' ? score.floor : undefined
}
const ones = Array.from({ length: 40 }, () => 1)
const half = ones.map((_, at) => at % 2)
const other = half.map((value) => 1 - value)

describe('addFloors', () => {
  it('takes the strongest null model and tests item by item', () => {
    const floor = floorOf(ones, { weak: ones.map(() => 0), strong: half })
    expect(floor).toMatchObject({ null: 'strong', value: 0.5, difference: 0.5, verdict: 'above-floor' })
    expect(floorOf(half, { strong: ones })).toMatchObject({ difference: -0.5, verdict: 'below-floor' })
  })
  it('says at the floor where the difference may be 0, the same answers included', () => {
    expect(floorOf(half, { other })).toMatchObject({ difference: 0, verdict: 'at-floor' })
    expect(floorOf(half, { same: half })).toMatchObject({ difference: 0, verdict: 'at-floor' })
  })
  it('takes values that rounding alone parts for equal', () => {
    expect(floorOf(half, { same: half.map((value) => value + 1e-13) })).toMatchObject({ verdict: 'at-floor' })
  })
  it('says too few items where there are too few', () => {
    expect(floorOf([1, 0.5, 0.25], { other: [0, 0.5, 0.75] })).toMatchObject({ verdict: 'not-enough-data' })
  })
  it('leaves scores as they are where there is no null model', () => {
    const [score] = addFloors({ ...request(half, {}), nulls: [[]] })
    expect(score).toMatchObject({ kind: 'scored', value: 0.5 })
    expect(score).not.toHaveProperty('floor')
    expect(addFloors({ ...request([], { other: [] }) })[0]).toMatchObject({ kind: 'unscored' })
  })

  it('gives each column its own floor, those without a null model none', () => {
    const [first, second, third] = addFloors({
      columns: [ones, half, half].map((values, k) => ({ about: { ...about, k }, values })),
      nulls: [
        [{ id: 'a', values: half }],
        [],
        [
          { id: 'b', values: ones },
          { id: 'c', values: ones },
        ],
      ],
      clusters: ones.map(() => undefined),
      seed: 0,
      resamples: 500,
      label: 'x',
    })
    expect(first).toMatchObject({ k: 0, value: 1, floor: { null: 'a', value: 0.5, difference: 0.5 } })
    expect(second).toMatchObject({ k: 1, value: 0.5 })
    expect(second).not.toHaveProperty('floor')
    expect(third).toMatchObject({
      k: 2,
      floor: { null: 'b', value: 1, difference: -0.5, verdict: 'below-floor' },
    })
  })
  it('shows the interval of the null model and of the difference', () => {
    const floor = floorOf(ones, { half })
    expect(floor?.interval?.[0]).toBeLessThan(0.5)
    expect(floor?.interval?.[1]).toBeGreaterThan(0.5)
    expect(floor?.differenceInterval?.[0]).toBeGreaterThan(0)
    const thirds = ones.map((_, at) => (at % 3) / 3)
    const few = floorOf(thirds.slice(0, 6), { other: [0, 0.1, 0.2, 0.3, 0.4, 0.6] })
    expect(few).not.toHaveProperty('interval')
    expect(few).not.toHaveProperty('differenceInterval')
  })
})
