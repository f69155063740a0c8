import { describe, expect, it } from 'vitest'
import { toyDialogue } from '../../../test/generators/toy-dialogues.js'
import { toyWorld } from '../../../test/generators/toy-world.js'
import { hostHash } from '../../adapters/hash.js'
import type { Ask, ModelQuestion } from '../../benchmark/generate/ask.js'
import { hermes } from '../../toolcall/dialects/hermes.js'
import type { PackTool, PackWorld, ToolParameter } from '../pack.js'
import type { PlanExecution, StepRecord } from '../turn-record.js'
import type { Agent, AgentMove, AgentTurn } from './agent.js'
import { agentSayings, agentsWithoutModel, agentWithoutModel } from './agents-without-model.js'
import { codeAgent } from './code-agent.js'
import { goldRecords } from './gold-records.js'
import { goldTurns } from './gold-turns.js'
import { jsonAgent, promptedJsonAgent } from './json-agent.js'
import { makeShots } from './make-shots.js'
import { modelSummary } from './model-summary.js'
import { toolConfig } from './tool-config.js'
import { toolDeclarations } from './tool-declarations.js'
import { toolSchema } from './tool-schema.js'
import { hiddenGoal, userConversation, userLine } from './user-simulator.js'

const world = toyWorld()
const base = { world, now: () => 0, hash: hostHash }

const parameter = (name: string, extra: Partial<ToolParameter> = {}): ToolParameter => ({
  name,
  type: 'text',
  shape: 'one',
  description: `About ${name}.`,
  ...extra,
})
const tool = (name: string, extra: Partial<PackTool> = {}): PackTool => ({
  name,
  role: 'call',
  description: `Does ${name}.`,
  parameters: [],
  examples: [],
  run: () => ({ kind: 'value', value: null }),
  ...extra,
})

/** Every type and shape, flags enough to be gathered, defaults of every kind. */
const strange: readonly PackTool[] = [
  tool('nothing'),
  tool('everything', {
    role: 'search',
    parameters: [
      parameter('text', { isMandatory: true, choices: ['a', 'b'] }),
      parameter('numbers', { type: 'number', shape: 'set', minimum: 0, maximum: 1.5 }),
      parameter('span', { type: 'integer', shape: 'pair', default: [1, 2] }),
      parameter('order', { type: 'date', shape: 'list' }),
      parameter('day', { type: 'date', default: '2025-05-18' }),
      parameter('start', { type: 'time', default: 570 }),
      parameter('hours', { type: 'time', shape: 'pair', default: [0, 1439] }),
      parameter('before', { type: 'result' }),
      parameter('whatever', { type: 'any', default: null }),
      parameter('certain', { type: 'boolean', default: true }),
      parameter('stated', { type: 'boolean', isMandatory: true }),
      parameter('flags', { type: 'boolean', shape: 'set' }),
    ],
    needsOneOf: [
      ['text', 'span'],
      ['day', 'start'],
    ],
    examples: ['everything(text="a")', 'everything(text="b")'],
  }),
  tool('three_flags', { parameters: ['a', 'b', 'c'].map((name) => parameter(name, { type: 'boolean' })) }),
  tool('four_flags', {
    role: 'filter',
    parameters: [parameter('x'), ...['a', 'b', 'c', 'd'].map((name) => parameter(name, { type: 'boolean' }))],
  }),
  ...(['nearest', 'sort', 'date', 'seek', 'save', 'get'] as const).map((role) =>
    tool(`to_${role}`, { role }),
  ),
  tool('its_own', { inputSchema: { type: 'object', properties: { q: {} } } }),
]

const execution = (extra: Partial<PlanExecution> = {}): PlanExecution => ({
  trace: [],
  printed: '',
  sought: [],
  cacheAfter: [],
  steps: 0,
  durationMs: 0,
  ...extra,
})
const record = (text: string | undefined, extra: Partial<PlanExecution> = {}): StepRecord => ({
  output: text === undefined ? {} : { text },
  execution: execution(extra),
  durationMs: 0,
})

const turn: AgentTurn = {
  world,
  history: [
    { role: 'assistant', text: 'Hello' },
    { role: 'user', text: 'Books, <b>please</b>' },
  ],
  cache: [
    { key: 'good', summary: 'Books;\n3 books found.' },
    { key: 'old', summary: '</CACHE>' },
  ],
  steps: [
    {
      record: record('First try', { error: { fault: 'key', message: 'No "x"' }, printed: 'so far\n' }),
      answers: [
        { name: 'search_books', arguments: { branch: 'north' }, id: 'c1', content: '{"$ref":"r1"}' },
        { name: 'ask_reader', arguments: {}, content: '{"error":{}}' },
      ],
    },
    {
      record: record(undefined, {
        error: { fault: 'limit', message: 'e'.repeat(3000) },
        printed: 'p'.repeat(3000),
      }),
    },
    { record: record('', {}), answers: [] },
  ],
  gold: [],
  at: 0,
}

