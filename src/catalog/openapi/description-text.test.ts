import { describe, expect, it } from 'vitest'
import { writeJson } from '../../text/json.js'
import { decodeDescription, MAX_DESCRIPTION_BYTES, parseDescription } from './description-text.js'

describe('parseDescription', () => {
  it('reads JSON without losing digits', () => {
    expect(writeJson(parseDescription(' {"a": 1.0, "b": 12345678901234567890}', 'api.json'))).toBe(
      '{"a":1.0,"b":12345678901234567890}',
    )
  })
  it('reads YAML', () => {
    expect(writeJson(parseDescription('openapi: 3.1.0\npaths: {}', 'api.yaml'))).toBe(
      '{"openapi":"3.1.0","paths":{}}',
    )
  })
  it('takes flow style under a name of YAML, but not under one of JSON', () => {
    expect(writeJson(parseDescription('{a: 1,}', 'api.yml'))).toBe('{"a":1}')
    expect(() => parseDescription('{a: 1,}', 'api.json')).toThrow(
      /not valid JSON[^]*api\.json, line 1, column 2/,
    )
  })
  it('names line and column of a fault', () => {
    expect(() => parseDescription('{\n  "a": 1,\n  "a": 2\n}', 'api.json')).toThrow(
      /"a" stands twice[^]*api\.json, line 3, column 3/,
    )
    expect(() => parseDescription('a: 1\nb: 2\na: 3', 'api.yaml')).toThrow(
      /"a" stands twice[^]*api\.yaml, line 3, column 1[^]*fix:/,
    )
    expect(() => parseDescription('a: !!js/undefined ""', 'api.yaml')).toThrow(
      /js\/undefined[^]*line 1, column 19/,
    )
  })
  it.each([
    ['{"__proto__": {"a": 1}}', 'json-refused'],
    ['__proto__: {a: 1}', 'yaml-prototype-key'],
    [`{"a":${'['.repeat(500)}${']'.repeat(500)}}`, 'json-refused'],
    ['<html><body>not: found: at all</body></html>', 'yaml-broken'],
  ])('refuses %.40s', (text, code) => {
    expect(() => parseDescription(text, 'api')).toThrow(expect.objectContaining({ code }))
  })
})

describe('decodeDescription', () => {
  it('drops a byte-order mark', () => {
    expect(decodeDescription(new TextEncoder().encode('\uFEFF{}'), 'api.json')).toBe('{}')
  })
  it('refuses bytes that are not UTF-8, and too many', () => {
    expect(() => decodeDescription(new Uint8Array([0x7b, 0xff]), 'api.json')).toThrow(/UTF-8[^]*api\.json/)
    const huge = { length: MAX_DESCRIPTION_BYTES + 1 } as Uint8Array // stands for bytes that no test should hold
    expect(() => decodeDescription(huge, 'api.json')).toThrow(/longer than 128 MiB/)
  })
})
