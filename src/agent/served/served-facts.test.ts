import { describe, expect, it } from 'vitest'
import { hostHash } from '../../adapters/hash.js'
import { AssayError } from '../../errors.js'
import { ExactNumber, type JsonObject, type JsonValue, parseJson, writeJson } from '../../text/json.js'
import { givenOfJson } from '../given-json.js'
import type { CheckedArguments, PackTool, PackWorld } from '../pack.js'
import { replyOutcome } from './answer-outcome.js'
import { jsonRows } from './json-rows.js'
import { RecordedWorlds } from './recorded-world.js'
import { servedTool } from './served-tool.js'
import { lexiconOf, serverWorld } from './server-world.js'
import { callLine, headerLine, readToolLog, replayServer } from './tool-log.js'
import type { ServerReply, ToolServer } from './tool-server.js'

const json = (text: string): JsonValue => {
  const reading = parseJson(text, { maxDepth: 600 })
  if (reading.kind === 'fault') throw new Error(reading.fault.reason)
  return reading.value
}
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

describe('what a server answered', () => {
  const outcome = (result: JsonObject, args: JsonObject = {}) =>
    replyOutcome({ kind: 'answer', result }, { name: 'look', arguments: args })
  const firstOf = (result: JsonObject): unknown => {
    const made = outcome(result)
    if (made.kind !== 'rows') throw new Error('it gives rows')
    return Object.fromEntries(made.rows.columns.map((column) => [column, made.rows.value(0, column)]))
  }

  it('is told in full: the call, its first row, what was left out, and how many', () => {
    const items = Array.from({ length: 1001 }, (_, id) => ({ id, none: null }))
    expect(
      outcome({ structuredContent: { items } }, { a: [1, 'x'], ['n'.repeat(70)]: 'v'.repeat(200) }),
    ).toMatchObject({
      summary: `look; a: [1,"x"]; ${'n'.repeat(59)}…: "${'v'.repeat(118)}….\nFirst row: {"id":0}\nWhat the tool gave was too much; the rest is left out.\n1000 rows found.`,
    })
    expect(outcome({ content: [] })).toMatchObject({ summary: 'look.\n0 rows found.' })
    expect(outcome({ structuredContent: { a: 1, b: false, c: '', d: null } })).toMatchObject({
      summary: 'look.\nFirst row: {"a":1,"b":false,"c":""}\n1 row found.',
    })
  })

  it.each<readonly [JsonObject, unknown]>([
    [{ content: [{ type: 'text', text: 'hi' }] }, { text: 'hi' }],
    [{ content: [{ type: 'text', text: '\n {"a": 2} ' }] }, { a: 2 }],
    [{ content: [{ type: 'text', text: '{"a": 1, "a": 3}' }] }, { a: 3 }],
    [{ content: [{ type: 'text', text: 'x {"a": 1}' }] }, { text: 'x {"a": 1}' }],
    [{ content: [{ type: 'text', text: '{"a": 1}', uri: 'u:1' }] }, { text: '{"a": 1}', uri: 'u:1' }],
    [
      {
        content: [
          { type: 'text', text: '[1]' },
          { type: 'text', text: '[2]' },
        ],
      },
      { text: '[1]' },
    ],
    [
      { content: [{ type: 'image', mimeType: 'image/png', data: 'AAAAA' }] },
      { type: 'image', mimeType: 'image/png', base64Length: 5 },
    ],
    [{ content: [{ mimeType: 5, uri: 7 }] }, { type: null }],
    [
      { content: [{ type: 'resource', resource: { uri: 'f:1', text: 'in', mimeType: 'text/plain' } }] },
      { text: 'in', uri: 'f:1' },
    ],
    [
      { content: [{ type: 'resource', resource: { uri: 'f:1', mimeType: 'a/b' } }] },
      { type: 'resource', uri: 'f:1', mimeType: 'a/b' },
    ],
    [{ content: ['bare'] }, { text: 'bare' }],
    [{ structuredContent: [1], content: [{ type: 'text', text: 'b' }] }, { text: 'b' }],
  ])('gives for %j the row %j', (result, row) => {
    expect(firstOf(result)).toEqual(row)
  })

  it.each<readonly [JsonObject, string]>([
    [{ isError: true, content: [{ text: ' no ' }, { type: 'image' }, 5, { text: 'way' }] }, 'no    way'],
    [{ isError: true }, ''],
    [{ isError: true, content: [{ text: 'x'.repeat(400) }] }, `${'x'.repeat(299)}…`],
  ])('is an error of the tool for %j', (result, said) => {
    expect(outcome(result)).toEqual({
      kind: 'error',
      error: 'failed',
      message: `The tool answered with an error: ${JSON.stringify(said)}`,
    })
  })

  it('is an error only where it says so', () => {
    expect(outcome({ isError: 'true', content: [] }).kind).toBe('rows')
    const failure = { kind: 'failure', reason: 'ended', message: 'm'.repeat(400) } as const
    expect(replyOutcome(failure, { name: 'look', arguments: {} })).toEqual({
      kind: 'error',
      error: 'failed',
      message: `${'m'.repeat(299)}…`,
    })
  })
})

