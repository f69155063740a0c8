import { describe, expect, it } from 'vitest'
import {
  isPythonDict,
  type PythonDict,
  pythonFromJson,
} from '../../../benchmark/readers/bfcl/python-value.js'
import { parseJson } from '../../../text/json.js'
import { checkBfcl } from './checker.js'
import { decodePromptAnswer } from './decoder.js'

function dict(text: string): PythonDict {
  const reading = parseJson(text)
  const value = reading.kind === 'value' ? pythonFromJson(reading.value) : null
  if (isPythonDict(value)) return value
  throw new Error(`no object: ${text}`)
}

interface Case {
  readonly category?: string
  readonly properties: string
  readonly required?: string
  readonly answers: readonly string[]
}
const check = ({ category = 'simple', properties, required = '[]', answers }: Case, answer: string) => {
  const described = dict(
    `{"name": "a.f", "parameters": {"properties": ${properties}, "required": ${required}}}`,
  )
  const calls = decodePromptAnswer(answer)
  if (calls === undefined) throw new Error(`not decoded: ${answer}`)
  return checkBfcl(
    { category, functions: [described], answers: answers.map((one) => dict(`{"a.f": ${one}}`)), dot: '.' },
    calls,
  )
}
const errorOf = (question: Case, answer: string): string | null => check(question, answer).errorType

const text: Case = { properties: '{"x": {"type": "string"}}', answers: ['{"x": ["San Francisco, CA", ""]}'] }
const whole: Case = { properties: '{"x": {"type": "integer"}}', answers: ['{"x": [5]}'] }
const list: Case = {
  properties: '{"x": {"type": "array", "items": {"type": "float"}}}',
  answers: ['{"x": [[1.0, 2.0]]}'],
}

