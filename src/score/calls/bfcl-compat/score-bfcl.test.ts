import { describe, expect, it } from 'vitest'
import { callTaskOf } from '../../../benchmark/call-item.js'
import type { CallItem } from '../../../benchmark/item.js'
import type { Output, OutputContent } from '../../../run/output-lines.js'
import type { JsonObject } from '../../../text/json.js'
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
})
