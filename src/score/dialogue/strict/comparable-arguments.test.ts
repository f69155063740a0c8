import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { innWorld } from '../../../../test/generators/inn-world.js'
import { ExactNumber, type JsonObject } from '../../../text/json.js'
import { comparableArguments } from './comparable-arguments.js'
import { type ScoredTool, scoredTools } from './dialogue-tools.js'

const inns = scoredTools(innWorld).get('search_inns') as ScoredTool
const exact = (given: JsonObject) =>
  Object.fromEntries(comparableArguments(inns, given).map((one) => [one.parameter, one.exact]))

describe('comparableArguments', () => {
  it('reads every spelling of a day and of an hour alike', () => {
    const days = ['2031-05-01', 'May 1, 2031', ' may 1, 2031 '].map((arrival) => exact({ arrival }).arrival)
    expect(new Set(days)).toEqual(new Set(['"2031-05-01"']))
    expect(exact({ open_at: '03:15 PM' })).toEqual(exact({ open_at: 915 }))
    expect(exact({ open_at: '15:15:00' })).toEqual(exact({ open_at: 915 }))
  })
  it('takes numbers by value and digits as numbers where numbers belong, not elsewhere', () => {
    expect(exact({ budget: '0120' })).toEqual(exact({ budget: new ExactNumber('120.0') }))
    expect(exact({ town: '120' })).not.toEqual(exact({ town: 120 }))
  })
  it('does not care for the order of a set, nor for repetitions, but for that of a pair', () => {
    expect(exact({ extras: ['bath', 'view', 'bath'] })).toEqual(exact({ extras: ['view', 'bath'] }))
    expect(exact({ extras: 'bath' })).toEqual(exact({ extras: ['bath'] }))
    expect(exact({ stars: [2, 4] })).not.toEqual(exact({ stars: [4, 2] }))
  })
  it('leaves out what is as good as absent: defaults, None, empty lists, and results', () => {
    expect(exact({ pets: false, budget: null, extras: [], prior: { $result: 'x' } })).toEqual({})
    expect(exact({ pets: true })).toEqual({ pets: 'true' })
    // A text is no boolean.
    expect(exact({ pets: 'True' })).toEqual({ pets: '"True"' })
  })
  it('trims and composes texts, and folds case only where folding is asked for', () => {
    const [plain] = comparableArguments(inns, { town: ' Orle\u0301ans' })
    const [shouted] = comparableArguments(inns, { town: 'ORLÉANS' })
    expect(plain?.exact).toBe('"Orléans"')
    expect(plain?.exact).not.toBe(shouted?.exact)
    expect(plain?.folded).toBe(shouted?.folded)
  })
  it('keeps a parameter that the tool does not have', () => {
    expect(exact({ view: 'sea' })).toEqual({ view: '"sea"' })
  })
  it.each<[JsonObject, Readonly<Record<string, string>>]>([
    [{ budget: '+120.50' }, { budget: '120.5' }],
    [{ budget: '-5' }, { budget: '-5' }],
    [{ budget: '1e3' }, { budget: '"1e3"' }],
    [{ budget: '5 km' }, { budget: '"5 km"' }],
    [{ budget: ' 5 ' }, { budget: '5' }],
    [{ budget: '\uff15' }, { budget: '5' }],
    [{ budget: true }, { budget: 'true' }],
    [{ budget: ['5', 6] }, { budget: '[5,6]' }],
    [{ arrival: 'some day' }, { arrival: '"some day"' }],
    [{ open_at: 'noonish' }, { open_at: '"noonish"' }],
    [{ days: ['2031-05-02', 'May 1, 2031', '2031-05-01'] }, { days: '["2031-05-01","2031-05-02"]' }],
    [{ days: '2031-05-02' }, { days: '["2031-05-02"]' }],
    [{ stars: '4' }, { stars: '[4]' }],
    [{ stars: ['2', '4', '2'] }, { stars: '[2,4,2]' }],
    [{ extras: ['b', 'a', ' b '] }, { extras: '["a","b"]' }],
    [{ town: ['Ulm'] }, { town: '["Ulm"]' }],
    [{ town: { $ref: 1 }, other: { $result: 'x' } }, {}],
    [{ other: { a: 1 } }, { other: '{"a":1}' }],
    [{ town: '' }, { town: '""' }],
    [{ town: ' null ' }, { town: '"null"' }],
  ])('compares %j as %j', (given, compared) => {
    expect(exact(given)).toEqual(compared)
  })

  it('leaves a parameter that takes results out, whatever stands there', () => {
    const near = scoredTools(innWorld).get('near') as ScoredTool
    expect(comparableArguments(near, { inns: 'abc', cafes: 5, other: 1 })).toEqual([
      { parameter: 'other', exact: '1', folded: '1' },
    ])
  })

  it('reads the same arguments anew for another tool', () => {
    const given = { town: 'Ulm', pets: false }
    const cafes = scoredTools(innWorld).get('search_cafes') as ScoredTool
    expect(comparableArguments(inns, given).map(({ parameter }) => parameter)).toEqual(['town'])
    expect(comparableArguments(cafes, given).map(({ parameter }) => parameter)).toEqual(['town', 'pets'])
    expect(comparableArguments(cafes, given)).toBe(comparableArguments(cafes, given))
  })

  it('is the same for a set in any order', () => {
    const extras = fc.array(fc.string({ maxLength: 5 }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(extras, fc.infiniteStream(fc.nat(5)), (list, stream) => {
        const turned = [...list, list[0] as string].sort(() => (stream.next().value as number) - 2.5)
        expect(exact({ extras: turned })).toEqual(exact({ extras: list }))
      }),
    )
  })
})