describe('checkBfcl', () => {
  it('forgives case, spaces and punctuation of texts', () => {
    expect(errorOf(text, "a.f(x='sanfrancisco ca')")).toBeNull()
    expect(errorOf(text, "a.f(x='San-Francisco^CA')")).toBeNull()
    expect(errorOf(text, "a.f(x='San Francisco; CA')")).toBe('value_error:string')
    expect(errorOf({ ...text, answers: ['{"x": ["15"]}'] }, "a.f(x='1.5')")).toBeNull()
    expect(errorOf({ ...text, answers: ['{"x": ["it\'s"]}'] }, "a.f(x='it\"s')")).toBeNull()
  })

  it('takes the empty text for "may be left out", and as a value', () => {
    expect(errorOf(text, 'a.f()')).toBeNull()
    expect(errorOf(text, "a.f(x='')")).toBeNull()
    expect(errorOf(whole, 'a.f()')).toBe('simple_function_checker:missing_optional')
  })

  it('keeps types apart, but lets an int stand for a float', () => {
    expect(errorOf(whole, 'a.f(x=5.0)')).toBe('type_error:simple')
    expect(errorOf(whole, 'a.f(x=True)')).toBe('type_error:simple')
    expect(
      errorOf({ ...whole, properties: '{"x": {"type": "float"}}', answers: ['{"x": [5.0]}'] }, 'a.f(x=5)'),
    ).toBeNull()
    expect(errorOf(list, 'a.f(x=[1, 2])')).toBe('type_error:nested')
    expect(errorOf(list, 'a.f(x=(1.0, 2.0))')).toBe('type_error:simple')
    expect(errorOf(list, 'a.f(x=[2.0, 1.0])')).toBe('value_error:list/tuple')
    expect(
      errorOf(
        { ...list, properties: '{"x": {"type": "tuple", "items": {"type": "float"}}}' },
        'a.f(x=(1.0, 2.0))',
      ),
    ).toBeNull()
  })

  it('takes a value of the answers’ own type for a variable', () => {
    const variable: Case = { properties: '{"x": {"type": "integer"}}', answers: ['{"x": ["limit"]}'] }
    expect(errorOf(variable, 'a.f(x=limit)')).toBeNull()
    expect(errorOf(variable, "a.f(x='Limit')")).toBe('value_error:others')
    expect(errorOf(variable, 'a.f(x=5)')).toBe('value_error:others')
  })

  it('compares dicts and lists of dicts member by member', () => {
    const one: Case = {
      properties: '{"x": {"type": "dict"}}',
      answers: ['{"x": [{"k": ["A", ""], "n": [1]}]}'],
    }
    expect(errorOf(one, "a.f(x={'n': 1, 'k': 'a'})")).toBeNull()
    expect(errorOf(one, "a.f(x={'n': 1})")).toBeNull()
    expect(errorOf(one, "a.f(x={'k': 'a'})")).toBe('value_error:dict_key')
    expect(errorOf(one, "a.f(x={'n': 2})")).toBe('value_error:dict_value')
    expect(errorOf(one, "a.f(x={'n': 1, 'z': 1})")).toBe('value_error:dict_key')
    const many: Case = {
      properties: '{"x": {"type": "array", "items": {"type": "dict"}}}',
      answers: ['{"x": [[{"n": [1]}, {"n": [2]}]]}'],
    }
    expect(errorOf(many, "a.f(x=[{'n': 1}, {'n': 2}])")).toBeNull()
    expect(errorOf(many, "a.f(x=[{'n': 2}, {'n': 1}])")).toBe('value_error:dict_value')
    expect(errorOf(many, "a.f(x=[{'n': 1}])")).toBe('value_error:list_dict_count')
  })

  it('says what is wrong with names, counts and parameters, in its own order', () => {
    expect(errorOf(whole, 'f(x=5)')).toBe('simple_function_checker:wrong_func_name')
    expect(errorOf(whole, '[]')).toBe('simple_function_checker:wrong_count')
    expect(errorOf({ ...whole, category: 'multiple' }, 'a.f(x=5), a.f(x=5)')).toBe(
      'multiple_function_checker:wrong_count',
    )
    expect(errorOf({ ...whole, category: 'parallel' }, '[]')).toBe(
      'parallel_function_checker_no_order:wrong_count',
    )
    expect(errorOf({ ...whole, required: '["x"]' }, 'a.f(y=5)')).toBe(
      'simple_function_checker:missing_required',
    )
    expect(errorOf(whole, 'a.f(x=5, y=5)')).toBe('simple_function_checker:unexpected_param')
  })

  it('gives each expected call the first that fits, and tells what was tried', () => {
    const parallel: Case = {
      category: 'parallel_multiple',
      properties: '{"x": {"type": "integer"}}',
      answers: ['{"x": [1, 2]}', '{"x": [1]}'],
    }
    expect(check(parallel, 'a.f(x=2), a.f(x=1)').valid).toBe(true)
    expect(check(parallel, 'a.f(x=1), a.f(x=2)')).toEqual({
      valid: false,
      errorType: 'parallel_function_checker_no_order:cannot_find_match',
      sub: [[1, 'value_error:others']],
      subAnswer: 1,
    })
  })

  it('ends like the checker would where that would end with an exception', () => {
    expect(errorOf({ ...whole, properties: '{"x": {"type": "Long"}}' }, 'a.f(x=5)')).toBe('crash:KeyError')
    expect(
      errorOf(
        { ...whole, properties: '{"x": {"type": "float"}}', answers: ['{"x": [1.0]}'] },
        `a.f(x=1${'0'.repeat(400)})`,
      ),
    ).toBe('crash:OverflowError')
    expect(errorOf({ ...whole, answers: [] }, 'a.f(x=5)')).toBe('crash:IndexError')
  })

  it('compares names with underscores where an API cannot write dots', () => {
    const described = dict('{"name": "a.f", "parameters": {"properties": {}, "required": []}}')
    const question = { category: 'simple', functions: [described], answers: [dict('{"a.f": {}}')] }
    const calls = decodePromptAnswer('a_f()') ?? []
    expect(checkBfcl({ ...question, dot: '_' }, calls).valid).toBe(true)
    expect(checkBfcl({ ...question, dot: '.' }, calls).valid).toBe(false)
  })
})
