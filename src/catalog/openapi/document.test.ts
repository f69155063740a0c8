import { describe, expect, it } from 'vitest'
import { parseJson } from '../../text/json.js'
import { describedApi, versionOf } from './document.js'

const json = (text: string) => {
  const reading = parseJson(text)
  if (reading.kind === 'fault') throw new Error(reading.fault.reason)
  return reading.value
}

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
    expect(versionOf(json(text))).toEqual({ kind: 'read', dialect })
  })
  it.each(['{"swagger":"1.2"}', '{"openapi":"4.0.0"}', '{"openapi":"next"}'])('does not read %s', (text) => {
    expect(versionOf(json(text)).kind).toBe('unsupported')
    expect(() => describedApi(json(text), 'api.json')).toThrow(/is not read[^]*api\.json[^]*fix:/)
  })
  it.each(['{}', '[]', '"openapi: 3.0"', 'null', '{"openapi":null}', '{"openapi":{}}'])(
    'finds none in %s',
    (text) => {
      expect(versionOf(json(text))).toEqual({ kind: 'absent' })
      expect(() => describedApi(json(text), 'api.json')).toThrow(
        /no OpenAPI description[^]*api\.json[^]*fix:/,
      )
    },
  )
})