describe('JSON as rows', () => {
  it('is cut at its limits, to the character', () => {
    const cell = (text: string): unknown => jsonRows([text]).rows.value(0, 'value')
    expect(cell('x'.repeat(20_000))).toBe('x'.repeat(20_000))
    expect(cell('x'.repeat(20_001))).toBe(`${'x'.repeat(19_999)}…`)
    expect(cell(`${'x'.repeat(19_998)}😀${'y'.repeat(9)}`)).toBe(`${'x'.repeat(19_998)}…`)
    expect(jsonRows(['x'.repeat(20_000)]).isCut).toBe(false)
    expect(jsonRows(Array.from({ length: 1000 }, () => 1))).toMatchObject({
      isCut: false,
      rows: { count: 1000 },
    })
    const wide = (count: number) =>
      jsonRows([Object.fromEntries(Array.from({ length: count }, (_, at) => [`c${at}`, 1]))])
    expect([wide(100).isCut, wide(100).rows.columns.length]).toEqual([false, 100])
    expect([wide(101).isCut, wide(101).rows.columns.length]).toEqual([true, 100])
    const named = (length: number) => jsonRows([{ ['n'.repeat(length)]: 1, b: 2 }])
    expect([named(200).isCut, named(200).rows.columns.length]).toEqual([false, 2])
    expect([named(201).isCut, named(201).rows.columns]).toEqual([true, ['b']])
    // 1 Mi characters: rows of a name of five and a text of 16,379 fill it in 64.
    const heavy = (count: number) => jsonRows(Array.from({ length: count }, () => 'x'.repeat(16_379)))
    expect([heavy(64).isCut, heavy(64).rows.count]).toEqual([false, 64])
    expect([heavy(65).isCut, heavy(65).rows.count]).toEqual([true, 64])
    const numbers = jsonRows([{ ['n'.repeat(100)]: 1 }])
    expect(numbers.isCut).toBe(false)
  })

  it('writes what is nested as text, numbers as a double holds them', () => {
    const { rows } = jsonRows(
      json('{"a":{"y":1,"x":[1.0]},"b":12345678901234567890,"c":1e400,"d":-1.50,"e":7.0}'),
    )
    expect(rows.columns.map((column) => rows.value(0, column))).toEqual([
      '{"x":[1],"y":1}',
      '12345678901234567890',
      '1e400',
      -1.5,
      7,
    ])
    expect(rows.rowId(0)).toBe(
      '[["a","{\\"x\\":[1],\\"y\\":1}"],["b","12345678901234567890"],["c","1e400"],["d",-1.5],["e",7]]',
    )
    expect(rows.rowId(5)).toBe('')
    expect(jsonRows({ only: [] }).rows.count).toBe(0)
    expect(jsonRows({}).rows.count).toBe(1)
    expect(jsonRows({ a: 5 }).rows.columns).toEqual(['a'])
  })
})

const tool = (
  inputSchema: JsonObject,
  description = 'Does it.',
): { readonly made: PackTool; readonly sent: string[] } => {
  const sent: string[] = []
  const made = servedTool({
    tool: { name: 'do it', description, inputSchema },
    name: 'do_it',
    writes: true,
    answer: (args) => {
      sent.push(writeJson(args))
      return { kind: 'value', value: null }
    },
  })
  return { made, sent }
}
const checked = ({ made }: { readonly made: PackTool }, args: JsonObject): unknown =>
  made.check?.(new Map(Object.entries(args).map(([name, value]) => [name, givenOfJson(value)])))

