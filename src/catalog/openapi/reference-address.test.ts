import { describe, expect, it } from 'vitest'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import { decodePercent } from '../../text/percent-encoding.js'
import { referenceAddress, shownAddress } from './reference-address.js'

const resolve = (reference: string, base: string): string => {
  const target = referenceAddress(reference, base, memoryFiles())
  return target.kind === 'address' ? `${target.address} # ${target.fragment}` : target.reason
}

describe('referenceAddress', () => {
  it.each([
    ['#/a/b', 'specs/api.yaml', 'specs/api.yaml # /a/b'],
    ['', 'specs/api.yaml', 'specs/api.yaml # '],
    ['other.yaml#/a', 'specs/api.yaml', 'specs/other.yaml # /a'],
    ['./other.yaml', 'specs/api.yaml', 'specs/other.yaml # '],
    ['../x/other.yaml', 'specs/api.yaml', 'x/other.yaml # '],
    ['../../other.yaml', 'specs/api.yaml', '../other.yaml # '],
    ['a%20b.yaml', 'specs/api.yaml', 'specs/a b.yaml # '],
    ['other.yaml', 'api.yaml', 'other.yaml # '],
    ['/etc/passwd', 'specs/api.yaml', '/etc/passwd # '],
    ['api.yaml#/a', 'specs/api.yaml', 'specs/api.yaml # /a'],
    ['../specs/./api.yaml#/a', 'specs/api.yaml', 'specs/api.yaml # /a'],
    ['api.yaml#/a', './specs/api.yaml', './specs/api.yaml # /a'],
    ['https://a.test/x.json#/a', 'specs/api.yaml', 'https://a.test/x.json # /a'],
    ['x.json#/a', 'https://a.test/v1/api.json', 'https://a.test/v1/x.json # /a'],
    ['//b.test/x.json', 'https://a.test/v1/api.json', 'https://b.test/x.json # '],
    ['/etc/passwd', 'https://a.test/v1/api.json', 'https://a.test/etc/passwd # '],
  ])('resolves %j in %j', (reference, base, expected) => {
    expect(resolve(reference, base)).toBe(expected)
  })
  it.each([
    ['file:///etc/passwd', 'https://a.test/api.json'],
    ['ftp://a.test/x', 'https://a.test/api.json'],
    ['file:///etc/passwd', 'api.json'],
    ['gopher://a.test/x', 'api.json'],
    ['https://', 'api.json'],
  ])('refuses %j in %j', (reference, base) => {
    expect(referenceAddress(reference, base, memoryFiles()).kind).toBe('refused')
  })
})

describe('shownAddress', () => {
  it('hides user names and queries', () => {
    expect(shownAddress('https://me:secret@a.test/api.json?key=secret#x')).toBe('https://a.test/api.json')
    expect(shownAddress('specs/api.json')).toBe('specs/api.json')
  })
})

describe('decodePercent', () => {
  it('leaves alone what is not encoded', () => {
    expect([decodePercent('a%20b'), decodePercent('100%'), decodePercent('a%ZZ')]).toEqual([
      'a b',
      '100%',
      'a%ZZ',
    ])
  })
})
