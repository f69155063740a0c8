import { describe, expect, it } from 'vitest'
import { jsonFirst, mayBeJson } from './media-types.js'

describe('jsonFirst', () => {
  it.each([
    [['text/xml', 'application/json'], 'application/json'],
    [['application/xml', 'application/vnd.api+json'], 'application/vnd.api+json'],
    [['text/json', 'application/json; charset=utf-8'], 'application/json; charset=utf-8'],
    [['multipart/form-data', '*/*'], '*/*'],
    [['text/plain', 'application/x-www-form-urlencoded'], 'application/x-www-form-urlencoded'],
    [['image/png', 'text/plain'], 'image/png'],
    [['APPLICATION/JSON', 'application/json'], 'APPLICATION/JSON'],
    [[], undefined],
  ])('of %j takes %s', (mediaTypes, expected) => {
    expect(jsonFirst(mediaTypes)).toBe(expected)
  })
  it('knows what may be JSON', () => {
    expect(['application/json', 'a/b+json', '*/*', 'text/csv', 'multipart/form-data'].map(mayBeJson)).toEqual(
      [true, true, true, false, false],
    )
  })
})
