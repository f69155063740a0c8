import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostClock } from '../../src/adapters/clock.js'
import { hostFiles } from '../../src/adapters/files.js'
import { exportCommand } from '../../src/cli/commands/export.js'
import { scoreCommand } from '../../src/cli/commands/score.js'
import { recordCli } from '../contract/cli-run.js'
import { type AskedSample, askedRunFiles } from '../generators/asked-run.js'

/*
 * The programs that exports are for read them: inspect_ai, ir_measures and datasets. Runs where a Python has them:
 *
 *     python3 -m venv .cache/exports && .cache/exports/bin/pip install -r test/assets/exports/requirements.txt
 *
 * or ASSAY_EXPORTS_PYTHON names it.
 */
const python = process.env.ASSAY_EXPORTS_PYTHON ?? resolve('.cache/exports/bin/python')
const hasPython = existsSync(python)

let scratch = ''
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'assay-exports-test-'))
})
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

function check(script: string, ...argv: readonly string[]) {
  const { stdout, stderr, status } = spawnSync(python, [join('test/assets/exports', script), ...argv], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr.slice(-3000))
  return JSON.parse(stdout)
}

async function assay(...argv: readonly string[]): Promise<void> {
  const record = recordCli(hostFiles, { clock: hostClock })
  const program = new Command('assay').exitOverride().configureOutput({ writeErr: () => {} })
  for (const command of [exportCommand, scoreCommand]) command.register(program, record.context)
  await program.parseAsync(['node', 'assay', ...argv])
}

/** Writes a run below the scratch folder and returns its path. */
function place(spec: Omit<Parameters<typeof askedRunFiles>[0], 'folder'>, name: string): string {
  const folder = join(scratch, name)
  for (const [path, text] of Object.entries(askedRunFiles({ ...spec, folder }))) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  return folder
}

const weather = { name: 'weather', inputSchema: { type: 'object', properties: { city: { type: 'string' } } } }
const cities = ['Lima', 'Oslo', 'Rome', 'Kyiv', 'Cairo']
const call = (city: string): string =>
  `<tool_call>\n{"name": "weather", "arguments": {"city": "${city}"}}\n</tool_call>`

function callRun(): string {
  const items = cities.map((city, at) => ({
    id: `c${at}`,
    kind: 'call',
    messages: [{ role: 'user', content: `Weather in ${city}? ✓` }],
    tools: [weather],
    gold: at === 4 ? { none: true } : { calls: [{ name: 'weather', arguments: { city } }], order: 'any' },
  }))
  const samples = cities.flatMap((city, at): AskedSample[] => [
    {
      item: `c${at}`,
      said: at % 2 === 0 ? call(city) : 'No.\ud800',
      more: { usage: { promptTokens: 10, completionTokens: at } },
    },
    at === 3
      ? { item: `c${at}`, trial: 1, error: { kind: 'http', code: 'http-500', message: 'down' } }
      : { item: `c${at}`, trial: 1, said: call(at === 1 ? 'Paris' : city) },
  ])
  return place({ items, samples, trials: 2, dialect: 'hermes' }, 'calls')
}

