import { describe, expect, it } from 'vitest'
import { AssayError } from '../../errors.js'
import type { CheckedArguments, GivenArgument, PackTool, ToolOutcome, ToolParameter } from '../pack.js'
import type { ResultRows, ToolResult } from '../tool-result.js'
import {
  type Column,
  cellValue,
  codedNumbers,
  codedWords,
  dateColumn,
  decimalColumn,
  flagColumn,
  integerColumn,
  lengthOf,
  serialColumn,
  textColumn,
  timeColumn,
} from './column.js'
import { commonTools } from './common-tools.js'
import { rowTest } from './condition.js'
import { checkDateShift, shiftDate } from './date-shift.js'
import { dayOf, isoOf } from './day.js'
import { knowledgeFiles, readKnowledgeFiles } from './knowledge-files.js'
import { countOf, postingsOf, rowsOf } from './postings.js'
import { matchingPlaces, matchingRows, type RowTest } from './row-test.js'
import { sortedPlaces } from './sorted-rows.js'
import {
  clauseText,
  countLine,
  countOfSummary,
  filterSummary,
  fingerprint,
  searchSummary,
  withoutCount,
} from './summary.js'
import { Table } from './table.js'
import { readTable, tableBytes, tablesHash } from './table-file.js'
import { TableRows } from './table-rows.js'
import { filterTool, lostRows, resultOf, searchTool } from './table-tools.js'

async function refusal(act: () => unknown): Promise<unknown> {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof AssayError)) throw error
    const { code, what, where, fix } = error
    return [code, what, where, fix].filter((part) => part !== undefined)
  }
  return 'nothing'
}

const valuesIn = (column: Column): unknown =>
  Array.from({ length: lengthOf(column) }, (_, row) => cellValue(column, row))

describe('columns', () => {
  it('keep every kind of value, missing ones among them', () => {
    expect(valuesIn(textColumn('c', ['a', null, 'b', 'a']))).toEqual(['a', null, 'b', 'a'])
    expect(textColumn('c', ['a', null, 'b', 'a'])).toMatchObject({ kind: 'text', words: ['a', 'b'] })
    expect(valuesIn(integerColumn('c', [-2, null, 5, Number.NaN]))).toEqual([-2, null, 5, null])
    expect(integerColumn('c', [-2, 5])).toMatchObject({ kind: 'integer', name: 'c', base: -2, digits: 0 })
    expect(valuesIn(decimalColumn('c', [1.25, 0, -0.5], 2))).toEqual([1.25, 0, -0.5])
    expect(decimalColumn('c', [1.25, -0.5], 2)).toMatchObject({ kind: 'decimal', base: -50, digits: 2 })
    expect(valuesIn(decimalColumn('c', [1.26], 1))).toEqual([1.3])
    expect(valuesIn(dateColumn('c', ['1970-01-02', null, 0, 59]))).toEqual([
      '1970-01-02',
      null,
      '1970-01-01',
      '1970-03-01',
    ])
    expect(dateColumn('c', ['1970-01-02'])).toMatchObject({ kind: 'date', base: 1 })
    expect(valuesIn(timeColumn('c', [0, 65, 1439, null]))).toEqual(['00:00:00', '01:05:00', '23:59:00', null])
    expect(valuesIn(flagColumn('c', [true, false, null]))).toEqual([true, false, null])
    expect(flagColumn('c', [true, false, null]).cells).toEqual(Uint8Array.of(2, 1, 0))
    expect(valuesIn(codedNumbers('c', Uint8Array.of(2, 0, 1), [1.5, 2.5]))).toEqual([2.5, null, 1.5])
    expect(valuesIn(codedWords('c', Uint8Array.of(2, 0, 1), ['a', 'b']))).toEqual(['b', null, 'a'])
    expect(valuesIn(serialColumn('c', { prefix: 'H', width: 3, length: 2 }))).toEqual(['H001', 'H002'])
    expect(cellValue(textColumn('c', ['a']), 1)).toBeUndefined()
    expect(valuesIn(integerColumn('c', [null, null]))).toEqual([null, null])
    expect(integerColumn('c', [null])).toMatchObject({ base: 0, cells: Uint8Array.of(0) })
  })

  it.each([
    [254, 1],
    [255, 2],
    [65_534, 2],
    [65_535, 4],
  ])('span %i steps in cells of %i bytes', (span, width) => {
    const { cells } = integerColumn('c', [0, span])
    expect(cells.BYTES_PER_ELEMENT).toBe(width)
    expect(Array.from(cells)).toEqual([1, span + 1])
    expect(valuesIn(integerColumn('c', [0, span]))).toEqual([0, span])
  })

  it('refuse spans that 32 bits do not hold, by their number', async () => {
    expect(valuesIn(integerColumn('c', [0, 2 ** 32 - 2]))).toEqual([0, 2 ** 32 - 2])
    expect(await refusal(() => integerColumn('c', [0, 2 ** 32 - 1]))).toMatchObject([
      'table-range',
      'A column spans 4294967296 steps, more than 32 bits hold.',
    ])
  })

  it('count days from 1970', () => {
    expect([dayOf('1970-01-01'), dayOf('2000-03-01'), dayOf('1969-12-31')]).toEqual([0, 11_017, -1])
    expect([isoOf(0), isoOf(11_017), isoOf(-719_162)]).toEqual(['1970-01-01', '2000-03-01', '0001-01-01'])
  })
})

