import { describe, expect, it } from 'vitest'
import type { Item, McqItem } from '../../benchmark/item.js'
import { buildTool } from '../../catalog/build-tool.js'
import { catalogOf } from '../../catalog/catalog.js'
import type { ChatRequest, SubjectRequestKind } from '../../subject/request.js'
import { type JsonObject, parseJson } from '../../text/json.js'
import { hermes } from '../../toolcall/dialects/hermes.js'
import type { PlannedRequest, TaskContext } from '../plan.js'
import { runTasks } from './index.js'

function contextOf(answers: readonly SubjectRequestKind[], more: Partial<TaskContext> = {}): TaskContext {
  const subject = { answers: new Set(answers), facts: { model: 'm' } }
  return { subject, seed: 0, settings: { maxTokens: 512, temperature: 0 }, ...more }
}

function ask(item: Item, context: TaskContext): readonly PlannedRequest[] {
  const task = runTasks.find(({ kind }) => kind === item.kind)
  const requests = task?.requests(item, context) ?? []
  expect(task?.variants(item, context)).toEqual(requests.map(({ variant }) => variant))
  return requests
}

function chatOf(planned: PlannedRequest | undefined): ChatRequest {
  if (planned?.request.kind === 'chat') return planned.request
  throw new Error('no chat')
}

const mcq: McqItem = {
  kind: 'mcq',
  id: 'm1',
  tool: 'weather_now',
  question: 'Which unit does it answer in?',
  answer: 'kelvin',
  distractors: ['celsius', 'fahrenheit', 'rankine'],
}

const call = (json: object): Item => {
  const reading = parseJson(JSON.stringify(json))
  return { kind: 'call', id: 'c1', json: (reading.kind === 'value' ? reading.value : null) as JsonObject }
}

describe('mcq', () => {
  it('shows the options once by default, in every rotation on demand, the answer once at each letter', () => {
    expect(ask(mcq, contextOf(['chat']))).toHaveLength(1)
    const all = ask(mcq, contextOf(['chat'], { rotations: 'all' }))
    expect(all.map(({ variant }) => variant)).toEqual([
      'rotation-0',
      'rotation-1',
      'rotation-2',
      'rotation-3',
    ])
    const letters = all.map(({ labels = {} }) =>
      Object.keys(labels).find((letter) => labels[letter] === 'kelvin'),
    )
    expect(letters.sort()).toEqual(['A', 'B', 'C', 'D'])
    for (const planned of all) {
      const text = chatOf(planned).messages[0]?.content ?? ''
      for (const [letter, option] of Object.entries(planned.labels ?? {}))
        expect(text).toContain(`${letter}. ${option}`)
      expect(text).toContain('weather_now')
    }
  })

  it('asks by what the subject can: probabilities, choice, writing', () => {
    const free = chatOf(ask(mcq, contextOf(['chat']))[0])
    expect([free.choices, free.topLogprobs, free.settings.maxTokens]).toEqual([undefined, undefined, 512])
    const held = chatOf(ask(mcq, contextOf(['chat', 'choices', 'logprobs']))[0])
    expect([held.choices, held.topLogprobs, held.settings.maxTokens]).toEqual([['A', 'B', 'C', 'D'], 20, 8])
    const [next] = ask(mcq, contextOf(['completion', 'next-token'], { dialect: hermes }))
    expect(next?.request).toMatchObject({ kind: 'next-token', candidates: ['A', 'B', 'C', 'D'] })
    const [plain] = ask(mcq, contextOf(['completion', 'logprobs'], { dialect: hermes }))
    expect(plain?.request).toMatchObject({ kind: 'completion', topLogprobs: 20, settings: { maxTokens: 8 } })
  })

  it('refuses more options than there are letters', () => {
    const many = { ...mcq, distractors: Array.from({ length: 26 }, (_, at) => `o${at}`) }
    expect(() => runTasks.find(({ kind }) => kind === 'mcq')?.requests(many, contextOf(['chat']))).toThrow(
      /27 options/,
    )
  })
})

describe('qa', () => {
  it('asks for yes or no', () => {
    const item: Item = { kind: 'qa', id: 'q', tool: 't', question: 'Is it paid?', answer: 'no' }
    const [planned] = ask(item, contextOf(['chat', 'choices']))
    expect(chatOf(planned).choices).toEqual(['yes', 'no'])
    expect(chatOf(planned).messages[0]?.content).toMatch(/Is it paid\?[^]*yes or no/)
    expect(chatOf(planned).tools).toEqual([])
  })
})

