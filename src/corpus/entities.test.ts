import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type EntityType, entityTypeOf, findEntities, normalEntity } from './entities.js'

const types = (text: string): readonly string[] =>
  findEntities(text).map(({ type, value }) => `${type} ${value}`)

describe('findEntities', () => {
  it.each([
    ['what is CVE-2021-44228?', ['cve CVE-2021-44228']],
    ['cve 2021 44228 and CVE_2020_0601', ['cve cve 2021 44228', 'cve CVE_2020_0601']],
    ['CVE\u20112021\u201144228 with other hyphens', ['cve CVE\u20112021\u201144228']],
    ['reach 10.0.0.1, not 10.0.0.256 or 1.2.3', ['ipv4 10.0.0.1']],
    ['harmless 203[.]0[.]113[.]77 here', ['ipv4 203[.]0[.]113[.]77']],
    ['version 1.2.3.4.5 is no address', []],
    ['2001:db8::8a2e:370:7334 at 12:30:45', ['ipv6 2001:db8::8a2e:370:7334']],
    ['std::vector and a::b', ['ipv6 a::b']],
    ['open https://login.example.com/a?b=1. Then leave', ['url https://login.example.com/a?b=1']],
    ['hxxps://evil[.]example/x', ['url hxxps://evil[.]example/x']],
    ['(see https://en.example.org/wiki/A_(b))', ['url https://en.example.org/wiki/A_(b)']],
    ['write to ana.ruiz@mail.example', ['email ana.ruiz@mail.example']],
    ['is evil.example or bad[.]com known', ['domain evil.example', 'domain bad[.]com']],
    ['read main.py, notes.txt and access.log', []],
    ['d41d8cd98f00b204e9800998ecf8427e', ['md5 d41d8cd98f00b204e9800998ecf8427e']],
    ['a9993e364706816aba3e25717850c26c9cd0d89d', ['sha1 a9993e364706816aba3e25717850c26c9cd0d89d']],
    ['12345678901234567890123456789012', []],
    ['T1059.003 and t1566 but not T9999', ['attack-technique T1059.003', 'attack-technique t1566']],
    [
      'show /var/log/auth.log, then ~/x and C:\\Temp\\a.txt',
      ['path /var/log/auth.log', 'path ~/x', 'path C:\\Temp\\a.txt'],
    ],
    ['either/or, 24/7, TCP/IP', []],
    ['open port 8443 and puerto 22; port 70000', ['port 8443', 'port 22']],
    ['on 2024-02-29 but not 2023-02-29', ['date 2024-02-29']],
    ['id 123e4567-e89b-12d3-a456-426614174000', ['uuid 123e4567-e89b-12d3-a456-426614174000']],
    ['the 5 best of 10', []],
  ])('finds in %j', (text, expected) => {
    expect(types(text)).toEqual(expected)
  })

  it('gives spans that hold the value and never overlap, whatever the text', () => {
    const piece = fc.constantFrom(
      'CVE-2020-1',
      '10.0.0.1',
      ' ',
      '.',
      ':',
      '/',
      'a',
      '@',
      'evil.com',
      '::',
      '[.]',
      '-',
      'é',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((pieces) => pieces.join('')),
        ),
        (text) => {
          let last = 0
          for (const { value, start, end } of findEntities(text)) {
            expect(text.slice(start, end)).toBe(value)
            expect(start).toBeGreaterThanOrEqual(last)
            last = end
          }
        },
      ),
    )
  })

  it.each(['a.', '1.', 'a@', '/a', 'a-', ':f', '1-', '%', 'CVE-', 'x[.]'])(
    'takes time in proportion to 200,000 characters of %j',
    (piece) => {
      const text = piece.repeat(Math.ceil(200_000 / piece.length))
      const before = performance.now()
      findEntities(text)
      expect(performance.now() - before).toBeLessThan(10_000)
    },
  )
})

describe('entityTypeOf', () => {
  it.each<[string, EntityType]>([
    ['CVE-2021-44228', 'cve'],
    ['192.0.2.1', 'ipv4'],
    ['::1', 'ipv6'],
    ['evil.example', 'domain'],
    ['/etc/passwd', 'path'],
    ['443', 'integer'],
    ['-1.5', 'number'],
    ['2e3', 'number'],
    ['2024-01-31', 'date'],
    ['apache struts', 'free'],
    ['cat /etc/passwd', 'free'],
    ['', 'free'],
  ])('%j is %s', (value, type) => {
    expect(entityTypeOf(value)).toBe(type)
  })
})

describe('normalEntity', () => {
  it.each<[string, EntityType, string]>([
    ['cve 2021 44228', 'cve', 'CVE-2021-44228'],
    ['CVE\u20112021\u201144228', 'cve', 'CVE-2021-44228'],
    ['\uff23\uff36\uff25-\uff12\uff10\uff12\uff11-44228', 'cve', 'CVE-2021-44228'],
    ['203[.]0[.]113[.]77', 'ipv4', '203.0.113.77'],
    ['Evil(dot)Example', 'domain', 'evil.example'],
    ['hxxps://a[.]example/B', 'url', 'https://a.example/B'],
    ['A9993E', 'md5', 'A9993E'],
    [' /Tmp/X ', 'path', '/Tmp/X'],
  ])('%j as %s is %j', (value, type, normal) => {
    expect(normalEntity(value, type)).toBe(normal)
    expect(normalEntity(normal, type)).toBe(normal)
  })
})
