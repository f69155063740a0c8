import {
  dictValue,
  isPythonDict,
  isPythonEqual,
  isPythonSequence,
  type PythonDict,
  type PythonType,
  type PythonValue,
  pythonType,
} from '../../../benchmark/readers/bfcl/python-value.js'
import type { DecodedCalls } from './decoder.js'
import { checkDict, checkList, checkListOfDicts, checkString, isAmong } from './value-checkers.js'
import { BfclCrash, type BfclVerdict, invalid, VALID } from './verdict.js'

/** A function as BFCL's files describe it. */
export type BfclFunction = PythonDict

export interface BfclQuestion {
  /** E.g. `parallel_multiple`; its words decide how calls are counted and matched. */
  readonly category: string
  readonly functions: readonly BfclFunction[]
  /** One dict `{name: {parameter: [acceptable values]}}` for each expected call. */
  readonly answers: readonly PythonDict[]
  /** What stands for the dots of a function name in the calls: `.` for prompt answers, `_` for API messages. */
  readonly dot: '.' | '_'
}

/**
 * The verdict of BFCL v4's checker for Python categories (`ast_checker.py` at commit 6ea57973), its quirks included:
 * strings lose spaces, case and `,./-_*^`; a call may meet any expected call, the first that fits; a value of the type
 * of the first acceptable value passes the type check whatever the schema says.
 */
export function checkBfcl(question: BfclQuestion, calls: DecodedCalls): BfclVerdict {
  try {
    if (question.category.includes('parallel')) return checkInAnyOrder(question, calls)
    const isMultiple = question.category.includes('multiple')
    const checker = isMultiple ? 'multiple_function_checker' : 'simple_function_checker'
    const expected = isMultiple ? question.answers.length : 1
    if (calls.length !== expected) return invalid(`${checker}:wrong_count`)
    const [answer] = question.answers
    const [call] = calls
    if (answer === undefined || call === undefined) throw new BfclCrash('IndexError')
    const described = isMultiple ? describedAs(question, answer) : question.functions[0]
    return checkCall({ described, answer, call, dot: question.dot })
  } catch (error) {
    if (error instanceof BfclCrash) return invalid(`crash:${error.exception}`)
    throw error
  }
}

function checkInAnyOrder(question: BfclQuestion, calls: DecodedCalls): BfclVerdict {
  const { answers, dot } = question
  if (calls.length !== answers.length) return invalid('parallel_function_checker_no_order:wrong_count')
  const isTaken = calls.map(() => false)
  for (const [answerIndex, answer] of answers.entries()) {
    const described = describedAs(question, answer)
    const tried: [number, string][] = []
    let isMet = false
    for (const [index, call] of calls.entries()) {
      if (isTaken[index]) continue
      const verdict = checkCall({ described, answer, call, dot })
      if (verdict.valid) {
        isTaken[index] = true
        isMet = true
        break
      }
      tried.push([index, verdict.errorType])
    }
    if (isMet) continue
    const errorType = 'parallel_function_checker_no_order:cannot_find_match'
    return { valid: false, errorType, sub: tried, subAnswer: answerIndex }
  }
  return VALID
}

function nameOf(answer: PythonDict): PythonValue {
  const [first] = answer.entries
  if (first === undefined) throw new BfclCrash('IndexError')
  return first[0]
}

function describedAs({ functions }: BfclQuestion, answer: PythonDict): BfclFunction | undefined {
  const name = nameOf(answer)
  return functions.find((described) => isPythonEqual(dictValue(described, 'name') ?? null, name))
}

interface CallCheck {
  readonly described: BfclFunction | undefined
  readonly answer: PythonDict
  readonly call: PythonDict
  readonly dot: '.' | '_'
}

function checkCall({ described, answer, call, dot }: CallCheck): BfclVerdict {
  if (described === undefined) throw new BfclCrash('TypeError')
  const acceptable = dictIn(answer, nameOf(answer))
  const parameters = dictIn(described, 'parameters')
  const details = dictIn(parameters, 'properties')
  const required = dictValue(parameters, 'required')
  const name = dictValue(described, 'name')
  if (!isPythonSequence(required) || typeof name !== 'string') throw new BfclCrash('KeyError')
  const given = dictValue(call, dot === '.' ? name : name.replaceAll('.', '_'))
  if (given === undefined) return invalid('simple_function_checker:wrong_func_name')
  if (!isPythonDict(given)) throw new BfclCrash('AttributeError')
  for (const parameter of required.items) {
    if (dictValue(given, parameter) === undefined) return invalid('simple_function_checker:missing_required')
  }
  for (const [parameter, value] of given.entries) {
    const detail = dictValue(details, parameter)
    const answers = dictValue(acceptable, parameter)
    if (detail === undefined || answers === undefined) {
      return invalid('simple_function_checker:unexpected_param')
    }
    const verdict = checkArgument(value, { detail, answers: itemsOf(answers) })
    if (!verdict.valid) return verdict
  }
  for (const [parameter, answers] of acceptable.entries) {
    if (dictValue(given, parameter) === undefined && !isAmong('', itemsOf(answers))) {
      return invalid('simple_function_checker:missing_optional')
    }
  }
  return VALID
}

