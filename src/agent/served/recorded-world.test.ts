import { describe, expect, it } from 'vitest'
import { dialogueOf } from '../../benchmark/dialogue-item.js'
import { hashText } from '../../text/hash.js'
import { ExactNumber, type JsonValue } from '../../text/json.js'
import { checkArguments } from '../check-arguments.js'
import { givenOfJson } from '../given-json.js'
import type { PackWorld } from '../pack.js'
import { RecordedWorlds } from './recorded-world.js'

const dialogue = (id: string, recorded: JsonValue) =>
  dialogueOf({
    kind: 'dialogue',
    id,
    json: {
      id,
      turns: [
        { role: 'user', text: 'Hello', recorded },
        { role: 'assistant', text: 'Yes' },
      ],
    },
  })

const first = dialogue('a', [
  { name: 'Balance', arguments: { token: 'z9', account: 'main' }, output: { amount: 12.5 }, exception: null },
  { name: 'Close', arguments: { token: 'z9', reason: null }, output: null, exception: 'No\nsuch account' },
])
const second = dialogue('b', [
  { name: 'Balance', arguments: { token: 'q1' }, output: 'none', exception: null },
])

const worlds = (dialogues = [first, second]) =>
  new RecordedWorlds({ dialogues, semantics: 'strict', hash: (content) => hashText(String(content)) })

const call = (world: PackWorld, name: string, args: Readonly<Record<string, JsonValue>>) => {
  const tool = world.tools.find((one) => one.name === name)
  if (tool === undefined) return 'no tool'
  const given = new Map(Object.entries(args).map(([key, value]) => [key, givenOfJson(value)]))
  const checked = checkArguments(tool, given)
  return checked.kind === 'fault' ? checked : tool.run(checked)
}

describe('RecordedWorlds', () => {
  it('answers what was recorded, in whatever order the arguments stand', () => {
    const world = worlds().worldOf(first)
    const outcome = call(world, 'Balance', { account: 'main', token: 'z9' })
    expect(outcome).toMatchObject({ kind: 'rows', rows: { count: 1, columns: ['amount'] } })
    expect(call(world, 'Close', { token: 'z9' })).toEqual({
      kind: 'error',
      error: 'failed',
      message: 'The tool answered with an error: "No\\\\nsuch account"',
    })
  })

  it('fails where nothing was recorded, and knows no results of another dialogue', () => {
    const made = worlds()
    const failed = { kind: 'error', error: 'failed', message: 'not recorded' }
    expect(call(made.worldOf(first), 'Balance', { token: 'z9' })).toEqual(failed)
    expect(call(made.worldOf(first), 'Balance', { token: 'q1' })).toEqual(failed)
    expect(call(made.worldOf(second), 'Balance', { token: 'q1' })).toMatchObject({ kind: 'rows' })
    expect(call(made.world, 'Balance', { token: 'q1' })).toMatchObject({ kind: 'rows' })
    expect(call(made.worldOf(second), 'Close', {})).toBe('no tool')
    expect(call(made.worldOf(second), 'Balance', { amount: 1 })).toMatchObject({
      kind: 'fault',
      reason: 'unknown',
    })
  })

  it('takes numbers for what they are, however they are spelled, but a text for no number', () => {
    const item = dialogue('n', [
      { name: 'Add', arguments: { a: new ExactNumber('1.0') }, output: 2, exception: null },
      { name: 'Sum', arguments: { a: '1' }, output: 2, exception: null },
    ])
    const world = worlds([item]).worldOf(item)
    expect(call(world, 'Add', { a: 1 })).toMatchObject({ kind: 'rows' })
    expect(call(world, 'Add', { a: new ExactNumber('1.0') })).toMatchObject({ kind: 'rows' })
    expect(call(world, 'Add', { a: '1' })).toMatchObject({ kind: 'error', message: 'not recorded' })
    expect(call(world, 'Sum', { a: 1 })).toMatchObject({ kind: 'error', message: 'not recorded' })
  })

  it('gives a tool the same parameters in every dialogue, and keeps, asks and sorts beside it', () => {
    const world = worlds().worldOf(second)
    expect(world.tools.map(({ name }) => name)).toEqual([
      'Balance',
      'sort_results',
      'adjust_date',
      'seek_information',
      'save_to_cache',
      'get_results_from_cache',
    ])
    expect(world.tools[0]?.parameters.map(({ name }) => name)).toEqual(['token', 'account'])
  })

  it('refuses dialogues without results, and results that are none', () => {
    expect(() => worlds([])).toThrow(/carries results/)
    for (const recorded of ['x', [1], [{ name: 'a' }], [{ name: 'a', arguments: {}, exception: 5 }]]) {
      expect(() => worlds([dialogue('c', recorded)])).toThrow(/item "c", turn 1/)
    }
  })
})