describe('call', () => {
  const item = call({
    id: 'c1',
    kind: 'call',
    messages: [
      { role: 'developer', content: 'Be brief.' },
      { role: 'user', content: [{ type: 'text', text: 'And in Oslo?' }] },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'x', type: 'function', function: { name: 'w', arguments: '{"city": "Oslo", "n": 25.0}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'x', content: '3 degrees' },
      { role: 'user', content: 'Thanks, and Bergen?' },
    ],
    tools: ['w', { name: 'v', inputSchema: { type: 'object' } }],
    gold: { none: true },
  })

  it('keeps messages, earlier calls and tools', () => {
    const tools = [
      buildTool({
        name: 'w',
        inputSchema: { type: 'object' },
        description: 'weather',
        source: { format: 't', at: 't' },
      }),
    ]
    const [planned] = ask(item, contextOf(['chat'], { catalog: catalogOf(tools) }))
    const { messages, tools: offered } = chatOf(planned)
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'user'])
    expect(messages[1]).toEqual({ role: 'user', content: 'And in Oslo?' })
    expect(messages[2]).toMatchObject({ calls: [{ name: 'w', id: 'x', arguments: { city: 'Oslo' } }] })
    expect(messages[3]).toEqual({ role: 'tool', content: '3 degrees', id: 'x' })
    expect(offered.map(({ name, description }) => [name, description])).toEqual([
      ['w', 'weather'],
      ['v', undefined],
    ])
  })

  it('is written by the dialect for a subject that only completes', () => {
    const [planned] = ask(item, contextOf(['completion'], { dialect: hermes }))
    expect(planned?.request.kind).toBe('completion')
    expect(planned?.request).toMatchObject({
      prompt: expect.stringMatching(/<tools>[^]*Bergen\?[^]*assistant\n$/),
    })
  })

  it('says which subject cannot be asked', () => {
    const task = runTasks[0]
    expect(task?.unfit({ answers: new Set(['chat']), facts: { model: 'm' } })).toBeUndefined()
    expect(task?.unfit({ answers: new Set(['completion']), facts: { model: 'm' } })).toMatch(/--dialect/)
    expect(
      task?.unfit({ answers: new Set(['completion']), facts: { model: 'm', dialect: 'hermes' } }),
    ).toBeUndefined()
    expect(task?.unfit({ answers: new Set(), facts: { model: 'm' } })).toMatch(/neither/)
  })

  it('names an item with a role that is none', () => {
    const broken = call({
      id: 'c1',
      kind: 'call',
      messages: [{ role: 'robot', content: '' }],
      tools: [],
      gold: { none: true },
    })
    expect(() => ask(broken, contextOf(['chat']))).toThrow(/"robot"[^]*item "c1"/)
  })
})

describe('retrieval', () => {
  const tools = Array.from({ length: 120 }, (_, at) =>
    buildTool({
      name: `tool_${at}`,
      inputSchema: { type: 'object' },
      description: at === 77 ? 'finds   the weather\nof a city' : `does the thing number ${at}`,
      source: { format: 't', at: 't' },
    }),
  )
  const item: Item = {
    kind: 'retrieval',
    id: 'r',
    query: 'weather city',
    gold: [['tool_77']],
    pool: ['tool_3', 'tool_77', 'gone'],
  }
  const shown = (
    more: Partial<TaskContext>,
  ): { readonly names: readonly string[]; readonly variant: string | undefined; readonly text: string } => {
    const [planned] = ask(item, contextOf(['chat'], more))
    const text = chatOf(planned).messages[0]?.content ?? ''
    return {
      names: [...text.matchAll(/^(tool_\d+)/gm)].map(([name]) => name),
      variant: planned?.variant,
      text,
    }
  }

  it('shows a small catalog whole, and of a large one what BM25 ranks first', () => {
    const small = shown({ catalog: catalogOf(tools.slice(0, 100)) })
    expect([small.names.length, small.variant]).toEqual([100, 'catalog'])
    const large = shown({ catalog: catalogOf(tools) })
    expect([large.names[0], large.variant]).toEqual(['tool_77', 'shortlist-50'])
    expect(large.text).toContain('tool_77: finds the weather of a city\n')
  })

  it('shows all, the pool, or as many as one says', () => {
    const catalog = catalogOf(tools)
    expect(shown({ catalog, shortlist: 'all' }).names).toHaveLength(120)
    expect(shown({ catalog, shortlist: 'pool' })).toMatchObject({
      names: ['tool_3', 'tool_77'],
      variant: 'pool',
    })
    expect(shown({ catalog, shortlist: 1 })).toMatchObject({ names: ['tool_77'], variant: 'shortlist-1' })
  })

  it('needs a catalog', () => {
    expect(() => ask(item, contextOf(['chat']))).toThrow(/no catalog is named/)
  })
})