describe('postings', () => {
  it('list the rows of every cell, rising', () => {
    const postings = postingsOf(Uint8Array.of(2, 0, 2, 1, 2))
    expect(Array.from(postings.starts)).toEqual([0, 1, 2, 5])
    expect(Array.from(postings.rows)).toEqual([1, 3, 0, 2, 4])
    expect([
      countOf(postings, [2]),
      countOf(postings, [0, 1]),
      countOf(postings, [3, 9]),
      countOf(postings, []),
    ]).toEqual([3, 2, 0, 0])
    expect(
      [[2], [1, 2], [2, 1], [3], [], [9, 0]].map((codes) => Array.from(rowsOf(postings, codes))),
    ).toEqual([[0, 2, 4], [0, 2, 3, 4], [0, 2, 3, 4], [], [], [1]])
  })
})

describe('tests of rows', () => {
  const cells = Uint8Array.of(1, 2, 0, 2, 3, 1)
  const table = new Table('t', [codedWords('w', cells, ['a', 'b', 'c'])])
  const rows = (tests: readonly RowTest[]): readonly number[] => Array.from(matchingRows(table, tests))
  const places = (tests: readonly RowTest[]): readonly number[] =>
    Array.from(matchingPlaces([5, 4, 3, 2, 1, 0], tests))

  it.each<readonly [readonly RowTest[], readonly number[]]>([
    [[], [0, 1, 2, 3, 4, 5]],
    [[{ kind: 'codes', cells, codes: [2] }], [1, 3]],
    [[{ kind: 'codes', cells, codes: [3, 1] }], [0, 4, 5]],
    [[{ kind: 'codes', cells, codes: [1, 2, 3] }], [0, 1, 3, 4, 5]],
    [[{ kind: 'codes', cells, codes: [] }], []],
    [[{ kind: 'range', cells, low: 0, high: 2 }], [0, 1, 3, 5]],
    [[{ kind: 'range', cells, low: 2, high: 2 }], [1, 3]],
    [[{ kind: 'range', cells, low: 3, high: 9 }], [4]],
    [[{ kind: 'range', cells, low: 3, high: 2 }], []],
    [[{ kind: 'rows', rows: new Set([4, 1]) }], [1, 4]],
    [[{ kind: 'test', test: (row) => row % 2 === 0 }], [0, 2, 4]],
    [
      [
        { kind: 'rows', rows: new Set([4, 1, 0]) },
        { kind: 'codes', cells, codes: [1, 2] },
      ],
      [0, 1],
    ],
    [
      [
        { kind: 'codes', cells, codes: [2] },
        { kind: 'test', test: (row) => row > 1 },
      ],
      [3],
    ],
    [
      [
        { kind: 'test', test: (row) => row > 1 },
        { kind: 'codes', cells, codes: [2] },
      ],
      [3],
    ],
    [
      [
        { kind: 'codes', cells, codes: [1] },
        { kind: 'codes', cells, codes: [2] },
      ],
      [],
    ],
    [
      [
        { kind: 'range', cells, low: 1, high: 3 },
        { kind: 'rows', rows: new Set([2, 3, 4, 5]) },
      ],
      [3, 4, 5],
    ],
  ])('find the same by an index and by a scan, case %#', (tests, expected) => {
    expect(rows(tests)).toEqual(expected)
    expect(places(tests)).toEqual(expected.map((row) => 5 - row).toReversed())
  })
})

