import { describe, expect, it } from 'vitest'
import { readPythonExpression } from '../../../benchmark/readers/bfcl/python-expression.js'
import { type PythonValue, pythonRepr } from '../../../benchmark/readers/bfcl/python-value.js'
import { evaluateArithmetic } from './python-arithmetic.js'

function valueIn(source: string): PythonValue | undefined {
  const expression = readPythonExpression(source)
  if (expression === undefined) throw new Error(`no expression: ${source}`)
  return evaluateArithmetic(expression)
}

/** The value as Python writes it; undefined where nothing is computed. */
function printed(source: string): string | undefined {
  const value = valueIn(source)
  return value === undefined ? undefined : pythonRepr(value)
}

// Every value here is what CPython 3.11 prints for the expression.
describe('evaluateArithmetic', () => {
  it.each([
    ['1+2', '3'],
    ['7-9', '-2'],
    ['6*7', '42'],
    ['7/2', '3.5'],
    ['-7/2', '-3.5'],
    ['7//2', '3'],
    ['-7//2', '-4'],
    ['7//-2', '-4'],
    ['-7//-2', '3'],
    ['6//3', '2'],
    ['-6//3', '-2'],
    ['7%3', '1'],
    ['-7%3', '2'],
    ['7%-3', '-2'],
    ['-7%-3', '-1'],
    ['6%3', '0'],
    ['-6%3', '0'],
    ['2**10', '1024'],
    ['2**0', '1'],
    ['0**0', '1'],
    ['2**-2', '0.25'],
    ['(-2)**-1', '-0.5'],
    ['1<<4', '16'],
    ['0<<3', '0'],
    ['5<<0', '5'],
    ['5>>1', '2'],
    ['-5>>1', '-3'],
    ['5>>0', '5'],
    ['12&10', '8'],
    ['12|10', '14'],
    ['12^10', '6'],
    ['~5&7', '2'],
    ['~0|8', '-1'],
  ])('computes integers: %s is %s', (source, value) => {
    expect(printed(source)).toBe(value)
  })

  it.each([
    ['1.5+2', '3.5'],
    ['1.5-2', '-0.5'],
    ['1.5*2', '3.0'],
    ['3/2.0', '1.5'],
    ['7.5//2', '3.0'],
    ['-7.5//2', '-4.0'],
    ['7.5//-2', '-4.0'],
    ['7.5%2', '1.5'],
    ['-7.5%2', '0.5'],
    ['7.5%-2', '-0.5'],
    ['-7.5%-2', '-1.5'],
    ['-4.0%2', '0.0'],
    ['4.0%-2', '-0.0'],
    ['4.0%2', '0.0'],
    ['1.0//0.1', '9.0'],
    ['1.0%0.1', '0.09999999999999995'],
    ['-1.0//0.1', '-10.0'],
    ['0.0//-3', '-0.0'],
    ['-0.5//3', '-1.0'],
    ['2.0**3', '8.0'],
    ['2**0.5', '1.4142135623730951'],
    ['4**-0.5', '0.5'],
    ['0.0**0', '1.0'],
    ['(-8.0)**2', '64.0'],
    ['1e200*1e200', 'inf'],
    ['1e999**2', 'inf'],
    ['2**1e999', 'inf'],
    ['(-1e999)**3', '-inf'],
  ])('computes floats: %s is %s', (source, value) => {
    expect(printed(source)).toBe(value)
  })

  it.each([
    ['True+1', '2'],
    ['True+True', '2'],
    ['False*5', '0'],
    ['1-True', '0'],
    ['True/2', '0.5'],
    ['True&False', 'False'],
    ['True&True', 'True'],
    ['True|False', 'True'],
    ['False|False', 'False'],
    ['False|True', 'True'],
    ['True^True', 'False'],
    ['True^False', 'True'],
    ['True&1', '1'],
    ['6|True', '7'],
    ['True<<1', '2'],
    ['-True+0', '-1'],
    ['+True+0', '1'],
    ['~True+0', '-2'],
    ['-False+0', '0'],
  ])('computes booleans: %s is %s', (source, value) => {
    expect(printed(source)).toBe(value)
  })

  it.each([
    ["'a'+'b'", "'ab'"],
    ["'ab'*2", "'abab'"],
    ["2*'ab'", "'abab'"],
    ["'ab'*0", "''"],
    ["'ab'*-1", "''"],
    ["True*'ab'", "'ab'"],
    ["'ab'*False", "''"],
    ['[1]+[2]', '[1, 2]'],
    ['(1,)+(2,)', '(1, 2)'],
    ['[1]*2', '[1, 1]'],
    ["2*[1,'a']", "[1, 'a', 1, 'a']"],
    ['(1,)*2', '(1, 1)'],
    ['[1]*0', '[]'],
    ['[1]*-2', '[]'],
    ['[]+[]', '[]'],
    ['[1+1]+[2*2]', '[2, 4]'],
    ['[-1]+[+2]', '[-1, 2]'],
    ['[~3]+[not 3]', '[-4, False]'],
    ['[not 0]+[not 0.0]', '[True, True]'],
    ["[not '']+[not 'a']", '[True, False]'],
    ['[not None]+[not True]', '[True, False]'],
    ['[not []]+[not [1]]', '[True, False]'],
    ['[not ()]+[not (0,)]', '[True, False]'],
    ['[None]+[True]', '[None, True]'],
    ['([1]+[2])*2', '[1, 2, 1, 2]'],
    ['[(1,2)]+[[3]]', '[(1, 2), [3]]'],
    ['-1.5+0', '-1.5'],
    ['+1.5+0', '1.5'],
  ])('computes texts and lists: %s is %s', (source, value) => {
    expect(printed(source)).toBe(value)
  })

  it.each([
    '1/0',
    '1//0',
    '1%0',
    '1.0/0',
    '1.0//0',
    '1.0%0',
    '0**-1',
    '0.0**-1',
    '0**-0.5',
    '1<<-1',
    '1>>-1',
    "'a'-'b'",
    "'a'/2",
    '[1]-[1]',
    "'a'+1",
    "1+'a'",
    "'a'*1.5",
    "1.5*'a'",
    '[1]+(2,)',
    "[1]+'a'",
    "'a'+[1]",
    "'a'*'b'",
    '[1]*[2]',
    '1.5&1',
    '1.5<<1',
    '1.5|1.5',
    '1.5^1',
    '1.5>>1',
    "-'a'+1",
    '+[1]+1',
    '~1.5+1',
    '1e200**2',
    '(-1e200)**3',
    'x+1',
    '1+x',
    '[x]+[1]',
    '[1]+[1,x]',
    'f()+1',
    '[-x]+[1]',
    'None+1',
    '1+None',
    'None*2',
    '1@2',
    '1.0@2',
    "'a'@2",
    '-None+1',
  ])('has no value where Python raises: %s', (source) => {
    expect(printed(source)).toBeUndefined()
  })

  it.each([
    ["len('a')", 'a call'],
    ['x', 'a name'],
    ['a.b', 'an attribute'],
    ['x[0]', 'a subscript'],
    ['{1: 2}', 'a dict'],
    ['...', 'an ellipsis'],
    ['1 < 2', 'a comparison'],
  ])('does not look into %s, %s', (source) => {
    expect(printed(source)).toBeUndefined()
  })

  it.each([
    ["'a' * 100000", "'a' * 100001"],
    ["'ab' * 50000", "'ab' * 50001"],
    ['[1, 2] * 50000', '[1, 2] * 50001'],
    ['1 << 99996', '1 << 99997'],
    ['15 ** 25000', '15 ** 25001'],
    ['(1 << 49995) * (1 << 49995)', '(1 << 49995) * (1 << 50004)'],
  ])('computes up to 100,000 bits or items: %s, not %s', (largest, larger) => {
    expect(valueIn(largest) !== undefined).toBe(true)
    expect(valueIn(larger) !== undefined).toBe(false)
  })

  it('repeats nothing as often as one likes', () => {
    expect(printed("'' * 10 ** 400")).toBe("''")
    expect(printed('[] * 10 ** 30')).toBe('[]')
    expect(printed('10 ** 400 * ()')).toBe('()')
  })
})
