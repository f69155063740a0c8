import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { recordCli } from '../../../test/contract/cli-run.js'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import { askedRunFiles } from '../../../test/generators/asked-run.js'
import { exportCommand } from './export.js'
import { scoreCommand } from './score.js'

async function assay(contents: Record<string, string>, ...argv: readonly string[]) {
  const files = memoryFiles(contents)
  const record = recordCli(files)
  const program = new Command('assay').exitOverride().configureOutput({ writeErr: () => {} })
  for (const command of [exportCommand, scoreCommand]) command.register(program, record.context)
  await program.parseAsync(['node', 'assay', ...argv])
  const after: Record<string, string> = {}
  for (const [path, content] of files.contents) {
    after[path] = typeof content === 'string' ? content : new TextDecoder().decode(content)
  }
  return { out: record.out(), err: record.err(), files: after }
}

const weather = {
  name: 'weather',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}

const calls = askedRunFiles({
  folder: 'calls',
  trials: 2,
  dialect: 'hermes',
  items: [
    {
      id: 'c1',
      kind: 'call',
      messages: [
        { role: 'system', content: 'Help.' },
        { role: 'user', content: [{ type: 'text', text: 'Weather in Lima?' }] },
      ],
      tools: [weather],
      gold: { calls: [{ name: 'weather', arguments: { city: 'Lima' } }], order: 'any' },
      cluster: 'w',
    },
    {
      id: 'c2',
      kind: 'call',
      messages: [{ role: 'user', content: 'Hi' }],
      tools: [weather],
      gold: { none: true },
    },
  ],
  samples: [
    { item: 'c1', said: 'will be asked again' },
    {
      item: 'c1',
      said: '<tool_call>\n{"name": "weather", "arguments": {"city": "Lima", "n": 12345678901234567890}}\n</tool_call>',
      more: { usage: { promptTokens: 30, completionTokens: 5 } },
    },
    { item: 'c1', trial: 1, error: { kind: 'http', code: 'http-500', message: 'down' } },
    { item: 'c2', said: 'Hello\ud800!', stopReason: 'length' },
    { item: 'c2', trial: 1, said: 'Hello.' },
  ],
})