describe('conditions', () => {
  const cells = Uint8Array.of(1, 2, 0, 3)
  const table = new Table('t', [
    serialColumn('id', { prefix: 'R', width: 2, length: 4 }),
    codedNumbers('north', cells, [10, 20, 30]),
    codedWords('name', cells, ['a', 'b', 'a']),
    flagColumn('open', [true, false, null, true]),
    integerColumn('load', [3, 5, null, 8]),
    dateColumn('day', ['2025-05-01', '2025-05-02', null, '2025-05-04']),
  ])
  const find = (
    kind: 'equals' | 'between' | 'at-most' | 'at-least',
    column: string,
    value: CheckedArguments['values'][string],
  ): readonly number[] =>
    Array.from(matchingRows(table, [rowTest({ kind, column }, value, { table, values: {} })]))

  it.each([
    ['equals', 'north', 20, [1]],
    ['equals', 'north', [10, 30], [0, 3]],
    ['equals', 'north', 15, []],
    ['between', 'north', [10, 20], [0, 1]],
    ['between', 'north', [11, 29], [1]],
    ['at-most', 'north', 20, [0, 1]],
    ['at-least', 'north', 20, [1, 3]],
    ['equals', 'name', 'a', [0, 3]],
    ['equals', 'name', ['a', 'a', 'b'], [0, 1, 3]],
    ['equals', 'name', 5, []],
    ['equals', 'open', true, [0, 3]],
    ['equals', 'open', [false, true], [0, 1, 3]],
    ['equals', 'open', 'true', []],
    ['equals', 'load', 5, [1]],
    ['equals', 'load', [3, 8, 9, 2], [0, 3]],
    ['equals', 'load', 4.5, []],
    ['equals', 'load', 2, []],
    ['between', 'load', [3, 5], [0, 1]],
    ['between', 'load', 5, [1]],
    ['between', 'load', [4, 100], [1, 3]],
    ['at-most', 'load', 4.9, [0]],
    ['at-least', 'load', 5.1, [3]],
    ['equals', 'day', '2025-05-02', [1]],
    ['between', 'day', ['2025-05-02', '2025-05-04'], [1, 3]],
    ['at-least', 'day', '2025-05-03', [3]],
    ['at-most', 'day', 'soon', []],
    ['equals', 'id', ['R02', 'R04', 'R05', 'R00', 'R2', 'r02', 'R002'], [1, 3]],
    ['equals', 'id', 2, []],
  ] as const)('%s of %s: %j', (kind, column, value, expected) => {
    expect(find(kind, column, value)).toEqual(expected)
  })

  it('are refused for columns that are not there or hold no numbers, naming both', async () => {
    expect(await refusal(() => find('equals', 'town', 'x'))).toMatchObject([
      'table-column',
      't has no column town.',
    ])
    for (const column of ['name', 'open', 'id']) {
      expect(await refusal(() => find('at-most', column, 1))).toMatchObject([
        'table-column',
        `Column ${column} of t holds no numbers.`,
      ])
    }
  })
})

describe('summaries', () => {
  const result = { kind: 'result', id: '0123456789', tool: 't', summary: 'Old.\n3 cats found.' } as ToolResult
  const full: ToolResult = { ...result, rows: { count: 0, columns: [], value: () => null, rowId: () => '' } }
  const clause = (value: CheckedArguments['values'][string], extra: Partial<ToolParameter> = {}): string =>
    clauseText({ parameter: { name: 'p', type: 'text', shape: 'one', description: '', ...extra }, value })

  it('say title, clauses and count', () => {
    expect(searchSummary({ one: 'cat', many: 'cats' }, [], '0 cats found.')).toBe('Cats.\n0 cats found.')
    expect(filterSummary(full, [], '1 cat found.')).toBe('Old.\nFilter of 01234567.\n1 cat found.')
    expect([0, 1, 2].map((count) => countLine(count, { one: 'cat', many: 'cats' }))).toEqual([
      '0 cats found.',
      '1 cat found.',
      '2 cats found.',
    ])
    expect(fingerprint(full)).toBe('01234567')
  })

  it('know their own last line', () => {
    expect(withoutCount('a\n12 big cats found.')).toBe('a')
    expect(withoutCount('a\n12 cats found.\nb')).toBe('a\n12 cats found.\nb')
    expect(withoutCount('12 cats found.')).toBe('12 cats found.')
    expect(withoutCount('a\nx cats found.')).toBe('a\nx cats found.')
    expect(countOfSummary('a\n12 big cats found.')).toBe('12 big cats found.')
    expect(countOfSummary('12 cats found.')).toBe('12 cats found.')
    expect(countOfSummary('a 12 cats found.')).toBeUndefined()
    expect(countOfSummary('a\n12 cats found.\n')).toBeUndefined()
  })

  it.each<readonly [CheckedArguments['values'][string], Partial<ToolParameter>, string]>([
    ['Boise', {}, 'Boise'],
    ["St. John's & Co/2: -x", {}, "St. John's & Co/2: -x"],
    ['$5', {}, '$5'],
    ['.5', {}, '".5"'],
    ['a; b', {}, '"a; b"'],
    ['a\nb', {}, '"a\\nb"'],
    ['', {}, '""'],
    ['x'.repeat(200), {}, 'x'.repeat(200)],
    ['x'.repeat(201), {}, `${'x'.repeat(200)}…`],
    [`;${'x'.repeat(200)}`, {}, `";${'x'.repeat(199)}…"`],
    [5, {}, '5'],
    [false, {}, 'false'],
    [null, {}, 'null'],
    [['b', 'a', 'b'], { shape: 'set' }, '[a, b]'],
    [['b', 'a', 'b'], { shape: 'list' }, '[b, a, b]'],
    [[10, 9, 9], { shape: 'set' }, '[9, 10]'],
    [['x', 3, '2'], { shape: 'set' }, '[2, 3, x]'],
    [65, { type: 'time' }, '01:05'],
    [[0, 1439], { type: 'time', shape: 'pair' }, '[00:00, 23:59]'],
    [full, { type: 'result' }, '01234567'],
    [[full, full], { type: 'result', shape: 'list' }, '[01234567, 01234567]'],
    [['a', ['b']], { shape: 'list' }, '[a, ["b"]]'],
  ])('write %j', (value, extra, text) => {
    expect(clause(value, extra)).toBe(`p: ${text}`)
  })
})

