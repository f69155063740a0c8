import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readBenchmark, readCatalog } from '../adapters/read-here.js'
import { hermes } from '../toolcall/dialects/hermes.js'
import { toolMatchers } from './vitest.js'

const tools = await readCatalog('examples/calls/tools.jsonl')
const { items } = await readBenchmark('examples/calls/items.jsonl')
const [item] = items
if (item?.kind !== 'call') throw new Error('no call item')
expect.extend({ ...toolMatchers({ dialect: 'hermes', tools }) })

const rosa = { ticket: 4711, to: 'Rosa' }
const write = (...calls: readonly { readonly name: string; readonly arguments: object }[]): string =>
  calls.map((call) => `<tool_call>\n${JSON.stringify(call)}\n</tool_call>`).join('\n')
const assign = { name: 'assign_ticket', arguments: rosa }
const close = { name: 'close_ticket', arguments: { ticket: 88, reason: 'solved' } }
const openai = (given: string, name = 'assign_ticket') => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'a', type: 'function', function: { name, arguments: given } }],
})

function messageOf(check: () => void): string {
  try {
    check()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  return ''
}

describe('toCallTool', () => {
  it('finds a sound call, with any arguments or with exactly these', () => {
    expect(write(assign)).toCallTool('assign_ticket')
    expect(write(assign)).toCallTool('assign_ticket', rosa)
    expect(write(close, assign)).toCallTool('assign_ticket', rosa)
    expect(write(assign)).not.toCallTool('assign_ticket', { ...rosa, to: 'Ada' })
    expect(write(assign)).not.toCallTool('assign_ticket', { ticket: 4711 })
    expect(write(assign)).not.toCallTool('close_ticket')
  })

  it('takes the matchers of call items, and a default spelled out for one left out', () => {
    expect(write(assign)).toCallTool('assign_ticket', { ticket: 4711, to: { $oneOf: ['Ada', 'Rosa'] } })
    const find = { name: 'find_ticket', arguments: { query: 'printer' } }
    expect(write(find)).toCallTool('find_ticket', { query: 'printer', status: 'any' })
    expect(write(find)).toCallTool(
      'find_ticket',
      { query: 'printer', limit: { $oneOf: [{ $absent: true }, 5] } },
      { tools },
    )
  })

  it('reads strictly: a call that breaks its schema, an undeclared tool, or prose do not count', () => {
    for (const said of [
      write({ name: 'assign_ticket', arguments: { ticket: '4711', to: 'Rosa' } }),
      'I will use assign_ticket now.',
      '<tool_call>{"name": "assign_ticket", "arguments": {"ticket": 4711, "to": "Rosa"}',
    ]) {
      expect(messageOf(() => expect(said).toCallTool('assign_ticket'))).toContain('to call "assign_ticket"')
    }
    expect(messageOf(() => expect(write({ name: 'drop', arguments: {} })).toCallTool('drop'))).toContain('S4')
  })

  it('does not let .not pass for a call that is only misspelt', () => {
    const broken =
      "<tool_call>{'name': 'close_ticket', 'arguments': {'ticket': 88, 'reason': 'solved'}}</tool_call>"
    expect(messageOf(() => expect(broken).toCallTool('close_ticket'))).toContain('leniently')
    expect(messageOf(() => expect(broken).not.toCallTool('close_ticket'))).toContain(
      'expected the answer not to call "close_ticket"',
    )
    expect(broken).not.toCallTool('assign_ticket')
  })

  it('knows the shapes of APIs without being told', () => {
    const general = { ...toolMatchers({ tools }) }
    for (const said of [
      openai(JSON.stringify(rosa)),
      { choices: [{ message: openai(JSON.stringify(rosa)) }] },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'x', name: 'assign_ticket', input: rosa }] },
      {
        output: [
          { type: 'function_call', call_id: 'a', name: 'assign_ticket', arguments: JSON.stringify(rosa) },
        ],
      },
      { candidates: [{ content: { parts: [{ functionCall: { name: 'assign_ticket', args: rosa } }] } }] },
    ]) {
      const verdict = general.toCallTool.call({}, said, 'assign_ticket', rosa)
      expect(verdict.message()).toContain('assign_ticket')
      expect(verdict.pass, JSON.stringify(said)).toBe(true)
    }
    const spoken = general.toAbstain.call({}, { role: 'assistant', content: 'Good morning.' })
    expect(spoken.pass).toBe(true)
  })

  it('says what to do about a text without a dialect, and about no answer', () => {
    const bare = toolMatchers()
    expect(() => bare.toCallTool.call({}, 'hello', 'x')).toThrow(/dialect: 'hermes'/)
    expect(() => bare.toAbstain.call({}, undefined)).toThrow(/this is of type undefined[^]*await/)
    expect(() => bare.toCallTool.call({}, {}, 'x', undefined, { dialect: 'opnai' })).toThrow(
      'Did you mean "openai"',
    )
  })

  it.each([
    ['a promise', Promise.resolve(write(close))],
    ['an empty object', {}],
    ['an empty list', []],
    ['what an endpoint says when it fails', { error: { message: 'Rate limit reached.' } }],
    ['a failed response', { output: [], error: { code: 'server_error' } }],
    ['a response without a choice', { choices: [] }],
    ['a choice without a message', { choices: [null] }],
    ['a question', { role: 'user', content: 'Close ticket 88.' }],
    ['an unread response of fetch', new Response('{}')],
    ['the result of another library', { text: '', toolCalls: [{ toolName: 'close_ticket' }] }],
  ])('does not take %s for silence, whatever the dialect', (_what, said) => {
    for (const dialect of [undefined, 'openai', 'hermes', 'anthropic']) {
      const matchers = toolMatchers(dialect === undefined ? {} : { dialect })
      const refused = expect.objectContaining({ code: 'answer-missing' })
      expect(() => matchers.toAbstain.call({}, said), dialect).toThrow(refused)
      expect(() => matchers.toCallTool.call({ isNot: true }, said, 'close_ticket'), dialect).toThrow(refused)
      expect(() => matchers.toMatchGold.call({}, said, { gold: { none: true } }), dialect).toThrow(refused)
    }
  })

  it('does not read a message of one API as one of another, where its calls would be silence', () => {
    const anthropic = {
      role: 'assistant',
      content: [{ type: 'tool_use', id: 'x', name: 'close_ticket', input: close.arguments }],
    }
    for (const dialect of ['openai', 'hermes', 'gemini']) {
      expect(() => toolMatchers({ dialect }).toAbstain.call({}, anthropic)).toThrow(
        `nothing that the dialect "${dialect}" reads; it looks like "anthropic"`,
      )
    }
    const parts = { role: 'assistant', content: [{ type: 'text', text: write(close) }] }
    expect(() => toolMatchers({ dialect: 'hermes' }).toAbstain.call({}, parts)).toThrow(/nothing that/)
    const words = { role: 'assistant', content: [{ type: 'text', text: 'There is nothing to do.' }] }
    expect(toolMatchers({ dialect: 'openai' }).toAbstain.call({}, words).pass).toBe(true)
    const spoken = { role: 'assistant', content: write(close) }
    expect(spoken).toCallTool('close_ticket')
    expect({ choices: [{ message: spoken }] }).toCallTool('close_ticket')
    expect({ role: 'assistant', content: null }).toAbstain()
    expect(anthropic.content).toCallTool('close_ticket', undefined, { dialect: 'anthropic' })
  })

  it('refuses a response with several answers, of which a call in the second would pass unseen', () => {
    const choices = [
      { message: { role: 'assistant', content: 'Hello.' } },
      { message: openai(JSON.stringify(rosa)) },
    ]
    const candidates = [{ content: { parts: [] } }, { content: { parts: [] } }]
    for (const [said, fix] of [
      [{ choices }, /choices\[0\]\.message/],
      [{ candidates }, /candidates\[0\]\.content/],
    ] as const) {
      const refused = expect.objectContaining({ code: 'answer-several', fix: expect.stringMatching(fix) })
      expect(() => toolMatchers().toAbstain.call({ isNot: true }, said)).toThrow(refused)
      expect(() => toolMatchers().toCallTool.call({ isNot: true }, said, 'assign_ticket')).toThrow(refused)
    }
    expect(choices[1]?.message).toCallTool('assign_ticket', rosa, { dialect: 'openai' })
  })

  it('says what a matcher takes where it is called with something else', () => {
    const loose = toolMatchers({ dialect: 'hermes' }) as unknown as Readonly<
      Record<string, (...given: readonly unknown[]) => unknown>
    >
    for (const [name, ...given] of [
      ['toCallTools', 'x'],
      ['toCallTools', 'x', 'close_ticket'],
      ['toMatchGold', 'x'],
      ['toAbstain', 'x', { tools: 'tools.jsonl' }],
      ['toAbstain', 'x', { dialect: 7 }],
    ] as const) {
      const refused = expect.objectContaining({ code: 'argument-invalid' })
      expect(() => loose[name]?.call({}, ...given), name).toThrow(refused)
    }
    expect(() => loose.toCallTools?.call({}, 'x', ['close_ticket'])).toThrow(/has no name[^]*in a list/)
    expect(() => loose.toCallTools?.call({}, 'x', [null])).toThrow(/has no name/)
  })

  it('refuses a tool without a name, which nobody could ever call', () => {
    const nobody = undefined as unknown as string
    expect(() => expect('').not.toCallTool(nobody)).toThrow(/has no name/)
    expect(() => expect('').toCallTools([{ name: '' }])).toThrow(/has no name/)
  })

  it('tells what was found when it fails', () => {
    const said = write({ name: 'assign_ticket', arguments: { ticket: '4711', to: 'Rosa' } })
    expect(messageOf(() => expect(said).toCallTool('assign_ticket', rosa))).toBe(
      [
        'expected the answer to call "assign_ticket" with {"ticket":4711,"to":"Rosa"}',
        '',
        '  dialect  hermes, read strictly',
        '  outcome  called, at level S5',
        '  calls    assign_ticket {"ticket":"4711","to":"Rosa"}',
        '  faults   line 2, column 47: Expected integer, found the string "4711". (/ticket)',
        '  said     <tool_call>\\n{"name":"assign_ticket","arguments":{"ticket":"4711","to":"Rosa"}}\\n</tool_call>',
      ].join('\n'),
    )
  })

  it('keeps what a model says off the terminal', () => {
    const message = messageOf(() => expect('\u001b[2J\u202e'.repeat(10_000)).toCallTool('assign_ticket'))
    expect(message).not.toMatch(/[\u001b\u202e]/)
    expect(message.length).toBeLessThan(1000)
  })
})

