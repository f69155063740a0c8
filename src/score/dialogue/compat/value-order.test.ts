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

describe('what ast.literal_eval of CPython 3.11 makes of', () => {
  const complex = (real: number, imaginary: number) => ({ kind: 'complex', real, imaginary })
  const list = (kind: string, ...items: unknown[]) => ({ kind, items })
  const dict = (...entries: unknown[]) => ({ kind: 'dict', entries })

  it.each<[string, unknown]>([
    ['None', null],
    ['+1', 1n],
    ['+1.5', 1.5],
    ['-1', -1n],
    ['2j', complex(0, 2)],
    ['-2j', complex(-0, -2)],
    ['+2j', complex(0, 2)],
    ['1 + 2j', complex(1, 2)],
    ['1 - 2j', complex(1, -2)],
    ['1.5 - 0j', complex(1.5, 0)],
    ['-1 + 2j', complex(-1, 2)],
    ['[]', list('list')],
    ['()', list('tuple')],
    ['(1, "a")', list('tuple', 1n, 'a')],
    ['{(1, 2.0): "a", (True, 2): "b"}', dict([list('tuple', 1n, 2), 'b'])],
    ['{1 + 0j: "a", 1: "b"}', dict([complex(1, 0), 'b'])],
    ['{1 + 1j, 1 + 2j, 2 + 1j, 1 + 1j}', list('set', complex(1, 1), complex(1, 2), complex(2, 1))],
    ['{b"a", "a", b"a"}', list('set', { kind: 'bytes', value: 'a' }, 'a')],
    ['{..., None, ..., None}', list('set', { kind: 'ellipsis' }, null)],
    ['{1.5, 1.5, 2.5, 1e999, 1e999}', list('set', 1.5, 2.5, Number.POSITIVE_INFINITY)],
    ['{0, False, "0"}', list('set', 0n, '0')],
    ['{("a", "b"), ("a,b",)}', list('set', list('tuple', 'a', 'b'), list('tuple', 'a,b'))],
    ['{"a": [1], "b": {2}}', dict(['a', list('list', 1n)], ['b', list('set', 2n)])],
    ['set()', list('set')],
  ])('%s', (source, expected) => {
    expect(value(source)).toEqual(expected)
  })

  it.each([
    '~1',
    '+True',
    '-"a"',
    '+x',
    '- -1',
    '1 + -2j',
    '1 - x',
    '1 + 2',
    'x + 2j',
    '1 @ 2j',
    `1${'0'.repeat(400)} + 1j`,
    'frozenset()',
    'x.set()',
    'set(*a)',
    'set(**a)',
    'set([])',
    '{1: x}',
    '{x: 1}',
    '{1: 2, **{}}',
    '{{1}}',
    '{([],): 1}',
    '[1][0]',
  ])('%s: nothing', (source) => {
    expect(read(source)).toBeUndefined()
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
    ['{"a": 1}', '{"a": 2}', false],
    ['{"a": 1}', '{"a": 1, "b": 1}', false],
    ['{"a": 1}', '["a"]', false],
    ['{1, 2}', '{1, 3}', false],
    ['{1, 2}', '{1}', false],
    ['[1, 2]', '[1]', false],
    ['[1, 2]', '[1, 3]', false],
    ['b"a"', 'b"a"', true],
    ['b"a"', 'b"b"', false],
    ['...', 'None', false],
    ['...', 'b"a"', false],
    ['1j', '1j', true],
    ['1j', '2j', false],
    ['1 + 1j', '2 + 1j', false],
    ['1j', '[1]', false],
    ['"a"', '["a"]', false],
    ['None', '[None]', false],
    ['None', 'None', true],
    ['0', 'False', true],
    ['1', 'None', false],
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
    ['[{2, 4}, set()]', '[set(), {2, 4}]'],
    ['[set(), set(), {1, 5}]', '[set(), set(), {1, 5}]'],
    ['[{1}, set(), {1, 4, 5}]', '[set(), {1}, {1, 4, 5}]'],
    ['[set(), {1, 4, 5}, set(), {1, 2, 5}]', '[set(), set(), {1, 4, 5}, {1, 2, 5}]'],
    ['[{3}, {1, 2, 3}, {2, 5}, set()]', '[set(), {3}, {1, 2, 3}, {2, 5}]'],
    ['[{3}, set(), set(), set(), {4}]', '[set(), set(), set(), {3}, {4}]'],
    ['[{3, 4, 5}, {1, 3, 5}, {2}, set(), {4, 5}]', '[set(), {3, 4, 5}, {1, 3, 5}, {2}, {4, 5}]'],
    [
      '[{3, 4}, set(), set(), {1, 2, 3}, {1, 3, 4}, set()]',
      '[set(), set(), set(), {3, 4}, {1, 2, 3}, {1, 3, 4}]',
    ],
    [
      '[{3, 5}, {1, 4, 5}, set(), {1, 4}, set(), {4, 5}]',
      '[set(), set(), {3, 5}, {1, 4}, {4, 5}, {1, 4, 5}]',
    ],
    [
      '[{3, 4}, set(), {2, 3, 5}, set(), {1, 2, 4}, {2}, {1, 4, 5}]',
      '[set(), set(), {3, 4}, {2}, {2, 3, 5}, {1, 2, 4}, {1, 4, 5}]',
    ],
    [
      '[{4}, {1, 3, 5}, {3, 4, 5}, {1, 3, 4}, {1}, {2}, {2}]',
      '[{4}, {1, 3, 5}, {3, 4, 5}, {1}, {1, 3, 4}, {2}, {2}]',
    ],
    [
      '[set(), {2, 4, 5}, {1, 2}, {3, 4, 5}, {1, 2}, {2, 4, 5}, {1, 2, 4}, {1, 2, 5}]',
      '[set(), {2, 4, 5}, {1, 2}, {3, 4, 5}, {1, 2}, {2, 4, 5}, {1, 2, 4}, {1, 2, 5}]',
    ],
    [
      '[{4}, {1}, {1, 5}, set(), set(), {5}, set(), {1, 5}]',
      '[set(), set(), set(), {4}, {1}, {5}, {1, 5}, {1, 5}]',
    ],
    [
      '[set(), {5}, {2, 3, 5}, {1, 4}, set(), {2, 4, 5}, {1, 2}, set(), {3, 4}]',
      '[set(), set(), set(), {5}, {2, 3, 5}, {1, 4}, {2, 4, 5}, {1, 2}, {3, 4}]',
    ],
    [
      '[{5}, set(), {5}, {1, 2}, {1, 3}, {2, 3}, {5}, {2, 5}, {4}, {2}]',
      '[set(), {5}, {5}, {1, 2}, {1, 3}, {2, 3}, {5}, {2}, {2, 5}, {4}]',
    ],
    [
      '[{1, 3, 4}, {3, 4}, {5}, {3, 4}, {1, 2}, set(), {4}, {3}, {4}, set(), {1, 3, 5}, set()]',
      '[set(), set(), set(), {4}, {3}, {4}, {3, 4}, {3, 4}, {1, 3, 4}, {5}, {1, 2}, {1, 3, 5}]',
    ],
    ['[2.5, False]', '[False, 2.5]'],
    ['[5, False, 2.5]', '[False, 2.5, 5]'],
    ['[-3, False, False, -1.5]', '[-3, -1.5, False, False]'],
    ['[2.5, -5, 2.5, 0.5, -1.5]', '[-5, -1.5, 0.5, 2.5, 2.5]'],
    ['[2.5, True, -1.5, True, False, 0.5]', '[-1.5, False, 0.5, True, True, 2.5]'],
    ['[3, 2, 0.5, 2, True, False, -4]', '[-4, False, 0.5, True, 2, 2, 3]'],
    ['[True, False, 3, -1.5, False, True, False, -3]', '[-3, -1.5, False, False, False, True, True, 3]'],
    ['[True, 2.5, 0.5, 5, True, -1.5, 2, -1.5, 0.5]', '[-1.5, -1.5, 0.5, 0.5, True, True, 2, 2.5, 5]'],
    ['[(2, 1, 1), (0, 1, 1), ()]', '[(), (0, 1, 1), (2, 1, 1)]'],
    ['[[0, 1], [1, 2, 0], [1, 2, 2]]', '[[0, 1], [1, 2, 0], [1, 2, 2]]'],
    ['[(2, 0), (), (0,), (), (1, 0)]', '[(), (), (0,), (1, 0), (2, 0)]'],
    ['[[1], [1], [1, 0], [2, 1, 0], [0, 2]]', '[[0, 2], [1], [1], [1, 0], [2, 1, 0]]'],
    ['[(1,), (), (0, 2), (), (0, 2), (0,), (0, 1)]', '[(), (), (0,), (0, 1), (0, 2), (0, 2), (1,)]'],
    ['[[], [2, 1], [2, 0], [], [0], [1], []]', '[[], [], [], [0], [1], [2, 0], [2, 1]]'],
    ['[9, 8, 7, 6, 5, 4, 3, 2, 1]', '[1, 2, 3, 4, 5, 6, 7, 8, 9]'],
    ['[3, 2, 1, 2, 3]', '[1, 2, 2, 3, 3]'],
    ['[1, 1, 0]', '[0, 1, 1]'],
    ['[True, 1, 1.0, 0]', '[0, True, 1, 1.0]'],
    ['["ab", "a", "abc", "b", "", "Ab", "äb"]', '["", "Ab", "a", "ab", "abc", "b", "äb"]'],
    ['["\\ue000", "😀"]', '["\\ue000", "😀"]'],
    ['["😁", "😀a", "😀"]', '["😀", "😀a", "😁"]'],
    // What cannot be compared stays.
    ['["b", "a", 1]', '["b", "a", 1]'],
    ['[2, 1, "a"]', '[2, 1, "a"]'],
    ['[2, 1, None]', '[2, 1, None]'],
    ['[b"b", b"a", "c"]', '[b"b", b"a", "c"]'],
    ['[[2], [1], (1,)]', '[[2], [1], (1,)]'],
    ['[{1, 2}, {1}, [1]]', '[{1, 2}, {1}, [1]]'],
    ['[[1], {1, 2}, {1}]', '[[1], {1, 2}, {1}]'],
    ['[b"b", b"a", [1]]', '[b"b", b"a", [1]]'],
    ['[[2], [1], b"a"]', '[[2], [1], b"a"]'],
    ['[..., ...]', '[..., ...]'],
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
