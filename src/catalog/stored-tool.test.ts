import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeJson } from '../text/json.js'
import { buildTool } from './build-tool.js'
import { amendTool, SchemaStore, toStored } from './stored-tool.js'

const source = { format: 'test', at: '' }

describe('SchemaStore', () => {
  it('gives every schema back, also one longer than a piece and in any script', () => {
    const store = new SchemaStore()
    const texts = [
      '{}',
      '{"type":"object","properties":{}}',
      `{"description":"${'ж😀'.repeat(300_000)}"}`,
      `{"description":"${'x'.repeat(340_000)}"}`,
      `{"description":"${'y'.repeat(340_000)}"}`,
      `{"description":"${'é'.repeat(340_000)}"}`,
      '{"a":"\\ud800","b":1.0}',
    ]
    const ids = texts.map((text) => store.add(text))
    expect(ids.map((id) => writeJson(store.read(id)))).toEqual(texts)
  })

  it('keeps equal short schemas once', () => {
    const store = new SchemaStore()
    expect(store.add('{"a":1}')).toBe(store.add('{"a":1}'))
    expect(store.add('{"a":1}')).not.toBe(store.add('{"a":2}'))
  })

  it('holds more schemas than it keeps parsed', () => {
    const store = new SchemaStore()
    const ids = Array.from({ length: 2000 }, (_, index) => store.add(`{"number":${index}}`))
    expect(ids.map((id) => store.read(id).number)).toEqual(ids.map((_, index) => index))
    expect(store.read(ids[0] as number).number).toBe(0)
  })

  it('keeps a schema for a while, but not for ever', () => {
    const store = new SchemaStore()
    const ids = Array.from({ length: 1000 }, (_, index) => store.add(`{"number":${index}}`))
    const first = store.read(ids[0] as number)
    expect(store.read(ids[0] as number)).toBe(first)
    for (const id of ids) store.read(id)
    expect(store.read(ids[0] as number)).not.toBe(first)
  })

  it('gives back what was put in, in any order', () => {
    fc.assert(
      fc.property(fc.array(fc.dictionary(fc.string(), fc.string({ unit: 'grapheme' }))), (objects) => {
        const store = new SchemaStore()
        const texts = objects
          .map((object) => JSON.stringify(object))
          .filter((text) => !text.includes('"__proto__"'))
        const ids = texts.map((text) => store.add(text))
        for (const index of [...texts.keys()].reverse()) {
          expect(JSON.parse(writeJson(store.read(ids[index] as number)))).toEqual(
            JSON.parse(texts[index] as string),
          )
        }
      }),
    )
  })
})

describe('toStored and amendTool', () => {
  const tool = buildTool({ name: 'a', source, outputSchema: { type: 'object' }, aliases: ['x'] })

  it('keep a tool equal to itself', () => {
    const store = new SchemaStore()
    expect(toStored(tool, store)).toEqual(tool)
    expect(toStored(toStored(tool, store), store)).toEqual(tool)
    expect('outputSchema' in toStored(buildTool({ name: 'b', source }), store)).toBe(false)
  })

  it('change members without reading schemas', () => {
    const stored = toStored(tool, new SchemaStore())
    const amended = amendTool(stored, { name: 'b', aliases: ['x', 'y'], tokenText: '<<b>>' })
    expect(Object.getOwnPropertyDescriptor(amended, 'inputSchema')?.get).toBeTypeOf('function')
    expect(amended).toEqual({ ...tool, name: 'b', aliases: ['x', 'y'], tokenText: '<<b>>' })
    expect(stored).toEqual(tool)
  })
})