describe('toCallTools', () => {
  it('wants these calls and no others, in any order unless one is given', () => {
    const expected = [assign, { name: 'close_ticket' }]
    expect(write(close, assign)).toCallTools(expected)
    expect(write(close, assign)).not.toCallTools(expected, { order: 'sequential' })
    expect(write(assign, close)).toCallTools(expected, { order: 'sequential' })
    expect(write(assign)).not.toCallTools(expected)
    expect(write(assign, close, close)).not.toCallTools(expected)
  })

  it('pairs so that all find a partner', () => {
    const other = { name: 'assign_ticket', arguments: { ticket: 1, to: 'Ada' } }
    expect(write(assign, other)).toCallTools([{ name: 'assign_ticket' }, assign])
  })

  it('wants nothing called where the list is empty', () => {
    expect('Good morning.').toCallTools([])
    expect(write(assign)).not.toCallTools([])
    expect(messageOf(() => expect('<tool_call>{"name": ').toCallTools([]))).toContain('to call nothing')
  })

  it('holds for whatever calls a model writes', () => {
    const call = fc.constantFrom(assign, close)
    fc.assert(
      fc.property(fc.array(call, { minLength: 1, maxLength: 4 }), (calls) => {
        const text = hermes.renderCalls(calls)
        expect(text).toCallTools([...calls].reverse())
        expect(text).toCallTools(calls, { order: 'sequential' })
        expect(text).not.toCallTools(calls.slice(1))
      }),
    )
  })
})

