import { describe, expect, it } from 'vitest'
import { type CallTask, callTaskOf } from '../../benchmark/call-item.js'
import type { Output, OutputContent } from '../../run/output-lines.js'
import type { JsonObject } from '../../text/json.js'
import { functiongemma } from '../../toolcall/dialects/functiongemma.js'
import { hermes } from '../../toolcall/dialects/hermes.js'
import { openai } from '../../toolcall/dialects/openai.js'
import { pythonic } from '../../toolcall/dialects/pythonic.js'
import { OutputReader } from './read-output.js'
import { type OutputScoreRequest, scoreOutputs } from './score-outputs.js'

const tools = [
  { name: 'go', inputSchema: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] } },
]
const item = (id: string, gold: JsonObject): CallTask =>
  callTaskOf({
    kind: 'call',
    id,
    json: { messages: [{ role: 'user', content: 'Go to "Lima".' }], tools, gold },
  })
const right = { calls: [{ name: 'go', arguments: { to: 'Lima' } }] }
const tasks = [item('a', right), item('b', right), item('c', { none: true })]
const output = (id: string, said: OutputContent, where = `o.jsonl, ${id}`): Output => ({
  id,
  said,
  stopReason: 'stop',
  where,
})
const text = (value: string): OutputContent => ({ kind: 'text', text: value })
const messageOf = (message: JsonObject): OutputContent => ({
  kind: 'message',
  text: JSON.stringify(message),
  message,
})
const CALL = '<tool_call>\n{"name": "go", "arguments": {"to": "Lima"}}\n</tool_call>'
const score = (outputs: readonly Output[], more: Partial<OutputScoreRequest> = {}) =>
  scoreOutputs({ tasks, outputs, partial: false, dialect: hermes, seed: 0, resamples: 100, ...more })

describe('scoreOutputs', () => {
  it('judges every item once, in the order of the items, and counts outcomes', async () => {
    const result = await score([
      output('c', text('Hello.')),
      output('a', text(CALL)),
      output('b', text('{"name": "go"')),
    ])
    const verdicts = [...result.verdicts]
    expect(result.tasks.map(({ id }, place) => [id, verdicts[place]?.exact])).toEqual([
      ['a', true],
      ['b', false],
      ['c', true],
    ])
    expect(result.outcomes).toMatchObject({ called: 1, attempted: 1, abstained: 1, truncated: 0, empty: 0 })
    expect(result.gaps).toEqual({ missing: [], doubled: [], unknown: [] })
    expect(result.nulls.find(({ id }) => id === 'constant')?.outcomes.called).toBe(3)
    expect(result.nulls.find(({ id }) => id === 'silent')?.outcomes.empty).toBe(3)
  })

  it('knows the floor that copies the quoted word', async () => {
    const { scores } = await score(tasks.map(({ id }) => output(id, text(CALL))))
    expect(scores.find(({ metric }) => metric === 'call-exact')).toMatchObject({
      value: 1,
      floor: { null: 'constant', value: 1, verdict: 'not-enough-data' },
    })
  })

  it('stops at outputs that are missing, doubled or of no item', async () => {
    const all = tasks.map(({ id }) => output(id, text(CALL)))
    await expect(score(all.slice(1))).rejects.toMatchObject({
      code: 'outputs-missing',
      message: expect.stringMatching(/"a"[^]*--partial/),
    })
    await expect(score([...all, output('a', text(''), 'line 4')])).rejects.toMatchObject({
      code: 'outputs-doubled',
      where: 'o.jsonl, a and line 4',
    })
    await expect(score([...all, output('z', text(''))])).rejects.toMatchObject({ code: 'outputs-unknown' })
  })

  it('leaves them unmeasured under partial: neither wins nor losses', async () => {
    const result = await score(
      [
        output('a', text(CALL)),
        output('b', text(CALL)),
        output('b', text('')),
        output('b', text(CALL)),
        output('z', text('')),
      ],
      { partial: true },
    )
    expect(result.tasks.map(({ id }) => id)).toEqual(['a'])
    expect([...result.verdicts]).toMatchObject([{ exact: true }])
    expect(result.gaps).toEqual({ missing: ['c'], doubled: ['b'], unknown: ['z'] })
    await expect(score([], { partial: true })).rejects.toMatchObject({ code: 'nothing-measured' })
  })
})