describe.skipIf(!hasPython)('what Assay exports', () => {
  it('is a log for inspect_ai, which computes the same metrics', async () => {
    const run = callRun()
    await assay('score', 'run', run)
    const log = join(scratch, 'calls.json')
    await assay('export', 'inspect', run, '-o', log)
    const { metrics, samples, ...facts } = check('check_inspect.py', log)
    expect(facts).toEqual({ status: 'success', model: 'small', epochs: 2, total: 10, usage: { small: 60 } })
    expect(Object.keys(metrics)).toContain('exact')
    for (const [name, { stated, computed, scored, stated_scored }] of Object.entries<Record<string, number>>(
      metrics,
    )) {
      expect(computed, name).toBeCloseTo(stated ?? Number.NaN, 12)
      expect(scored, name).toBe(stated_scored)
    }
    expect(samples[0]).toEqual({
      id: 'c0',
      epoch: 1,
      roles: ['user', 'assistant'],
      completion: call('Lima'),
      stop: 'tool_calls',
      calls: [{ name: 'weather', arguments: { city: 'Lima' } }],
      error: null,
    })
    expect(samples.filter(({ error }: { error: string | null }) => error !== null)).toMatchObject([
      { id: 'c3', epoch: 2, error: 'http-500: down', completion: '' },
    ])
  })

  it('is a TREC run for ir_measures, which finds the same recall, NDCG and reciprocal rank', async () => {
    const tools = Array.from({ length: 30 }, (_, at) => `tool_${at}`)
    const items = Array.from({ length: 20 }, (_, at) => ({
      id: `q${at}`,
      kind: 'retrieval',
      query: `query ${at}`,
      gold: [`tool_${at}`, ...(at % 3 === 0 ? [`tool_${(at + 7) % 30}`] : [])],
    }))
    const samples = items.map(({ id }, at): AskedSample => {
      const names = Array.from({ length: 1 + (at % 6) }, (_, rank) => `tool_${(at + 27 + 3 * rank) % 30}`)
      return { item: id, said: at === 5 ? 'none' : names.join('\n') }
    })
    const run = place({ items, samples, tools }, 'find')
    const catalog = ['--catalog', `${run}.catalog.jsonl`]
    await assay('score', 'run', run, ...catalog, '--k', '1,5')
    const [trec, qrels] = [join(scratch, 'find.trec'), join(scratch, 'gold.qrels')]
    await assay('export', 'trec', run, ...catalog, '-o', trec, '--qrels', qrels)
    const theirs = check('check_trec.py', qrels, trec, 'R@1', 'R@5', 'nDCG@5', 'RR', 'AP', 'Success@5')
    const { scores } = JSON.parse(new TextDecoder().decode(await hostFiles.read(join(run, 'scores.json'))))
    const ours = (metric: string, k?: number): number =>
      scores.find(
        (one: { metric: string; k?: number; tier: string }) =>
          one.metric === metric && one.tier === 'all' && (k === undefined || one.k === k),
      ).value
    expect(theirs['R@1']).toBeCloseTo(ours('recall', 1), 9)
    expect(theirs['R@5']).toBeCloseTo(ours('recall', 5), 9)
    expect(theirs['nDCG@5']).toBeCloseTo(ours('ndcg', 5), 9)
    expect(theirs['Success@5']).toBeCloseTo(ours('hit', 5), 9)
    expect(theirs.RR).toBeCloseTo(ours('mrr'), 9)
    expect(theirs.AP).toBeCloseTo(ours('map'), 9)
  })

  it('is a dataset for load_dataset, with the columns of its card', async () => {
    const run = callRun()
    await assay('score', 'run', run)
    const folder = join(scratch, 'dataset-run')
    await assay('export', 'dataset', run, '-o', folder)
    const loaded = check('check_dataset.py', folder)
    expect(Object.keys(loaded)).toEqual(['samples', 'scores', 'items'])
    expect(loaded.samples.rows).toHaveLength(10)
    expect(loaded.samples.features).toMatchObject({
      trial: "Value('int64')",
      redacted: "Value('bool')",
      text: "Value('string')",
    })
    expect(loaded.samples.rows[0]).toMatchObject({ item: 'c0', text: call('Lima'), variant: null })

    const items = [
      { id: 'r1', kind: 'retrieval', query: 'q', gold: ['a', ['b', 'c']], grades: { d: 1 } },
      { id: 'r2', kind: 'retrieval', query: 'q', gold: ['a'], pool: ['a', 'b'] },
      { id: 'm1', kind: 'mcq', tool: 't', question: 'What?', answer: 'a', distractors: ['b', 'c'] },
      { id: 'y1', kind: 'qa', tool: 't', question: 'So?', answer: 'yes' },
      { id: 'c1', kind: 'call', messages: [], tools: [weather], gold: { none: true } },
      { id: 'd1', kind: 'dialogue', turns: [{ role: 'user', text: 'Hi' }] },
    ]
    const path = join(scratch, 'items.jsonl')
    writeFileSync(path, items.map((item) => `${JSON.stringify(item)}\n`).join(''))
    const benchmark = join(scratch, 'dataset-items')
    await assay('export', 'dataset', path, '-o', benchmark, '--licence', 'cc-by-4.0')
    const kinds = check('check_dataset.py', benchmark)
    expect(Object.keys(kinds)).toEqual(['retrieval', 'mcq', 'qa', 'call', 'dialogue'])
    expect(kinds.retrieval.rows).toMatchObject([
      { id: 'r1', gold: [['a'], ['b', 'c']], grades: '{"d":1}', pool: null },
      { id: 'r2', gold: [['a']], grades: null, pool: ['a', 'b'] },
    ])
    expect(kinds.retrieval.features.gold).toBe("List(List(Value('string')))")
  })
})
