import { describe, expect, it } from 'vitest'
import { callTaskOf } from '../../../benchmark/call-item.js'
import type { CallItem } from '../../../benchmark/item.js'
import type { Output, OutputContent } from '../../../run/output-lines.js'
import type { JsonObject } from '../../../text/json.js'
import { hermes } from '../../../toolcall/dialects/hermes.js'
import { openai } from '../../../toolcall/dialects/openai.js'
import { scoreBfcl } from './score-bfcl.js'

const described = {
  name: 'geo.find',
  description: '',
  parameters: { type: 'dict', properties: { city: { type: 'string' } }, required: ['city'] },
}
function item(id: string, category: string, answers: readonly JsonObject[]) {
  const json: JsonObject = {
    id,
    kind: 'call',
    category,
    messages: [{ role: 'user', content: 'Find "Lima".' }],
    tools: [
      {
        name: 'geo.find',
        inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
      },
    ],
    gold:
      answers.length === 0 ? { none: true } : { calls: [{ name: 'geo.find', arguments: { city: 'Lima' } }] },
    bfcl: { category, functions: [described], answers },
  }
  const call: CallItem = { kind: 'call', id, json }
  return { item: call, task: callTaskOf(call) }
}
const items = [item('a', 'simple_python', [{ 'geo.find': { city: ['Lima'] } }]), item('b', 'irrelevance', [])]
const output = (id: string, said: OutputContent): Output => ({
  id,
  said,
  stopReason: 'stop',
  where: `line ${id}`,
})
const text = (value: string): OutputContent => ({ kind: 'text', text: value })
const messageOf = (message: JsonObject): OutputContent => ({
  kind: 'message',
  text: JSON.stringify(message),
  message,
})
const score = (outputs: readonly Output[], more: object = {}) =>
  scoreBfcl({ items, outputs, partial: false, seed: 0, resamples: 100, ...more })

