import { isIPv4, isIPv6 } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FORMATS } from './formats.js'

const has = (name: string, text: string): boolean => FORMATS.get(name)?.(text) === true
const two = (value: number): string => String(value).padStart(2, '0')

describe('dates and times', () => {
  it('have every day of the calendar that the language knows, and no other', () => {
    for (const year of [1900, 1999, 2000, 2023, 2024, 2100, 2400]) {
      for (let month = 0; month <= 13; month++) {
        for (let day = 0; day <= 32; day++) {
          const date = new Date(Date.UTC(year, month - 1, day))
          const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
          const text = `${year}-${two(month)}-${two(day)}`
          expect(has('date', text), text).toBe(isReal)
        }
      }
    }
  })

  it('have every hour, minute and second up to their last', () => {
    for (let value = 0; value < 100; value++) {
      const part = two(value)
      expect(has('time', `${part}:00:00Z`), part).toBe(value < 24)
      expect(has('time', `00:${part}:00Z`), part).toBe(value < 60)
      expect(has('time', `00:00:${part}Z`), part).toBe(value < 60)
      expect(has('time', `23:59:${part}Z`), part).toBe(value < 61)
      expect(has('time', `00:00:00+${part}:00`), part).toBe(value < 24)
      expect(has('time', `00:00:00-00:${part}`), part).toBe(value < 60)
    }
  })

  it('have a leap second at the end of a day in UTC alone, whatever the offset', () => {
    for (let minutes = 0; minutes < 24 * 60; minutes += 15) {
      const sign = ['+', '-'] as const
      for (const direction of sign) {
        const local = (24 * 60 - 1 + (direction === '+' ? minutes : -minutes) + 24 * 60) % (24 * 60)
        const at = (moment: number): string => {
          const clock = `${two(Math.floor(moment / 60))}:${two(moment % 60)}:60`
          return `${clock}${direction}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
        }
        expect(has('time', at(local)), at(local)).toBe(true)
        expect(has('time', at((local + 1) % (24 * 60)))).toBe(false)
      }
    }
  })

  it.each([
    ['time', ['00:00:00z', '00:00:00.0Z', '00:00:00.123456789+00:00']],
    ['date-time', ['2024-02-29T00:00:00Z', '2024-02-29t00:00:00z', '2024-02-29T00:00:00.5+01:00']],
    [
      'duration',
      ['P1Y', 'P1M', 'P1D', 'P1Y2M', 'P1M2D', 'P1Y2M3D', 'PT1H', 'PT1M', 'PT1S', 'PT1H2M', 'PT1M2S'],
    ],
    ['duration', ['PT1H2M3S', 'P1DT1S', 'P10W', 'P1YT1H', 'P1MT1M', 'P0D', 'P12Y12M31DT23H59M59S']],
  ])('%s: takes %j', (name, good) => {
    expect(good.filter((text) => !has(name, text))).toEqual([])
  })

  it.each([
    [
      'date',
      [
        '',
        '2024-1-1',
        '02024-01-01',
        '2024-01-010',
        '2024/01/01',
        ' 2024-01-01',
        '2024-01-01 ',
        '-2024-01-01',
      ],
    ],
    [
      'time',
      [
        '',
        '0:00:00Z',
        '00:00:00',
        '00:00:00.Z',
        '00:00:00+0:00',
        '00:00:00+00',
        '00:00:00+00:0',
        'x00:00:00Z',
      ],
    ],
    ['time', ['00:00:00Zx', '00:00:00 Z', '00.00.00Z', '00:00:00,5Z', '00:00:00.x5Z', '00:00:00*00:00']],
    [
      'date-time',
      ['2024-02-30T00:00:00Z', '2024-02-29T24:00:00Z', '2024-02-29x00:00:00Z', '2024-02-29TT00:00:00Z'],
    ],
    [
      'duration',
      ['', 'P', 'PT', '1D', 'P1', 'PD', 'P1S', 'PT1D', 'P1H', 'PT1Y', 'P1D1M', 'PT1S1M', 'PT1M1H', 'P1Y2D'],
    ],
    [
      'duration',
      ['PT1H1S', 'P1W1D', 'P1WT1S', 'P1DT', 'P1D T1S', 'P1DT1ST1S', 'xP1D', 'P1Dx', 'P-1D', 'P1.5D', 'PxW'],
    ],
    [
      'duration',
      ['PxT1H', 'PT1Hx', 'PTx1H', 'Px1D', 'xP1W', 'P1Wx', 'PxY', 'PxM', 'PTxH', 'PTxM', 'PTxS', 'p1D'],
    ],
  ])('%s: refuses %j', (name, bad) => {
    expect(bad.filter((text) => has(name, text))).toEqual([])
  })
})

describe('addresses of machines', () => {
  const byte = fc.oneof(
    fc.integer({ min: 0, max: 300 }).map(String),
    fc.constantFrom('', '00', '01', 'a', '1 '),
  )
  it('are those of IPv4 that the platform knows', () => {
    fc.assert(
      fc.property(fc.array(byte, { minLength: 3, maxLength: 5 }), (bytes) => {
        const text = bytes.join('.')
        expect(has('ipv4', text), text).toBe(isIPv4(text))
      }),
      { numRuns: 300 },
    )
    for (let value = 0; value < 300; value++) {
      for (const text of [`${value}.0.0.1`, `1.2.3.${value}`])
        expect(has('ipv4', text), text).toBe(value < 256)
    }
    expect(
      ['255.255.255.255', 'x1.1.1.1', '1.1.1.1x', '1.1.1.1\n', '1111.1.1.1'].map((text) => has('ipv4', text)),
    ).toEqual([true, false, false, false, false])
  })

  it('are those of IPv6 that the platform knows', () => {
    const group = fc.constantFrom('', '0', '1', 'ab', 'ABCD', '12345', 'g', '1.2.3.4', '1.2.3.256', '::')
    fc.assert(
      fc.property(fc.array(group, { minLength: 1, maxLength: 10 }), (groups) => {
        const text = groups.join(':')
        expect(has('ipv6', text), text).toBe(isIPv6(text))
      }),
      { numRuns: 2_000 },
    )
    for (let count = 1; count <= 9; count++) {
      const groups = Array.from({ length: count }, (_, at) => String(at + 1)).join(':')
      for (const text of [
        groups,
        `${groups}::`,
        `::${groups}`,
        `${groups}:1.2.3.4`,
        `::${groups}:1.2.3.4`,
        `1::${groups}`,
      ])
        expect(has('ipv6', text), text).toBe(isIPv6(text))
    }
    expect(has('ipv6', `${'0000:'.repeat(6)}255.255.255.255`)).toBe(true)
    expect(has('ipv6', `::${'0'.repeat(44)}`)).toBe(false)
  })

  it.each([
    ['hostname', ['a', 'A-b', '1', 'a1.b2', 'x'.repeat(63), `${'a.'.repeat(126)}a`, 'xn--bcher-kva.example']],
    [
      'email',
      ['a@b', 'a.b@c', '"a\\"b"@c', '""@c', '" !#[]~"@c', "!#$%&'*+-/=?^_`{|}~@c", `${'a'.repeat(64)}@b`],
    ],
    ['email', ['a@[1.2.3.4]', 'a@[IPv6:::1]', 'a@b-c.d', `a@${'b'.repeat(63)}`, '"a@b"@c', '"\\ "@c']],
    ['idn-email', ['ñ@ñ', 'a@b', '"a"@ñ', 'ü.ö@ä.ö', 'a@中·中', 'a@नी', '😀@a', 'a@ab', 'a@a-b']],
  ])('%s: takes %j', (name, good) => {
    expect(good.filter((text) => !has(name, text))).toEqual([])
  })

  it.each([
    [
      'hostname',
      [
        '',
        '.',
        'a.',
        '.a',
        'a..b',
        '-a',
        'a-',
        'a_b',
        'ñ',
        'a b',
        'x'.repeat(64),
        `${'a.'.repeat(126)}aa`,
        'a\n',
      ],
    ],
    [
      'email',
      [
        '',
        '@',
        'a@',
        '@b',
        'a',
        '.a@b',
        'a.@b',
        'a..b@c',
        'a b@c',
        '"a@c',
        'a"@c',
        '"a"b@c',
        `${'a'.repeat(65)}@b`,
      ],
    ],
    [
      'email',
      [
        'a@-b',
        'a@b_c',
        'a@[1.2.3]',
        'a@[::1]',
        'a@[IPv6:1.2.3.4]',
        'a@[IPv6:]',
        'a@[1.2.3.4',
        'a@1.2.3.4]',
        'ñ@b',
      ],
    ],
    [
      'email',
      ['"\t"@c', '"a\\"@c', '"é"@c', 'a@[IPv5:::1]', 'a@b.', 'a,b@c', 'a@b@c', `"a"@${'a.'.repeat(150)}b`],
    ],
    [
      'idn-email',
      [
        'ñ',
        '@ñ',
        'ñ@',
        'ñ@-ñ',
        'ñ@ñ-',
        'ñ@ñ..ñ',
        'ñ @ñ',
        'ñ@ñ_ñ',
        `a@${'ñ'.repeat(64)}`,
        `a@${'ñ.'.repeat(150)}ñ`,
      ],
    ],
  ])('%s: refuses %j', (name, bad) => {
    expect(bad.filter((text) => has(name, text))).toEqual([])
  })
})

describe('addresses of documents', () => {
  const schemes = ['uri', 'iri', 'uri-reference', 'iri-reference'] as const
  it.each<readonly [string, readonly (typeof schemes)[number][]]>([
    ['http://h', schemes],
    ['http://h:80/p?q#f', schemes],
    ["a+b.c-1:x~_-.!$&'()*+,;=:@/%41%fF", schemes],
    ['http://u:p@h/', schemes],
    ['http://u%40:@h:/', schemes],
    ['http://[::1]/', schemes],
    ['http://[::1]:8080', schemes],
    ['http://[v1.a:b]/', schemes],
    ['http://[vF.~]', schemes],
    ['http:?/?#/?', schemes],
    ['file:///p', schemes],
    ['urn:a', schemes],
    ['x:', schemes],
    ['p', ['uri-reference', 'iri-reference']],
    ['', ['uri-reference', 'iri-reference']],
    ['//h/p', ['uri-reference', 'iri-reference']],
    ['./a:b', ['uri-reference', 'iri-reference']],
    ['?a:b', ['uri-reference', 'iri-reference']],
    ['#a:b', ['uri-reference', 'iri-reference']],
    ['http://ñ/ñ?ñ#ñ', ['iri', 'iri-reference']],
    ['http://ñ@h', ['iri', 'iri-reference']],
    ['http://h/?\ue000#\u{f0000}', ['iri', 'iri-reference']],
    ['http://h/\u00a0\ud7ff\uf900\ufdcf\ufdf0\uffef\u{10000}\u{efffd}', ['iri', 'iri-reference']],
    ['ñ', ['iri-reference']],
    ['http://h/\ue000', []],
    ['http://h/\u{f0000}', []],
    ['http://h/\u009f', []],
    ['http://h/\ufdd0', []],
    ['http://h/\ufff0', []],
    ['http://h/\u{efffe}', []],
    ['1a:x', []],
    ['-a:x', []],
    [':x', []],
    ['a_b:x', []],
    ['ñ:x', []],
    ['http://h h', []],
    ['http://h/ ', []],
    ['http://h/%', []],
    ['http://h/%4', []],
    ['http://h/%4g', []],
    ['http://h?%zz', []],
    ['http://h#%zz', []],
    ['http://h##', []],
    ['http://h/[]', []],
    ['http://h/"', []],
    ['http://h/<>', []],
    ['http://h/^`{|}', []],
    ['http://h\\', []],
    ['http://[::1', []],
    ['http://[::1]x', []],
    ['http://[::1]:a', []],
    ['http://x[::1]', []],
    ['http://[1.2.3.4]', []],
    ['http://[]', []],
    ['http://[v.a]', []],
    ['http://[vg.a]', []],
    ['http://[v1.]', []],
    ['http://[xv1.a]', []],
    ['http://h:8x', []],
    ['http://a[@h', []],
    ['http://a@b@h', []],
  ])('%j is %j', (text, expected) => {
    expect(schemes.filter((name) => has(name, text))).toEqual(expected)
  })

  it.each([
    [
      'uri-template',
      ['', 'a', '%41', '{a}', '{a_1}', '{a.b}', '{%41}', '{a%41b}', '{a,b}', '{a:1}', '{a:9999}', '{a*}'],
    ],
    ['uri-template', [...'+#./;?&=,!@|'].map((operator) => `x{${operator}a}y`)],
    ['uri-template', ['{a}{b}', '{a}b{c}d', 'ñ', '{a*,b:3}', '!#$&()*+,-./:;=?@[]_~']],
    ['json-pointer', ['', '/', '//', '/a', '/~0', '/~1', '/a~0b~1c', '/0/1', '/ñ"\\ ']],
    ['relative-json-pointer', ['0', '1', '10', '0#', '10#', '0/', '0/a', '12/a/~0']],
    ['uuid', ['00000000-0000-0000-0000-000000000000', 'ABCDEFab-cdef-0123-4567-89abcdefABCD']],
  ])('%s: takes %j', (name, good) => {
    expect(good.filter((text) => !has(name, text))).toEqual([])
  })

  it.each([
    [
      'uri-template',
      [
        '{',
        '}',
        '{}',
        '{+}',
        'a}',
        '{a',
        '{a}}',
        '{{a}}',
        '{a b}',
        '{a:0}',
        '{a:10000}',
        '{a:}',
        '{a:x}',
        '{.}',
      ],
    ],
    [
      'uri-template',
      ['{,}', '{a,}', '{a..b}', '{a.}', '{%4}', '{%zz}', '{a-b}', '{a**}', '{ñ}', '{++a}', '{-a}', '{a*b}'],
    ],
    [
      'uri-template',
      [' ', '"', "'", '%', '%4', '%zz', '<', '>', '\\', '^', '`', '|', '\x7f', '\0', '{a}<', '{a}%', '<{a}'],
    ],
    ['json-pointer', ['a', '/~', '/~2', '#', '/a~', '~0', '/a/~x', ' /a']],
    [
      'relative-json-pointer',
      ['', '#', '/', '-1', '+1', '01', '00', '1a', '0##', '0#/a', '0~', 'a', '1/~', ' 0', '0 ', '1.0'],
    ],
    [
      'uuid',
      [
        '',
        '0000000-0000-0000-0000-0000000000000',
        '00000000-0000-0000-0000-00000000000',
        '00000000-0000-0000-0000-0000000000000',
      ],
    ],
    [
      'uuid',
      [
        'g0000000-0000-0000-0000-000000000000',
        '00000000-0000-0000-000000000000',
        '00000000-0000-0000-0000-0000-00000000',
      ],
    ],
    ['uuid', ['000000000000-0000-0000-0000-00000000', 'x00000000-0000-0000-0000-000000000000']],
  ])('%s: refuses %j', (name, bad) => {
    expect(bad.filter((text) => has(name, text))).toEqual([])
  })
})

it('knows the formats of JSON Schema that can be asserted, regex apart', () => {
  expect([...FORMATS.keys()].sort()).toEqual([
    ...[
      'date',
      'date-time',
      'duration',
      'email',
      'hostname',
      'idn-email',
      'ipv4',
      'ipv6',
      'iri',
      'iri-reference',
    ],
    ...['json-pointer', 'relative-json-pointer', 'time', 'uri', 'uri-reference', 'uri-template', 'uuid'],
  ])
})
