import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson, type JsonValue } from '../../text/json.js'
import { JsonTreeReader } from '../../text/json-tree.js'
import { Scan } from '../scan/scan.js'
import { toolTable } from '../tool-table.js'
import { type LooseRange, readLooseValue } from './loose-value.js'

function scanOf(text: string, isCut = false): Scan {
  return new Scan({ json: new JsonTreeReader(text), tools: toolTable([]), isCut })
}

function read(text: string, range: Partial<LooseRange> = {}, isCut = false) {
  const loose = readLooseValue(scanOf(text, isCut), { from: 0, ...range })
  if (loose === undefined) return undefined
  return {
    json: canonicalJson(loose.value),
    repairs: loose.repairs.list.map(({ code }) => code),
    end: loose.end,
  }
}

describe('readLooseValue', () => {
  it.each([
    ["{'a': 'b'}", '{"a":"b"}', ['single-quotes']],
    ["{'it': 'it\\'s'}", '{"it":"it\'s"}', ['single-quotes']],
    ['{"a": True, "b": None}', '{"a":true,"b":null}', ['python-literal']],
    ['{"a": [1, 2,],}', '{"a":[1,2]}', ['trailing-comma']],
    ['{"a": 1 /* one */, // two\n"b": 2}', '{"a":1,"b":2}', ['comment']],
    ['{"a": "x\ny"}', '{"a":"x\\ny"}', ['control-character']],
    ['{a: 1, b-c: 2}', '{"a":1,"b-c":2}', ['unquoted-key']],
    ['{“a”: “b”}', '{"a":"b"}', ['smart-quotes']],
    ['{"a": 1, "a": 1.0}', '{"a":1}', ['duplicate-key']],
    ['{"a": {"b": "c"', '{"a":{"b":"c"}}', ['bracket-missing']],
    ['{"a": 1}', '{"a":1}', []],
  ])('reads %j', (text, json, repairs) => {
    expect(read(text)).toMatchObject({ json, repairs })
  })

  it.each([
    ['two members that contradict each other', '{"a": 1, "a": 2}'],
    ['an unknown escape', '{"a": "\\d"}'],
    ['an unknown escape in single quotes', "{'a': '\\d'}"],
    ['half an escape', '{"a": "\\u12"}'],
    ['a string without end', '{"a": "b'],
    ['a number at the very end', '{"a": 12'],
    ['a word at the very end', '{"a": tru'],
    ['a missing comma', '{"a": 1 "b": 2}'],
    ['a missing value', '{"a": }'],
    ['NaN', '{"a": NaN}'],
    ['a comment without end', '{"a": 1 /* '],
    ['an expression', '{"a": 1 + 2}'],
    ['nesting beyond 64', '['.repeat(65) + ']'.repeat(65)],
  ])('guesses nothing at %s', (_what, text) => {
    expect(read(text)).toBeUndefined()
  })

  it('closes what was forgotten before a closer, but not what the limit cut', () => {
    expect(read('{"a": 12</x>', { closers: ['</x>'] })).toMatchObject({
      json: '{"a":12}',
      repairs: ['bracket-missing'],
      end: 8,
    })
    expect(read('{"a": "b"', {}, true)).toBeUndefined()
    expect(read('{"a": [1]} tail', { to: 9 })).toMatchObject({
      json: '{"a":[1]}',
      repairs: ['bracket-missing'],
    })
  })

  it('changes nothing in what is JSON already', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5, stringUnit: 'binary' }), (value) => {
        const text = JSON.stringify(value)
        const container = `[${text}]`
        expect(read(container)).toEqual({
          json: canonicalJson([value as JsonValue]),
          repairs: [],
          end: container.length,
        })
      }),
    )
  })
})
