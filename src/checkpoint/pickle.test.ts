import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkpointOracle, fromBase64 } from '../../test/generators/checkpoint-files.js'
import { InputError } from '../errors.js'
import { readPickle } from './pickle.js'
import { torchTensors } from './torch-tensors.js'

const bytes = (...parts: readonly (string | number)[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'number' ? [part] : [...new TextEncoder().encode(part)])),
  )

describe('readPickle', () => {
  it('reads values of protocol 2', () => {
    const value = readPickle(bytes(0x80, 2, '}', 'X', 1, 0, 0, 0, 'a', 'K', 7, 's.'), 'x.pt')
    expect(value).toEqual({
      kind: 'dict',
      entries: [
        [
          { kind: 'text', value: 'a' },
          { kind: 'number', value: 7 },
        ],
      ],
    })
    expect(readPickle(bytes(0x8a, 2, 0xff, 0xff, '.'), 'x.pt')).toEqual({ kind: 'number', value: -1 })
  })

  it('keeps what would be run as names, whichever way it is written', () => {
    for (const pickle of [
      bytes("cos\nsystem\n(S'id'\ntR."),
      bytes(0x80, 2, 'cos\nsystem\nX', 2, 0, 0, 0, 'id', 0x85, 'R.'),
      bytes(0x80, 4, 0x8c, 2, 'os', 0x8c, 6, 'system', 0x93, 0x8c, 2, 'id', 0x85, 'R.'),
      bytes("(S'id'\nios\nsystem\n."),
      bytes("(cos\nsystem\nS'id'\no."),
    ]) {
      expect(torchTensors(readPickle(pickle, 'x.pt'), 'x.pt')).toEqual({
        tensors: [],
        unordered: [],
        globals: ['os.system'],
      })
    }
  })

  it.each([
    ['nothing', bytes(), /ends too early/],
    ['a text longer than the file', bytes('X', 255, 255, 255, 127, 'a.'), /ends too early/],
    [
      'bytes longer than any file',
      bytes(0x8e, 255, 255, 255, 255, 255, 255, 255, 255, '.'),
      /ends too early/,
    ],
    ['an empty stack', bytes('.'), /takes a value that is not there/],
    ['a mark that is taken', bytes('(.'), /takes a value that is not there/],
    ['a list that was not begun', bytes(']e.'), /ends a list that was not begun/],
    ['a memo that is empty', bytes('h', 3, '.'), /never held/],
    ['a key without a value', bytes('}(K', 1, 'u.'), /a key without a value/],
    ['items of a number', bytes('K', 1, 'K', 2, 'K', 3, 's.'), /what is no dict/],
    ['an extension', bytes(0x82, 1, '.'), /instruction 0x82/],
    ['marks without end', new Uint8Array(6_000_000).fill(0x28), /five million/],
    ['memos without end', bytes(']', ...Array.from({ length: 4 }, () => 0x94), 'h'), /ends too early/],
  ])('refuses %s', (_, pickle, message) => {
    expect(() => readPickle(pickle, 'x.pt')).toThrow(message)
  })

  it('is not held up by a mapping that repeats itself inside itself', () => {
    const parts: (string | number)[] = [0x80, 2, '}q', 0]
    for (let depth = 1; depth < 30; depth++)
      parts.push(
        '}q',
        depth,
        '(X',
        1,
        0,
        0,
        0,
        'a',
        'h',
        depth - 1,
        'X',
        1,
        0,
        0,
        0,
        'b',
        'h',
        depth - 1,
        'u',
      )
    expect(() => torchTensors(readPickle(bytes(...parts, '.'), 'x.pt'), 'x.pt')).toThrow(
      /more than a million members/,
    )
    const itself = bytes(0x80, 2, '}q', 0, 'X', 1, 0, 0, 0, 'a', 'h', 0, 's.')
    expect(torchTensors(readPickle(itself, 'x.pt'), 'x.pt').tensors).toEqual([])
  })

  it('answers any bytes with a value or a message', () => {
    const real = fromBase64(checkpointOracle().torch.trainer.file)
    const at = 64
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.nat(400), (noise, place) => {
        const damaged = real.slice(at, at + 600)
        damaged.set(noise, place)
        for (const pickle of [noise, damaged]) {
          try {
            torchTensors(readPickle(pickle, 'x.pt'), 'x.pt')
          } catch (error) {
            expect(error).toBeInstanceOf(InputError)
          }
        }
      }),
    )
  })
})