function dictIn(dict: PythonDict, key: PythonValue): PythonDict {
  const value = dictValue(dict, key)
  if (isPythonDict(value)) return value
  throw new BfclCrash('KeyError')
}

function itemsOf(value: PythonValue): readonly PythonValue[] {
  if (isPythonSequence(value)) return value.items
  throw new BfclCrash('TypeError')
}

const TYPES: ReadonlyMap<string, PythonType> = new Map([
  ['string', 'str'],
  ['integer', 'int'],
  ['float', 'float'],
  ['boolean', 'bool'],
  ['array', 'list'],
  ['tuple', 'list'],
  ['dict', 'dict'],
  ['any', 'str'],
])

function typeIn(detail: PythonValue): { readonly word: string; readonly type: PythonType } {
  const word = isPythonDict(detail) ? dictValue(detail, 'type') : undefined
  const type = typeof word === 'string' ? TYPES.get(word) : undefined
  if (typeof word !== 'string' || type === undefined) throw new BfclCrash('KeyError')
  return { word, type }
}

interface ArgumentCheck {
  readonly detail: PythonValue
  readonly answers: readonly PythonValue[]
}

function checkArgument(given: PythonValue, { detail, answers }: ArgumentCheck): BfclVerdict {
  const { word, type } = typeIn(detail)
  const isNested = word === 'array' || word === 'tuple'
  const itemType =
    isNested && isPythonDict(detail) ? typeIn(dictValue(detail, 'items') ?? null).type : undefined
  const value = adapted(given, word)
  const checked = checkType(value, { type, itemType, answers })
  if (!checked.verdict.valid) return checked.verdict
  if (!checked.isVariable) {
    if (type === 'dict') return checkDict(value, answers)
    if (type === 'list' && itemType === 'dict') return checkListOfDicts(value, answers)
    if (type === 'str') return checkString(value, answers)
    if (type === 'list') return checkList(value, answers)
  }
  return isAmong(value, answers) ? VALID : invalid('value_error:others')
}

/** A tuple is a list where a tuple is expected, an int a float where a float is. */
function adapted(value: PythonValue, word: string): PythonValue {
  if (word === 'tuple' && isPythonSequence(value)) return { kind: 'list', items: value.items }
  if (word !== 'float' || typeof value !== 'bigint') return value
  const float = Number(value)
  if (!Number.isFinite(float)) throw new BfclCrash('OverflowError')
  return float
}

interface TypeCheck {
  readonly type: PythonType
  readonly itemType: PythonType | undefined
  readonly answers: readonly PythonValue[]
}

interface TypeVerdict {
  readonly verdict: BfclVerdict
  /** The value is compared as it stands: the acceptable values are of another type than the schema's. */
  readonly isVariable: boolean
}

function checkType(value: PythonValue, { type, itemType, answers }: TypeCheck): TypeVerdict {
  const answerType = typeOfAnswers(answers)
  const isVariable = answerType !== undefined && answerType !== type
  let error = 'type_error:simple'
  if (pythonType(value) === type) {
    if (itemType === undefined) return { verdict: VALID, isVariable }
    const items = isPythonSequence(value) ? value.items : []
    const fits = answers.some(
      (answer) =>
        !isList(answer) ||
        items.every(
          (item) =>
            checkType(item, { type: itemType, itemType: undefined, answers: answer.items }).verdict.valid,
        ),
    )
    if (fits) return { verdict: VALID, isVariable }
    error = 'type_error:nested'
  }
  if (answerType !== undefined && pythonType(value) === answerType) {
    // Values of the answers' own type pass here, unless their items did not.
    return { verdict: error === 'type_error:nested' ? invalid(error) : VALID, isVariable: true }
  }
  return { verdict: invalid('type_error:simple'), isVariable }
}

function isList(value: PythonValue): value is Extract<PythonValue, { readonly kind: 'list' | 'tuple' }> {
  return isPythonSequence(value) && value.kind === 'list'
}

/** The type of the first acceptable value that is not the empty text, which stands for "may be left out". */
function typeOfAnswers(answers: readonly PythonValue[]): PythonType | undefined {
  const first = answers.find((answer) => answer !== '')
  return first === undefined ? undefined : pythonType(first)
}
