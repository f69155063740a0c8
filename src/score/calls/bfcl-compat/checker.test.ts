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

  it.each([
    ['{"type": "string"}', '["ab"]', "'AB'", null],
    ['{"type": "string"}', '["ab"]', '5', 'type_error:simple'],
    ['{"type": "any"}', '["ab"]', "'A b'", null],
    ['{"type": "any"}', '[5]', '5', null],
    ['{"type": "any"}', '["ab"]', '5', 'type_error:simple'],
    ['{"type": "integer"}', '[5]', '6', 'value_error:others'],
    ['{"type": "integer"}', '["", 5]', '5', null],
    ['{"type": "integer"}', '[""]', '5', 'value_error:others'],
    ['{"type": "float"}', '[5.0]', '5', null],
    ['{"type": "float"}', '[5.0]', '6', 'value_error:others'],
    ['{"type": "float"}', '[5.0]', "'5.0'", 'type_error:simple'],
    ['{"type": "boolean"}', '[true]', 'True', null],
    ['{"type": "boolean"}', '[true]', 'False', 'value_error:others'],
    ['{"type": "boolean"}', '[true]', '1', 'type_error:simple'],
    ['{"type": "dict"}', '[{"n": [1]}]', "{'n': 1}", null],
    ['{"type": "dict"}', '[{"n": [1]}]', '[1]', 'type_error:simple'],
    ['{"type": "dict"}', '["all"]', "'all'", null],
    ['{"type": "array", "items": {"type": "string"}}', '[["a b"]]', "['AB']", null],
    ['{"type": "array", "items": {"type": "integer"}}', '[[1]]', "['1']", 'type_error:nested'],
    ['{"type": "array", "items": {"type": "integer"}}', '[[]]', '[]', null],
    // An acceptable value that is no list lets any items pass the check of types.
    ['{"type": "array", "items": {"type": "integer"}}', '["", [1]]', "['1']", 'value_error:list/tuple'],
    ['{"type": "array", "items": {"type": "integer"}}', '[["x"], [1]]', '[1]', null],
    ['{"type": "array", "items": {"type": "integer"}}', '["all"]', "'all'", null],
    ['{"type": "array", "items": {"type": "integer"}}', '["all"]', "'ALL'", 'value_error:others'],
    ['{"type": "array", "items": {"type": "integer"}}', '[[1]]', '(1,)', 'type_error:simple'],
    ['{"type": "tuple", "items": {"type": "integer"}}', '[[1]]', '(1,)', null],
    ['{"type": "tuple", "items": {"type": "integer"}}', '[[1]]', '[1]', null],
    // The items of an item are not looked at.
    [
      '{"type": "array", "items": {"type": "array", "items": {"type": "integer"}}}',
      '[[["x"]]]',
      "[['x']]",
      null,
    ],
    ['{"type": "array"}', '[[1]]', '[1]', 'crash:KeyError'],
    ['{"type": "array", "items": {"type": "Long"}}', '[[1]]', '[1]', 'crash:KeyError'],
    ['{"type": 5}', '[1]', '1', 'crash:KeyError'],
    ['"string"', '["a"]', "'a'", 'crash:KeyError'],
    ['{"type": "string"}', '"ab"', "'ab'", 'crash:TypeError'],
    ['{"type": "string"}', '{}', "'ab'", 'crash:TypeError'],
  ])('checks an argument of %s with the answers %s: %s gives %s', (schema, accepted, given, error) => {
    const question: Case = { properties: `{"x": ${schema}}`, answers: [`{"x": ${accepted}}`] }
    expect(errorOf(question, `a.f(x=${given})`)).toBe(error)
  })

  it('refuses arguments that the schema or the answer does not know', () => {
    const both: Case = {
      properties: '{"x": {"type": "integer"}, "y": {"type": "integer"}}',
      answers: ['{"x": [1, ""], "z": [2, ""]}'],
    }
    expect(errorOf(both, 'a.f(x=1)')).toBeNull()
    expect(errorOf(both, 'a.f(y=1)')).toBe('simple_function_checker:unexpected_param')
    expect(errorOf(both, 'a.f(z=2)')).toBe('simple_function_checker:unexpected_param')
  })

  it('looks a function up by the name of its answer, but takes the first for a simple question', () => {
    const described = (name: string) =>
      dict(`{"name": "${name}", "parameters": {"properties": {}, "required": []}}`)
    const functions = [described('f'), described('g')]
    const ask = (category: string, answer: string, call: string) =>
      checkBfcl({ category, functions, answers: [dict(answer)], dot: '.' }, decodePromptAnswer(call) ?? [])
        .errorType
    expect(ask('multiple', '{"g": {}}', 'g()')).toBeNull()
    expect(ask('multiple', '{"g": {}}', 'f()')).toBe('simple_function_checker:wrong_func_name')
    expect(ask('multiple', '{"h": {}}', 'h()')).toBe('crash:TypeError')
    expect(ask('multiple', '{}', 'g()')).toBe('crash:IndexError')
    expect(ask('simple', '{"g": {}}', 'f()')).toBeNull()
    expect(ask('simple', '{"g": {}}', 'g()')).toBe('simple_function_checker:wrong_func_name')
    expect(ask('simple', '{"g": 5}', 'f()')).toBe('crash:KeyError')
    expect(ask('parallel', '{"g": {}}', 'g()')).toBeNull()
    expect(ask('parallel', '{"g": {}}', 'f()')).toBe('parallel_function_checker_no_order:cannot_find_match')
  })

  it.each([
    ['{"parameters": {"properties": {}, "required": []}}', 'crash:KeyError'],
    ['{"name": "f"}', 'crash:KeyError'],
    ['{"name": "f", "parameters": {"required": []}}', 'crash:KeyError'],
    ['{"name": "f", "parameters": {"properties": {}}}', 'crash:KeyError'],
    [
      '{"name": "f", "parameters": {"properties": {}, "required": ["x"]}}',
      'simple_function_checker:missing_required',
    ],
  ])('ends as the checker would for the description %s: %s', (description, error) => {
    const question = {
      category: 'simple',
      functions: [dict(description)],
      answers: [dict('{"f": {}}')],
      dot: '.' as const,
    }
    expect(checkBfcl(question, decodePromptAnswer('f()') ?? []).errorType).toBe(error)
    expect(checkBfcl({ ...question, functions: [] }, decodePromptAnswer('f()') ?? []).errorType).toBe(
      'crash:TypeError',
    )
  })

  it('ends as the checker would for a call whose arguments are no dict', () => {
    const described = dict('{"name": "f", "parameters": {"properties": {}, "required": []}}')
    const question = { category: 'simple', functions: [described], answers: [dict('{"f": {}}')] }
    expect(checkBfcl({ ...question, dot: '.' }, [dict('{"f": 5}')]).errorType).toBe('crash:AttributeError')
  })

  it('tries each call that is free for an expected one, and none twice', () => {
    const parallel: Case = {
      category: 'parallel',
      properties: '{"x": {"type": "integer"}}',
      answers: ['{"x": [1]}', '{"x": [2]}', '{"x": [3]}'],
    }
    expect(check(parallel, 'a.f(x=3), a.f(x=1), a.f(x=2)').valid).toBe(true)
    expect(check(parallel, 'a.f(x=2), a.f(x=1), a.f(x=1)')).toEqual({
      valid: false,
      errorType: 'parallel_function_checker_no_order:cannot_find_match',
      sub: [[2, 'value_error:others']],
      subAnswer: 2,
    })
    expect(check(parallel, "g(x=1), a.f(x='1'), a.f(y=1)")).toMatchObject({
      sub: [
        [0, 'simple_function_checker:wrong_func_name'],
        [1, 'type_error:simple'],
        [2, 'simple_function_checker:unexpected_param'],
      ],
      subAnswer: 0,
    })
    expect(errorOf(parallel, 'a.f(x=3), a.f(x=1)')).toBe('parallel_function_checker_no_order:wrong_count')
  })
})