const asked = (agent: Agent, given: AgentTurn = turn): AgentMove => agent.next(given)
const written = (value: unknown): string => `${JSON.stringify(value, undefined, 1)}\n`

/** Rewritten by `vitest -u`: whoever changes a prompt raises the version of its agent. */
const FOLDER = '../../../test/fixtures/agent-prompts'

describe('what models are asked', () => {
  it('in code', async () => {
    const shots = await makeShots({ dialogues: [toyDialogue('d1')], ...base, count: 2 })
    const { tools: _, ...rest } = world
    const bare: PackWorld = { ...rest, tools: world.tools.filter(({ role }) => role !== 'seek').slice(0, 1) }
    const moves = [
      asked(codeAgent(shots)),
      asked(codeAgent([]), { ...turn, world: bare, cache: [], steps: [] }),
    ]
    await expect(written({ ...codeAgent([]), moves })).toMatchFileSnapshot(`${FOLDER}/code.json`)
  })

  it('in JSON, natively and in a message', async () => {
    const moves = [asked(jsonAgent()), asked(promptedJsonAgent(hermes))]
    await expect(written([jsonAgent(), promptedJsonAgent(hermes), moves])).toMatchFileSnapshot(
      `${FOLDER}/json.json`,
    )
  })

  it('about tools of every kind, in words and as schemas', async () => {
    await expect(toolConfig(strange)).toMatchFileSnapshot(`${FOLDER}/tools.txt`)
    await expect(written(strange.map(toolSchema))).toMatchFileSnapshot(`${FOLDER}/schemas.json`)
    expect(toolDeclarations(world)).toBe(toolDeclarations(world))
    expect(toolDeclarations(world)[0]).toMatchObject({
      name: 'search_books',
      description: 'Looks for books in a library.',
      source: { format: 'pack', at: 'toy' },
    })
  })

  it('as a user, and as one who summarises', async () => {
    const questions: ModelQuestion[] = []
    const ask: Ask = async (question) => {
      questions.push(question)
      return { kind: 'said', text: ' Well: {"summary": " 3 books. "} ', isCut: false }
    }
    const entry = { key: 'k"', value: null, id: 'b', tool: 'search_books', summary: 'Books; 3 books found.' }
    const request = { entry, count: 3, tools: world.tools, policy: 'hybrid', ask, id: 'd turn-1' } as const
    const origins = new Map([['b', { tool: 'search_books', arguments: { branch: 'north', pages: 12 } }]])
    expect(await modelSummary({ ...request, origins })).toEqual({
      key: 'k"',
      text: '3 books.',
      missing: ['branch: north', 'pages: 12'],
      invented: [],
      isShown: false,
    })
    expect(await modelSummary({ ...request, origins: new Map() })).toMatchObject({
      missing: [],
      isShown: true,
    })
    await expect(written({ questions, user: userConversation('A book.', turn.history) })).toMatchFileSnapshot(
      `${FOLDER}/others.json`,
    )
  })
})

describe('modelSummary', () => {
  const entry = { key: 'k', value: null, id: 'b', tool: 't', summary: 'No rows.' }
  const said = async (text: string, policy: 'model' | 'hybrid' = 'model') =>
    (
      await modelSummary({
        entry,
        count: 0,
        origins: new Map(),
        tools: [],
        policy,
        id: 'x',
        ask: async () =>
          text === '!'
            ? { kind: 'failed', reason: 'timeout', what: 'Late.' }
            : { kind: 'said', text, isCut: false },
      })
    ).text

  it('takes the summary out of JSON, and all of anything else', async () => {
    expect(await said('{"summary": "A"}')).toBe('A')
    expect(await said('Sure. {"summary": "A {b}"} Done.')).toBe('A {b}')
    expect(await said(' {"summary": 5} ')).toBe('{"summary": 5}')
    expect(await said('{"summary"')).toBe('{"summary"')
    expect(await said(' words ')).toBe('words')
    expect(await said('[1]')).toBe('[1]')
    expect(await said('!')).toBe('')
  })
})