describe('assay export inspect', () => {
  it('writes samples, results and usage as Inspect stores them', async () => {
    const scored = await assay(calls, 'score', 'run', 'calls')
    const { files, out, err } = await assay(scored.files, 'export', 'inspect', 'calls', '-o', 'log.json')
    expect(out).toBe('4 samples of desk, 1 of them errors.\n')
    expect(err).not.toContain('not scored')
    const text = files['log.json'] ?? ''
    expect(text).toContain('"n":12345678901234567890')
    const log = JSON.parse(text)
    expect(log).toMatchObject({
      version: 2,
      status: 'success',
      eval: {
        run_id: 'calls',
        task: 'desk',
        model: 'small',
        dataset: { samples: 2 },
        config: { epochs: 2 },
        model_generate_config: { max_tokens: 64, temperature: 0 },
      },
      results: { total_samples: 4, completed_samples: 3 },
      stats: { model_usage: { small: { input_tokens: 30, output_tokens: 5, total_tokens: 35 } } },
    })
    const exact = log.results.scores.find((score: { name: string }) => score.name === 'exact')
    expect(exact).toMatchObject({ scored_samples: 3, unscored_samples: 0 })
    expect(exact.metrics.mean.value).toBe(
      log.eval.metadata.assay.scores.find((score: { metric: string }) => score.metric === 'exact').value,
    )
    const [first, failed, cut] = log.samples
    expect(first).toMatchObject({
      id: 'c1',
      epoch: 1,
      input: [
        { role: 'system', content: 'Help.' },
        { role: 'user', content: 'Weather in Lima?' },
      ],
      output: {
        choices: [{ stop_reason: 'tool_calls' }],
        completion: expect.stringContaining('<tool_call>'),
        usage: { total_tokens: 35 },
        time: 0.25,
      },
      scores: { exact: { value: expect.any(Number) } },
    })
    expect(first.messages[2].tool_calls).toMatchObject([{ function: 'weather', type: 'function' }])
    expect(failed).toMatchObject({
      epoch: 2,
      error: { message: 'http-500: down' },
      scores: {},
      output: { choices: [] },
    })
    expect(cut.output).toMatchObject({ completion: 'Hello\ufffd!', choices: [{ stop_reason: 'max_tokens' }] })
  })

  it('reads the calls of a message whatever API it came from', async () => {
    const run = askedRunFiles({
      folder: 'api',
      items: [
        {
          id: 'c2',
          kind: 'call',
          messages: [{ role: 'user', content: 'Hi' }],
          tools: [weather],
          gold: { none: true },
        },
      ],
      samples: [
        {
          item: 'c2',
          said: {
            role: 'assistant',
            content: [
              { type: 'text', text: 'Let me look.' },
              { type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: 'Oslo' } },
            ],
          },
        },
      ],
    })
    const { files, err } = await assay(run, 'export', 'inspect', 'api', '-o', 'log.json')
    expect(err).toContain('not scored, so the log holds no scores')
    expect(JSON.parse(files['log.json'] ?? '').samples[0].messages[1]).toMatchObject({
      content: 'Let me look.',
      tool_calls: [{ id: 'toolu_1', function: 'weather', arguments: { city: 'Oslo' } }],
    })
  })

  it('says that a run whose preflight found a fault is unmeasured', async () => {
    const preflight = {
      verdict: 'unmeasured',
      findings: [{ code: 'template-missing', severity: 'blocking', what: 'x', fix: 'y' }],
    }
    const run = askedRunFiles({
      folder: 'bad',
      items: [qa('q1', 'yes')],
      samples: [{ item: 'q1', said: 'yes' }],
      more: { preflight },
    })
    const { files } = await assay(run, 'export', 'inspect', 'bad', '-o', 'log.json')
    expect(JSON.parse(files['log.json'] ?? '')).toMatchObject({
      status: 'error',
      error: { message: expect.stringContaining('template-missing') },
    })
  })

  it.each([
    [['calls', '-o', 'log.eval'], 'output-not-json'],
    [['calls', '-o', 'calls/run.json'], 'output-is-input'],
    [['gone', '-o', 'log.json'], 'run-missing'],
    [['calls', '-o', 'log.json', '--benchmark', 'other'], 'benchmark-unnamed'],
    [['calls', '-o', 'log.json', '--items', 'other.jsonl'], 'items-changed'],
  ])('refuses %j', async (argv, code) => {
    const other = `${JSON.stringify(qa('q1', 'yes'))}\n`
    await expect(
      assay({ ...calls, 'other.jsonl': other }, 'export', 'inspect', ...argv),
    ).rejects.toMatchObject({ code })
  })
})

function qa(id: string, answer: string): object {
  return { id, kind: 'qa', tool: 'weather', question: `Is ${id} so?`, answer }
}

const queries = askedRunFiles({
  folder: 'find',
  trials: 2,
  tools: ['alpha', 'beta', 'gamma ray'],
  items: [
    { id: 'q1', kind: 'retrieval', query: 'first', gold: ['beta'] },
    { id: 'q2', kind: 'retrieval', query: 'second', gold: [['alpha', 'beta']], grades: { 'gamma ray': 1 } },
    { id: 'q3', kind: 'retrieval', query: 'third', gold: ['alpha'] },
  ],
  samples: [
    { item: 'q1', said: 'alpha\nbeta\nnobody' },
    { item: 'q2', said: '["gamma ray"]' },
    { item: 'q3', said: 'none' },
    { item: 'q1', trial: 1, said: '1. beta' },
  ],
})