describe('a served tool', () => {
  it('is described by its schema, parameter by parameter', () => {
    const { made } = tool(
      json(
        '{"type":"object","properties":{"a":{"type":"string","description":"Of a."},"b":{"type":["string","null",5]},"c":{"enum":[1,"x"]},"d":true,"e":{},"f":{"type":[],"description":"F"},"g":{"default":null,"type":"integer"}},"required":["a","zz"]}',
      ) as JsonObject,
    )
    expect(made).toMatchObject({ name: 'do_it', role: 'call', writes: true, examples: [] })
    expect(made.description).toBe('Does it. Gives a Result with a row for each thing that it answers.')
    expect(
      made.parameters.map(({ name, description, isMandatory, default: value }) => [
        name,
        description,
        isMandatory,
        value,
      ]),
    ).toEqual([
      ['a', 'string. Of a.', true, undefined],
      ['b', 'string or null.', undefined, undefined],
      ['c', 'One of 1, "x".', undefined, undefined],
      ['d', 'any value', undefined, undefined],
      ['e', 'any value', undefined, undefined],
      ['f', 'F', undefined, undefined],
      ['g', 'integer.', undefined, null],
    ])
    const many = tool({
      properties: {
        a: { enum: Array.from({ length: 60 }, (_, at) => at) },
        b: { description: 'x'.repeat(1200) },
      },
    }).made
    expect(many.parameters[0]?.description).toBe(
      `One of ${Array.from({ length: 50 }, (_, at) => at).join(', ')}.`,
    )
    expect(many.parameters[1]?.description).toBe(`${'x'.repeat(999)}…`)
    expect(tool({}, '').made).toMatchObject({
      description: 'Gives a Result with a row for each thing that it answers.',
      parameters: [],
    })
    expect(tool({ properties: 5, required: 5 }).made.parameters).toEqual([])
    expect(tool({}, 'y'.repeat(5000)).made.description).toHaveLength(
      4000 + ' Gives a Result with a row for each thing that it answers.'.length,
    )
    const reading = servedTool({
      tool: { name: 'x', inputSchema: {} },
      name: 'x',
      writes: false,
      answer: () => ({ kind: 'value', value: 1 }),
    })
    expect('writes' in reading).toBe(false)
  })

  const schema = json(
    '{"type":"object","properties":{"n":{"type":"integer"},"from":{"type":"string"},"list":{"type":"array"},"free":{}},"required":["n"]}',
  ) as JsonObject

  it.each<readonly [JsonObject, unknown]>([
    [
      { n: 1, ['z'.repeat(70)]: 2 },
      ['unknown', 'z'.repeat(70), `do_it has no parameter "${'z'.repeat(59)}…".`],
    ],
    [{ from: 'x' }, ['missing', 'n', 'do_it needs "n".']],
    [
      { n: new ExactNumber('9007199254740993') },
      ['range', undefined, 'A number is too large to be sent exactly.'],
    ],
    [
      { n: 1, list: [{ a: [new ExactNumber('-9007199254740993')] }] },
      ['range', undefined, 'A number is too large to be sent exactly.'],
    ],
  ])('refuses %j', (args, [reason, parameter, message]: unknown) => {
    expect(checked(tool(schema), args)).toEqual({
      kind: 'fault',
      reason,
      message,
      ...(parameter === undefined ? {} : { parameter }),
    })
  })

  it('refuses what the schema refuses, and blames the parameter', () => {
    expect(checked(tool(schema), { n: 'x' })).toMatchObject({ kind: 'fault', reason: 'type', parameter: 'n' })
    expect(checked(tool(schema), { n: 1, from_: 5 })).toMatchObject({
      kind: 'fault',
      reason: 'type',
      parameter: 'from_',
    })
    const strict = { ...schema, maxProperties: 1 }
    const fault = checked(tool(strict), { n: 1, free: 2 }) as Readonly<Record<string, unknown>>
    expect([fault.kind, fault.reason, 'parameter' in fault]).toEqual(['fault', 'type', false])
  })

  it('sends plain JSON by the names of the server', () => {
    const served = tool(schema)
    const args = {
      n: new ExactNumber('4.0'),
      from: 'a',
      list: [new ExactNumber('1.50'), { k: new ExactNumber('-0') }, null],
      free: null,
    }
    const reading = checked(served, args) as CheckedArguments
    expect(reading).toMatchObject({ kind: 'checked' })
    served.made.run(reading)
    expect(served.sent).toEqual(['{"n":4,"from":"a","list":[1.5,{"k":0},null]}'])
  })
})