describe('agents without a model', () => {
  const dialogue = toyDialogue('d')
  const at = async (
    id: (typeof agentsWithoutModel)[number],
    mode: 'code' | 'json',
    place: number,
    own = world,
  ) => {
    const gold = await goldTurns({ dialogue, ...base })
    return agentWithoutModel(id, mode).next({ ...turn, world: own, steps: [], gold, at: place })
  }

  it('are five, each with a saying', () => {
    expect(agentsWithoutModel.map((id) => agentSayings[id])).toEqual([
      'carries out the gold plan',
      'says nothing',
      'always says that nothing is to be done',
      'asks one and the same question at every turn',
      'repeats the last search of each kind at every turn, and never looks into the cache',
    ])
    expect(agentWithoutModel('gold', 'json')).toMatchObject({ id: 'gold', mode: 'json', version: 1 })
  })

  it('say the gold plan, or its calls', async () => {
    const plan = dialogue.turns[3]?.plan ?? ''
    expect(await at('gold', 'code', 1)).toEqual({ kind: 'say', text: `<CODE>\n${plan}\n</CODE>` })
    expect(await at('gold', 'json', 1)).toEqual({
      kind: 'say',
      text: '',
      calls: [
        { name: 'search_books', arguments: { branch: 'north', rating: [4, 5] } },
        { name: 'save_to_cache', arguments: { key: 'good', value: { $ref: 'r1' } } },
      ],
    })
    const nothing = { kind: 'say', text: 'No planning needed', calls: [] }
    expect(await at('gold', 'json', 3)).toEqual(nothing)
    expect(await at('gold', 'json', 9)).toEqual(nothing)
    expect(await at('gold', 'code', 9)).toEqual({
      ...nothing,
      text: '<CODE>\nprint("No planning needed")\n</CODE>',
    })
  })

  it('say nothing, nothing to do, or ask', async () => {
    expect(await at('silent', 'code', 0)).toEqual({ kind: 'say', text: '', calls: [] })
    expect(await at('no-op', 'json', 0)).toEqual({ kind: 'say', text: 'No planning needed', calls: [] })
    expect(await at('no-op', 'code', 0)).toEqual({
      kind: 'say',
      text: '<CODE>\nprint("No planning needed")\n</CODE>',
      calls: [],
    })
    const question = 'Could you tell me a little more about what you are looking for?'
    expect(await at('always-seek', 'code', 0)).toEqual({
      kind: 'say',
      text: `<CODE>\nask_reader("${question}")\n</CODE>`,
    })
    expect(await at('always-seek', 'json', 0)).toEqual({
      kind: 'say',
      text: '',
      calls: [{ name: 'ask_reader', arguments: { query: question } }],
    })
    const mute = { ...world, tools: [] }
    expect(await at('always-seek', 'json', 0, mute)).toEqual({ kind: 'say', text: question, calls: [] })
    const bare = { ...world, tools: [tool('ask', { role: 'seek' })] }
    expect(await at('always-seek', 'json', 0, bare)).toEqual({
      kind: 'say',
      text: '',
      calls: [{ name: 'ask', arguments: {} }],
    })
  })

  it('search again for the last of each kind, and save it under a key of the turn', async () => {
    expect(await at('re-search', 'code', 2)).toEqual({
      kind: 'say',
      text: '<CODE>\nr1 = search_books(branch="north", rating=[4, 5])\nr2 = save_to_cache(key="turn_3_search_books", value=r1)\n</CODE>',
    })
    expect(await at('re-search', 'json', 0)).toEqual({ kind: 'say', text: 'No planning needed', calls: [] })
    const unsaved = { ...world, tools: world.tools.filter(({ role }) => role !== 'save') }
    expect(await at('re-search', 'json', 1, unsaved)).toEqual({
      kind: 'say',
      text: '',
      calls: [{ name: 'search_books', arguments: { branch: 'north', rating: [4, 5] } }],
    })
  })
})

describe('gold', () => {
  it('is carried out turn after turn, each upon what the one before left, and told of before', async () => {
    const began: number[] = []
    const gold = await goldTurns({ dialogue: toyDialogue('d'), ...base, began: (place) => began.push(place) })
    expect(began).toEqual([1, 3, 5, 7])
    expect(gold.map(({ turn: place, before, after }) => [place, before.keys, after.keys])).toEqual([
      [1, [], []],
      [3, [], ['good']],
      [5, ['good'], ['good', 'recent']],
      [7, ['good', 'recent'], ['good', 'recent']],
    ])
    const records = goldRecords(gold, { mode: 'json', hash: hostHash })
    expect(records[1]).toMatchObject({
      turn: 3,
      mode: 'json',
      cacheBefore: [],
      steps: [{ output: { stopReason: 'stop' }, durationMs: 0 }],
      cacheAfter: [{ key: 'good', count: 4 }],
    })
    expect(records[1]?.steps[0]?.plan).toBe(records[1]?.steps[0]?.output.text)
    const dialogue = { id: 'd', turns: [{ role: 'user', text: 'a', json: {} }] }
    const silent = await goldTurns({ dialogue, ...base })
    expect(silent[0]?.execution).toEqual(execution())
    expect(goldRecords(silent, { mode: 'code', hash: hostHash })[0]?.steps[0]).toEqual({
      output: { text: '', stopReason: 'stop' },
      execution: execution(),
      durationMs: 0,
    })
  })
})

