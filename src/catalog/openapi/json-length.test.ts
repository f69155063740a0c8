import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonOf } from '../../../test/contract/described-tools.js'
import { parseJson, writeJson } from '../../text/json.js'
import { jsonLength } from './json-length.js'

it('is the length of what is written, where nothing is escaped', () => {
  const plain = fc.stringMatching(/^[a-z ]*$/)
  const value = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      plain,
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value')),
      fc.dictionary(plain, tie('value')),
    ),
  })).value
  fc.assert(
    fc.property(value, (data) => {
      expect(jsonLength(jsonOf(data))).toBe(writeJson(jsonOf(data)).length)
    }),
  )
})

it('stops counting beyond a limit', () => {
  const long = jsonOf(Array.from({ length: 1000 }, () => ({ a: ['text'] })))
  expect(jsonLength(long, 100)).toBeGreaterThan(100)
  expect(jsonLength(long, 100)).toBeLessThan(150)
  expect(jsonLength(jsonOf([1, 2]), 5)).toBe(5)
})

it('counts the digits that are written', () => {
  const reading = parseJson('[1.00,1e400]')
  expect(reading.kind === 'value' && jsonLength(reading.value)).toBe('[1.00,1e400]'.length)
})