const listing = {
  server: { name: 'desk', version: '2', instructions: 'Be kind.' },
  tools: [
    {
      name: 'read-it',
      description: 'Reads.',
      inputSchema: { type: 'object', properties: { itemId: {} }, required: ['itemId'] },
      annotations: { readOnlyHint: true },
    },
    {
      name: 'write',
      inputSchema: { type: 'object', properties: { max_items: {}, other: {} }, required: ['max_items'] },
    },
    { name: 'sort_results', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } },
  ],
}

describe('a world of a server', () => {
  const calls: unknown[] = []
  const server: ToolServer = {
    listing,
    call: async (name, args) => {
      calls.push([name, writeJson(args)])
      return { kind: 'answer', result: { structuredContent: { ok: 1 } } }
    },
    close: async () => undefined,
  }
  const worldOf = (allowsWrites: boolean, extra: Partial<ToolServer> = {}): PackWorld =>
    serverWorld({
      server: { ...server, ...extra },
      address: 'mcp:desk',
      semantics: 'strict',
      allowsWrites,
      hash: hostHash,
    })

  it('has its tools under names of Python, and beside them those of every pack', () => {
    const world = worldOf(false)
    expect(
      world.tools.map(({ name, role, writes, examples }) => [name, role, writes, examples.length]),
    ).toEqual([
      ['read_it', 'call', undefined, 0],
      ['write', 'call', true, 0],
      ['sort_results_2', 'call', undefined, 0],
      ['sort_results', 'sort', undefined, 0],
      ['adjust_date', 'date', undefined, 1],
      ['seek_information', 'seek', undefined, 1],
      ['save_to_cache', 'save', undefined, 0],
      ['get_results_from_cache', 'get', undefined, 0],
    ])
    expect(world.tools[5]?.examples).toEqual(['seek_information("What shall I look for?")'])
    expect(world).toMatchObject({
      pack: {
        id: 'mcp',
        version: 1,
        persona: 'an assistant who works with the tools of desk',
        languages: ['en'],
      },
      semantics: 'strict',
      counts: { tools: 3 },
      seek: {
        slots: [
          { slot: 'itemId', phrases: { en: ['itemid', 'item id'] } },
          { slot: 'max_items', phrases: { en: ['max_items', 'max items'] } },
        ],
      },
    })
    expect([...world.save()]).toEqual([])
    expect(worldOf(false, { listing: { ...listing, server: { title: 'The Desk' } } }).pack.persona).toContain(
      'of The Desk',
    )
    expect(worldOf(false, { listing: { ...listing, server: {} } }).pack.persona).toContain('of a server')
    const other = worldOf(false, {
      listing: { ...listing, server: { ...listing.server, instructions: 'Now it is noon.' } },
    })
    expect(other.knowledge).toBe(world.knowledge)
    expect(
      worldOf(false, { listing: { ...listing, server: { ...listing.server, version: '3' } } }).knowledge,
    ).not.toBe(world.knowledge)
  })

  it('calls what only reads, and what writes only when that is allowed', async () => {
    const run = (world: PackWorld, place: number, values: CheckedArguments['values']) =>
      Promise.resolve(world.tools[place]?.run({ kind: 'checked', values }))
    expect(await run(worldOf(false), 0, { itemId: 5 })).toMatchObject({
      kind: 'rows',
      summary: 'read_it; itemId: 5.\nFirst row: {"ok":1}\n1 row found.',
    })
    expect(await run(worldOf(false), 1, { max_items: 5 })).toEqual({
      kind: 'error',
      error: 'failed',
      message: 'write is not marked as read-only, so it does not run here.',
    })
    expect(await run(worldOf(true), 1, { max_items: 5 })).toMatchObject({ kind: 'rows' })
    expect(calls).toEqual([
      ['read-it', '{"itemId":5}'],
      ['write', '{"max_items":5}'],
    ])
  })

  it('can be asked for what is mandatory, each name once, in the words of the name', () => {
    const parameter = (name: string, isMandatory: boolean) =>
      ({ name, type: 'any', shape: 'one', description: '', isMandatory }) as const
    const one = (...names: readonly string[]): PackTool => ({
      name: 't',
      role: 'call',
      description: '',
      examples: [],
      parameters: [...names.map((name) => parameter(name, true)), parameter('left', false)],
      run: () => ({ kind: 'value', value: 1 }),
    })
    expect(lexiconOf([one('maxItems_perPage', 'id'), one('id', '_x__y_')]).slots).toEqual([
      { slot: 'maxItems_perPage', phrases: { en: ['maxitems_perpage', 'max items per page'] } },
      { slot: 'id', phrases: { en: ['id'] } },
      { slot: '_x__y_', phrases: { en: ['_x__y_', 'x y'] } },
    ])
  })
})

