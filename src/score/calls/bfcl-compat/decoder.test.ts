import { describe, expect, it } from 'vitest'
import { jsonFromPython } from '../../../benchmark/readers/bfcl/python-value.js'
import { writeJson } from '../../../text/json.js'
import { decodePromptAnswer } from './decoder.js'

/** The calls on one line; undefined where decoding fails. */
function decode(text: string): string | undefined {
  const calls = decodePromptAnswer(text)
  return calls && writeJson(calls.map((call) => jsonFromPython(call) ?? 'not JSON'))
}
const value = (source: string): string | undefined =>
  decode(`[f(x=${source})]`)?.replace(/^\[\{"f":\{"x":(.*)\}\}\]$/, '$1')

describe('decodePromptAnswer', () => {
  it.each([
    ['[f(a=1), g()]', '[{"f":{"a":1}},{"g":{}}]'],
    ['f(a=1)', '[{"f":{"a":1}}]'],
    ['```\n[f(a=1)]\n```', '[{"f":{"a":1}}]'],
    ['f(a=1), g(b=2)', '[{"f":{"a":1}},{"g":{"b":2}}]'],
    ['', '[]'],
    ['[a.b.c(x=1)]', '[{"a.b.c":{"x":1}}]'],
    ['[f()(x=1)]', '[{"":{"x":1}}]'],
    ['[f().g(x=1)]', '[{"g":{"x":1}}]'],
    ['[f(1, 2, x=3)]', '[{"f":{"x":3}}]'],
    ['[f(x=1, x=2)]', '[{"f":{"x":2}}]'],
    ['[f(**y)]', '[{"f":{"None":"y"}}]'],
    ['[print(f(a=1))]', '[{"print":{}}]'],
  ])('reads %s', (text, calls) => {
    expect(decode(text)).toBe(calls)
  })

  it.each([
    ['-5', '-5'],
    ['+5', '-5'],
    ['~5', '-5'],
    ['not 5', '-5'],
    ['-True', '-1'],
    ['water', '"water"'],
    ['...', '"..."'],
    ['{a: 1, 2: [b]}', '{"2":["b"],"a":1}'],
    ['(1, 2.0)', '[1,2.0]'],
    ['today()', '"today()"'],
    ['date(2024,1, 2)', '"date(2024, 1, 2)"'],
    ['date(year=2024)', '{"date":{"year":2024}}'],
    ['x[0]', '"x[0]"'],
    ['x["a"]', '"x[\'a\']"'],
    ['g((1+2)*3, -x**2, a.b, (1,), not c, {1: d})', '"g((1 + 2) * 3, -x ** 2, a.b, (1,), not c, {1: d})"'],
    ['1/4', '0.25'],
    ['2+3*4', '14'],
    ['-7//2', '-4'],
    ['7%-3', '-2'],
    ['2**10', '1024'],
    ['2**-1', '0.5'],
    ['1<<4|1', '17'],
    ["'a'+'b'*3", '"abbb"'],
    ['[1]+[2]', '[1,2]'],
    ['True+1', '2'],
    ['1e3', '1000.0'],
  ])('takes the value %s for %s', (source, json) => {
    expect(value(source)).toBe(json)
  })

  it.each([
    'a.b',
    '-x',
    "-'a'",
    '--5',
    '1 < 2',
    '1 and 2',
    'x + 1',
    '1/0',
    "'a'+1",
    '2**0.5j',
    'lambda: 1',
    '[i for i in x]',
    '{1, 2}',
    '{**x}',
    "f'{1}'",
    '(y := 1)',
    '{[1]: 2}',
    '10**(10**9)',
    "'a'*10**9",
    '1<<10**9',
  ])('fails at the value %s', (source) => {
    expect(value(source)).toBeUndefined()
  })

  it.each([
    'I cannot do that.',
    '[[f(a=1)]]',
    "['f(a=1)']",
    '```python\n[f(a=1)]\n```',
    '[f]',
    '[{"name": "f"}]',
    '[f(a=1)] done',
    '[f(a="\ud800")]',
  ])('fails at %s', (text) => {
    expect(decode(text)).toBeUndefined()
  })
})
