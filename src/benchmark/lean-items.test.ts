import { describe, expect, it } from 'vitest'
import { parsedJson } from '../../test/generators/parsed-json.js'
import { canonicalJson } from '../text/json.js'
import type { Item } from './item.js'
import { itemFromJson } from './item-json.js'
import { LeanItems } from './lean-items.js'

function item(text: string): Item {
  return itemFromJson(parsedJson(text), { path: 'items.jsonl', line: 1 })
}

const call = (id: string, tools: string): Item =>
  item(
    `{"id":"${id}","kind":"call","__proto__":{"x":1},"messages":[],"tools":${tools},"gold":{"none":true},"n":1.0,"big":12345678901234567890}`,
  )

const jsonOf = (one: Item) => {
  if (one.kind !== 'call') throw new Error('it is a call')
  return one.json
}

describe('LeanItems', () => {
  it('gives items that offer the same one list, and leaves them equal to what was read', () => {
    const shelf = new LeanItems()
    const before = [call('a', '["x"]'), call('b', '["x"]'), call('c', '["y"]')]
    const after = before.map((one) => shelf.lean(one))
    const [a, b, c] = after.map((one) => jsonOf(one).tools)
    expect(b).toBe(a)
    expect(c).not.toBe(a)
    expect(after.map((one) => canonicalJson(jsonOf(one)))).toEqual(
      before.map((one) => canonicalJson(jsonOf(one))),
    )
    for (const one of after) expect(Object.getPrototypeOf(jsonOf(one))).toBeNull()
  })
  it('keeps a cluster, and leaves other items alone', () => {
    const shelf = new LeanItems()
    const qa = item('{"id":"q","kind":"qa","tool":"x","question":"Is it?","answer":"yes"}')
    expect(shelf.lean(qa)).toBe(qa)
    const dialogue = item(
      '{"id":"d","kind":"dialogue","cluster":"k","turns":[{"role":"user","text":"Hello."}]}',
    )
    expect(shelf.lean(dialogue)).toMatchObject({ id: 'd', kind: 'dialogue', cluster: 'k' })
  })
})
