import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  canonicalJson,
  ExactNumber,
  isJsonArray,
  isJsonObject,
  type JsonReadOptions,
  type JsonValue,
  numberOf,
  parseJson,
  splitJson,
  writeJson,
} from './json.js'

const read = (text: string, options?: JsonReadOptions): JsonValue => {
  const reading = parseJson(text, options)
  if (reading.kind === 'fault') throw new Error(`${reading.fault.code}: ${reading.fault.reason}`)
  return reading.value
}

const faultOf = (text: string, options?: JsonReadOptions) => {
  const reading = parseJson(text, options)
  return reading.kind === 'fault' ? reading.fault : undefined
}

/** The tree as JSON.parse would give it: what the oracle is compared with. */
const plain = (value: JsonValue): unknown => {
  if (value instanceof ExactNumber) return Number(value.text)
  if (isJsonArray(value)) return value.map(plain)
  if (!isJsonObject(value)) return value
  // JSON.parse makes `__proto__` an own key too.
  return Object.entries(value).reduce<Record<string, unknown>>((object, [key, inner]) => {
    Object.defineProperty(object, key, { value: plain(inner), enumerable: true, configurable: true })
    return object
  }, {})
}

/** JSON texts with the spellings that programs do not write: exponents, trailing zeros, escapes, spaces. */
const spelledNumber = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.oneof(fc.constant('0'), fc.bigInt({ min: 1n, max: 10n ** 30n }).map(String)),
    fc.oneof(fc.constant(''), fc.stringMatching(/^\.[0-9]{1,20}$/)),
    fc.oneof(fc.constant(''), fc.stringMatching(/^[eE][+-]?[0-9]{1,3}$/)),
  )
  .map((parts) => parts.join(''))
const spelledString = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 4 }).map((text) => JSON.stringify(text).slice(1, -1)),
      fc.constantFrom('\\/', '\\u0041', '\\uD83D\\uDE00', '\\ud800', '\\"', '\\\\', '\u2028'),
    ),
    { maxLength: 4 },
  )
  .map((parts) => `"${parts.join('')}"`)
const { text: jsonText } = fc.letrec<{ text: string }>((tie) => ({
  text: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(fc.constantFrom('null', 'true', 'false'), spelledNumber, spelledString),
    fc.array(tie('text'), { maxLength: 4 }).map((items) => `[${items.join(' ,\n')}]`),
    fc
      .uniqueArray(fc.tuple(spelledString, tie('text')), {
        maxLength: 4,
        selector: ([key]) => JSON.parse(key) as string,
      })
      .map((members) => `{${members.map(([key, value]) => `${key} : ${value}`).join(',')}}`),
  ),
}))

