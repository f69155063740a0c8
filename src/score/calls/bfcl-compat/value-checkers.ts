import {
  dictValue,
  isPythonDict,
  isPythonEqual,
  isPythonSequence,
  type PythonDict,
  type PythonValue,
} from '../../../benchmark/readers/bfcl/python-value.js'
import { BfclCrash, type BfclVerdict, invalid, VALID } from './verdict.js'

/** Python's `in`. */
export function isAmong(value: PythonValue, list: readonly PythonValue[]): boolean {
  return list.some((item) => isPythonEqual(item, value))
}

/** What BFCL compares strings by: without spaces and `,./-_*^`, in lower case, single quotes as double ones. */
function standardized(text: string): string {
  return text
    .replace(/[ ,./\-_*^]/g, '')
    .toLowerCase()
    .replaceAll("'", '"')
}

function standardizedValue(value: PythonValue): PythonValue {
  return typeof value === 'string' ? standardized(value) : value
}

export function checkString(value: PythonValue, answers: readonly PythonValue[]): BfclVerdict {
  if (typeof value !== 'string') throw new BfclCrash('TypeError')
  const texts = answers.filter((answer) => typeof answer === 'string').map(standardized)
  return texts.includes(standardized(value)) ? VALID : invalid('value_error:string')
}

/** Texts right in the list are standardised, texts deeper inside are not. */
export function checkList(value: PythonValue, answers: readonly PythonValue[]): BfclVerdict {
  const list: PythonValue = { kind: 'list', items: elements(value).map(standardizedValue) }
  const lists = answers.map(
    (answer): PythonValue => ({ kind: 'list', items: elements(answer).map(standardizedValue) }),
  )
  return isAmong(list, lists) ? VALID : invalid('value_error:list/tuple')
}

/** What Python iterates over: the items of a list, the characters of a text. */
function elements(value: PythonValue): readonly PythonValue[] {
  if (isPythonSequence(value)) return value.items
  if (typeof value === 'string') return [...value]
  if (isPythonDict(value)) return value.entries.map(([key]) => key)
  throw new BfclCrash('TypeError')
}

export function checkDict(value: PythonValue, answers: readonly PythonValue[]): BfclVerdict {
  if (!isPythonDict(value)) throw new BfclCrash('AttributeError')
  let verdict = invalid('dict_checker:unclear')
  for (const answer of answers) {
    if (answer === '') continue
    if (!isPythonDict(answer)) throw new BfclCrash('TypeError')
    verdict = checkOneDict(value, answer)
    if (verdict.valid) return verdict
  }
  return verdict
}

function checkOneDict(value: PythonDict, answer: PythonDict): BfclVerdict {
  let error: string | undefined
  for (const [key, member] of value.entries) {
    const acceptable = dictValue(answer, key)
    if (acceptable === undefined) {
      error = 'value_error:dict_key'
      break
    }
    const known = elements(acceptable).map(standardizedValue)
    if (!isAmong(standardizedValue(member), known)) {
      error = 'value_error:dict_value'
      break
    }
  }
  for (const [key, acceptable] of answer.entries) {
    if (dictValue(value, key) !== undefined || isAmong('', elements(acceptable))) continue
    error = 'value_error:dict_key'
    break
  }
  return error === undefined ? VALID : invalid(error)
}

export function checkListOfDicts(value: PythonValue, answers: readonly PythonValue[]): BfclVerdict {
  const dicts = elements(value)
  let verdict = invalid('list_dict_checker:unclear')
  for (const answer of answers) {
    const expected = elements(answer)
    if (dicts.length !== expected.length) {
      verdict = invalid('value_error:list_dict_count')
      continue
    }
    const failed = firstFailure(dicts, expected)
    if (failed === undefined) return VALID
    verdict = failed
  }
  return verdict
}

function firstFailure(
  dicts: readonly PythonValue[],
  expected: readonly PythonValue[],
): BfclVerdict | undefined {
  for (const [index, dict] of dicts.entries()) {
    const verdict = checkDict(dict, [expected[index] as PythonValue]) // as long as `dicts`
    if (!verdict.valid) return verdict
  }
  return undefined
}