describe('rows in order', () => {
  const cells = Uint8Array.of(3, 0, 1, 2)
  const table = new Table('t', [
    serialColumn('id', { prefix: 'R', width: 1, length: 4 }),
    codedWords('word', cells, ['b', 'a', 'b']),
    codedNumbers('north', cells, [5, 1, 3]),
    integerColumn('load', [2, null, 1, 2]),
    flagColumn('open', [true, null, false, true]),
    timeColumn('at', [30, 20, null, 10]),
  ])
  const all = new TableRows([{ table, rows: [0, 1, 2, 3] }], [{ name: 'far', values: [2, Number.NaN, 0, 1] }])
  const plain: ResultRows = {
    count: all.count,
    columns: all.columns,
    value: (row, column) => all.value(row, column),
    rowId: (row) => all.rowId(row),
  }

  it.each([
    ['id', [0, 1, 2, 3], [3, 2, 1, 0]],
    ['word', [3, 0, 2, 1], [0, 2, 3, 1]],
    ['north', [3, 0, 2, 1], [2, 0, 3, 1]],
    ['load', [2, 0, 3, 1], [0, 3, 2, 1]],
    ['open', [2, 0, 3, 1], [0, 3, 2, 1]],
    ['at', [3, 1, 0, 2], [0, 1, 3, 2]],
    ['far', [2, 3, 0, 1], [0, 3, 2, 1]],
  ])('by %s, up and down, as rows of a table and as any others', (column, up, down) => {
    for (const rows of [all, plain]) {
      expect(Array.from(sortedPlaces(rows, column, true) ?? [])).toEqual(up)
      expect(Array.from(sortedPlaces(rows, column, false) ?? [])).toEqual(down)
    }
  })

  it('by the one of several columns of the result that is asked for', () => {
    const own = [
      { name: 'far', values: [1, 2] },
      { name: 'near', values: [2, 1] },
    ]
    const rows = new TableRows([{ table, rows: [0, 1] }], own)
    expect(Array.from(sortedPlaces(rows, 'far', true) ?? [])).toEqual([0, 1])
    expect(Array.from(sortedPlaces(rows, 'near', true) ?? [])).toEqual([1, 0])
    expect([rows.value(0, 'far'), rows.value(0, 'near'), rows.at([1]).value(0, 'near')]).toEqual([1, 2, 1])
  })

  it('of no column there is none', () => {
    expect(sortedPlaces(all, 'nothing', true)).toBeUndefined()
    expect(sortedPlaces(plain, 'nothing', true)).toBeUndefined()
    expect(new TableRows([])).toMatchObject({ count: 0, columns: [] })
    expect(Array.from({ length: 2 }, (_, row) => all.at([3, 0]).rowId(row))).toEqual(['t:3', 't:0'])
    expect(all.at([1]).value(0, 'far')).toBeNaN()
    expect(all.source('far')).toBeUndefined()
    expect(all.source('load')).toMatchObject({ side: 0, column: { name: 'load' } })
  })
})

const run = (tool: PackTool, values: CheckedArguments['values']): ToolOutcome => {
  const outcome = tool.run({ kind: 'checked', values })
  if (outcome instanceof Promise) throw new Error('it answers later')
  return outcome
}

