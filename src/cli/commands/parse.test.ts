import { describe, expect, it } from 'vitest'
import { recordCli } from '../../../test/contract/cli-run.js'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import { buildProgram } from '../program.js'

const tools = JSON.stringify([
  {
    name: 'get_weather',
    inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
  { name: 'lookup', inputSchema: { type: 'object', properties: { id: { type: 'integer' } } } },
])
const block = (json: string): string => `<tool_call>\n${json}\n</tool_call>`
const lines = (...values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('')

async function assay(files: Readonly<Record<string, string | Uint8Array>>, ...argv: readonly string[]) {
  const record = recordCli(memoryFiles({ 'tools.json': tools, ...files }))
  await buildProgram(record.context).parseAsync(['node', 'assay', 'parse', '--tools', 'tools.json', ...argv])
  return record
    .out()
    .split('\n')
    .filter((line) => line !== '')
}

describe('assay parse', () => {
  it('prints one line a text, in order, in the documented shape', async () => {
    const outputs = lines(
      { id: 'one', text: block('{"name": "get_weather", "arguments": {"city": "Cusco"}}') },
      { id: 2, text: 'No.' },
    )
    const [first, second, ...rest] = await assay(
      { 'outputs.jsonl': outputs },
      '--dialect',
      'hermes',
      'outputs.jsonl',
      '--json',
    )
    expect(rest).toEqual([])
    const call = { name: 'get_weather', arguments: { city: 'Cusco' } }
    expect(JSON.parse(first ?? '')).toEqual({
      id: 'one',
      outcome: 'called',
      strict: { ok: true, level: 'S6', calls: [call], faults: [], flags: [] },
      vendor: { ok: true, calls: [call] },
      lenient: { calls: [call], repairs: [] },
      keyword: { released: 'get_weather', anywhere: ['get_weather'] },
      inReasoning: 0,
    })
    expect(JSON.parse(second ?? '')).toMatchObject({ id: '2', outcome: 'abstained', strict: { level: 'S0' } })
  })

  it('says beside a refused call what would make it fit, and changes nothing', async () => {
    const text = block('{"name": "lookup", "arguments": {"id": "12"}}')
    const [line = ''] = await assay(
      { 'outputs.jsonl': lines({ id: 'a', text }) },
      '--dialect',
      'hermes',
      'outputs.jsonl',
    )
    expect(JSON.parse(line)).toMatchObject({
      strict: {
        level: 'S5',
        calls: [{ name: 'lookup', arguments: { id: '12' } }],
        coercions: [{ call: 0, path: '/id', kind: 'string-to-integer', from: '12', to: 12 }],
      },
    })
  })

  it('refuses invalid UTF-8, naming the place', async () => {
    const files = { 'answer.txt': Uint8Array.of(0x68, 0xff), 'o.jsonl': Uint8Array.of(0x7b, 0xff, 0x0a) }
    for (const file of Object.keys(files)) {
      await expect(assay(files, '--dialect', 'hermes', file)).rejects.toThrow(new RegExp(`UTF-8[^]*${file}`))
    }
  })

  it('keeps the digits of numbers', async () => {
    const text = block('{"name": "lookup", "arguments": {"id": 12345678901234567890}}')
    const [line = ''] = await assay(
      { 'outputs.jsonl': lines({ id: 'a', text }) },
      '--dialect',
      'hermes',
      'outputs.jsonl',
    )
    expect(line).toContain('"arguments":{"id":12345678901234567890}')
  })

  it('takes the reason of the end from the line, else from the flag', async () => {
    const text = '<tool_call>{"name": "lookup"'
    const outputs = lines(
      { id: 'a', text },
      { id: 'b', text, stopReason: 'max_tokens' },
      { id: 'c', text, stopReason: 'stop' },
    )
    const outcomes = (printed: readonly string[]) => printed.map((line) => JSON.parse(line).outcome)
    expect(outcomes(await assay({ 'o.jsonl': outputs }, '--dialect', 'hermes', 'o.jsonl'))).toEqual([
      'attempted',
      'truncated',
      'attempted',
    ])
    const cut = await assay(
      { 'o.jsonl': outputs },
      '--dialect',
      'hermes',
      'o.jsonl',
      '--stop-reason',
      'length',
    )
    expect(outcomes(cut)[0]).toBe('truncated')
  })

  it('reads a file that holds one raw text', async () => {
    const printed = await assay(
      { 'answer.txt': block('{"name": "lookup", "arguments": {}}') },
      '--dialect',
      'hermes',
      'answer.txt',
    )
    expect(printed.map((line) => JSON.parse(line))).toMatchObject([{ id: 'answer.txt', outcome: 'called' }])
  })

  it('reads messages, token ids with a vocabulary, and the preamble', async () => {
    const vocabulary = JSON.stringify({
      model: { vocab: { '{"name": "lookup", "arguments": {}}': 0 } },
      added_tokens: [
        { id: 1, content: '<tool_call>' },
        { id: 2, content: '</tool_call>' },
      ],
    })
    const files = {
      'v.json': vocabulary,
      'o.jsonl': lines(
        { id: 'ids', tokenIds: [1, 0, 2] },
        { id: 'm', message: { role: 'assistant', content: 'No.' } },
      ),
      'p.txt': 'Example: {"name": "lookup", "arguments": {}}',
    }
    const printed = await assay(
      files,
      '--dialect',
      'hermes',
      'o.jsonl',
      '--vocabulary',
      'v.json',
      '--preamble',
      'p.txt',
    )
    expect(printed.map((line) => JSON.parse(line))).toMatchObject([
      { id: 'ids', outcome: 'called', strict: { flags: ['echo_of_preamble_example'] } },
      { id: 'm', outcome: 'abstained' },
    ])
  })

  it('reads messages as they were written, doubled keys included', async () => {
    const call = '"type": "function", "function": {"name": "lookup", "arguments": "{}"}'
    const message = (entry: string): string =>
      `{"id": "m", "message": {"role": "assistant", "tool_calls": [{"id": "1", ${entry}}]}}\n`
    const argv = ['--dialect', 'openai', 'o.jsonl']
    const [plain = ''] = await assay({ 'o.jsonl': message(call) }, ...argv)
    const [doubled = ''] = await assay({ 'o.jsonl': message(`"id": "2", ${call}`) }, ...argv)
    expect(JSON.parse(plain)).toMatchObject({ outcome: 'called', strict: { ok: true } })
    expect(JSON.parse(doubled)).toMatchObject({ strict: { ok: false, calls: [] } })
  })

  it('takes the tools of the config where none are named', async () => {
    const record = recordCli(
      memoryFiles({
        'desk/tools.json': tools,
        'desk/assay.config.yaml': 'catalog: [./tools.json]\nsections: [lint]\n',
        'o.jsonl': lines({ id: 'a', text: block('{"name": "lookup", "arguments": {"id": 1}}') }),
        'odd.yaml': 'catalog: tools.json\n',
        'none.yaml': 'seed: 3\n',
      }),
    )
    const parse = (config: string) =>
      buildProgram(record.context).parseAsync(
        ['parse', '--config', config, '--dialect', 'hermes', 'o.jsonl'],
        { from: 'user' },
      )
    await parse('desk/assay.config.yaml')
    expect(JSON.parse(record.out())).toMatchObject({ strict: { ok: true, level: 'S6' } })
    expect(record.err()).not.toMatch(/No --tools/)
    await expect(parse('odd.yaml')).rejects.toThrow(/"catalog" must be a list of sources[^]*odd\.yaml/)
    await parse('none.yaml')
    expect(record.err()).toMatch(/No --tools/)
  })

  it.each([
    [['--dialect', 'hermis', 'o.jsonl'], /No dialect is called "hermis"[\s\S]*Did you mean "hermes"/],
    [['--dialect', 'hermes', 'gone.jsonl'], /no such file/],
    [['--dialect', './gone.json', 'o.jsonl'], /no such file[\s\S]*gone.json[\s\S]*dialect list/],
    [['--dialect', 'hermes', 'ids.jsonl'], /token ids[\s\S]*ids.jsonl, line 1[\s\S]*--vocabulary/],
    [['--dialect', 'hermes', 'calls.jsonl'], /parsed elsewhere/],
    [['--dialect', 'hermes', 'broken.jsonl'], /not valid JSON[\s\S]*broken.jsonl, line 2/],
  ])('refuses %j and says what to do', async (argv, message) => {
    const files = {
      'o.jsonl': lines({ id: 'a', text: 'x' }),
      'ids.jsonl': lines({ id: 'a', tokenIds: [1] }),
      'calls.jsonl': lines({ id: 'a', calls: [] }),
      'broken.jsonl': `${lines({ id: 'a', text: 'x' })}{"id": \n`,
    }
    await expect(assay(files, ...argv)).rejects.toThrow(message)
  })
})

describe('assay parse --summary', () => {
  const outputs = lines(
    { id: 'right', text: block('{"name": "get_weather", "arguments": {"city": "Cusco"}}') },
    { id: 'unknown', text: block('{"name": "get_wether", "arguments": {}}') },
    { id: 'unfit', text: block('{"name": "lookup", "arguments": {"id": "12"}}') },
    { id: 'talk', text: 'I call get_weather now.' },
    { id: 'silent', text: '' },
    { id: 'cut', text: '<tool_call>\n{"name": "look', stopReason: 'length' },
  )

  it('counts outcomes, levels, keywords against calls and faults, and finds the dialect', async () => {
    const text = (await assay({ 'outputs.jsonl': outputs }, '--summary', '--json', 'outputs.jsonl')).join(
      '\n',
    )
    const summary = JSON.parse(text) as Record<string, unknown>
    const share = (n: number): unknown => expect.objectContaining({ n, value: n / 6 })
    expect(summary).toMatchObject({
      schema: 'assay.parse-summary/1',
      dialect: 'hermes',
      outputs: 6,
      outcomes: {
        called: share(3),
        attempted: share(0),
        truncated: share(1),
        abstained: share(1),
        empty: share(1),
      },
      keywordAgainstStrict: {
        both: 2,
        keywordOnly: 2,
        strictOnly: 0,
        neither: 2,
        examples: ['unknown', 'talk'],
      },
    })
    expect(summary.levels).toEqual([4, 3, 3, 3, 2, 1].map(share))
    expect(summary.faults).toEqual(
      expect.arrayContaining([
        { code: 'unknown-tool', outputs: 1, examples: ['unknown'] },
        { code: 'schema-wrong-type', outputs: 1, examples: ['unfit'] },
      ]),
    )
  })

  it('says what to do next', async () => {
    const text = (await assay({ 'outputs.jsonl': outputs }, '--summary', 'outputs.jsonl')).join('\n')
    expect(text).toContain('outputs.jsonl: 6 outputs, read as hermes')
    expect(text).toContain('assay score calls --items ITEMS --outputs outputs.jsonl --dialect hermes')
  })

  it('is a result where nobody calls, though the lines are not', async () => {
    const talk = { 'outputs.jsonl': lines({ id: 'a', text: 'I call lookup.' }) }
    const text = (await assay(talk, '--summary', 'outputs.jsonl')).join('\n')
    expect(text).toMatch(/abstained +1 +100\.0/)
    await expect(assay(talk, 'outputs.jsonl')).rejects.toMatchObject({ code: 'dialect-missing' })
    await expect(assay({ 'one.txt': 'I call lookup.' }, 'one.txt')).rejects.toMatchObject({
      code: 'dialect-missing',
    })
  })

  it('says that there is nothing where there is nothing', async () => {
    const text = (await assay({ 'outputs.jsonl': '' }, '--summary', 'outputs.jsonl')).join('\n')
    expect(text).toBe('outputs.jsonl holds no output.')
  })
})
