import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quickJson } from './quick-json.js'

describe('quickJson', () => {
  it('gives what the host gives', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(quickJson(text)).toEqual({ kind: 'value', value: JSON.parse(text) })
      }),
    )
  })
  it('lets the last of two keys win, as the host does', () => {
    expect(quickJson('{"a": 1, "a": 2}')).toEqual({ kind: 'value', value: { a: 2 } })
  })
  it('says where a text stops being JSON', () => {
    expect(quickJson('{"a":\n nul}')).toMatchObject({ kind: 'fault', fault: { line: 2, column: 2 } })
  })
})
