import { describe, expect, it } from 'vitest'
import { readPythonExpression } from '../../../benchmark/readers/bfcl/python-expression.js'
import { unparsePython } from './python-unparse.js'

function unparsed(source: string): string {
  const expression = readPythonExpression(source)
  if (expression === undefined) throw new Error(`no expression: ${source}`)
  return unparsePython(expression)
}

describe('unparsePython', () => {
  // What `ast.unparse` of CPython 3.11.7 writes.
  it.each([
    ['f(...)', 'f(...)'],
    ['f(a.b.c)', 'f(a.b.c)'],
    ['f((1).real)', 'f(1 .real)'],
    ['f(True.real)', 'f(True .real)'],
    ['f(x1.y)', 'f(x1.y)'],
    ['f((a+b).c)', 'f((a + b).c)'],
    ['f(f()(1))', 'f(f()(1))'],
    ['f(a, b=1, **c, d=-2)', 'f(a, b=1, **c, d=-2)'],
    ['f(x[0])', 'f(x[0])'],
    ['f(x[1, 2])', 'f(x[1, 2])'],
    ['f(x[(1,)])', 'f(x[1,])'],
    ['f(x[()])', 'f(x[()])'],
    ['f((a+b)[0])', 'f((a + b)[0])'],
    ['f([1, [a]])', 'f([1, [a]])'],
    ['f([])', 'f([])'],
    ['f(())', 'f(())'],
    ['f((1,))', 'f((1,))'],
    ['f((1, 2))', 'f((1, 2))'],
    ['f({})', 'f({})'],
    ["f({1: a, 'b': [2]})", "f({1: a, 'b': [2]})"],
    ['f(-x)', 'f(-x)'],
    ['f(-(-x))', 'f(--x)'],
    ['f(-(a+b))', 'f(-(a + b))'],
    ['f(-(a*b))', 'f(-(a * b))'],
    ['f((-a)*b)', 'f(-a * b)'],
    ['f(-a**b)', 'f(-a ** b)'],
    ['f((-a)**b)', 'f((-a) ** b)'],
    ['f(a**-b)', 'f(a ** (-b))'],
    ['f((a**b)**c)', 'f((a ** b) ** c)'],
    ['f(a**(b**c))', 'f(a ** b ** c)'],
    ['f(a**(b+c))', 'f(a ** (b + c))'],
    ['f((a*b)**c)', 'f((a * b) ** c)'],
    ['f(~(a|b))', 'f(~(a | b))'],
    ['f(not (not a))', 'f(not not a)'],
    ['f(not (a+b))', 'f(not a + b)'],
    ['f((not a)+b)', 'f((not a) + b)'],
    ['f(-(not a))', 'f(-(not a))'],
    ['f([not a])', 'f([not a])'],
    ['f((a+b)*c)', 'f((a + b) * c)'],
    ['f(a+b*c)', 'f(a + b * c)'],
    ['f(a*(b+c))', 'f(a * (b + c))'],
    ['f(a-(b-c))', 'f(a - (b - c))'],
    ['f((a-b)-c)', 'f(a - b - c)'],
    ['f(a-(b+c))', 'f(a - (b + c))'],
    ['f(a/(b*c))', 'f(a / (b * c))'],
    ['f(a/b*c)', 'f(a / b * c)'],
    ['f(a//(b%c))', 'f(a // (b % c))'],
    ['f(a@(b@c))', 'f(a @ (b @ c))'],
    ['f((a|b)^c)', 'f((a | b) ^ c)'],
    ['f(a|b^c)', 'f(a | b ^ c)'],
    ['f(a^(b&c))', 'f(a ^ b & c)'],
    ['f((a^b)&c)', 'f((a ^ b) & c)'],
    ['f(a&(b<<c))', 'f(a & b << c)'],
    ['f((a&b)<<c)', 'f((a & b) << c)'],
    ['f(a<<(b>>c))', 'f(a << (b >> c))'],
    ['f((a<<b)>>c)', 'f(a << b >> c)'],
    ['f((a<<b)+c)', 'f((a << b) + c)'],
    ['f(a<<b+c)', 'f(a << b + c)'],
    ['f((a|b)|c)', 'f(a | b | c)'],
    ['f(a|(b|c))', 'f(a | (b | c))'],
    ['f((a%b).c)', 'f((a % b).c)'],
    ['f((-a).b)', 'f((-a).b)'],
    ['f((a**b).c)', 'f((a ** b).c)'],
    ['f((-a)[0])', 'f((-a)[0])'],
    ['f((-1).real)', 'f((-1).real)'],
    ['f((a+b)())', 'f((a + b)())'],
    ['f(g=1)(2)', 'f(g=1)(2)'],
  ])('writes %s as %s', (source, text) => {
    expect(unparsed(source)).toBe(text)
  })

  it('leaves what it does not read as it was written', () => {
    expect(unparsed('f(lambda  x:1, [i for i in x], 1  <2)')).toBe('f(lambda  x:1, [i for i in x], 1  <2)')
  })
})
