import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Command } from 'commander'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostClock } from '../../src/adapters/clock.js'
import { hostFiles } from '../../src/adapters/files.js'
import { exportCommand } from '../../src/cli/commands/export.js'
import { queryCommand } from '../../src/cli/commands/query.js'
import { runTables } from '../../src/export/tables/run-tables.js'
import { recordCli } from '../contract/cli-run.js'
import { pageExamples } from '../contract/page-examples.js'
import { nightlyRuns } from '../generators/nightly-runs.js'
import { type StoredRunSpec, writeStoredRun } from '../generators/stored-run.js'

/* Runs where DuckDB is installed: `npm ci --prefix test/assets/duckdb`. */
const peers = resolve('test/assets/duckdb')
const hasDuckdb = existsSync(join(peers, 'node_modules/@duckdb/node-api'))
const before = process.env.ASSAY_PEERS

let scratch = ''
beforeAll(() => {
  process.env.ASSAY_PEERS = [before, peers].filter(Boolean).join(':')
  scratch = mkdtempSync(join(tmpdir(), 'assay-query-test-'))
})
afterAll(() => {
  if (before === undefined) delete process.env.ASSAY_PEERS
  else process.env.ASSAY_PEERS = before
  rmSync(scratch, { recursive: true, force: true })
})

async function assay(...argv: readonly string[]) {
  const record = recordCli(hostFiles, { clock: hostClock })
  const program = new Command('assay').exitOverride().configureOutput({ writeErr: () => {} })
  for (const command of [queryCommand, exportCommand]) command.register(program, record.context)
  await program.parseAsync(['node', 'assay', ...argv])
  return { out: record.out(), err: record.err() }
}

/** Rows of a statement over some places. */
async function ask(sql: string, ...paths: readonly string[]): Promise<readonly Record<string, unknown>[]> {
  const { out } = await assay('query', sql, ...paths, '--json')
  return JSON.parse(out).rows
}

const some = (right: number, of: number): readonly boolean[] =>
  Array.from({ length: of }, (_, place) => place < right)

function runs(name: string, ...specs: readonly (Partial<StoredRunSpec> & { readonly id: string })[]): string {
  const folder = join(scratch, name)
  for (const spec of specs) {
    writeStoredRun(join(folder, spec.id), {
      createdAt: '2026-11-01T10:00:00.000Z',
      right: some(3, 4),
      ...spec,
    })
  }
  return folder
}

const line = (members: object): string =>
  `${JSON.stringify({ benchmark: 'desk', item: 'x', trial: 0, output: { text: 'hi', stopReason: 'stop' }, ...members })}\n`