describe('the tools that every pack has', () => {
  const tools = commonTools({ question: 'Which "site"?', search: 'find(site="Oslo")', column: 'cost' })

  it('are told in words that prompts show, and in calls that run', async () => {
    const told = tools.map(({ run: _, check, ...rest }) => ({ ...rest, checks: check !== undefined }))
    await expect(`${JSON.stringify(told, undefined, 1)}\n`).toMatchFileSnapshot(
      '../../../test/fixtures/agent-prompts/common-tools.json',
    )
  })

  it('sort any rows, by any column that they have', () => {
    const [sort] = tools
    const table = new Table('t', [integerColumn('cost', [3, 1, 2]), textColumn('name', ['a', 'b', 'c'])])
    const rows = new TableRows([{ table, rows: [0, 1, 2] }])
    const plain: ResultRows = {
      ...rows,
      count: 3,
      columns: rows.columns,
      value: (row, column) => rows.value(row, column),
      rowId: (row) => rows.rowId(row),
    }
    const prior = (own: ResultRows, summary: string): ToolResult => ({
      kind: 'result',
      id: 'x',
      tool: 'find',
      summary,
      rows: own,
    })
    for (const own of [rows, plain]) {
      const outcome = run(sort, { results: prior(own, 'All.\n3 cats found.'), column: 'cost' })
      if (outcome.kind !== 'rows') throw new Error('it sorts')
      expect(outcome.summary).toBe('All.\nSorted by cost, lowest first.\n3 cats found.')
      expect([0, 1, 2].map((row) => [outcome.rows.value(row, 'name'), outcome.rows.rowId(row)])).toEqual([
        ['b', 't:1'],
        ['c', 't:2'],
        ['a', 't:0'],
      ])
      expect([outcome.rows.count, outcome.rows.columns]).toEqual([3, ['cost', 'name']])
    }
    const down = run(sort, { results: prior(rows, 'All.'), column: 'cost', ascending: false })
    expect(down).toMatchObject({ summary: 'All.\nSorted by cost, highest first.\n3 rows found.' })
    const one = run(sort, { results: prior(rows.at([0]), 'One.'), column: 'cost' })
    expect(one).toMatchObject({ summary: 'One.\nSorted by cost, lowest first.\n1 row found.' })
    expect(run(sort, { results: prior(rows, ''), column: 'c'.repeat(50) })).toEqual({
      kind: 'error',
      error: 'column',
      parameter: 'column',
      message: `The rows have no column "${'c'.repeat(40)}".`,
    })
    const none = {
      kind: 'error',
      error: 'validation',
      parameter: 'results',
      message: 'results must be a result.',
    }
    expect(run(sort, { column: 'cost' })).toEqual(none)
    expect(run(sort, { results: prior(rows, '') })).toEqual(none)
    for (const tool of tools.slice(2)) {
      expect(run(tool, {})).toEqual({
        kind: 'error',
        error: 'failed',
        message: 'This tool is carried out by the engine.',
      })
    }
  })

  const text = (value: string): GivenArgument => ({ kind: 'text', value })
  const shift = (given: Readonly<Record<string, GivenArgument>>): unknown =>
    checkDateShift(new Map(Object.entries(given)))
  const date = text('2025-05-18')

  it.each<readonly [Readonly<Record<string, GivenArgument>>, readonly [string, string, string]]>([
    [
      { date, delta_days: text('1'), ['d'.repeat(50)]: date },
      ['d'.repeat(50), 'unknown', `adjust_date has no parameter "${'d'.repeat(40)}".`],
    ],
    [{ delta_days: text('1') }, ['date', 'missing', 'adjust_date needs "date".']],
    [{ date: { kind: 'none' }, delta_days: text('1') }, ['date', 'missing', 'adjust_date needs "date".']],
    [{ date }, ['delta_days', 'missing', 'adjust_date needs "delta_days".']],
    [
      { date: { kind: 'integer', value: 5n }, delta_days: text('1') },
      ['date', 'type', '"date" takes a date, written as text.'],
    ],
    [
      { date: text('soon'), delta_days: text('1') },
      ['date', 'format', '"date" takes dates such as 2025-05-18 or May 18, 2025.'],
    ],
    [
      { date, delta_days: { kind: 'float', value: 1 } },
      ['delta_days', 'type', '"delta_days" takes an integer.'],
    ],
    [{ date, delta_days: text('1.5') }, ['delta_days', 'type', '"delta_days" takes an integer.']],
    [{ date, delta_days: text('x1') }, ['delta_days', 'type', '"delta_days" takes an integer.']],
    [{ date, delta_days: text('1'.repeat(16)) }, ['delta_days', 'type', '"delta_days" takes an integer.']],
    [
      { date, delta_days: { kind: 'integer', value: 36_526n } },
      ['delta_days', 'range', '"delta_days" is -36525 to 36525.'],
    ],
    [{ date, delta_days: text('-36526') }, ['delta_days', 'range', '"delta_days" is -36525 to 36525.']],
    [
      { date, delta_days: { kind: 'integer', value: 2n ** 60n } },
      ['delta_days', 'range', '"delta_days" is -36525 to 36525.'],
    ],
  ])('refuse a shift, case %#', (given, [parameter, reason, message]) => {
    expect(shift(given)).toEqual({ kind: 'fault', parameter, reason, message })
  })

  it('shift a date as far as it goes, in the form in which it was written', () => {
    expect(shift({ date: text('May 18, 2025'), delta_days: text(' -36525 ') })).toEqual({
      kind: 'checked',
      values: { date: '2025-05-18', delta_days: -36_525, form: 'long' },
    })
    expect(shift({ date, delta_days: { kind: 'integer', value: 36_525n } })).toMatchObject({
      kind: 'checked',
    })
    const shifted = (values: CheckedArguments['values']): unknown => shiftDate(values)
    expect(shifted({ date: '2025-05-18', delta_days: 20, form: 'short' })).toEqual({
      kind: 'value',
      value: 'Jun 7, 2025',
    })
    expect(shifted({ date: '2025-05-18', delta_days: 20, form: 'long' })).toEqual({
      kind: 'value',
      value: 'June 7, 2025',
    })
    expect(shifted({ date: '2025-05-18', delta_days: 20 })).toEqual({ kind: 'value', value: '2025-06-07' })
    expect(shifted({ date: '2025-05-18', delta_days: 20, form: 'odd' })).toEqual({
      kind: 'value',
      value: '2025-06-07',
    })
    const gone = {
      kind: 'error',
      error: 'validation',
      parameter: 'delta_days',
      message: 'The date would leave the years 1 to 9999.',
    }
    expect(shifted({ date: '9999-12-31', delta_days: 1 })).toEqual(gone)
    expect(shifted({ date: 5, delta_days: 1 })).toEqual(gone)
    expect(shifted({ date: '2025-05-18', delta_days: '1' })).toEqual(gone)
    expect(shifted({ date: '0001-01-01', delta_days: -1 })).toEqual(gone)
  })
})