describe('assay export trec', () => {
  it('writes what was named, best first, and the gold', async () => {
    const { files, out, err } = await assay(
      queries,
      ...[
        'export',
        'trec',
        'find',
        '-o',
        'run.trec',
        '--qrels',
        'gold.qrels',
        '--catalog',
        'find.catalog.jsonl',
        '--changed-items',
      ],
    )
    expect(files['run.trec']).toBe(
      'q1\tQ0\talpha\t1\t2\tfind\nq1\tQ0\tbeta\t2\t1\tfind\nq2\tQ0\tgamma ray\t1\t1\tfind\n',
    )
    expect(files['gold.qrels']).toBe(
      'q1\t0\tbeta\t1\nq2\t0\talpha\t2\nq2\t0\tbeta\t2\nq2\t0\tgamma ray\t1\nq3\t0\talpha\t1\n',
    )
    expect(out).toBe('2 of 3 queries have a ranking.\n')
    expect(err).toContain('names with white space, such as gamma ray')
    expect(err).toContain('1 queries have tools that are equals')
  })

  it('reads another trial, leniently where it is told to', async () => {
    const argv = [
      'export',
      'trec',
      'find',
      '-o',
      'run.trec',
      '--catalog',
      'find.catalog.jsonl',
      '--trial',
      '1',
      '--tag',
      'my tag',
    ]
    expect((await assay(queries, ...argv)).files['run.trec']).toBe('')
    expect((await assay(queries, ...argv, '--lenient')).files['run.trec']).toBe(
      'q1\tQ0\tbeta\t1\t1\tmy-tag\n',
    )
  })

  it('refuses what gives no ranking, or more than one', async () => {
    const two = askedRunFiles({
      folder: 'two',
      tools: ['alpha'],
      items: [{ id: 'q1', kind: 'retrieval', query: 'first', gold: ['alpha'] }],
      samples: ['all', 'pool'].map((variant) => ({ item: 'q1', variant, said: 'alpha' })),
    })
    const catalog = ['--catalog', 'two.catalog.jsonl']
    const all = { ...two, ...calls }
    const refused: readonly (readonly [readonly string[], string])[] = [
      [['two', ...catalog], 'variant-unnamed'],
      [['two', ...catalog, '--variant', 'none'], 'samples-missing'],
      [['calls'], 'queries-missing'],
    ]
    for (const [argv, code] of refused) {
      await expect(assay(all, 'export', 'trec', ...argv, '-o', 'run.trec'), code).rejects.toMatchObject({
        code,
      })
    }
    const { files } = await assay(
      all,
      'export',
      'trec',
      'two',
      ...catalog,
      '--variant',
      'pool',
      '-o',
      'run.trec',
    )
    expect(files['run.trec']).toBe('q1\tQ0\talpha\t1\t1\ttwo\n')
  })
})

function head(card: string): {
  configs: { config_name: string; data_files: { path: string }[] }[]
  [key: string]: unknown
} {
  return parseYaml(card.split('---\n')[1] ?? '')
}

const lines = (text = ''): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

