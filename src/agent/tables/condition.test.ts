import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CheckedValue } from '../pack.js'
import {
  dateColumn,
  decimalColumn,
  flagColumn,
  integerColumn,
  serialColumn,
  textColumn,
  timeColumn,
} from './column.js'
import { type Condition, rowTest } from './condition.js'
import { matchingPlaces, matchingRows } from './row-test.js'
import { Table } from './table.js'

interface Row {
  readonly city: string | null
  readonly load: number | null
  readonly score: number | null
  readonly open: boolean | null
  readonly day: string | null
  readonly at: number | null
}

const orNull = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { freq: 6 })
const cities: fc.Arbitrary<string> = fc.constantFrom('Oslo', 'Bergen', 'Rome')
const loads = fc.integer({ min: -3, max: 6 })
const scores = fc.integer({ min: 10, max: 50 }).map((tenths) => tenths / 10)
const days: fc.Arbitrary<string> = fc.constantFrom('2025-05-01', '2025-05-02', '2025-06-30')
const times = fc.integer({ min: 0, max: 1439 })
const row: fc.Arbitrary<Row> = fc.record({
  city: orNull(cities),
  load: orNull(loads),
  score: orNull(scores),
  open: orNull(fc.boolean()),
  day: orNull(days),
  at: orNull(times),
})

function tableOf(rows: readonly Row[]): Table {
  return new Table('t', [
    serialColumn('id', { prefix: 'R', width: 2, length: rows.length }),
    textColumn(
      'city',
      rows.map(({ city }) => city),
    ),
    integerColumn(
      'load',
      rows.map(({ load }) => load),
    ),
    decimalColumn(
      'score',
      rows.map(({ score }) => score),
      1,
    ),
    flagColumn(
      'open',
      rows.map(({ open }) => open),
    ),
    dateColumn(
      'day',
      rows.map(({ day }) => day),
    ),
    timeColumn(
      'at',
      rows.map(({ at }) => at),
    ),
  ])
}

type Law = readonly [condition: Condition, value: CheckedValue, holds: (row: Row, at: number) => boolean]

const pairOf = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<readonly [T, T]> => fc.tuple(value, value)
const law: fc.Arbitrary<Law> = fc.oneof(
  fc
    .array(cities, { maxLength: 3 })
    .map(
      (set): Law => [
        { kind: 'equals', column: 'city' },
        set,
        ({ city }) => city !== null && set.includes(city),
      ],
    ),
  fc
    .constantFrom('Oslo', 'oslo', '')
    .map((one): Law => [{ kind: 'equals', column: 'city' }, one, ({ city }) => city === one]),
  fc.boolean().map((flag): Law => [{ kind: 'equals', column: 'open' }, flag, ({ open }) => open === flag]),
  fc
    .integer({ min: -9, max: 9 })
    .map((one): Law => [{ kind: 'equals', column: 'load' }, [one], ({ load }) => load === one]),
  fc
    .array(days, { maxLength: 2 })
    .map(
      (set): Law => [{ kind: 'equals', column: 'day' }, set, ({ day }) => day !== null && set.includes(day)],
    ),
  pairOf(scores).map(
    ([low, high]): Law => [
      { kind: 'between', column: 'score' },
      [low, high],
      ({ score }) => score !== null && score >= low && score <= high,
    ],
  ),
  pairOf(times).map(
    ([low, high]): Law => [
      { kind: 'between', column: 'at' },
      [low, high],
      ({ at }) => at !== null && at >= low && at <= high,
    ],
  ),
  fc
    .double({ min: 0, max: 6, noNaN: true })
    .map(
      (most): Law => [
        { kind: 'at-most', column: 'score' },
        most,
        ({ score }) => score !== null && score <= most + 1e-9,
      ],
    ),
  loads.map(
    (least): Law => [
      { kind: 'at-least', column: 'load' },
      least,
      ({ load }) => load !== null && load >= least,
    ],
  ),
  fc
    .constantFrom('R01', 'R1', 'X01', 'R99', 'R0x')
    .map(
      (id): Law => [
        { kind: 'equals', column: 'id' },
        [id],
        (_, at) => `R${String(at + 1).padStart(2, '0')}` === id,
      ],
    ),
  loads.map(
    (over): Law => [
      {
        kind: 'test',
        columns: ['load'],
        test: (value, _, table) => (at) =>
          Number(table.value(at, 'load') ?? Number.NEGATIVE_INFINITY) > Number(value),
      },
      over,
      ({ load }) => load !== null && load > over,
    ],
  ),
)

describe('conditions', () => {
  it('find the rows that a scan finds, whichever index they start from', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 30 }), fc.array(law, { maxLength: 4 }), (rows, laws) => {
        const table = tableOf(rows)
        const tests = laws.map(([condition, value]) => rowTest(condition, value, { table, values: {} }))
        const wanted = rows.flatMap((each, at) => (laws.every(([, , holds]) => holds(each, at)) ? [at] : []))
        expect(Array.from(matchingRows(table, tests))).toEqual(wanted)
        const reversed = rows.map((_, at) => rows.length - 1 - at)
        const places = Array.from(matchingPlaces(reversed, tests), (place) => reversed[place])
        expect(places).toEqual(wanted.toReversed())
      }),
      { numRuns: 400 },
    )
  })

  it('take 4.3 for 4.3, though 4.3 × 10 is 43.0 only when rounded', () => {
    const table = new Table('t', [decimalColumn('score', [4.2, 4.3, 4.4], 1)])
    const between = rowTest({ kind: 'between', column: 'score' }, [4.3, 4.3], { table, values: {} })
    expect(Array.from(matchingRows(table, [between]))).toEqual([1])
  })

  it('are a fault of ours where the table lacks the column', () => {
    const table = new Table('t', [textColumn('city', ['Oslo'])])
    const given = { table, values: {} }
    expect(() => rowTest({ kind: 'equals', column: 'town' }, 'Oslo', given)).toThrow(/no column town/)
    expect(() => rowTest({ kind: 'at-most', column: 'city' }, 3, given)).toThrow(/holds no numbers/)
  })
})