describe('scoreBfcl', () => {
  it('reads prompt answers its own way, and counts what cannot be read as no call', async () => {
    const right = await score([output('a', text("geo.find(city='LIMA')")), output('b', text('I cannot.'))])
    expect(right.verdicts.map(({ verdict }) => verdict.valid)).toEqual([true, true])
    expect(right.scores.map(({ metric, group }) => [metric, group])).toEqual([
      ['accuracy', undefined],
      ['accuracy', 'simple_python'],
      ['accuracy', 'irrelevance'],
    ])
    const wrong = await score([output('a', text('I cannot.')), output('b', text('f()'))])
    expect(wrong.verdicts.map(({ verdict }) => verdict.errorType)).toEqual([
      'ast_decoder:decoder_failed',
      'irrelevance_error:decoder_success',
    ])
  })

  it('reads calls and messages, the latter with underscores for dots', async () => {
    const call = (name: string) => ({ name, arguments: { city: 'Lima' } })
    const calls = await score([
      output('a', { kind: 'calls', calls: [call('geo.find')] }),
      output('b', { kind: 'calls', calls: [] }),
    ])
    expect(calls.verdicts.map(({ verdict }) => verdict.valid)).toEqual([true, true])
    const message = (name: string): OutputContent =>
      messageOf({
        role: 'assistant',
        tool_calls: [{ id: '1', type: 'function', function: { name, arguments: '{"city": "Lima"}' } }],
      })
    const messages = await score(
      [output('a', message('geo_find')), output('b', messageOf({ role: 'assistant', content: 'No.' }))],
      { dialect: openai },
    )
    expect(messages.verdicts.map(({ verdict }) => verdict.valid)).toEqual([true, true])
    await expect(score([output('a', message('geo_find'))])).rejects.toThrow(/--dialect/)
  })

  it('takes items of BFCL’s Python categories alone', async () => {
    const other = { ...items[0], item: { kind: 'call', id: 'x', json: {} } }
    await expect(score([], { items: [other] })).rejects.toMatchObject({ code: 'not-bfcl' })
    await expect(score([], { items: [item('j', 'simple_java', [])] })).rejects.toThrow(/Python categories/)
  })

  it('shows the floor of the null callers', async () => {
    const many = Array.from({ length: 30 }, (_, index) =>
      item(String(index), 'simple_python', [{ 'geo.find': { city: ['Lima'] } }]),
    )
    const outputs = many.map(({ task }) => output(task.id, text('no')))
    const { scores } = await score(outputs, { items: many })
    expect(scores[0]).toMatchObject({
      value: 0,
      floor: { null: 'constant', value: 1, verdict: 'below-floor' },
    })
  })

  it('scores each category over its own items, where there are several', async () => {
    const mixed = [
      item('a', 'simple_python', [{ 'geo.find': { city: ['Lima'] } }]),
      item('b', 'irrelevance', []),
      item('c', 'simple_python', [{ 'geo.find': { city: ['Rome'] } }]),
      item('d', 'irrelevance', []),
    ]
    const outputs = mixed.map(({ task }) => output(task.id, text("geo.find(city='Lima')")))
    const { scores, gaps } = await score(outputs, { items: mixed })
    expect(scores).toMatchObject([
      { metric: 'accuracy', value: 0.25, n: 4, unit: 'share of items', better: 'higher', ceiling: 1 },
      { group: 'simple_python', value: 0.5, n: 2 },
      { group: 'irrelevance', value: 0, n: 2 },
    ])
    expect(scores[0]).toMatchObject({ scorer: { name: 'bfcl-compat', version: 2 } })
    expect(scores[0]).not.toHaveProperty('group')
    expect(gaps).toEqual({ missing: [], doubled: [], unknown: [] })
    const one = mixed.filter(({ task }) => task.category === 'irrelevance')
    const alone = await score(
      one.map(({ task }) => output(task.id, text('no'))),
      { items: one },
    )
    expect(alone.scores).toHaveLength(1)
    expect(alone.scores[0]).toMatchObject({ value: 1, n: 2 })
  })

  it('is unscored for one item alone', async () => {
    const one = await score([output('a', text('no'))], { items: items.slice(0, 1) })
    expect(one.scores).toMatchObject([{ kind: 'unscored', n: 1 }])
  })

  it('takes an empty list of calls for silence, and a call for none', async () => {
    const silent = await score([output('a', text('[]')), output('b', text('[]'))])
    expect(silent.verdicts.map(({ verdict }) => verdict.errorType)).toEqual([
      'simple_function_checker:wrong_count',
      null,
    ])
  })

  it('reads an attempt in a message as no call', async () => {
    const broken = messageOf({
      role: 'assistant',
      tool_calls: [{ id: '1', type: 'function', function: { name: 'geo_find', arguments: '{"city": ' } }],
    })
    const { verdicts } = await score([output('a', broken), output('b', broken)], { dialect: openai })
    expect(verdicts.map(({ id, verdict }) => [id, verdict.errorType])).toEqual([
      ['a', 'ast_decoder:decoder_failed'],
      ['b', null],
    ])
  })

  it('says what it cannot read, and where', async () => {
    await expect(score([output('a', { kind: 'tokens', tokenIds: [1] })])).rejects.toMatchObject({
      code: 'dialect-missing',
      where: 'line a',
      fix: 'Write the text as "text".',
    })
    await expect(score([output('a', messageOf({ role: 'assistant' }))], { dialect: hermes })).rejects.toThrow(
      /BFCL does not read such outputs[^]*--dialect, e\.g\. openai/,
    )
    await expect(score([output('a', text('no'))], { where: 'o.jsonl' })).rejects.toMatchObject({
      code: 'outputs-missing',
      where: 'o.jsonl',
    })
    const other = { ...items[0], item: { kind: 'call', id: 'x', json: { bfcl: 5 } } }
    await expect(score([], { items: [other] })).rejects.toMatchObject({
      what: 'The item was not imported from BFCL.',
      where: 'item "x"',
      fix: expect.stringMatching(/--items[^]*--compat/),
    })
    const unnamed = { ...items[0], item: { kind: 'call', id: 'x', json: { bfcl: { category: 5 } } } }
    await expect(score([], { items: [unnamed] })).rejects.toMatchObject({
      what: 'The item is not of one of the Python categories of BFCL.',
    })
  })

  it('passes over descriptions and answers that are no objects', async () => {
    const odd = [item('a', 'simple_python', [5 as never, { 'geo.find': { city: ['Lima'] } }]), items[1]]
    const outputs = [output('a', text("geo.find(city='Lima')")), output('b', text('no'))]
    expect((await score(outputs, { items: odd })).verdicts[0]?.verdict.valid).toBe(true)
    const json: JsonObject = { bfcl: { category: 'simple_python', functions: 5, answers: {} } }
    const bare = [{ ...items[0], item: { kind: 'call', id: 'a', json } }, items[1]]
    expect((await score(outputs, { items: bare })).verdicts[0]?.verdict.errorType).toBe('crash:IndexError')
  })
})
