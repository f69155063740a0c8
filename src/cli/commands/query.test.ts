import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { recordCli } from '../../../test/contract/cli-run.js'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import { type LaidOut, recordingDatabase } from '../../../test/contract/recording-database.js'
import { storedRunFiles } from '../../../test/generators/stored-run.js'
import { ExactNumber } from '../../text/json.js'
import { runExportParquet } from './export-parquet-run.js'
import { queryCommand } from './query.js'
import { type QueryFlags, runQuery } from './query-run.js'

const RUN = { id: 'night-1', createdAt: '2026-11-01T02:00:00.000Z', right: [true, false, true] }

function runs(...ids: readonly string[]): Record<string, string> {
  const all: Record<string, string> = {}
  for (const id of ids) {
    for (const [name, text] of Object.entries(storedRunFiles({ ...RUN, id })))
      all[`runs/${id}/${name}`] = text
  }
  return all
}

async function query(
  contents: Record<string, string>,
  sql: string | undefined,
  {
    paths = [],
    laidOut,
    ...flags
  }: Partial<QueryFlags> & { paths?: readonly string[]; laidOut?: LaidOut } = {},
) {
  const record = recordCli(memoryFiles(contents))
  const database = recordingDatabase(laidOut)
  let error: unknown
  try {
    await runQuery(
      { sql, paths, flags: { rows: 1000, timeout: 300, memory: 2048, ...flags } },
      record.context,
      async () => database,
    )
  } catch (thrown) {
    error = thrown
  }
  return { database, error, out: record.out(), err: record.err(), files: record.files }
}

const answer = {
  columns: [
    { name: 'run', type: 'VARCHAR' },
    { name: 'n', type: 'HUGEINT' },
    { name: 'list', type: 'DOUBLE[]' },
  ],
  pieces: [
    [
      ['=1+1\u001b[2J', new ExactNumber('12345678901234567890'), [1, null]],
      ['b', null, []],
    ],
    [['c', 3, { __proto__: null, a: 'x' }]],
  ],
}

