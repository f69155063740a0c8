import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dataOf } from '../../../test/contract/described-tools.js'
import { writeJson } from '../../text/json.js'
import { parseYaml, type YamlReading } from './yaml-text.js'

const limits = { maxDepth: 50, maxLength: 1 << 20 }
const read = (text: string): YamlReading => parseYaml(text, limits)
const json = (text: string): string => {
  const reading = read(text)
  return reading.kind === 'value' ? writeJson(reading.value) : `${reading.fault.code} at ${reading.fault.at}`
}

describe('parseYaml', () => {
  it('keeps the spelling of numbers', () => {
    expect(json('[1.0, 12345678901234567890, 1e400, -0, 5]')).toBe('[1.0,12345678901234567890,1e400,-0,5]')
  })
  it('gives numbers that JSON spells otherwise their JSON spelling', () => {
    expect(json('[+5, 012, .5, 5., 0x1F, 0o17]')).toBe('[5,12,0.5,5,31,15]')
  })
  it('keeps infinities and not-a-number, which JSON lacks, as texts', () => {
    expect(json('[.inf, -.INF, .nan]')).toBe('[".inf","-.INF",".nan"]')
  })
  it('reads YAML 1.2: yes, no, on and dates are texts', () => {
    expect(json('[yes, no, on, 2021-01-01, ~, true]')).toBe('["yes","no","on","2021-01-01",null,true]')
  })
  it('reads YAML 1.2 even where a document says it is 1.1, as OpenAPI wants', () => {
    expect(json('%YAML 1.1\n---\n[yes, 0123]')).toBe('["yes",123]')
  })
  it('takes keys as they are written', () => {
    expect(json('200: a\n2.50: b\ntrue: c\nnull: d\n"x": e\n0x10: f\n')).toBe(
      '{"200":"a","2.50":"b","true":"c","null":"d","x":"e","0x10":"f"}',
    )
  })
  it('writes aliases out', () => {
    expect(json('a: &x {n: 1}\nb: *x\nc: [*x, *x]')).toBe('{"a":{"n":1},"b":{"n":1},"c":[{"n":1},{"n":1}]}')
    expect(json('&k a: 1\nb: *k\n*k : 2')).toMatch(/^yaml-duplicate-key/)
    expect(json('b: &k a\n*k : 2')).toBe('{"b":"a","a":2}')
  })
  it('takes an anchor that is set anew', () => {
    expect(json('[&x 1, *x, &x 2, *x]')).toBe('[1,1,2,2]')
  })
  it('carries merge keys out, own keys before merged, earlier before later', () => {
    const text =
      'one: &one {a: 1, b: 1}\ntwo: &two {b: 2, c: 2}\nboth: {<<: [*one, *two], a: 0}\nsingle: {<<: *two}'
    expect(json(text)).toBe(
      '{"one":{"a":1,"b":1},"two":{"b":2,"c":2},"both":{"a":0,"b":1,"c":2},"single":{"b":2,"c":2}}',
    )
    expect(json('{"<<": 1}')).toBe('{"<<":1}')
    expect(json('<<: 1')).toMatch(/^yaml-broken/)
  })
  it('takes the tags of the core schema', () => {
    expect(json('[!!str 12, !!int "12", !!float 1.50, !!map {}, !!seq [], !!null ~, !!bool true]')).toBe(
      '["12",12,1.50,{},[],null,true]',
    )
  })
  it.each([
    ['a: !!js/function "x"', 'yaml-tag'],
    ['!!js/regexp /a/', 'yaml-tag'],
    ['a: !custom 1', 'yaml-tag'],
    ['a: !!binary aGk=', 'yaml-tag'],
    ['a: !!set {x}', 'yaml-tag'],
    ['a: &x [*x]', 'yaml-alias'],
    ['a: *nope', 'yaml-alias'],
    ['? [1]\n: 2', 'yaml-key'],
    ['a: 1\nb: 2\na: 3', 'yaml-duplicate-key'],
    ['200: a\n"200": b', 'yaml-duplicate-key'],
    ['__proto__: {a: 1}', 'yaml-prototype-key'],
    ['a: 1\n---\nb: 2', 'yaml-several-documents'],
    ['', 'yaml-broken'],
    ['# only a comment', 'yaml-broken'],
    ['a: [1, 2', 'yaml-broken'],
    ['a:\n\tb: 1', 'yaml-broken'],
    ['a: "x', 'yaml-broken'],
  ])('refuses %j', (text, code) => {
    expect(read(text)).toMatchObject({ kind: 'fault', fault: { code, reason: expect.stringMatching(/\.$/) } })
  })
  it('refuses a text that is too long', () => {
    expect(json(`a: ${'x'.repeat(1 << 20)}`)).toBe('yaml-too-large at 0')
  })
  it('says where: the offset of a repeated key', () => {
    expect(json('a: 1\nb: 2\na: 3')).toBe('yaml-duplicate-key at 10')
  })
  it('takes other keys of prototypes as data', () => {
    expect(json('constructor: 1\ntoString: 2\nhasOwnProperty: 3')).toBe(
      '{"constructor":1,"toString":2,"hasOwnProperty":3}',
    )
  })

  const lol = (levels: number): string =>
    Array.from({ length: levels }, (_, level) =>
      level === 0 ? 'l0: &l0 "lol lol lol lol"' : `l${level}: &l${level} [${`*l${level - 1}, `.repeat(10)}]`,
    ).join('\n')
  it('refuses a billion laughs at once', () => {
    const started = performance.now()
    expect(read(lol(30))).toMatchObject({ kind: 'fault', fault: { code: 'yaml-bomb' } })
    expect(performance.now() - started).toBeLessThan(2000)
  })
  it('takes aliases that are no bomb', () => {
    expect(read(lol(3)).kind).toBe('value')
  })
  it('refuses a bomb of merge keys', () => {
    const lines = ['m0: &m0 {a: 1}']
    for (let level = 1; level < 40; level++) {
      const last = `*m${level - 1}`
      lines.push(
        `m${level}: &m${level} {<<: ${last}, x${level}: ${last}, y${level}: ${last}, z${level}: ${last}}`,
      )
    }
    expect(read(lines.join('\n'))).toMatchObject({ kind: 'fault', fault: { code: 'yaml-bomb' } })
  })
  it.each([
    ['flow lists', '['.repeat(100_000)],
    ['flow mappings', '{a: '.repeat(100_000)],
    ['lists', '- '.repeat(100_000)],
    ['question marks', '? '.repeat(100_000)],
    ['indented keys', Array.from({ length: 1000 }, (_, depth) => `${' '.repeat(depth)}a:\n`).join('')],
  ])('refuses endless %s before anything recurses', (_, text) => {
    expect(read(text)).toMatchObject({ kind: 'fault', fault: { code: 'yaml-too-deep' } })
  })
  it('counts nesting behind aliases', () => {
    const nested = (count: number, inner: string): string => '['.repeat(count) + inner + ']'.repeat(count)
    expect(json(`a: &x ${nested(30, '1')}\nb: ${nested(10, '*x')}`)).not.toMatch(/^yaml/)
    expect(json(`a: &x ${nested(30, '1')}\nb: ${nested(30, '*x')}`)).toMatch(/^yaml-too-deep/)
  })
  it('takes nesting up to the limit and no deeper', () => {
    const nested = (count: number): string => '['.repeat(count) + ']'.repeat(count)
    expect(parseYaml(nested(50), limits).kind).toBe('value')
    expect(parseYaml(nested(51), limits).kind).toBe('fault')
  })
  it('reads whatever JSON writes, as JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5, noUnicodeString: false }), (value) => {
        const reading = read(JSON.stringify(value))
        fc.pre(!JSON.stringify(value).includes('__proto__'))
        expect(reading.kind === 'value' && dataOf(reading.value)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
  it('never throws, whatever the text', () => {
    const piece = fc.constantFrom(
      'a',
      ':',
      ' ',
      '\n',
      '- ',
      '[',
      ']',
      '{',
      '}',
      '&a ',
      '*a',
      '!!str ',
      '"',
      "'",
      '|',
      '>',
      '#',
      '?',
      '<<',
      ',',
      '\t',
      '%',
      '0x',
      '\u0000',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        expect(['value', 'fault']).toContain(read(pieces.join('')).kind)
      }),
      { numRuns: 1000 },
    )
  })
})