describe('tools over a table', () => {
  const table = new Table('cats', [textColumn('name', ['a', 'b', 'c']), integerColumn('age', [1, 2, 3])])
  const other = new Table('dogs', [textColumn('name', ['x'])])
  const rules = [
    {
      parameter: { name: 'age', type: 'integer', shape: 'one', isMandatory: true, description: 'Age.' },
      by: { kind: 'at-least', column: 'age' },
    },
  ] as const
  const spec = {
    description: 'Cats.',
    table,
    noun: { one: 'cat', many: 'cats' },
    rules,
    examples: ['cats(age=1)'],
  }
  const refuse = ({ age }: CheckedArguments['values']): ToolOutcome | undefined =>
    age === 13 ? { kind: 'error', error: 'empty', message: 'Unlucky.' } : undefined

  it('are told by their rules, and refuse what goes against each other', () => {
    const search = searchTool({ ...spec, name: 'find', needsOneOf: [['age']], refuse })
    expect(search).toMatchObject({
      name: 'find',
      role: 'search',
      description: 'Cats.',
      parameters: [{ name: 'age' }],
      needsOneOf: [['age']],
      examples: ['cats(age=1)'],
    })
    expect('needsOneOf' in searchTool({ ...spec, name: 'find' })).toBe(false)
    expect(run(search, { age: 13 })).toMatchObject({ message: 'Unlucky.' })
    expect(run(search, { age: 2 })).toMatchObject({ kind: 'rows', summary: 'Cats; age: 2.\n2 cats found.' })
    expect(run(search, { age: null })).toMatchObject({ summary: 'Cats.\n3 cats found.' })
    const filter = filterTool({ ...spec, name: 'narrow', refuse })
    expect(filter).toMatchObject({
      role: 'filter',
      name: 'narrow',
      description: 'Cats.',
      examples: ['cats(age=1)'],
    })
    expect(filter.parameters).toEqual([
      {
        name: 'prior_results',
        type: 'result',
        shape: 'one',
        isMandatory: true,
        description: 'Result of an earlier call that holds cats.',
      },
      { name: 'age', type: 'integer', shape: 'one', description: 'Age.' },
    ])
    expect(run(filter, { age: 13 })).toMatchObject({ message: 'Unlucky.' })
    expect(run(filter, { age: 1 })).toEqual({
      kind: 'error',
      error: 'validation',
      parameter: 'prior_results',
      message: 'prior_results must be a result that holds cats.',
    })
  })

  it('filter pairs by one of their sides, and know rows that are none of theirs', () => {
    const pairs = new TableRows([
      { table: other, rows: [0, 0] },
      { table, rows: [2, 0] },
    ])
    const prior: ToolResult = { kind: 'result', id: '12345678', tool: 't', summary: 'Pairs.', rows: pairs }
    const filter = filterTool({ ...spec, name: 'narrow', beside: [other] })
    const outcome = run(filter, { prior_results: prior, age: 2 })
    expect(outcome).toMatchObject({ summary: 'Pairs.\nFilter of 12345678; age: 2.\n1 pair found.' })
    const foreign = { ...prior, rows: new TableRows([{ table: other, rows: [0] }]) }
    expect(run(filter, { prior_results: foreign, age: 2 })).toMatchObject({ error: 'validation' })
    expect(resultOf(prior)).toBe(prior)
    expect(resultOf('x')).toBeUndefined()
    const noun = { one: 'cat', many: 'cats' }
    expect(lostRows(undefined, noun, 'first')).toMatchObject({
      parameter: 'first',
      message: 'first must be a result that holds cats.',
    })
    expect(lostRows('age', noun)).toEqual({
      kind: 'error',
      error: 'column',
      parameter: 'prior_results',
      message: 'The rows have no column age.',
    })
  })
})