describe('OutputReader', () => {
  const read = (
    said: OutputContent,
    options: ConstructorParameters<typeof OutputReader>[0] = { dialect: hermes },
  ) => new OutputReader(options).read(tasks[0] as CallTask, output('a', said))

  it('reads texts and messages by the dialect', () => {
    expect(read(text(CALL))).toMatchObject({
      outcome: 'called',
      ok: true,
      level: 'S6',
      keyword: { released: 'go' },
    })
    const message = {
      role: 'assistant',
      tool_calls: [{ id: 'x', type: 'function', function: { name: 'go', arguments: '{"to": "Lima"}' } }],
    }
    expect(read(messageOf(message), { dialect: openai })).toMatchObject({
      outcome: 'called',
      ok: true,
    })
    expect(read(text("[go(to='Lima')]"), { dialect: pythonic })).toMatchObject({
      outcome: 'called',
      ok: true,
    })
  })

  it('takes the content of a message where the dialect is one of texts', () => {
    expect(read(messageOf({ role: 'assistant', content: CALL }))).toMatchObject({
      outcome: 'called',
      ok: true,
    })
    expect(read(messageOf({ role: 'assistant', content: null }))).toMatchObject({ ok: false })
  })

  it('judges calls that were parsed elsewhere by name and schema', () => {
    const calls = (name: string, given: JsonObject): OutputContent => ({
      kind: 'calls',
      calls: [{ name, arguments: given }],
    })
    expect(read(calls('go', { to: 'Lima' }), {})).toMatchObject({ outcome: 'called', ok: true, level: 'S6' })
    expect(read(calls('go', { to: 5 }), {})).toMatchObject({ ok: false, level: 'S5' })
    expect(read(calls('fly', {}), {})).toMatchObject({ ok: false, level: 'S4' })
    expect(read({ kind: 'calls', calls: [] }, {})).toMatchObject({ outcome: 'abstained', level: 'S0' })
  })

  it('says what it needs', () => {
    expect(() => read(text(CALL), {})).toThrow(/--dialect[^]*dialect list/)
    expect(() => read({ kind: 'tokens', tokenIds: [1] })).toThrow(/--vocabulary/)
    const vocabulary = { encoding: 'plain' as const, pieces: ['x', CALL], added: new Set<number>() }
    expect(read({ kind: 'tokens', tokenIds: [1] }, { dialect: hermes, vocabulary })).toMatchObject({
      outcome: 'called',
    })
    const typed = {
      encoding: 'plain' as const,
      pieces: ['<tool_', 'call>', CALL.slice(11), '<tool_call>'],
      added: new Set([3]),
    }
    expect(
      read({ kind: 'tokens', tokenIds: [0, 1, 2] }, { dialect: hermes, vocabulary: typed }),
    ).toMatchObject({ outcome: 'attempted' })
    expect(read({ kind: 'tokens', tokenIds: [3, 2] }, { dialect: hermes, vocabulary: typed })).toMatchObject({
      outcome: 'called',
    })
    expect(() => read({ kind: 'tokens', tokenIds: [9] }, { dialect: hermes, vocabulary })).toThrow(
      /o\.jsonl, a, token 1/,
    )
  })

  it('reads null callers in the dialect, or as prose without one', () => {
    const task = tasks[0] as CallTask
    const calls = { kind: 'calls' as const, calls: [{ name: 'go', arguments: { to: 'Lima' } }] }
    expect(new OutputReader({ dialect: hermes }).readNull(task, calls)).toMatchObject({
      outcome: 'called',
      ok: true,
      keyword: {},
    })
    expect(new OutputReader({}).readNull(task, calls)).toMatchObject({ outcome: 'called', ok: true })
    expect(
      new OutputReader({ dialect: openai }).readNull(task, { kind: 'text', text: 'Use go.' }),
    ).toMatchObject({
      outcome: 'abstained',
      keyword: { anywhere: ['go'] },
    })
    expect(new OutputReader({}).readNull(task, { kind: 'text', text: ' ' })).toMatchObject({
      outcome: 'empty',
    })
    expect(new OutputReader({}).readNull(task, { kind: 'text', text: CALL })).toMatchObject({
      outcome: 'abstained',
    })
  })

  it('takes calls that were cut by the token limit for no abstention', () => {
    const cut = { ...output('a', { kind: 'calls', calls: [] }), stopReason: 'length' as const }
    const empty = { outcome: 'truncated', ok: false, level: 'S0', calls: [] }
    expect(new OutputReader({}).read(tasks[0] as CallTask, cut)).toEqual(empty)
  })

  it('gives several parsed calls the level of the worst', () => {
    const levels = (...calls: readonly [name: string, to: unknown][]) =>
      read(
        { kind: 'calls', calls: calls.map(([name, to]) => ({ name, arguments: { to } as JsonObject })) },
        {},
      )
    expect(levels(['go', 'Lima'], ['go', 5], ['go', 'Rome'])).toMatchObject({ level: 'S5', ok: false })
    expect(levels(['go', 5], ['fly', 5])).toMatchObject({ level: 'S4' })
    expect(levels(['fly', 5], ['go', 5])).toMatchObject({ level: 'S4' })
    expect(levels(['go', 'Lima'], ['go', 'Rome'])).toMatchObject({ level: 'S6', ok: true })
  })

  it('says which API to name for a message', () => {
    expect(() => read(messageOf({ role: 'assistant', content: 'A' }), {})).toThrow(
      expect.objectContaining({
        code: 'dialect-missing',
        where: 'o.jsonl, a',
        fix: expect.stringMatching(/--dialect: openai for its chat messages/),
      }),
    )
    expect(() => read(text('A'), {})).toThrow(expect.objectContaining({ code: 'dialect-missing' }))
  })

  it('takes the calls of a null caller as they are where the dialect cannot write them', () => {
    const quoting = { kind: 'calls' as const, calls: [{ name: 'go', arguments: { to: 'a <escape> b' } }] }
    const reading = new OutputReader({ dialect: functiongemma }).readNull(tasks[0] as CallTask, quoting)
    expect(reading).toEqual({ outcome: 'called', ok: true, level: 'S6', calls: quoting.calls })
  })

  it('does not hide another fault of a dialect that writes calls', () => {
    const broken = {
      ...hermes,
      renderCalls: () => {
        throw new RangeError('broken')
      },
    }
    const calls = { kind: 'calls' as const, calls: [{ name: 'go', arguments: {} }] }
    expect(() => new OutputReader({ dialect: broken }).readNull(tasks[0] as CallTask, calls)).toThrow(
      'broken',
    )
  })

  it('looks for names in the prose of a null caller without a dialect', () => {
    const reader = new OutputReader({})
    const task = tasks[0] as CallTask
    expect(reader.readNull(task, { kind: 'text', text: 'Use go.' })).toMatchObject({
      outcome: 'abstained',
      ok: false,
      level: 'S0',
      calls: [],
      keyword: { anywhere: ['go'] },
    })
    expect(reader.readNull(task, { kind: 'text', text: '' }).keyword?.anywhere).toEqual([])
  })
})