describe('assay query', () => {
  it('fills the tables that the statement speaks of, locks, asks and closes', async () => {
    const { database, err } = await query(runs('a', 'b'), 'SELECT * FROM Scores JOIN runs USING (run)')
    expect([...database.given.keys()]).toEqual(['runs', 'benchmarks', 'scores'])
    expect(database.given.get('runs')).toMatchObject([
      { run: 'a', folder: 'runs/a', created_at: RUN.createdAt, model: 'small-1', trials: 1, sessions: 1 },
      { run: 'b' },
    ])
    expect(database.given.get('scores')).toMatchObject([
      { run: 'a', metric: 'accuracy', value: 2 / 3, chance: 0.5, floor_null: 'constant', scorer_version: 2 },
      { run: 'a', metric: 'youden', reason: 'too few clusters' },
      { run: 'b' },
      { run: 'b' },
    ])
    expect(database.readable()).toEqual([])
    expect(database.asked).toEqual(['SELECT * FROM Scores JOIN runs USING (run)'])
    expect(database.isClosed()).toBe(true)
    expect(err).toBe('')
  })

  it('lets samples alone be read while it is locked, and tells of lines that are left out', async () => {
    const { database, err } = await query(runs('a', 'b'), 'from samples', {
      laidOut: { reads: [['count(DISTINCT', [['runs/a/samples.jsonl', 5, 3, 2]]]] },
    })
    expect(database.readable()).toEqual(['runs/a/samples.jsonl', 'runs/b/samples.jsonl'])
    expect(err).toBe('left out: runs/a/samples.jsonl: 2 of 5 lines hold no whole sample\n')
    const view = database.statements.find((sql) => sql.startsWith('CREATE VIEW "samples"')) ?? ''
    // Where a sample stands twice its last line counts; the other file is read as it is.
    expect(view.match(/QUALIFY/g)).toHaveLength(1)
    expect(view).toContain("['runs/b/samples.jsonl']")
    expect([...database.given.keys()]).toEqual(['runs', 'benchmarks'])
  })

  it('gives items with their values by metric and whatever else is known of them', async () => {
    const { database } = await query(runs('a'), 'from items')
    expect(database.given.get('items')?.[1]).toEqual({
      run: 'a',
      subject: 'small',
      benchmark: 'desk',
      item: 'q1',
      kind: 'qa',
      samples: 1,
      metrics: { accuracy: 0 },
      details: '{"outcome":"wrong"}',
    })
  })

  it('tells the parts of two ladders apart by the folder that they lie in', async () => {
    const one = runs('a')['runs/a/run.json'] ?? ''
    const other = one.replace(/"createdAt":"[^"]*"/, '"createdAt":"2026-11-09T02:00:00.000Z"')
    const { database } = await query({ 'runs/x/a/run.json': one, 'runs/y/a/run.json': other }, 'from runs')
    expect(database.given.get('runs')).toMatchObject([{ run: 'x/a' }, { run: 'y/a' }])
  })

  it('prints a table that no terminal obeys', async () => {
    const { out } = await query(runs('a'), 'x', { laidOut: { answer } })
    expect(out).toBe(
      [
        'run                               n  list',
        '=1+1\\u{1b}[2J  12345678901234567890  [1,null]',
        'b                                    []',
        'c                                 3  {"a":"x"}',
        '',
        '3 rows',
        '',
      ].join('\n'),
    )
    const cut = await query(runs('a'), 'x', { laidOut: { answer }, rows: 2 })
    expect(cut.out).toContain('The first 2 rows; --rows shows more')
    expect(cut.out).not.toContain('"a":"x"')
  })

  it('prints CSV that no spreadsheet calculates, and JSON with all digits', async () => {
    const csv = await query(runs('a'), 'x', { laidOut: { answer }, csv: true })
    expect(csv.out).toBe(
      'run,n,list\r\n\'=1+1\u001b[2J,12345678901234567890,"[1,null]"\r\nb,,[]\r\nc,3,"{""a"":""x""}"\r\n',
    )
    const json = await query(runs('a'), 'x', { laidOut: { answer }, json: true, output: 'rows.json' })
    const text = String(json.files.contents.get('rows.json'))
    expect(text).toContain('"n":12345678901234567890')
    expect(JSON.parse(text)).toMatchObject({
      schema: 'assay.query/1',
      columns: answer.columns,
      rows: [{ list: [1, null] }, { n: null }, { list: { a: 'x' } }],
    })
    expect(json.out).toBe('')
    const none = await query(runs('a'), 'x', {
      laidOut: { answer: { columns: answer.columns, pieces: [] } },
      json: true,
    })
    expect(JSON.parse(none.out).rows).toEqual([])
  })

  it('leaves out a run and scores that are damaged, and says so', async () => {
    const contents = {
      ...runs('a', 'b', 'c'),
      'runs/b/run.json': '{',
      'runs/c/scores.json': '[{"schema":"assay.scores/9"}]',
    }
    const { database, err } = await query(contents, 'from scores')
    expect(database.given.get('runs')).toHaveLength(2)
    expect(database.given.get('scores')).toHaveLength(2)
    expect(err).toMatch(/left out: runs\/b: This is not valid JSON/)
    expect(err).toMatch(/left out: runs\/c\/scores\.json: .*"assay\.scores\/1"/)
  })

  it.each<[string, Record<string, string>, readonly string[], string]>([
    [
      'two runs with one id',
      { ...runs('a'), 'copy/run.json': runs('a')['runs/a/run.json'] ?? '' },
      ['runs', 'copy'],
      'run-doubled',
    ],
    ['a folder without runs', { 'x/y.txt': '' }, ['x'], 'tables-missing'],
    ['what is not there', runs('a'), ['runs', 'gone'], 'tables-missing'],
    ['one damaged run', { 'a/run.json': '[]' }, ['a'], 'run-invalid'],
    ['Parquet of nobody', { ...runs('a'), 'x.parquet': 'PAR1' }, ['x.parquet'], 'parquet-unknown'],
  ])('refuses %s', async (_what, contents, paths, code) => {
    const { error, database } = await query(contents, 'from runs', { paths })
    expect(error).toMatchObject({ code })
    expect(database.asked).toEqual([])
  })

  it('refuses no statement, and an output that is an input', async () => {
    expect((await query(runs('a'), ' ')).error).toMatchObject({ code: 'query-absent' })
    expect((await query(runs('a'), 'x', { output: 'runs/a/run.json' })).error).toMatchObject({
      code: 'output-is-input',
    })
  })

  it('lists tables and columns without a database', async () => {
    const record = recordCli()
    const program = new Command('assay').exitOverride()
    queryCommand.register(program, record.context)
    await program.parseAsync(['node', 'assay', 'query', '--tables'])
    expect(record.out()).toMatch(/^runs: one row a run/)
    await program.parseAsync(['node', 'assay', 'query', '--tables', '--json'])
    expect(record.out()).toContain('"schema": "assay.tables/1"')
  })
})

describe('assay export parquet', () => {
  const flags = { memory: 2048 }
  it('writes every table into a folder in a fixed order, and closes', async () => {
    const record = recordCli(memoryFiles(runs('a')))
    const database = recordingDatabase()
    await runExportParquet(
      { paths: [], flags: { ...flags, output: 'out', json: true } },
      record.context,
      async () => database,
    )
    expect(JSON.parse(record.out()).files).toEqual(
      ['runs', 'benchmarks', 'samples', 'scores', 'items'].map((table) => ({
        table,
        file: `out/${table}.parquet`,
        rows: 3,
      })),
    )
    expect(database.statements.at(-3)).toMatch(
      /FROM "samples" ORDER BY "run" NULLS FIRST, "benchmark" NULLS FIRST, "item"/,
    )
    expect(database.isClosed()).toBe(true)
  })
  it('refuses an unknown table, and one table for a folder', async () => {
    const write = (output: string, table: string) =>
      runExportParquet(
        { paths: [], flags: { ...flags, output, table } },
        recordCli(memoryFiles(runs('a'))).context,
        async () => recordingDatabase(),
      )
    await expect(write('x.parquet', 'nothing')).rejects.toMatchObject({ code: 'table-unknown' })
    await expect(write('out', 'items')).rejects.toMatchObject({ code: 'table-of-folder' })
  })
})