describe('a file of recorded results', () => {
  const bytes = async function* (text: string): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode(text)
  }
  const read = (...lines: readonly string[]) =>
    readToolLog(bytes(lines.map((line) => `${line}\n`).join('')), 'r.jsonl')
  const HEAD =
    '{"schema":"assay.tool-results/1","address":"mcp:desk","allowsWrites":true,"server":{"name":"desk","title":"T","version":"2","instructions":"I","other":"x"},"tools":[{"name":"count"}]}'

  it('is written line by line', () => {
    expect(
      headerLine({ address: 'mcp:desk', allowsWrites: false, listing: { server: { name: 'd' }, tools: [] } }),
    ).toBe(
      '{"schema":"assay.tool-results/1","address":"mcp:desk","allowsWrites":false,"server":{"name":"d"},"tools":[]}',
    )
    const call = { tool: 'count', arguments: { a: 1 } }
    expect(callLine({ ...call, place: 'turn 3', reply: { kind: 'answer', result: { x: 1 } } })).toBe(
      '{"place":"turn 3","tool":"count","arguments":{"a":1},"result":{"x":1}}',
    )
    expect(callLine({ ...call, reply: { kind: 'failure', reason: 'ended', message: 'Gone.' } })).toBe(
      '{"tool":"count","arguments":{"a":1},"failure":{"reason":"ended","message":"Gone."}}',
    )
  })

  it('is read as it was written, and what its head does not say is taken for granted', async () => {
    const log = await read(
      HEAD,
      '{"place":"p","tool":"count","arguments":{},"result":{}}',
      '{"place":5,"tool":"count","arguments":{},"failure":{"reason":"endless","message":"m"}}',
    )
    expect(log).toEqual({
      address: 'mcp:desk',
      allowsWrites: true,
      listing: {
        server: { name: 'desk', title: 'T', version: '2', instructions: 'I' },
        tools: [{ name: 'count' }],
      },
      calls: [
        { place: 'p', tool: 'count', arguments: {}, reply: { kind: 'answer', result: {} } },
        { tool: 'count', arguments: {}, reply: { kind: 'failure', reason: 'endless', message: 'm' } },
      ],
    })
    expect(
      await read('{"schema":"assay.tool-results/1","tools":[],"allowsWrites":"yes","server":5}'),
    ).toEqual({
      address: 'a server',
      allowsWrites: false,
      listing: { server: {}, tools: [] },
      calls: [],
    })
    for (const reason of ['timeout', 'refused', 'ended', 'endless', 'malformed']) {
      const { calls } = await read(
        HEAD,
        `{"tool":"a","arguments":{},"failure":{"reason":"${reason}","message":""}}`,
      )
      expect(calls[0]?.reply).toMatchObject({ reason })
    }
  })

  const fix = 'Name the tool-results.jsonl of a run against a live server.'
  it.each([
    [[], 'The file is empty.', 'r.jsonl'],
    [
      ['[]'],
      'The first line must say "schema": "assay.tool-results/1" and list the tools.',
      'r.jsonl, line 1',
    ],
    [
      ['{"schema":"assay.tool-results/2","tools":[]}'],
      'The first line must say "schema": "assay.tool-results/1" and list the tools.',
      'r.jsonl, line 1',
    ],
    [
      ['{"schema":"assay.tool-results/1"}'],
      'The first line must say "schema": "assay.tool-results/1" and list the tools.',
      'r.jsonl, line 1',
    ],
    [[HEAD, '7'], 'A line is no object.', 'r.jsonl, line 2'],
    [[HEAD, '{"tool":5,"arguments":{}}'], 'The line names no tool with arguments.', 'r.jsonl, line 2'],
    [[HEAD, '{"tool":"a","arguments":[]}'], 'The line names no tool with arguments.', 'r.jsonl, line 2'],
    [
      [HEAD, '{"tool":"a","arguments":{},"result":5}'],
      'The call has neither a result nor a failure.',
      'r.jsonl, line 2',
    ],
    [
      [HEAD, '{"tool":"a","arguments":{},"failure":{"reason":"mood","message":"m"}}'],
      'The call has neither a result nor a failure.',
      'r.jsonl, line 2',
    ],
    [
      [HEAD, '{"tool":"a","arguments":{},"failure":{"reason":"ended"}}'],
      'The call has neither a result nor a failure.',
      'r.jsonl, line 2',
    ],
  ])('is refused for %j', async (lines, what, where) => {
    expect(await refusal(() => read(...lines))).toEqual(['tool-results-invalid', what, where, fix])
  })

  it('answers in the place of the server', async () => {
    const reply: ServerReply = { kind: 'answer', result: { a: 1 } }
    const log = { address: 'x', allowsWrites: false, listing, calls: [{ tool: 't', arguments: {}, reply }] }
    const server = replayServer(log)
    expect(server.listing).toBe(listing)
    expect([await server.call('t', {}), await server.call('t', {})]).toEqual([reply, reply])
    expect(await server.close()).toBeUndefined()
  })
})