describe('outputs and items that do not pair', () => {
  const many = Array.from({ length: 7 }, (_, index) => item(`i${index}`, right))
  const all = tasks.map(({ id }) => output(id, text(CALL)))

  it('are named, the first five of those that are missing', async () => {
    const missing = (list: readonly CallTask[], outputs: readonly Output[], where?: string) =>
      score(outputs, { tasks: list, ...(where === undefined ? {} : { where }) })
    await expect(missing(many, [], 'o.jsonl')).rejects.toMatchObject({
      code: 'outputs-missing',
      what: '7 items have no output: "i0", "i1", "i2", "i3", "i4", ….',
      where: 'o.jsonl',
      fix: expect.stringContaining('--partial'),
    })
    await expect(missing(many.slice(0, 5), [])).rejects.toMatchObject({
      what: '5 items have no output: "i0", "i1", "i2", "i3", "i4".',
      where: undefined,
    })
    await expect(missing(tasks, all.slice(0, 2))).rejects.toMatchObject({
      what: 'One item has no output: "c".',
    })
  })

  it('tell the output that nothing is known of, and the item that was answered twice', async () => {
    await expect(score([...all, output('z', text(''), 'line 9')])).rejects.toMatchObject({
      code: 'outputs-unknown',
      what: 'There is no call item "z".',
      where: 'line 9',
      fix: expect.stringContaining('--partial'),
    })
    await expect(score([...all, output('b', text(''), 'line 9')])).rejects.toMatchObject({
      code: 'outputs-doubled',
      what: 'Two outputs have the id "b".',
      fix: expect.stringContaining('--partial'),
    })
    await expect(score([output('z', text(''))], { partial: true, where: 'o.jsonl' })).rejects.toMatchObject({
      code: 'nothing-measured',
      what: 'No item has an output.',
      where: 'o.jsonl',
      fix: expect.stringMatching(/ids must be equal/),
    })
    await expect(score([], { partial: true })).rejects.toMatchObject({ where: undefined })
  })

  it('are computed in one piece that a caller may interrupt, with the null callers that were asked for', async () => {
    let pieces = 0
    const result = await score(all, {
      nulls: [{ id: 'mute', prepare: () => () => ({ kind: 'text', text: '' }) } as never], // all that is read of one
      compute: (work) => {
        pieces++
        return work()
      },
    })
    expect(pieces).toBe(1)
    expect(result.nulls.map(({ id, outcomes }) => [id, outcomes.empty])).toEqual([['mute', 3]])
    expect(result.outcomes).toEqual({ called: 3, attempted: 0, truncated: 0, abstained: 0, empty: 0 })
  })
})
