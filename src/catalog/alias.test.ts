import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitJoinedName, toolSenseSpelling } from './alias.js'

const tokens = join(process.env.ASSAY_DATA ?? '../shared/data', 'toolgen/virtual_tokens.txt')

describe('splitJoinedName', () => {
  it('cuts at the first &&', () => {
    expect(splitJoinedName('Parcel Radar&&lookup')).toEqual({ service: 'Parcel Radar', endpoint: 'lookup' })
    expect(splitJoinedName('a&&b&&c')).toEqual({ service: 'a', endpoint: 'b&&c' })
    expect(splitJoinedName('&&x')).toEqual({ service: '', endpoint: 'x' })
    expect(splitJoinedName('a&b')).toBeUndefined()
  })
})

describe('toolSenseSpelling', () => {
  it.each([
    ['Parcel Radar&&lookup', 'Parcel Radar&&lookup'],
    [' Parcel Radar &&lookup', 'Parcel Radar &&lookup'],
    ['Parcel Radar.&&by id.', 'Parcel Radar&&by id'],
    ['Radar...&& by id .. ', 'Radar&&by id '],
    ['Radar&&a.b', 'Radar&&a.b'],
    ['Radar&&x. && y.', 'Radar&&x. && y'],
    ['Finish', 'Finish'],
  ])('%j is %j', (name, expected) => {
    expect(toolSenseSpelling(name)).toBe(expected)
  })

  it('agrees with regular expressions that say the same', () => {
    const part = fc.string({ unit: fc.constantFrom('a', '.', ' ', '\t', '&'), maxLength: 6 })
    fc.assert(
      fc.property(part, part, (service, endpoint) => {
        const name = `${service}&&${endpoint}`
        const [first = '', ...rest] = name.split('&&')
        const expected = `${`${first}.`.trim().replace(/\.*$/, '')}&&${rest.join('&&').trim().replace(/\.*$/, '')}`
        expect(toolSenseSpelling(name)).toBe(expected)
      }),
    )
  })

  it.skipIf(!existsSync(tokens))(
    `changes 225 of ToolGen's names and makes two pairs equal (needs ${tokens})`,
    () => {
      const names = readFileSync(tokens, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => line.slice(2, -2))
        .filter((name) => name !== 'Finish')
      const spelled = names.map(toolSenseSpelling)
      expect(spelled.filter((spelling, index) => spelling !== names[index])).toHaveLength(225)
      expect(new Set(spelled).size).toBe(names.length - 2)
    },
  )
})
