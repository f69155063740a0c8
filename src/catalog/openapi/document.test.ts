import { describe, expect, it } from 'vitest'
import { parsedJson } from '../../../test/generators/parsed-json.js'
import { describedApi, versionOf } from './document.js'

describe('versionOf', () => {
  it.each([
    ['{"openapi":"3.0.3"}', '3.0'],
    ['{"openapi":"3.1.0"}', '3.1'],
    ['{"openapi":"3.2.0"}', '3.1'],
    ['{"openapi":3.0}', '3.0'],
    ['{"openapi":3.1}', '3.1'],
    ['{"openapi":"3"}', '3.0'],
    ['{"swagger":"2.0"}', '2.0'],
    ['{"swagger":2.0}', '2.0'],
    ['{"swagger":2}', '2.0'],
  ])('reads %s as %s', (text, dialect) => {
    expect(versionOf(parsedJson(text))).toEqual({ kind: 'read', dialect })
  })
  it.each(['{"swagger":"1.2"}', '{"openapi":"4.0.0"}', '{"openapi":"next"}'])('does not read %s', (text) => {
    expect(versionOf(parsedJson(text)).kind).toBe('unsupported')
    expect(() => describedApi(parsedJson(text), 'api.json')).toThrow(/is not read[^]*api\.json[^]*fix:/)
  })
  it.each(['{}', '[]', '"openapi: 3.0"', 'null', '{"openapi":null}', '{"openapi":{}}'])(
    'finds none in %s',
    (text) => {
      expect(versionOf(parsedJson(text))).toEqual({ kind: 'absent' })
      expect(() => describedApi(parsedJson(text), 'api.json')).toThrow(
        /no OpenAPI description[^]*api\.json[^]*fix:/,
      )
    },
  )
})
