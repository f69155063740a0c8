import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../text/json.js'
import { dialogueOf } from './dialogue-item.js'

const read = (json: JsonObject) => dialogueOf({ kind: 'dialogue', id: 'd', json })

describe('dialogueOf', () => {
  it('reads turns with what they have', () => {
    const turns = [
      { role: 'user', text: 'Move it.', cacheBefore: null },
      {
        role: 'assistant',
        text: '',
        plan: "mv(a='x')",
        calls: [{ name: 'mv', arguments: { a: 'x' } }],
        label: 'l',
      },
    ]
    expect(read({ turns, pack: 'p', category: 'c', split: 's', template: 't' })).toEqual({
      id: 'd',
      pack: 'p',
      category: 'c',
      split: 's',
      template: 't',
      turns: turns.map((turn) => ({ ...turn, json: turn })),
    })
  })

  it.each<[string, JsonObject, RegExp]>([
    ['no turns', {}, /"turns"/],
    ['an empty list', { turns: [] }, /at least one/],
    ['a turn that is none', { turns: ['hello'] }, /turn 1[^]*fix/],
    ['no role', { turns: [{ text: 'a' }] }, /"role"/],
    ['no text', { turns: [{ role: 'user' }] }, /"text"/],
    ['a plan of the wrong kind', { turns: [{ role: 'user', text: '', plan: [] }] }, /"plan" must be a text/],
    ['calls that are no list', { turns: [{ role: 'user', text: '', calls: {} }] }, /"calls"/],
    [
      'a call without arguments',
      { turns: [{ role: 'user', text: '', calls: [{ name: 'a' }] }] },
      /arguments/,
    ],
  ])('refuses %s', (_what, json, message) => {
    expect(() => read(json)).toThrow(message)
  })
})
