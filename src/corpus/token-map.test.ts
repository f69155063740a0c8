import { describe, expect, it } from 'vitest'
import { parsedJson } from '../../test/generators/parsed-json.js'
import { buildTool } from '../catalog/build-tool.js'
import { tokenMapOf, tokenMapText } from './token-map.js'
import { tokensOf, tokensOfMap } from './tool-tokens.js'

describe('tokenMapOf', () => {
  it('reads strings and lists', () => {
    expect([...tokenMapOf(parsedJson('{"a":"T1","b":["T2","T3"]}'), 'm')]).toEqual([
      ['a', ['T1']],
      ['b', ['T2', 'T3']],
    ])
  })

  it.each(['[]', '"x"', '{"a":1}', '{"a":[]}', '{"a":["x",2]}', '{"a":null}'])('refuses %s', (text) => {
    expect(() => tokenMapOf(parsedJson(text), 'map.json')).toThrow(/no map of tools to tokens[^]*map\.json/)
  })

  it('reads back what is written', () => {
    const tools = ['A&&x', 'A&&"y"', 'z\u2028'].map((name) =>
      buildTool({ name, source: { format: 'test', at: 'test' } }),
    )
    const tokens = tokensOf(tools, 'hierarchical')
    const text = [...tokenMapText(tools, tokens)].join('')
    expect(tokensOfMap(tools, tokenMapOf(parsedJson(text), 'm'), 'm').sequences).toEqual(tokens.sequences)
    expect(parsedJson([...tokenMapText([], tokensOf([], 'flat'))].join(''))).toEqual({})
  })
})
