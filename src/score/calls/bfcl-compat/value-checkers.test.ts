import { describe, expect, it } from 'vitest'
import { type PythonValue, pythonFromJson } from '../../../benchmark/readers/bfcl/python-value.js'
import { parseJson } from '../../../text/json.js'
import { checkDict, checkList, checkListOfDicts, checkString, isAmong } from './value-checkers.js'
import { BfclCrash, type BfclVerdict } from './verdict.js'

function python(text: string): PythonValue {
  const reading = parseJson(text)
  if (reading.kind !== 'value') throw new Error(`no JSON: ${text}`)
  return pythonFromJson(reading.value)
}
type Checker = (value: PythonValue, answers: readonly PythonValue[]) => BfclVerdict

/** The verdict in a word: `valid`, the type of error, or the exception. Value and answers are JSON. */
function outcome(checker: Checker, value: string, ...answers: readonly string[]): string {
  try {
    return checker(python(value), answers.map(python)).errorType ?? 'valid'
  } catch (error) {
    if (error instanceof BfclCrash) return error.exception
    throw error
  }
}

describe('isAmong', () => {
  it('compares as Python does', () => {
    expect(isAmong(python('1'), [python('"1"'), python('1.0')])).toBe(true)
    expect(isAmong(python('1'), [python('"1"')])).toBe(false)
    expect(isAmong(python('1'), [])).toBe(false)
  })
})

describe('checkString', () => {
  it.each([
    ['" San-Fran_cisco, c.a./*^"', ['"sanfranciscoca"'], 'valid'],
    ['"it\'s"', ['"it\\"s"'], 'valid'],
    ['"a;b"', ['"ab"'], 'value_error:string'],
    ['"x"', ['5', '"y"', '"X"'], 'valid'],
    ['"5"', ['5'], 'value_error:string'],
    ['"x"', [], 'value_error:string'],
    ['5', ['"5"'], 'TypeError'],
  ])('holds %s against %j: %s', (value, answers, expected) => {
    expect(outcome(checkString, value, ...answers)).toBe(expected)
  })
})

describe('checkList', () => {
  it.each([
    ['["A b", 1]', ['["ab", 1.0]'], 'valid'],
    ['[["A b"]]', ['[["ab"]]'], 'value_error:list/tuple'],
    ['[["A b"]]', ['[["A b"]]'], 'valid'],
    ['["a"]', ['["b"]', '["A"]'], 'valid'],
    ['["a"]', ['["a", "a"]'], 'value_error:list/tuple'],
    // An empty text is an empty list, a text its characters, a dict its keys.
    ['[]', ['""'], 'valid'],
    ['["a"]', ['""'], 'value_error:list/tuple'],
    ['["a", "b"]', ['"ab"'], 'valid'],
    ['["k"]', ['{"k": 1}'], 'valid'],
    ['["a"]', ['5'], 'TypeError'],
    ['5', ['["a"]'], 'TypeError'],
  ])('holds %s against %j: %s', (value, answers, expected) => {
    expect(outcome(checkList, value, ...answers)).toBe(expected)
  })
})

describe('checkDict', () => {
  it.each([
    ['{"n": 1}', ['{"n": [1]}'], 'valid'],
    ['{"n": "A b"}', ['{"n": ["x", "ab"]}'], 'valid'],
    ['{"n": "a"}', ['{"n": "ba"}'], 'valid'],
    ['{}', ['{"n": ["", 1]}'], 'valid'],
    ['{}', ['{"n": [1]}'], 'value_error:dict_key'],
    ['{"n": 2}', ['{"n": [1]}'], 'value_error:dict_value'],
    // A missing member is told before a wrong one.
    ['{"n": 2}', ['{"n": [1], "k": ["a"]}'], 'value_error:dict_key'],
    ['{"n": 2}', ['{"n": [1], "k": ["a", ""]}'], 'value_error:dict_value'],
    ['{"z": 1, "n": 2}', ['{"n": [1]}'], 'value_error:dict_key'],
    ['{"n": 2, "z": 1}', ['{"n": [1]}'], 'value_error:dict_value'],
    // The first answer that fits, or the fault of the last.
    ['{"n": 2}', ['{"n": [1]}', '{"n": [2]}', '{"k": [1]}'], 'valid'],
    ['{"n": 2}', ['{"k": [1]}', '{"n": [1]}'], 'value_error:dict_value'],
    ['{"n": 2}', ['{"n": [1]}', '""'], 'value_error:dict_value'],
    ['{"n": 2}', ['""'], 'dict_checker:unclear'],
    ['{"n": 2}', [], 'dict_checker:unclear'],
    ['{"n": 2}', ['5'], 'TypeError'],
    ['{"n": 2}', ['{"n": 2}'], 'TypeError'],
    ['5', ['{"n": [2]}'], 'AttributeError'],
  ])('holds %s against %j: %s', (value, answers, expected) => {
    expect(outcome(checkDict, value, ...answers)).toBe(expected)
  })
})

describe('checkListOfDicts', () => {
  it.each([
    ['[{"n": 1}, {"n": 2}]', ['[{"n": [1]}, {"n": [2]}]'], 'valid'],
    ['[{"n": 1}, {"n": 3}]', ['[{"n": [1]}, {"n": [2]}]'], 'value_error:dict_value'],
    ['[{"n": 1}, {"k": 3}]', ['[{"n": [2]}, {"n": [2]}]'], 'value_error:dict_value'],
    ['[{"n": 1}]', ['[]', '[{"n": [2]}]', '[{"n": [1]}]'], 'valid'],
    ['[{"n": 1}]', ['[{"n": [2]}]', '[]'], 'value_error:list_dict_count'],
    ['[]', ['""'], 'valid'],
    ['[]', [], 'list_dict_checker:unclear'],
    ['[5]', ['[{"n": [1]}]'], 'AttributeError'],
    ['5', ['[]'], 'TypeError'],
  ])('holds %s against %j: %s', (value, answers, expected) => {
    expect(outcome(checkListOfDicts, value, ...answers)).toBe(expected)
  })
})
