import { describe, expect, it } from 'vitest'
import { parsePlan } from '../../../agent/python/parse-plan.js'
import { type LiteralValue, literalValue } from './literal-value.js'
import { isEqualValue, sortedValues } from './value-order.js'

function read(source: string): LiteralValue | undefined {
  const parsed = parsePlan(source)
  const [statement] = parsed.kind === 'tree' ? parsed.tree.body : []
  if (statement?.kind !== 'Expr') throw new Error(`no expression: ${source}`)
  return literalValue(statement.value)
}

function value(source: string): LiteralValue {
  const literal = read(source)
  if (literal === undefined) throw new Error(`no literal: ${source}`)
  return literal
}

describe('literalValue', () => {
  it.each([
    'x',
    'f()',
    '1 + 2',
    '"a" + "b"',
    '--1',
    '-True',
    'not 1',
    'f"a"',
    '[*a]',
    '{**a}',
    '{1, [2]}',
    '{[1]: 2}',
    '{({1}, 2)}',
    '1j + 2j',
    '1j + 2',
    '1 * 2j',
    'set(1)',
    '[x]',
    '(1, f())',
  ])('%s is none', (source) => {
    expect(read(source)).toBeUndefined()
  })

  it('takes signs, complex numbers, empty sets, and the last of equal keys', () => {
    expect(value('[+1, -2.5, 3 - 0j, set(), ..., b"a"]')).toEqual({
      kind: 'list',
      items: [
        1n,
        -2.5,
        { kind: 'complex', real: 3, imaginary: 0 },
        { kind: 'set', items: [] },
        { kind: 'ellipsis' },
        { kind: 'bytes', value: 'a' },
      ],
    })
    expect(value('{1: "a", True: "b"}')).toEqual({ kind: 'dict', entries: [[1n, 'b']] })
    expect(value('{1, 1.0, True, 2}')).toEqual({ kind: 'set', items: [1n, 2n] })
  })
})

describe('isEqualValue', () => {
  it.each([
    ['1', 'True', true],
    ['2', '2.0', true],
    ['3', '3 + 0j', true],
    ['0.1', '0.1 + 1j', false],
    ['9007199254740993', '9007199254740992.0', false],
    ['1', '"1"', false],
    ['"a"', 'b"a"', false],
    ['[1, 2]', '(1, 2)', false],
    ['[1, [2.0]]', '[True, [2]]', true],
    ['{1, 2}', '{2.0, 1}', true],
    ['{1}', '[1]', false],
    ['{"a": [1], 2: 3}', '{2.0: 3, "a": [1]}', true],
    ['{"a": 1}', '{"b": 1}', false],
    ['None', 'False', false],
    ['...', '...', true],
    ['1e999', '1e400', true],
  ])('%s and %s: %s, as in Python', (left, right, expected) => {
    expect(isEqualValue(value(left), value(right))).toBe(expected)
    expect(isEqualValue(value(right), value(left))).toBe(expected)
  })
})

describe('sortedValues', () => {
  it.each([
    ['[3, 1.5, True, 2]', '[True, 1.5, 2, 3]'],
    ['["b", "a", "B"]', '["B", "a", "b"]'],
    ['["😀", "\\uffff"]', '["\\uffff", "😀"]'],
    ['[(2, 1), (1, "a"), (1,)]', '[(1,), (1, "a"), (2, 1)]'],
    ['[[2], [1, 9]]', '[[1, 9], [2]]'],
    ['[b"b", b"a"]', '[b"a", b"b"]'],
    // Sets are ordered in part only: CPython's insertion sort leaves these so.
    ['[{1, 2}, {1}, {3}]', '[{1}, {1, 2}, {3}]'],
    ['[{2}, {1, 2, 3}, {1}]', '[{2}, {1}, {1, 2, 3}]'],
    // What cannot be compared stays.
    ['[1, None]', '[1, None]'],
    ['["b", 1, "a"]', '["b", 1, "a"]'],
    ['[{"b": 1}, {"a": 1}]', '[{"b": 1}, {"a": 1}]'],
    ['[2j, 1]', '[2j, 1]'],
    ['[(1, "a"), (1, None)]', '[(1, "a"), (1, None)]'],
    ['[None]', '[None]'],
    ['[]', '[]'],
  ])('%s gives %s', (source, expected) => {
    const list = value(source)
    if (typeof list !== 'object' || list?.kind !== 'list') throw new Error('no list')
    expect({ kind: 'list', items: sortedValues(list.items) }).toEqual(value(expected))
  })

  it('sorts long lists too', () => {
    const items = Array.from({ length: 200 }, (_, index) => BigInt((index * 37) % 200))
    expect(sortedValues(items)).toEqual(Array.from({ length: 200 }, (_, index) => BigInt(index)))
    expect(sortedValues([...items, null])).toEqual([...items, null])
  })
})
