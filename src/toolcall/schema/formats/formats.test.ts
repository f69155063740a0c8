import { describe, expect, it } from 'vitest'
import { FORMATS } from './formats.js'

const cases: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  [
    'date',
    ['2024-02-29', '1999-12-31', '0000-01-01'],
    ['2023-02-29', '2024-13-01', '2024-00-10', '2024-1-01', '2024-04-31', '১024-01-01'],
  ],
  [
    'time',
    ['00:00:00Z', '23:59:59.123456+05:30', '23:59:60Z', '01:29:60+01:30', '15:59:60-08:00'],
    ['24:00:00Z', '12:00:00', '12:60:00Z', '22:59:60Z', '23:59:60-01:00', '12:00:00+24:00', '12:00Z'],
  ],
  [
    'date-time',
    ['2024-05-01T10:00:00Z', '2024-05-01t10:00:00.5-03:00'],
    ['2024-05-01 10:00:00Z', '2024-05-01T10:00:00', '2024-05-32T10:00:00Z', '2024-05-01TT10:00:00Z'],
  ],
  [
    'duration',
    ['P1D', 'PT5M', 'P1Y2M3DT4H5M6S', 'P3W'],
    ['P', 'PT', 'P1DT', 'P1Y3D', 'P1H', '1D', 'P1W2D', 'P1D1T'],
  ],
  [
    'email',
    ['ana@example.org', '"a b"@example.org', 'x+y@[127.0.0.1]', 'x@[IPv6:::1]'],
    ['ana', 'ana@', '@example.org', 'a..b@example.org', 'ana@exa_mple.org', 'ana@[1.2.3]', 'ana@-x.org'],
  ],
  ['idn-email', ['josé@españa.example', '사람@한국.example'], ['josé', 'a..b@españa.example']],
  [
    'hostname',
    ['example.org', 'a', '1host', 'x-y.z'],
    ['', '-a', 'a-', 'a..b', 'a_b', 'a.'.repeat(130), 'x'.repeat(64)],
  ],
  ['ipv4', ['0.0.0.0', '255.255.255.255'], ['256.1.1.1', '1.2.3', '01.2.3.4', '1.2.3.4.5', '1.2.3.4 ']],
  [
    'ipv6',
    ['::', '::1', '2001:db8::7', '1:2:3:4:5:6:7:8', '::ffff:10.0.0.1'],
    [
      ':::',
      '1:2:3:4:5:6:7',
      '1::2::3',
      '::12345',
      '1:2:3:4:5:6:7:8:9',
      '::ffff:10.0.0.256',
      'fe80::1%eth0',
      '10.0.0.1',
    ],
  ],
  [
    'uri',
    ['https://example.org/a?b=c#d', 'urn:x:y', 'mailto:a@b.c', 'http://[::1]:80/'],
    ['/a', 'http://a b', 'http://é.org', 'http://[::1', 'http://x/%zz', '1http://x', 'http://x/a\\b'],
  ],
  ['uri-reference', ['', '/a', '#x', '//h/p', '?q'], ['\\a', 'a b', '#a#b']],
  ['iri', ['https://españa.example/ñ?q=ü'], ['ñ', 'https://a b', 'https://x/\ue000']],
  ['iri-reference', ['ñ', '#ü', '?\ue000'], ['\\ñ', 'a\ud800']],
  [
    'uri-template',
    ['', 'a/{b}', '{?x,y*}', '{a:3}/{+b}', '%20'],
    ['{', 'a}', '{}', '{a', '{a{b}}', '{a:0}', '{a b}', '<x>'],
  ],
  [
    'uuid',
    ['2eb8aa08-aa98-11ea-b4aa-73b441d16380'],
    ['2eb8aa08aa9811eab4aa73b441d16380', '2eb8aa08-aa98-11ea-b4aa-73b441d1638g'],
  ],
  ['json-pointer', ['', '/', '/a~0b/~1', '/0'], ['a', '/~', '/~2', '#/a']],
  ['relative-json-pointer', ['0', '1/a', '2#', '10/'], ['', '-1', '01', '0##', '/a', '1a']],
]

describe.each(cases)('%s', (name, good, bad) => {
  it('accepts what has the format', () => {
    expect(good.filter((text) => FORMATS.get(name)?.(text) !== true)).toEqual([])
  })
  it('refuses what has not', () => {
    expect(bad.filter((text) => FORMATS.get(name)?.(text) !== false)).toEqual([])
  })
  it('takes time in proportion to the text', () => {
    const start = process.cpuUsage()
    for (const piece of [
      'a',
      '.',
      ':',
      '/',
      '{',
      '"',
      '%41',
      '1:',
      'a.',
      '@',
      '-',
      '{a}',
      '~',
      'P1',
      '\u{10ffff}',
    ]) {
      FORMATS.get(name)?.(piece.repeat(50_000))
      FORMATS.get(name)?.(`"${piece.repeat(50_000)}"@x`)
      FORMATS.get(name)?.(`http://${piece.repeat(50_000)}`)
    }
    const { user, system } = process.cpuUsage(start)
    expect((user + system) / 1_000).toBeLessThan(3_000)
  })
})