describe('assay export dataset', () => {
  it('writes the items of a benchmark by kind, every column in every row', async () => {
    const items = [
      qa('q1', 'yes'),
      {
        id: 'm1',
        kind: 'mcq',
        tool: 't',
        question: 'What?',
        answer: 'a',
        distractors: ['b', 'c'],
        cluster: 'x',
      },
      { id: 'r1', kind: 'retrieval', query: 'q', gold: ['a', ['b', 'c']], grades: { d: 1 }, tier: 'medium' },
      { id: 'c1', kind: 'call', messages: [], tools: [weather], gold: { none: true }, forbidden: ['x'] },
    ]
    const contents = { 'items.jsonl': items.map((item) => `${JSON.stringify(item)}\n`).join('') }
    const { files, out } = await assay(
      contents,
      'export',
      'dataset',
      'items.jsonl',
      '-o',
      'out',
      '--licence',
      'cc-by-4.0',
      '--json',
    )
    expect(JSON.parse(out)).toMatchObject({
      schema: 'assay.dataset/1',
      configs: [{ name: 'qa', rows: 1 }, {}, {}, {}],
    })
    expect(lines(files['out/data/retrieval.jsonl'])).toEqual([
      {
        id: 'r1',
        query: 'q',
        gold: [['a'], ['b', 'c']],
        grades: '{"d":1}',
        tier: 'medium',
        pool: null,
        forbidden: null,
        anchor: null,
        cluster: null,
      },
    ])
    expect(lines(files['out/data/call.jsonl'])).toEqual([
      {
        id: 'c1',
        messages: '[]',
        tools: JSON.stringify([weather]),
        gold: '{"none":true}',
        forbidden: ['x'],
        cluster: null,
        item: JSON.stringify(items[3]),
      },
    ])
    expect(lines(files['out/data/mcq.jsonl'])[0]).toEqual({
      id: 'm1',
      tool: 't',
      question: 'What?',
      answer: 'a',
      distractors: ['b', 'c'],
      cluster: 'x',
    })
    const card = files['out/README.md'] ?? ''
    expect(head(card)).toMatchObject({ license: 'cc-by-4.0' })
    expect(head(card).configs.map(({ data_files }) => data_files[0]?.path)).toEqual([
      'data/qa.jsonl',
      'data/mcq.jsonl',
      'data/retrieval.jsonl',
      'data/call.jsonl',
    ])
    expect(card).toContain('can no longer be examined with it')
  })

  it('writes samples, scores and items of a run, and says what is inside', async () => {
    const scored = await assay(calls, 'score', 'run', 'calls')
    const { files } = await assay(scored.files, 'export', 'dataset', 'calls', '-o', 'out')
    const samples = lines(files['out/data/samples.jsonl'])
    expect(samples).toHaveLength(4)
    expect(samples[0]).toMatchObject({
      run: 'calls',
      item: 'c1',
      prompt_tokens: 30,
      error_code: null,
      redacted: false,
    })
    expect(samples[1]).toMatchObject({ text: null, error_code: 'http-500' })
    expect(samples[2]).toMatchObject({ text: 'Hello\ufffd!' })
    const features = (
      head(files['out/README.md'] ?? '').dataset_info as { features: { name: string }[] }[]
    )[0]?.features
    expect(features?.map(({ name }) => name)).toEqual(Object.keys(samples[0] ?? {}))
    expect(lines(files['out/data/items.jsonl'])[0]).toMatchObject({
      item: 'c1',
      metrics: expect.stringContaining('"exact"'),
    })
    expect(lines(files['out/data/scores.jsonl'])[0]).toMatchObject({ metric: 'exact', n: expect.any(Number) })
    const card = files['out/README.md'] ?? ''
    expect(card).toContain('Answers stand in it verbatim')
    expect(card).toContain('The licence is not known')
  })

  it('lets no name of a stranger into the head or the text of the card', async () => {
    const items = { 'items.jsonl': `${JSON.stringify(qa('q1', 'yes'))}\n` }
    const name = 'x\n---\nlicense: mit\n# <script>'
    const card =
      (await assay(items, 'export', 'dataset', 'items.jsonl', '-o', 'out', '--name', name)).files[
        'out/README.md'
      ] ?? ''
    expect(head(card)).toMatchObject({
      license: 'unknown',
      pretty_name: 'x\\n---\\nlicense: mit\\n# <script>',
    })
    expect(card).not.toContain('\n# <script>')
    expect(card.split('\n').filter((one) => one === '---')).toHaveLength(2)
  })

  it.each([
    [['items.jsonl', '-o', 'full'], 'output-exists'],
    [['items.jsonl', '-o', 'items.jsonl/x'], 'output-is-file'],
    [['items.jsonl', '-o', 'out', '--licence', 'my: licence'], 'licence-odd'],
    [['gone', '-o', 'out'], 'file-missing'],
  ])('refuses %j', async (argv, code) => {
    const contents = { 'items.jsonl': `${JSON.stringify(qa('q1', 'yes'))}\n`, 'full/x': 'y' }
    await expect(assay(contents, 'export', 'dataset', ...argv)).rejects.toMatchObject({ code })
  })
})