describe('recorded worlds', () => {
  const dialogue = (id: string, ...recorded: readonly JsonValue[]) => ({
    id,
    turns: recorded.map((one) => ({ role: 'user', text: 'x', json: { recorded: one } })),
  })
  const worldsOf = (...dialogues: readonly ReturnType<typeof dialogue>[]) =>
    new RecordedWorlds({ dialogues, semantics: 'compat', hash: hostHash })
  const call = (name: string, output: JsonValue, args: JsonObject = {}): JsonObject => ({
    name,
    arguments: args,
    output,
  })

  it('tell what they are, and answer by the first of several results', async () => {
    const worlds = worldsOf(
      dialogue('a', [call('add', 1, { n: 1 }), call('add', 2, { n: 1, m: null })], [call('sort_results', 3)]),
    )
    expect(worlds.world).toMatchObject({
      pack: { id: 'recorded', version: 1, persona: 'an assistant who works with tools', languages: ['en'] },
      semantics: 'compat',
      counts: { tools: 2, results: 2 },
      seek: { slots: [] },
    })
    expect(worlds.world.tools.map(({ name, role }) => `${name} ${role}`)).toEqual([
      'add call',
      'sort_results call',
      'adjust_date date',
      'seek_information seek',
      'save_to_cache save',
      'get_results_from_cache get',
    ])
    expect([...worlds.world.save()]).toEqual([])
    const [add] = worlds.world.tools
    expect(add?.description).toMatch(/^Answers as add did\./)
    const outcome = await add?.run({ kind: 'checked', values: { n: 1 } })
    expect(outcome?.kind === 'rows' && outcome.rows.value(0, 'value')).toBe(1)
    expect(worldsOf(dialogue('a', [call('add', 2)])).world.knowledge).not.toBe(
      worldsOf(dialogue('a', [call('add', 1)])).world.knowledge,
    )
  })

  it('refuse what is no record, naming item and turn', async () => {
    expect(await refusal(() => worldsOf(dialogue('a')))).toEqual([
      'recorded-missing',
      'No turn of these dialogues carries results of its calls.',
      'Take items with "recorded" results, such as API-Bank, or name a pack that has tools of its own.',
    ])
    const where = 'item "a", turn 2'
    const fix = 'Correct that item.'
    const second = (recorded: JsonValue) => refusal(() => worldsOf(dialogue('a', [], recorded)))
    expect(await second('x')).toEqual(['recorded-invalid', '"recorded" must be a list.', where, fix])
    for (const bad of [[5], [{ arguments: {} }], [{ name: 'a', arguments: [] }]]) {
      expect(await second(bad)).toEqual([
        'recorded-invalid',
        'A recorded call has no name, or no object of arguments.',
        where,
        fix,
      ])
    }
    expect(await second([{ name: 'a', arguments: {}, exception: 5 }])).toEqual([
      'recorded-invalid',
      '"exception" must be a text.',
      where,
      fix,
    ])
  })
})