describe('a saved knowledge base', () => {
  const cats = new Table('cats', [textColumn('name', ['a'])])
  const dogs = new Table('dogs', [integerColumn('age', [1])])
  const pack = { id: 'pets', version: 3 }
  const files = new Map(Array.from(knowledgeFiles(pack, [cats, dogs]), ({ name, bytes }) => [name, bytes]))
  const read = (changes: Readonly<Record<string, Uint8Array | string>> = {}, own = pack): Promise<unknown> =>
    readKnowledgeFiles(own, ['cats', 'dogs'], async (name) => {
      const changed = changes[name]
      if (changed !== undefined)
        return typeof changed === 'string' ? new TextEncoder().encode(changed) : changed
      return files.get(name) ?? new Uint8Array()
    })
  const fix = 'Generate the knowledge base again.'

  it('comes back table by table', async () => {
    expect([...files.keys()]).toEqual(['knowledge.json', 'cats.table', 'dogs.table'])
    expect(JSON.parse(new TextDecoder().decode(files.get('knowledge.json')))).toEqual({
      schema: 'assay.knowledge/1',
      pack: 'pets',
      version: 3,
      knowledge: tablesHash([cats, dogs]),
    })
    expect(await read()).toMatchObject({ cats: { name: 'cats' }, dogs: { name: 'dogs', rowCount: 1 } })
  })

  it('is refused where it is of another pack or version, or was changed', async () => {
    const other = [
      'pack-saved',
      'It is no knowledge base of version 3 of the pack pets.',
      'knowledge.json',
      fix,
    ]
    const head = new TextDecoder().decode(files.get('knowledge.json'))
    for (const text of [
      '{',
      '[]',
      head.replace('/1', '/2'),
      head.replace('pets', 'cars'),
      head.replace('3', '4'),
    ]) {
      expect(await refusal(() => read({ 'knowledge.json': text }))).toEqual(other)
    }
    const dogsBytes = files.get('dogs.table') ?? new Uint8Array()
    expect(await refusal(() => read({ 'cats.table': dogsBytes }))).toEqual([
      'pack-saved',
      'It holds another table than its name says.',
      'cats.table',
      fix,
    ])
    expect(
      await refusal(() => read({ 'cats.table': tableBytes(new Table('cats', [textColumn('name', ['b'])])) })),
    ).toEqual([
      'pack-saved',
      'Its rows are not those that knowledge.json tells of.',
      'the saved knowledge base',
      fix,
    ])
    expect(await refusal(() => read({ 'cats.table': 'x' }))).toContain('table-invalid')
  })
})

