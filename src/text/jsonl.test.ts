import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InputError } from '../errors.js'
import { cutLines, jsonFaultError, readJsonLines, readJsonText, readLines } from './jsonl.js'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

async function* inPieces(...pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces
}

const linesOf = async (
  pieces: AsyncIterable<Uint8Array>,
  maxLineBytes?: number,
): Promise<readonly string[]> => {
  const lines: string[] = []
  for await (const { number, text } of readLines(pieces, 'a.txt', maxLineBytes)) {
    expect(number).toBe(lines.push(text))
  }
  return lines
}

const errorOf = async (reading: AsyncIterable<unknown>): Promise<InputError> => {
  try {
    for await (const _ of reading);
  } catch (error) {
    if (error instanceof InputError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

describe('readLines', () => {
  it('drops CR before LF and a byte-order mark at the start, and keeps blank lines', async () => {
    expect(await linesOf(inPieces(bytes('\uFEFFa\r\n\nb\r\n c\uFEFF\n')))).toEqual(['a', '', 'b', ' c\uFEFF'])
    expect(await linesOf(inPieces(bytes('a\nb')))).toEqual(['a', 'b'])
    expect(await linesOf(inPieces(bytes('')))).toEqual([])
    expect(await linesOf(inPieces(bytes('\n')))).toEqual([''])
    expect(await linesOf(inPieces(bytes('a\u2028b\u0085c\n')))).toEqual(['a\u2028b\u0085c'])
  })

  it('does not depend on where the pieces are cut', async () => {
    const text = fc.array(fc.oneof(fc.string({ unit: 'grapheme', maxLength: 5 }), fc.constant('\n')), {
      maxLength: 20,
    })
    await fc.assert(
      fc.asyncProperty(text, fc.array(fc.nat(40), { maxLength: 6 }), async (parts, cuts) => {
        const whole = bytes(parts.join(''))
        const places = [
          0,
          ...cuts.map((cut) => Math.min(cut, whole.length)).sort((a, b) => a - b),
          whole.length,
        ]
        const pieces = places.slice(1).map((end, index) => whole.subarray(places[index], end))
        const expected = parts.join('').split('\n')
        if (expected.at(-1) === '') expected.pop()
        expect(await linesOf(inPieces(...pieces))).toEqual(
          expected.map((line, index) =>
            (index === 0 ? line.replace(/^\uFEFF/, '') : line).replace(/\r$/, ''),
          ),
        )
      }),
    )
  })

  it('names the line that is no UTF-8', async () => {
    const error = await errorOf(
      readLines(inPieces(bytes('a\n'), new Uint8Array([0x63, 0xe9, 0x0a])), 'x.jsonl'),
    )
    expect(error).toMatchObject({ code: 'not-utf8', where: 'x.jsonl, line 2' })
  })

  it('stops at a line without end before it fills memory', async () => {
    let given = 0
    const endless = async function* (): AsyncGenerator<Uint8Array> {
      yield bytes('first\n')
      for (;;) {
        given++
        yield new Uint8Array(1 << 20).fill(0x61)
      }
    }
    const error = await errorOf(readLines(endless(), 'x.jsonl', 5 << 20))
    expect(error).toMatchObject({ code: 'line-too-long', where: 'x.jsonl, line 2' })
    expect(given).toBeLessThanOrEqual(7)
  })
})

describe('readJsonLines', () => {
  it('passes over blank lines and numbers the others by their place', async () => {
    const found = []
    for await (const line of readJsonLines(inPieces(bytes('{"a":1}\n\n  \r\n[2]\n')), 'x.jsonl'))
      found.push(line)
    expect(found.map(({ number }) => number)).toEqual([1, 4])
  })

  it('names line and column of what is broken, and what is refused though it is JSON', async () => {
    expect(await errorOf(readJsonLines(inPieces(bytes('{}\n{"a" 1}\n')), 'x.jsonl'))).toMatchObject({
      code: 'json-broken',
      where: 'x.jsonl, line 2, column 6',
    })
    const refusing = readJsonLines(inPieces(bytes('{}\n\n{"__proto__":1}')), 'x.jsonl', {
      prototypeKeys: 'fault',
    })
    expect(await errorOf(refusing)).toMatchObject({
      code: 'json-refused',
      where: 'x.jsonl, line 3, column 2',
    })
    expect(await errorOf(readJsonLines(inPieces(bytes('{"a":1,"a":2}')), 'x.jsonl'))).toMatchObject({
      code: 'json-refused',
    })
  })
})

describe('readJsonText', () => {
  it('counts lines from where the text begins', () => {
    expect(() => readJsonText('{\n"a": }', { path: 'x.json' })).toThrow(/x\.json, line 2, column 6/)
    expect(() => readJsonText('{\n"a": }', { path: 'x.json', line: 10 })).toThrow(
      /x\.json, line 11, column 6/,
    )
  })
})

describe('jsonFaultError', () => {
  it('says what to do', () => {
    const fault = {
      code: 'too-deep',
      reason: 'Nesting is deeper than 64.',
      at: 1,
      line: 1,
      column: 2,
    } as const
    expect(jsonFaultError(fault, { path: 'x' }).message).toBe(
      'Nesting is deeper than 64.\n  where: x, line 1, column 2\n  fix:   Change the text at that place.',
    )
  })
})

describe('cutLines', () => {
  const cut = (piece: Uint8Array, first = 1): readonly string[] => [
    ...cutLines(piece, { path: 'a.txt', first }),
  ]

  it('finds the lines that readLines finds, in blocks of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme' })),
        fc.integer({ min: 0, max: 3 }),
        async (texts, times) => {
          const long = times === 0 ? [] : ['é'.repeat(20_000 * times), 'x\r', '']
          const whole = bytes([...texts, ...long].map((text) => `${text.replaceAll('\n', ' ')}\n`).join(''))
          expect(cut(whole)).toEqual(await linesOf(inPieces(whole)))
        },
      ),
      { numRuns: 40 },
    )
  })

  it('drops a byte-order mark of the first line alone', () => {
    expect(cut(bytes('\uFEFFa\r\nb\n'))).toEqual(['a', 'b'])
    expect(cut(bytes('\uFEFFa\n'), 2)).toEqual(['\uFEFFa'])
  })

  it('names the line that is no UTF-8', () => {
    expect(() => cut(Uint8Array.of(0x61, 0x0a, 0xff, 0x0a), 7)).toThrow(/not valid UTF-8[^]*a\.txt, line 8/)
  })
})