describe.skipIf(!hasDuckdb)('assay query', () => {
  it('answers over many runs', async () => {
    const folder = runs(
      'many',
      { id: 'a' },
      { id: 'b', createdAt: '2026-11-02T10:00:00.000Z', right: some(1, 4) },
    )
    expect(await ask('select run, created_at, model, trials, folder from runs order by run', folder)).toEqual(
      [
        {
          run: 'a',
          created_at: '2026-11-01 10:00:00',
          model: 'small-1',
          trials: 1,
          folder: join(folder, 'a'),
        },
        {
          run: 'b',
          created_at: '2026-11-02 10:00:00',
          model: 'small-1',
          trials: 1,
          folder: join(folder, 'b'),
        },
      ],
    )
    expect(
      await ask(
        'select run, text, count(*) as n, sum(prompt_tokens) as tokens from samples group by all order by all',
        folder,
      ),
    ).toEqual([
      { run: 'a', text: 'no', n: 1, tokens: 10 },
      { run: 'a', text: 'yes', n: 3, tokens: 30 },
      { run: 'b', text: 'no', n: 3, tokens: 30 },
      { run: 'b', text: 'yes', n: 1, tokens: 10 },
    ])
    expect(
      await ask(
        "select run, value, n, interval_low, chance, floor_null, reason from scores where run = 'b' order by metric",
        folder,
      ),
    ).toEqual([
      { run: 'b', value: 0.25, n: 4, interval_low: 0.2, chance: 0.5, floor_null: 'constant', reason: null },
      {
        run: 'b',
        value: null,
        n: 4,
        interval_low: null,
        chance: null,
        floor_null: null,
        reason: 'too few clusters',
      },
    ])
    expect(
      await ask(
        "select item, metrics['accuracy'] as accuracy, details->>'outcome' as outcome from items where run = 'b' order by item limit 2",
        folder,
      ),
    ).toEqual([
      { item: 'q0', accuracy: 1, outcome: 'right' },
      { item: 'q1', accuracy: 0, outcome: 'wrong' },
    ])
    expect(await ask('select benchmark, items from benchmarks order by run', folder)).toHaveLength(2)
    expect(await ask('show tables', folder)).toEqual(
      ['benchmarks', 'items', 'runs', 'samples', 'scores'].map((name) => ({ name })),
    )
  })

  it.each(runTables.map(({ name, columns }) => [name, columns] as const))(
    'gives %s the columns that are documented',
    async (name, columns) => {
      const folder = runs(`columns-${name}`, { id: 'a' })
      const described = await ask(`describe ${name}`, folder)
      expect(described.map(({ column_name, column_type }) => [column_name, column_type])).toEqual(
        columns.map((one) => [one.name, one.type]),
      )
    },
  )

  it('counts the last line of a sample that was asked again', async () => {
    const again = line({ item: 'q0', output: { text: 'maybe', stopReason: 'stop' } })
    const folder = runs('again', { id: 'a', moreLines: again })
    expect(await ask("select text from samples where item = 'q0'", folder)).toEqual([{ text: 'maybe' }])
    expect(await ask('select count(*) as n from samples', folder)).toEqual([{ n: 4 }])
  })

  it('leaves damaged lines out and says how many', async () => {
    const deep = `{"benchmark":"desk","item":"deep","trial":0,"choices":${'['.repeat(200_000)}${']'.repeat(200_000)},"output":{"text":"deep","stopReason":"stop"}}\n`
    const wide = `{${Array.from({ length: 100_000 }, (_, place) => `"c${place}":${place}`).join(',')},${line({ item: 'wide' }).slice(1)}`
    const moreLines = [
      'garbage\n',
      '[1,2]\n',
      line({ item: 'odd', trial: 1.5 }),
      line({ item: 'odd', trial: 'abc' }),
      line({ item: 'odd', output: undefined }),
      line({ item: 'odd', error: { kind: 'http', code: 'x' } }),
      deep,
      wide,
      line({ item: 'odd-usage', usage: [1], timing: 'never', attempts: 'x', cost: 1e300 }),
      '{"benchmark":"desk","item":"torn","tri',
    ].join('')
    const folder = runs('damaged', { id: 'a', moreLines })
    const { out, err } = await assay(
      'query',
      "select item, prompt_tokens, duration_ms from samples where item not like 'q%' order by item",
      folder,
      '--csv',
    )
    expect(out).toBe('item,prompt_tokens,duration_ms\r\ndeep,,\r\nodd-usage,,\r\nwide,,\r\n')
    expect(err).toContain('7 of 14 lines hold no whole sample')
  })

  it('leaves a damaged run among others out, and refuses it alone', async () => {
    const folder = runs('broken', { id: 'a' }, { id: 'b' })
    writeFileSync(join(folder, 'b/run.json'), '{"schema":')
    const { out, err } = await assay('query', 'select run from runs', folder, '--csv')
    expect(out).toBe('run\r\na\r\n')
    expect(err).toMatch(/left out: .*b: This is not valid JSON/)
    await expect(assay('query', 'select run from runs', join(folder, 'b'))).rejects.toMatchObject({
      code: 'run-invalid',
    })
    writeFileSync(join(folder, 'a/scores.json'), '{"schema":"assay.scores/1"')
    expect((await assay('query', 'select run from scores', folder)).err).toMatch(/left out: .*a.scores.json/)
  })

  it('reads folders whose names mean something to SQL and to patterns', async () => {
    const folder = runs("it's [1]*?", { id: "a'b" }, { id: 'plain' })
    expect(await ask('select distinct run from samples order by run', folder)).toEqual([
      { run: "a'b" },
      { run: 'plain' },
    ])
  })

  it('refuses links, pipes of names and runs that count twice', async () => {
    const folder = runs('linked', { id: 'a' })
    rmSync(join(folder, 'a/samples.jsonl'))
    symlinkSync('/etc/hostname', join(folder, 'a/samples.jsonl'))
    await expect(assay('query', 'from samples', folder)).rejects.toMatchObject({ code: 'run-link' })
    const twice = join(scratch, 'twice')
    for (const name of ['one', 'two']) {
      writeStoredRun(join(twice, name), { id: 'same', createdAt: '2026-11-01T10:00:00Z', right: some(1, 2) })
    }
    await expect(assay('query', 'from runs', twice)).rejects.toMatchObject({ code: 'run-doubled' })
  })

  it.each([
    ["copy runs to 'stolen.csv'", /query-/],
    ["copy (from samples) to 'SAMPLES' (use_tmp_file false)", /query-writes/],
    ["explain analyze copy (from samples) to 'SAMPLES' (use_tmp_file false)", /query-writes/],
    ["select * from read_text('/etc/passwd')", /query-invalid/],
    ["select * from '/etc/passwd'", /query-invalid/],
    ["select * from glob('/etc/*')", /query-invalid/],
    ['install httpfs', /query-writes/],
    ['load httpfs', /query-writes/],
    ['set lock_configuration = false', /query-writes/],
    ['set threads = 99', /query-writes/],
    ["attach 'other.db'", /query-writes/],
    ['create table t as select 1', /query-writes/],
    ['drop view runs', /query-writes/],
    ['delete from stored.runs', /query-writes/],
    ['select 1; select 2', /query-not-one/],
    ['/* nothing */', /query-invalid/],
    ['selct', /query-invalid/],
    ['select * from nowhere', /query-invalid/],
    ['select ?', /query-invalid/],
    ["select * from read_json('https://example.org/x.json')", /query-invalid/],
  ])('does not carry out %s', async (sql, code) => {
    const folder = runs('locked', { id: 'a' })
    const samples = join(folder, 'a/samples.jsonl')
    const bytes = readFileSync(samples, 'utf8')
    const error = await assay('query', sql.replace('SAMPLES', samples), folder).catch((thrown) => thrown)
    expect(error).toMatchObject({ code: expect.stringMatching(code) })
    expect(readFileSync(samples, 'utf8')).toBe(bytes)
    expect(existsSync('stolen.csv')).toBe(false)
  })

  it('keeps to the limits of time and memory, and hears Ctrl-C', async () => {
    const folder = runs('limits', { id: 'a' })
    const endless = 'select count(*) from range(1000000000) a, range(1000000) b'
    await expect(assay('query', endless, folder, '--timeout', '0.5')).rejects.toMatchObject({
      code: 'query-too-slow',
    })
    await expect(
      assay('query', 'select list(range) from range(1000000000)', folder, '--memory', '64'),
    ).rejects.toMatchObject({ code: 'query-failed', message: expect.stringContaining('--memory') })
    const stop = new AbortController()
    const record = recordCli(hostFiles, { clock: hostClock, signal: stop.signal })
    const program = new Command('assay').exitOverride()
    queryCommand.register(program, record.context)
    setTimeout(() => stop.abort(new Error('interrupted')), 500)
    await expect(program.parseAsync(['node', 'assay', 'query', endless, folder])).rejects.toThrow(
      'interrupted',
    )
  })

  it('prints a stranger’s text so that no terminal obeys it and no spreadsheet calculates it', async () => {
    const moreLines = line({ output: { text: '=cmd()\u001b[31m\n"', stopReason: 'stop' } })
    const folder = runs('hostile', { id: 'a', moreLines })
    const sql =
      "select text, 12345678901234567890::hugeint as big, 'nan'::double as none from samples where item = 'x'"
    expect((await assay('query', sql, folder)).out).toMatch(
      /=cmd\(\)\\u\{1b\}\[31m\\n" {2}12345678901234567890/,
    )
    expect((await assay('query', sql, folder, '--csv')).out).toBe(
      'text,big,none\r\n"\'=cmd()\u001b[31m\n""",12345678901234567890,NaN\r\n',
    )
    const { out } = await assay('query', sql, folder, '--json')
    expect(out).toContain('"big":12345678901234567890')
    expect(JSON.parse(out).rows).toEqual([
      { text: '=cmd()\u001b[31m\n"', big: expect.any(Number), none: 'NaN' },
    ])
  })

  it('shows the first rows and says that there are more', async () => {
    const folder = runs('long', { id: 'a', right: some(50, 100) })
    const { out } = await assay('query', 'select item from samples', folder, '--rows', '7')
    expect(out.split('\n')).toHaveLength(1 + 7 + 1 + 1 + 1)
    expect(out).toContain('The first 7 rows')
    const csv = join(scratch, 'rows.csv')
    await assay('query', 'select item from samples', folder, '--csv', '-o', csv)
    expect(readFileSync(csv, 'utf8').split('\r\n')).toHaveLength(102)
  })
})

describe.skipIf(!hasDuckdb)('assay export parquet', () => {
  const rowsOf = (path: string): Promise<Record<string, unknown>[]> => {
    const bytes = readFileSync(path)
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
    return parquetReadObjects({ file, compressors })
  }

  it('writes tables that another program reads as they were, in one order and the same bytes again', async () => {
    const folder = runs(
      'parquet',
      { id: 'b', createdAt: '2026-11-02T10:00:00.000Z', right: some(1, 3) },
      {
        id: 'a',
        moreLines: line({ item: 'odd', variant: 'v', output: { text: 'ä\u0000\n', stopReason: 'length' } }),
      },
    )
    const [one, two] = [join(scratch, 'out-1'), join(scratch, 'out-2')]
    await assay('export', 'parquet', folder, '-o', one)
    await assay('export', 'parquet', join(folder, 'b'), join(folder, 'a'), '-o', two)
    for (const { name, columns } of runTables) {
      const file = join(one, `${name}.parquet`)
      expect(readFileSync(file).equals(readFileSync(join(two, `${name}.parquet`))), name).toBe(true)
      const bytes = readFileSync(file)
      const { schema, key_value_metadata } = parquetMetadata(
        bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength),
      )
      const names = new Set(schema.map((element) => element.name))
      for (const column of columns) expect(names, name).toContain(column.name)
      expect(key_value_metadata).toContainEqual({ key: 'assay_table', value: `${name}/1` })
    }
    const samples = await rowsOf(join(one, 'samples.parquet'))
    expect(samples.map(({ run, item }) => [run, item])).toEqual([
      ...['odd', 'q0', 'q1', 'q2', 'q3'].map((item) => ['a', item]),
      ...['q0', 'q1', 'q2'].map((item) => ['b', item]),
    ])
    expect(samples[0]).toMatchObject({ variant: 'v', text: 'ä\u0000\n', stop_reason: 'length', trial: 0n })
    expect(samples[1]).toMatchObject({
      text: 'yes',
      prompt_tokens: 10n,
      duration_ms: 5,
      cached: false,
      started_at: new Date('2026-11-01T10:00:00.000Z'),
    })
    const items = await rowsOf(join(one, 'items.parquet'))
    expect(items[0]).toMatchObject({ item: 'q0', kind: 'qa', metrics: expect.anything() })
    expect((await rowsOf(join(one, 'runs.parquet'))).map(({ folder: place }) => place ?? null)).toEqual([
      null,
      null,
    ])
  })

  it('gives back by SQL what the folders give', async () => {
    const folder = runs('round', { id: 'a' }, { id: 'b', right: some(2, 5) })
    const parquet = join(scratch, 'round-out')
    await assay('export', 'parquet', folder, '-o', parquet)
    for (const { name, columns } of runTables) {
      const cells = columns.filter((one) => one.name !== 'folder').map((one) => `"${one.name}"`)
      const sql = `select ${cells.join(', ')} from ${name} order by all`
      expect(await ask(sql, parquet), name).toEqual(await ask(sql, folder))
    }
    await expect(assay('query', 'from runs', folder, parquet)).rejects.toMatchObject({ code: 'run-doubled' })
  })

  it('writes one table into a file, and refuses what cannot be', async () => {
    const folder = runs('single', { id: 'a' })
    const file = join(scratch, 'items.parquet')
    const { out } = await assay('export', 'parquet', folder, '--table', 'items', '-o', file, '--json')
    expect(JSON.parse(out)).toEqual({ schema: 'assay.parquet/1', files: [{ table: 'items', file, rows: 4 }] })
    expect(await ask('select count(*) as n from items', file)).toEqual([{ n: 4 }])
    const refused: readonly (readonly [readonly string[], string])[] = [
      [[folder, '--table', 'nothing', '-o', file], 'table-unknown'],
      [[folder, '--table', 'items', '-o', join(scratch, 'folder')], 'table-of-folder'],
      [[join(scratch, 'gone'), '-o', file], 'tables-missing'],
      [[folder, '-o', join(folder, 'a/run.json/x.parquet')], 'file-unwritable'],
    ]
    for (const [argv, code] of refused) {
      await expect(assay('export', 'parquet', ...argv)).rejects.toMatchObject({ code })
    }
    const odd = join(scratch, 'odd')
    mkdirSync(odd)
    writeFileSync(join(odd, 'x.parquet'), 'PAR1 no parquet PAR1')
    await expect(assay('query', 'from runs', odd)).rejects.toMatchObject({ code: 'query-failed' })
  })
})

describe.skipIf(!hasDuckdb)('docs/query.md', () => {
  const examples = pageExamples('docs/query.md')
  const home = process.cwd()
  beforeAll(() => {
    for (const spec of nightlyRuns) writeStoredRun(join(scratch, 'page/runs/nightly', spec.id), spec)
    process.chdir(join(scratch, 'page'))
  })
  afterAll(() => process.chdir(home))

  it('has examples', () => {
    expect(examples.length).toBeGreaterThan(3)
  })
  it.each(examples)('$command prints what is written there', async ({ argv, output }) => {
    expect((await assay(...argv)).out.replaceAll('\r\n', '\n')).toBe(output)
  })
})