describe('a table in a file', () => {
  const table = new Table('t', [
    textColumn('w', ['a', 'b']),
    codedNumbers('n', Uint8Array.of(1, 2), [1, 2]),
    flagColumn('f', [true, false]),
    integerColumn('i', [1, 1000]),
    decimalColumn('d', [0.5, 100_000], 1),
    dateColumn('day', ['0001-01-01', '9999-12-31']),
    timeColumn('at', [0, 1439]),
    serialColumn('s', { prefix: 'S', width: 2, length: 2 }),
  ])

  it('has a head of one line, then cells, least byte first', () => {
    const bytes = tableBytes(table)
    const end = bytes.indexOf(10)
    expect(JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)))).toEqual({
      schema: 'assay.table/1',
      name: 't',
      rows: 2,
      cells: [1, 1, 1, 2, 4, 4, 2],
      columns: [
        { kind: 'text', name: 'w', cells: 0, words: ['a', 'b'] },
        { kind: 'coded', name: 'n', cells: 1, values: [1, 2] },
        { kind: 'flag', name: 'f', cells: 2 },
        { kind: 'integer', name: 'i', cells: 3, base: 1, digits: 0 },
        { kind: 'decimal', name: 'd', cells: 4, base: 5, digits: 1 },
        { kind: 'date', name: 'day', cells: 5, base: -719_162, digits: 0 },
        { kind: 'time', name: 'at', cells: 6, base: 0, digits: 0 },
        { kind: 'serial', name: 's', prefix: 'S', width: 2 },
      ],
    })
    // 1,000 is step 1,000 from 1: 0x03e8. The last row of `d` is step 999,996: 0x0f423c.
    expect(Array.from(bytes.subarray(end + 1, end + 19))).toEqual([
      1, 2, 1, 2, 2, 1, 1, 0, 232, 3, 1, 0, 0, 0, 60, 66, 15, 0,
    ])
    const back = readTable(bytes, 'f')
    for (const name of table.columns) {
      expect([0, 1].map((row) => back.value(row, name))).toEqual([0, 1].map((row) => table.value(row, name)))
    }
  })

  const edited = (from: string, to: string): Uint8Array => {
    const bytes = tableBytes(table)
    const end = bytes.indexOf(10)
    const head = new TextDecoder().decode(bytes.subarray(0, end))
    if (!head.includes(from)) throw new Error(`not in the head: ${from}`)
    return Buffer.concat([new TextEncoder().encode(head.replace(from, to)), bytes.subarray(end)])
  }

  it.each([
    [
      '"schema":"assay.table/1"',
      '"schema":"x"',
      'It does not start with the head of a table (assay.table/1).',
    ],
    ['"cells":[1', '"cells":{},"x":[1', 'It does not start with the head of a table (assay.table/1).'],
    ['"columns":[', '"columns":5,"x":[', 'It does not start with the head of a table (assay.table/1).'],
    ['"name":"t"', '"name":5', 'Its head is damaged.'],
    ['"rows":2', '"rows":50000001', 'Its head is damaged.'],
    ['"rows":2', '"rows":1.5', 'Its head is damaged.'],
    ['"cells":[1,', '"cells":[3,', 'Its head is damaged.'],
    ['"rows":2', '"rows":3', 'It ends within a column.'],
    ['"rows":2', '"rows":1', 'There are bytes behind its last column.'],
    ['{"kind":"text"', '5,{"kind":"text"', 'The head of a column is damaged.'],
    ['"name":"w"', '"name":5', 'The head of a column is damaged.'],
    ['"prefix":"S"', '"prefix":5', 'The head of a column is damaged.'],
    ['"width":2', '"width":16', 'The head of a column is damaged.'],
    ['"width":2', '"width":-1', 'The head of a column is damaged.'],
    ['"cells":0', '"cells":7', 'The head of a column is damaged.'],
    ['"cells":0', '"cells":"0"', 'The head of a column is damaged.'],
    ['"words":["a","b"]', '"words":["a"]', 'Column w holds more than it can.'],
    ['"words":["a","b"]', '"words":["a",2]', 'The head of a column is damaged.'],
    ['"words":["a","b"]', '"words":5', 'The head of a column is damaged.'],
    ['"values":[1,2]', '"values":[1]', 'Column n holds more than it can.'],
    ['"values":[1,2]', '"values":[1,"2"]', 'The head of a column is damaged.'],
    ['"values":[1,2]', '"values":5', 'The head of a column is damaged.'],
    [
      '"kind":"flag","name":"f","cells":2',
      '"kind":"flag","name":"f","cells":3',
      'Column f holds more than it can.',
    ],
    ['"kind":"flag"', '"kind":"odd"', 'The head of a column is damaged.'],
    ['"base":5', '"base":0.5', 'The head of a column is damaged.'],
    ['"base":5', '"base":"5"', 'The head of a column is damaged.'],
    ['"digits":1', '"digits":7', 'The head of a column is damaged.'],
    ['"base":-719162', '"base":-719163', 'The head of a column is damaged.'],
    ['"base":-719162', '"base":-719161', 'Column day holds more than it can.'],
    ['"name":"at","cells":6,"base":0', '"name":"at","cells":6,"base":1', 'Column at holds more than it can.'],
    ['"name":"at","cells":6,"base":0', '"name":"at","cells":6,"base":-1', 'The head of a column is damaged.'],
  ])('is refused for %j as %j', async (from, to, what) => {
    expect(await refusal(() => readTable(edited(from, to), 't.table'))).toEqual([
      'table-invalid',
      `This is not a whole table: ${what}`,
      't.table',
      'Generate the knowledge base again.',
    ])
  })

  it('takes what stands just within its bounds', () => {
    expect(readTable(edited('"digits":1', '"digits":6'), 'f').value(0, 'd')).toBe(0.000005)
    expect(readTable(edited('"width":2', '"width":15'), 'f').value(0, 's')).toBe('S000000000000001')
    expect(readTable(edited('"width":2', '"width":0'), 'f').value(0, 's')).toBe('S1')
  })
})
