import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { recordCli } from '../../../test/contract/cli-run.js'
import { type MemoryFiles, memoryFiles } from '../../../test/contract/memory-files.js'
import type { CliContext } from '../command.js'
import { scoreCommand } from './score.js'

const lines = (...values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('')

const tool = {
  name: 'go',
  inputSchema: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
}
const item = (id: string, gold: unknown) => ({
  id,
  kind: 'call',
  messages: [{ role: 'user', content: 'Go to "Lima".' }],
  tools: [tool],
  gold,
})
const right = { calls: [{ name: 'go', arguments: { to: 'Lima' } }], order: 'any' }
const items = lines(item('a', right), item('b', right), item('c', { none: true }), {
  id: 'd',
  kind: 'dialogue',
  turns: [],
})
const call = (to: unknown): string =>
  `<tool_call>\n${JSON.stringify({ name: 'go', arguments: { to } })}\n</tool_call>`
const outputs = lines(
  { id: 'a', text: call('Lima') },
  { id: 'b', text: call('lima') },
  { id: 'c', text: 'Hello.' },
)
const bfcl = {
  'bfcl/BFCL_v4_simple_python.json': lines({
    id: 'simple_python_0',
    question: [[{ role: 'user', content: 'Go.' }]],
    function: [
      {
        name: 'go',
        description: '',
        parameters: { type: 'dict', properties: { to: { type: 'string' } }, required: ['to'] },
      },
    ],
  }),
  'bfcl/possible_answer/BFCL_v4_simple_python.json': lines({
    id: 'simple_python_0',
    ground_truth: [{ go: { to: ['Lima'] } }],
  }),
}

interface Run {
  readonly out: string
  readonly files: MemoryFiles
}

async function assay(argv: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Run> {
  let out = ''
  const files = memoryFiles({ 'items.jsonl': items, 'outputs.jsonl': outputs, ...more })
  const context: CliContext = {
    files,
    http: { send: () => Promise.reject(new Error('no network in tests')) },
    clock: { now: () => 0, sleep: async () => {} },
    print: (text) => {
      out += text
    },
    notify: () => {},
    complain: () => {},
    variable: () => undefined,
    signal: new AbortController().signal,
    exit: () => {},
  }
  const program = new Command('assay').exitOverride()
  scoreCommand.register(program, context)
  await program.parseAsync(['node', 'assay', 'score', 'calls', ...argv])
  return { out, files }
}

const basic = [
  '--items',
  'items.jsonl',
  '--outputs',
  'outputs.jsonl',
  '--dialect',
  'hermes',
  '--resamples',
  '100',
]

describe('assay score calls', () => {
  it('says loudly that calls are written in another dialect than the one that is read', async () => {
    const argv = basic.map((word) => (word === 'hermes' ? 'openai' : word))
    expect((await assay(argv)).out).toMatch(
      /CALLS NOT READ: of 3 outputs .* 2 call .* in hermes, and 0 in openai/,
    )
    expect((await assay(basic)).out).not.toMatch(/CALLS NOT READ/)
    const { details } = JSON.parse((await assay([...argv, '--json'])).out)
    expect(details.leftCalls).toEqual({ dialect: 'openai', spoken: 'hermes', checked: 3, read: 0, left: 2 })
  })

  it('prints verdicts and scores as JSON', async () => {
    const { out } = await assay([...basic, '--json'])
    const document = JSON.parse(out)
    expect(document).toMatchObject({
      schema: 'assay.scores/1',
      subject: 'outputs.jsonl',
      benchmark: 'items.jsonl',
      details: {
        dialect: 'hermes',
        counts: { items: 3, measured: 3, otherKinds: 1 },
        gaps: { missing: [], doubled: [], unknown: [] },
        outcomes: { called: 2, abstained: 1 },
        unreachable: [],
        seed: 0,
        resamples: 100,
      },
    })
    expect(document.items).toMatchObject([
      {
        id: 'a',
        outcome: 'called',
        match: true,
        exact: true,
        level: 'S7',
        perCall: [true],
        calls: { gold: 1, equal: 1 },
      },
      { id: 'b', outcome: 'called', match: false, exact: false, selection: true, perCall: [false] },
      { id: 'c', outcome: 'abstained', match: true, exact: true, expects: 'none' },
    ])
    const exact = document.scores.find((score: { metric: string }) => score.metric === 'exact')
    expect(exact).toMatchObject({
      value: 2 / 3,
      n: 3,
      floor: { verdict: 'not-enough-data' },
      scorer: { name: 'calls', version: 1 },
    })
  })

  it('prints a table', async () => {
    const { out } = await assay(basic)
    expect(out).toMatch(/^outputs\.jsonl on items\.jsonl: 3 of 3 call items\n/)
    expect(out).toMatch(/called 2 · attempted 0 · truncated 0 · abstained 1 · empty 0/)
    expect(out).toMatch(/\nexact +66\.7 \[[\d., ]+\] +3 +[\d.]+ \S+ +not-enough-data\n/)
    expect(out).toMatch(/items of other kinds, passed over: 1\n/)
  })

  it('keeps format and contrast apart from ability', async () => {
    const { out } = await assay(basic)
    const [, ability = '', format = '', contrast = ''] =
      /\nability ([^]*?)\nformat ([^]*?)\nfor contrast only ([^]*?)\nPercent/.exec(out) ?? []
    expect(ability).toMatch(/^exact /m)
    expect(ability).not.toMatch(/well-formed|keyword/)
    expect(format).toMatch(/^well-formed [^]*^schema-valid [^]*^truncated /m)
    expect(contrast).toMatch(/^selection-lenient [^]*^keyword-released /m)
  })

  it('says when a floor leaves nothing to show, and marks what has no interval of its own', async () => {
    const many = Array.from({ length: 30 }, (_, place) => item(`i${place}`, { none: true }))
    const files = {
      'items.jsonl': lines(...many, item('a', right)),
      'outputs.jsonl': lines(...many.map(({ id }) => ({ id, text: 'No.' })), { id: 'a', text: 'No.' }),
    }
    const { out } = await assay(basic, files)
    expect(out).toMatch(/\nuseful-abstention +100\.0 \[[^\]]+\] +30 +100\.0 \S+ +at-floor\n/)
    expect(out).toMatch(/a measure proves nothing by itself\.\n/)
    const stars = out.split('\n').filter((line) => /\d\*| \d[^ ]*\*/.test(line))
    expect(stars.length > 0).toBe(/\n\* /.test(out))
  })

  it('prints many items piece by piece, the same as into a file', async () => {
    const many = Array.from({ length: 2000 }, (_, place) => item(`i${place}`, { none: true }))
    const record = recordCli(
      memoryFiles({
        'items.jsonl': lines(...many),
        'outputs.jsonl': lines(...many.map(({ id }) => ({ id, text: 'No.' }))),
      }),
    )
    const pieces: string[] = []
    const context: CliContext = { ...record.context, print: (text) => void pieces.push(text) }
    const program = new Command('assay').exitOverride()
    scoreCommand.register(program, context)
    const argv = ['node', 'assay', 'score', 'calls', ...basic, '--json', '-o', 'scores.json']
    await program.parseAsync(argv)
    expect(pieces.length).toBeGreaterThan(5)
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(100_000)
    expect(JSON.parse(pieces.join('')).items).toHaveLength(2000)
    expect(record.files.contents.get('scores.json')).toBe(pieces.join(''))
  })

  it('writes to a file what it prints', async () => {
    const { out, files } = await assay([...basic, '--json', '-o', 'x/scores.json'])
    expect(files.contents.get('x/scores.json')).toBe(out)
  })

  it('prints nothing when outputs are missing or doubled, unless partial', async () => {
    const files = {
      'outputs.jsonl': lines(
        { id: 'a', text: '' },
        { id: 'b', text: '' },
        { id: 'b', text: '' },
        { id: 'z', text: '' },
      ),
    }
    await expect(assay(basic, files)).rejects.toMatchObject({ code: 'outputs-doubled' })
    await expect(assay(basic, { 'outputs.jsonl': lines({ id: 'a', text: '' }) })).rejects.toMatchObject({
      code: 'outputs-missing',
    })
    const { out } = await assay([...basic, '--partial'], files)
    expect(out).toMatch(/1 of 3 call items/)
    expect(out).toMatch(
      /items without an output, unmeasured: 1 \(c\)\nitems with several outputs, unmeasured: 1 \(b\)\noutputs of no item, passed over: 1 \(z\)/,
    )
  })

  it('scores as BFCL does where that is asked for', async () => {
    const argv = ['--items', 'bfcl', '--outputs', 'o.jsonl', '--compat', 'bfcl', '--json']
    const { out } = await assay(argv, {
      ...bfcl,
      'o.jsonl': lines({ id: 'simple_python_0', text: "[go(to='LIMA')]" }),
    })
    expect(JSON.parse(out)).toMatchObject({
      items: [{ id: 'simple_python_0', valid: true, errorType: null }],
      details: { compat: 'bfcl' },
    })
    const strict = await assay(
      ['--items', 'bfcl', '--outputs', 'o.jsonl', '--dialect', 'pythonic', '--json'],
      { ...bfcl, 'o.jsonl': lines({ id: 'simple_python_0', text: "[go(to='LIMA')]" }) },
    )
    expect(JSON.parse(strict.out).items).toMatchObject([{ match: false, selection: true }])
  })

  it('looks tools that items only name up in a catalog', async () => {
    const files = {
      'items.jsonl': lines({ ...item('a', right), tools: ['go'] }),
      'outputs.jsonl': lines({ id: 'a', text: call('Lima').replace('"Lima"', '"Lima", "by": 1') }),
      'catalog.jsonl': lines(tool),
    }
    const without = JSON.parse((await assay([...basic, '--json'], files)).out)
    const within = JSON.parse((await assay([...basic, '--json', '--catalog', 'catalog.jsonl'], files)).out)
    expect(without.items[0]).toMatchObject({ level: 'S6' })
    expect(within.items[0]).toMatchObject({ level: 'S5' })
  })

  it('names items whose gold cannot be called', async () => {
    const gold = { calls: [{ name: 'fly', arguments: {} }] }
    const files = { 'items.jsonl': lines(item('a', gold)), 'outputs.jsonl': lines({ id: 'a', text: '' }) }
    expect((await assay(basic, files)).out).toMatch(/gold calls a tool that is not offered[^]*: 1 \(a\)\n/)
  })

  it.each<[string, readonly string[], Readonly<Record<string, string>>, RegExp]>([
    ['a dialect nobody knows', ['--dialect', 'hermez'], {}, /Did you mean "hermes"/],
    [
      'items of other kinds',
      [],
      { 'items.jsonl': lines({ id: 'q', kind: 'qa', tool: 't', question: 'Is it?', answer: 'yes' }) },
      /None of the 1 items/,
    ],
    [
      'gold that is misspelt',
      [],
      { 'items.jsonl': lines(item('a', { calls: [{ name: 'go', arguments: { to: { $oneof: [] } } }] })) },
      /\$oneOf/,
    ],
    ['broken outputs', [], { 'outputs.jsonl': '{' }, /outputs\.jsonl, line 1/],
    ['items that are not BFCL’s', ['--compat', 'bfcl'], {}, /not imported from BFCL/],
    ['no outputs at all', ['--partial'], { 'outputs.jsonl': '' }, /No item has an output[^]*outputs\.jsonl/],
    ['missing outputs', [], { 'outputs.jsonl': lines({ id: 'a', text: '' }) }, /"b", "c"[^]*outputs\.jsonl/],
    ['answers that are of no use', ['--answers', 'bfcl'], {}, /--answers/],
  ])('refuses %s', async (_what, argv, files, message) => {
    await expect(assay([...basic, ...argv], files)).rejects.toThrow(message)
  })

  it('prints nothing when it is interrupted', async () => {
    const record = recordCli(memoryFiles({ 'items.jsonl': items, 'outputs.jsonl': outputs }), {
      signal: AbortSignal.abort(new Error('interrupted')),
    })
    const program = new Command('assay').exitOverride()
    scoreCommand.register(program, record.context)
    const done = program.parseAsync(['node', 'assay', 'score', 'calls', ...basic, '-o', 'scores.json'])
    await expect(done).rejects.toThrow('interrupted')
    expect([record.out(), record.files.contents.has('scores.json')]).toEqual(['', false])
  })

  it('asks for a dialect where texts are to be read', async () => {
    await expect(assay(['--items', 'items.jsonl', '--outputs', 'outputs.jsonl'])).rejects.toMatchObject({
      code: 'dialect-missing',
    })
  })
})