describe('toAbstain', () => {
  it('is for answers that try no call', () => {
    expect('There is nothing to do.').toAbstain()
    expect('').toAbstain()
    expect(write(assign)).not.toAbstain()
    expect('<tool_call>{"name": "assign_ticket"').not.toAbstain()
  })
})

describe('toMatchGold', () => {
  it('takes an item as it was read, as it stands in a file, or gold alone', () => {
    expect(write(assign)).toMatchGold(item)
    expect(write(assign)).toMatchGold({ gold: { calls: [assign], order: 'any' } })
    expect(write(close)).not.toMatchGold(item)
    expect('No.').toMatchGold({ gold: { none: true } })
  })

  it('says what is missing, too many or has other arguments', () => {
    const other = { name: 'assign_ticket', arguments: { ticket: 4711, to: 'Ada' } }
    const message = messageOf(() => expect(write(other, close)).toMatchGold(item))
    expect(message).toContain(
      'to match gold: "assign_ticket" {"ticket":4711,"to":"Rosa"} (1 too many, 1 with other arguments)',
    )
  })

  it('refuses gold that is none', () => {
    expect(() => expect('No.').toMatchGold({ gold: { calls: [{ name: 'x' }] } })).toThrow(
      /no object "arguments"/,
    )
  })
})