describe('parseJson', () => {
  it('reads what RFC 8259 allows', () => {
    expect(plain(read(' {"a": [1, -2.5, 1e3, true, null, "x\\n\\u00e9"]}\r\n'))).toEqual({
      a: [1, -2.5, 1000, true, null, 'x\né'],
    })
    expect(read('"\\/\\b\\f\\n\\r\\t\\"\\\\"')).toBe('/\b\f\n\r\t"\\')
    expect(read('""')).toBe('')
  })

  it('keeps the spelling of numbers that a double does not give back', () => {
    for (const text of [
      '25.0',
      '1E5',
      '1e5',
      '-0',
      '0.10',
      '9007199254740993',
      '1e400',
      '123456789012345678901234',
    ]) {
      const value = read(text)
      expect(value).toBeInstanceOf(ExactNumber)
      expect(writeJson(value)).toBe(text)
    }
    expect(read('25')).toBe(25)
    expect(read('0.1')).toBe(0.1)
    expect(read('1e+21')).toBe(1e21)
  })

  it('takes every key as data', () => {
    const value = read('{"__proto__": {"polluted": 1}, "constructor": 2, "toString": 3, "hasOwnProperty": 4}')
    expect(isJsonObject(value) && Object.keys(value)).toEqual([
      '__proto__',
      'constructor',
      'toString',
      'hasOwnProperty',
    ])
    expect(Object.getPrototypeOf(value)).toBeNull()
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    expect(writeJson(value)).toBe(
      '{"__proto__":{"polluted":1},"constructor":2,"toString":3,"hasOwnProperty":4}',
    )
  })

  it('refuses __proto__ where it is asked to, and no other key', () => {
    const options = { prototypeKeys: 'fault' } as const
    expect(faultOf('{"a": [{"__proto__": 1}]}', options)).toMatchObject({ code: 'prototype-key', at: 8 })
    expect(faultOf('{"\\u005f_proto__": 1}', options)?.code).toBe('prototype-key')
    expect(faultOf('{"constructor": "__proto__"}', options)).toBeUndefined()
  })

  it('finds a key that stands twice, also when it is spelled otherwise', () => {
    expect(faultOf('{"a": 1, "\\u0061": 2}')).toMatchObject({ code: 'duplicate-key', line: 1, column: 10 })
    expect(faultOf('{"__proto__": 1, "__proto__": 2}')?.code).toBe('duplicate-key')
    expect(plain(read('{"a": 1, "a": 2}', { duplicateKeys: 'last' }))).toEqual({ a: 2 })
  })

  it('says where the fault is', () => {
    expect(faultOf('{\n  "a": 1,\n  "b" 2\n}')).toMatchObject({
      code: 'unexpected-character',
      line: 3,
      column: 7,
    })
    expect(faultOf('["a", "b')).toMatchObject({ code: 'unexpected-end' })
    expect(faultOf('')).toMatchObject({ code: 'unexpected-end', at: 0 })
    expect(faultOf('[1] 2')).toMatchObject({ code: 'trailing-text', at: 4 })
  })

  it.each([
    ['[01]', 'bad-number'],
    ['[1.]', 'bad-number'],
    ['[.5]', 'unexpected-character'],
    ['[+1]', 'unexpected-character'],
    ['[1e]', 'bad-number'],
    ['[0x10]', 'bad-number'],
    ['[1_000]', 'bad-number'],
    ['[-]', 'bad-number'],
    ['[NaN]', 'unexpected-character'],
    ['[nul]', 'bad-literal'],
    ['[truex]', 'bad-literal'],
    ["['a']", 'unexpected-character'],
    ['[1,]', 'unexpected-character'],
    ['{"a":1,}', 'unexpected-character'],
    ['{a:1}', 'unexpected-character'],
    ['["\\x"]', 'bad-escape'],
    ['["\\u12g4"]', 'bad-escape'],
    ['["a\tb"]', 'raw-control-character'],
    ['["a\nb"]', 'raw-control-character'],
    ['// c\n1', 'unexpected-character'],
    ['\uFEFF[]', 'unexpected-character'],
    ['[1}', 'unexpected-character'],
  ])('refuses %j as %s', (text, code) => {
    expect(faultOf(text)?.code).toBe(code)
    expect(() => JSON.parse(text)).toThrow()
  })

  it('bounds the depth without overflowing the stack', () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
    expect(faultOf(nested(64))).toBeUndefined()
    expect(faultOf(nested(65))?.code).toBe('too-deep')
    expect(faultOf(nested(1000), { maxDepth: 1e9 })).toBeUndefined()
    expect(faultOf(nested(1001), { maxDepth: 1e9 })?.code).toBe('too-deep')
    expect(faultOf('['.repeat(1_000_000))?.code).toBe('too-deep')
    expect(faultOf('{"a":'.repeat(1_000_000))?.code).toBe('too-deep')
  })

  it('takes time linear in the text', () => {
    const strings = `[${'"a\\n\\u0041", "plain",\n'.repeat(50_000)}1]`
    const number = `[${'9'.repeat(1_000_000)}e${'9'.repeat(1_000_000)}]`
    const began = performance.now()
    expect(faultOf(strings)).toBeUndefined()
    expect(faultOf(number)).toBeUndefined()
    expect(performance.now() - began).toBeLessThan(5_000)
  })

  it('agrees with JSON.parse on every text that is JSON', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        expect(plain(read(text))).toEqual(JSON.parse(text))
      }),
      { numRuns: 500 },
    )
  })

  it('agrees with JSON.parse on what is JSON, and never throws', () => {
    const damaged = fc
      .tuple(
        jsonText,
        fc.nat(),
        fc.nat(3),
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 2 }),
          fc.constantFrom(',', '"', '}', ']', '\\', '0', '-', 'e'),
        ),
      )
      .map(([text, at, cut, insert]) => {
        const place = at % (text.length + 1)
        return text.slice(0, place) + insert + text.slice(place + cut)
      })
    const accepts = (text: string): boolean => {
      try {
        JSON.parse(text)
        return true
      } catch {
        return false
      }
    }
    fc.assert(
      fc.property(fc.oneof(damaged, fc.string({ unit: 'binary' })), (text) => {
        expect(faultOf(text, { duplicateKeys: 'last' }) === undefined).toBe(accepts(text))
      }),
      { numRuns: 2000 },
    )
  })
})