describe('makeShots', () => {
  const dialogueWith = (
    id: string,
    category: string,
    plans: readonly (readonly [label: string | undefined, plan: string])[],
  ) => ({
    id,
    category,
    turns: plans.flatMap(([label, plan], index) => [
      { role: 'assistant', text: `a${index}`, json: {} },
      { role: 'user', text: `u${index}`, plan, ...(label === undefined ? {} : { label }), json: {} },
    ]),
  })
  const codes = async (dialogues: readonly ReturnType<typeof dialogueWith>[], count: number) =>
    (await makeShots({ dialogues, ...base, count })).map(({ code }) => code)

  it('takes plain kinds before mixed ones, other categories and other dialogues first, and no plan twice', async () => {
    const first = dialogueWith('1', 'x', [
      ['seek+search', 'print(1)'],
      ['search', 'print(2)'],
      ['search', 'print(3)'],
      ['noop', 'print(4)'],
    ])
    const second = dialogueWith('2', 'y', [
      ['search', 'print(2)'],
      ['search', 'print(5)'],
      ['broken', 'print(nobody)'],
    ])
    expect(await codes([first, second], 10)).toEqual([
      'print(4)',
      'print(2)',
      'print(1)',
      'print(5)',
      'print(3)',
    ])
    expect(await codes([first, second], 0)).toEqual([])
    expect(await codes([], 3)).toEqual([])
  })

  it('shows the conversation up to the turn, the cache before it, and why', async () => {
    const save = 'save_to_cache(key="a", value=search_books(branch="north"))'
    const [search, other] = await makeShots({
      dialogues: [
        dialogueWith('1', 'x', [
          ['search', save],
          [undefined, 'print(get_from_cache(key="a"))'],
        ]),
      ],
      ...base,
      count: 2,
    })
    expect(search).toMatchObject({
      history: [
        { role: 'assistant', text: 'a0' },
        { role: 'user', text: 'u0' },
      ],
      cache: [],
      reasoning: 'All mandatory arguments are known, so the search is made with what was stated, and saved.',
    })
    expect(other?.cache).toEqual([{ key: 'a', summary: 'Books in north; 6 books found.' }])
    expect(other?.reasoning).toBe('The tools are called with what the user stated.')
    const labels = [
      'seek',
      'refine',
      'nearest',
      'sort',
      'date',
      'switch-domain',
      'change-mind',
      'noop',
      'seek+noop',
    ]
    const shots = await makeShots({
      dialogues: labels.map((label, index) => dialogueWith(String(index), 'x', [[label, `print(${index})`]])),
      ...base,
      count: 20,
    })
    await expect(written(shots.map(({ reasoning, code }) => [code, reasoning]))).toMatchFileSnapshot(
      `${FOLDER}/reasons.json`,
    )
  })

  it('leaves out turns with a long cache, and looks through so many dialogues only', async () => {
    const save = (key: string): string => `save_to_cache(key="${key}", value=search_books(branch="north"))`
    const long = dialogueWith(
      '1',
      'x',
      ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => [key, save(key)] as const),
    )
    expect(await codes([long], 20)).toEqual(['a', 'b', 'c', 'd', 'e'].map(save))
    let looked = 0
    function* endless() {
      for (;;) yield dialogueWith(String(looked++), 'x', [['noop', `print(${looked})`]])
    }
    const shots = await makeShots({ dialogues: endless(), ...base, count: 1000 })
    expect([shots.length, looked]).toEqual([150, 151])
  })
})

describe('a played user', () => {
  it('knows every part of its card under a heading, and the lines of its script by number', () => {
    const goal = { text: 'a', known: 'b', unknown: 'c', manner: 'd', persona: 'e', other: 'f', number: 5 }
    expect(hiddenGoal(toyDialogue('d'), { goal })).toBe(
      'What you want: a\nWhat you know: b\nWhat you do not know: c\nHow you go about it: d\nWho you are: e\nother: f',
    )
    expect(hiddenGoal(toyDialogue('d'), {})).toBe(
      'You want these things, one after the other:\n1. "Something good."\n2. "North, rated 4 or more."\n3. "Only from 2010 on."\n4. "Thank you!"',
    )
  })

  it('is done when it says so first of all', () => {
    expect(userLine('[DONE] Thanks.')).toBeUndefined()
    expect(userLine('USER:[DONE]')).toBeUndefined()
    expect(userLine('A [DONE] B [DONE]')).toBe('A  B')
    expect(userLine('user : hi\nthere')).toBe('hi\nthere')
    expect(userLine('The user: hi')).toBe('The user: hi')
  })
})
