import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsedObject } from '../../test/generators/parsed-json.js'
import { toyWorld } from '../../test/generators/toy-world.js'
import { parseJson } from '../text/json.js'
import { canonicalArguments } from './canonical-arguments.js'
import { checkArguments } from './check-arguments.js'
import { givenJson, givenOfJson } from './given-json.js'
import type { PackTool } from './pack.js'

const [search, filter] = toyWorld().tools as readonly [PackTool, PackTool]

function checked(tool: PackTool, text: string) {
  const given = new Map(Object.entries(parsedObject(text)).map(([name, json]) => [name, givenOfJson(json)]))
  return checkArguments(tool, given)
}

describe('checkArguments', () => {
  it.each([
    [
      '{"branch":"north","year":["2001",2010],"rating":[4,4.5],"is_lent":false}',
      { year: [2001, 2010], rating: [4, 4.5] },
    ],
    ['{"branch":"north","due":"May 18, 2025"}', { due: '2025-05-18' }],
    ['{"branch":"north","due":"2025-05-18"}', { due: '2025-05-18' }],
    ['{"branch":"north","due":"Jan 1, 2025"}', { due: '2025-01-01' }],
    ['{"branch":"north","pickup":["09:30","03:15 PM"]}', { pickup: [570, 915] }],
    ['{"branch":"north","year":[],"pages":null}', {}],
  ])('reads %s', (text, values) => {
    expect(checked(search, text)).toMatchObject({ kind: 'checked', values: { branch: 'north', ...values } })
  })

  it('leaves out what says that nothing is given', () => {
    const { values } = checked(search, '{"branch":"north","year":[],"pages":null}') as { values: object }
    expect(Object.keys(values)).toEqual(['branch'])
  })

  it.each([
    ['{}', 'missing', 'branch'],
    ['{"branch":null}', 'missing', 'branch'],
    ['{"branch":"west"}', 'choice', 'branch'],
    ['{"branch":"north","colour":"red"}', 'unknown', 'colour'],
    ['{"branch":"north","__proto__":1}', 'unknown', '__proto__'],
    ['{"branch":"north","author":"Ines Ferro"}', 'type', 'author'],
    ['{"branch":"north","pages":25.0}', 'type', 'pages'],
    ['{"branch":"north","pages":true}', 'type', 'pages'],
    ['{"branch":"north","pages":0}', 'range', 'pages'],
    ['{"branch":"north","pages":9007199254740993}', 'range', 'pages'],
    ['{"branch":"north","rating":[4]}', 'pair', 'rating'],
    ['{"branch":"north","rating":[2,3,4]}', 'pair', 'rating'],
    ['{"branch":"north","rating":[5,4]}', 'pair', 'rating'],
    ['{"branch":"north","is_lent":"yes"}', 'type', 'is_lent'],
    ['{"branch":"north","due":"18/05/2025"}', 'format', 'due'],
    ['{"branch":"north","due":"2025-02-30"}', 'format', 'due'],
    ['{"branch":"north","pickup":["9h","10h"]}', 'format', 'pickup'],
    ['{"branch":{"kind":"fault","reason":"type"}}', 'type', 'branch'],
  ])('refuses %s', (text, reason, parameter) => {
    expect(checked(search, text)).toMatchObject({ kind: 'fault', reason, parameter })
  })

  it('asks for one of a group', () => {
    const result = {
      kind: 'result' as const,
      id: 'x',
      tool: 't',
      summary: '',
      rows: { count: 0, columns: [], value: () => null, rowId: () => '' },
    }
    const fault = checkArguments(filter, new Map([['prior_results', { kind: 'result', result }]]))
    expect(fault).toMatchObject({
      kind: 'fault',
      reason: 'missing',
      message: expect.stringContaining('at least one of'),
    })
  })
})

describe('canonicalArguments', () => {
  const canonical = (text: string) => {
    const read = checked(search, text)
    if (read.kind === 'fault') throw new Error(read.message)
    return canonicalArguments(search, read)
  }

  it('is the same however a set is ordered, a date is written and a default is stated', () => {
    const author = fc.constantFrom('Ines Ferro', 'Mara Quill', 'Odo Lang')
    fc.assert(
      fc.property(fc.array(author, { minLength: 1 }), fc.boolean(), (authors, isStated) => {
        const plain = canonical(
          JSON.stringify({ branch: 'north', author: [...new Set(authors)].sort(), due: '2025-05-18' }),
        )
        const other = canonical(
          JSON.stringify({
            due: 'May 18, 2025',
            author: [...authors].reverse(),
            ...(isStated ? { pages: '5000' } : {}),
            branch: 'north',
          }),
        )
        expect(other).toEqual(plain)
        expect(Object.keys(other)).toEqual(Object.keys(plain))
      }),
    )
  })

  it('keeps the order of pairs and what is no default', () => {
    expect({ ...canonical('{"branch":"south","year":[1990,2000],"pages":100}') }).toEqual({
      branch: 'south',
      year: [1990, 2000],
      pages: 100,
    })
  })
})

describe('givenJson', () => {
  it('gives back the JSON that was given', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const text = JSON.stringify(value)
        const reading = parseJson(text, { duplicateKeys: 'last' })
        if (reading.kind === 'fault') return
        expect(givenJson(givenOfJson(reading.value))).toEqual(reading.value)
      }),
    )
  })
})