describe('splitJson', () => {
  const names = new Set(['schema', 'other'])

  it('sets members aside exactly as they stand', () => {
    const reading = splitJson(
      ' {"a": 1, "schema" : {"b": [1.0 , 2]} , "other": null, "c": {"schema": 3}} ',
      names,
    )
    expect(reading.kind === 'value' && [...reading.raw]).toEqual([
      ['schema', '{"b": [1.0 , 2]}'],
      ['other', 'null'],
    ])
    expect(reading.kind === 'value' && plain(reading.value)).toEqual({ a: 1, c: { schema: 3 } })
  })

  it('reads what is no object whole', () => {
    expect(splitJson('[1]', names)).toMatchObject({ kind: 'value', value: [1] })
  })

  it('finds the same faults at the same places as reading the whole', () => {
    const options = { maxDepth: 5, prototypeKeys: 'fault' } as const
    const damaged = fc
      .tuple(jsonText, fc.nat(), fc.string({ unit: 'binary', maxLength: 2 }))
      .map(([text, at, insert]) => {
        const whole = `{"a": 1, "schema": ${text}, "z": ${text}}`
        const place = at % (whole.length + 1)
        return whole.slice(0, place) + insert + whole.slice(place)
      })
    fc.assert(
      fc.property(damaged, (text) => {
        const split = splitJson(text, names, options)
        const whole = parseJson(text, options)
        expect(split.kind === 'fault' ? split.fault : undefined).toEqual(
          whole.kind === 'fault' ? whole.fault : undefined,
        )
        if (split.kind !== 'value' || whole.kind !== 'value' || !isJsonObject(whole.value)) return
        for (const [key, raw] of split.raw) expect(read(raw, options)).toEqual(whole.value[key])
      }),
      { numRuns: 1000 },
    )
  })

  it('refuses a repeated member that is set aside', () => {
    expect(splitJson('{"schema": 1, "schema": 2}', names)).toMatchObject({ fault: { code: 'duplicate-key' } })
    expect(splitJson('{"schema": {"a": 1, "a": 2}}', names)).toMatchObject({
      fault: { code: 'duplicate-key' },
    })
  })
})

describe('writeJson', () => {
  it('is the inverse of reading, to the digit', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const written = writeJson(read(text))
        expect(writeJson(read(written))).toBe(written)
        expect(read(written)).toEqual(read(text))
        expect(writeJson(read(writeJson(read(text), 2)))).toBe(written)
      }),
      { numRuns: 500 },
    )
  })

  it('gives a text back that has no spaces and no needless escapes', () => {
    const text = '{"b":[1.50,2E-7,-0,{}],"a":"é\\n\\u0007\u2028😀","e":[]}'
    expect(writeJson(read(text))).toBe(text)
  })

  it('writes what JSON.stringify writes, for values that a double holds', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        // What fast-check makes is JSON; only its type does not say so.
        const json = value as JsonValue
        expect(writeJson(json)).toBe(JSON.stringify(value))
        expect(writeJson(json, 3)).toBe(JSON.stringify(value, undefined, 3))
      }),
    )
  })

  it('escapes lone surrogates and leaves pairs', () => {
    expect(writeJson('\ud800x\udc00 😀')).toBe('"\\ud800x\\udc00 😀"')
    expect(read(writeJson('\ud800x\udc00'))).toBe('\ud800x\udc00')
  })

  it('has no text for what is no number of JSON', () => {
    expect(() => writeJson(Number.NaN)).toThrow(RangeError)
    expect(() => writeJson([Number.POSITIVE_INFINITY])).toThrow(RangeError)
    expect(writeJson(-0)).toBe('0')
  })
})

describe('canonicalJson', () => {
  /** RFC 8785, appendix B: doubles by their bits, and how they are written. */
  it.each([
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['c340000000000000', '-9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['44b52d02c7e14af7', '1.0000000000000001e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef4f', '999999999999999900000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555555', '333333333.3333333'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ])('writes the double %s as %s', (bits, text) => {
    const view = new DataView(new ArrayBuffer(8))
    view.setBigUint64(0, BigInt(`0x${bits}`))
    expect(canonicalJson(view.getFloat64(0))).toBe(text)
    expect(canonicalJson(read(text))).toBe(text)
  })

  it('sorts keys by UTF-16 code unit, as RFC 8785 does', () => {
    const keys = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6', '10', '2']
    const value = read(`{${keys.map((key) => `${JSON.stringify(key)}:0`).join(',')}}`)
    const sorted = ['\r', '1', '10', '2', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33']
    expect(canonicalJson(value)).toBe(`{${sorted.map((key) => `${JSON.stringify(key)}:0`).join(',')}}`)
  })

  it('writes equal numbers alike and keeps the digits that a double cannot hold', () => {
    expect(canonicalJson(read('[25.0, 25, 2.5e1, 250e-1, 1E5, -0, 0.10, 1e21]'))).toBe(
      '[25,25,25,25,100000,0,0.1,1e+21]',
    )
    expect(canonicalJson(read('[9007199254740993, 9007199254740992]'))).toBe(
      '[9007199254740993,9007199254740992]',
    )
    expect(canonicalJson(read('[1e400, -1e-400, 123456789012345678901234567890]'))).toBe(
      '[1e+400,-1e-400,1.2345678901234567890123456789e+29]',
    )
  })

  it('is what JSON.stringify gives for sorted keys', () => {
    const sorted = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(sorted)
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, sorted(inner)]))
    }
    // Keys that look like array indices stand first in JavaScript's objects, so the oracle leaves them out.
    const key = fc.string({ unit: 'binary' }).filter((text) => !/^[0-9]+$/.test(text) && text !== '__proto__')
    const { value: tree } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.oneof(
          fc.double({ noNaN: true, noDefaultInfinity: true }),
          fc.string({ unit: 'binary' }),
          fc.boolean(),
        ),
        fc.array(tie('value'), { maxLength: 3 }),
        fc
          .dictionary(key, tie('value'), { maxKeys: 4 })
          .map((object) => Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)))),
      ),
    }))
    fc.assert(
      fc.property(tree, (value) => {
        const text = JSON.stringify(value)
        expect(canonicalJson(read(text))).toBe(JSON.stringify(sorted(JSON.parse(text))))
      }),
    )
  })

  it('sorts keys, few or many, in any order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ unit: 'binary', maxLength: 3 }), { maxLength: 40 }), (keys) => {
        const value = read(`{${keys.map((key) => `${JSON.stringify(key)}:0`).join(',')}}`)
        const written = canonicalJson(value)
        expect(Object.keys(read(written) as object).sort()).toEqual([...keys].sort())
        expect(written).toBe(
          `{${[...keys]
            .sort()
            .map((key) => `${JSON.stringify(key)}:0`)
            .join(',')}}`,
        )
      }),
    )
  })

  it('does not depend on the order or spelling of the text', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const canonical = canonicalJson(read(text))
        expect(canonicalJson(read(canonical))).toBe(canonical)
      }),
      { numRuns: 500 },
    )
  })
})

describe('numberOf', () => {
  it('is a plain number exactly when a double gives the spelling back', () => {
    fc.assert(
      fc.property(spelledNumber, (text) => {
        const value = numberOf(text)
        if (typeof value === 'number') expect(String(value)).toBe(text)
        else expect(value.text).toBe(text)
      }),
    )
  })
})
