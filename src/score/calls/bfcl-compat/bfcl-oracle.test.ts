import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  isPythonDict,
  type PythonDict,
  type PythonValue,
  pythonFromJson,
} from '../../../benchmark/readers/bfcl/python-value.js'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../../text/json.js'
import { checkBfcl } from './checker.js'
import { type DecodedCalls, decodePromptAnswer } from './decoder.js'
import type { BfclVerdict } from './verdict.js'

const data = join(process.env.ASSAY_DATA ?? '../shared/data', 'bfcl')
const hasData = existsSync(data)
const oracle = readFileSync('test/fixtures/oracles/bfcl-ast.jsonl', 'utf8').trimEnd().split('\n')

describe("the public checker's verdicts in test/fixtures/oracles/bfcl-ast.jsonl", () => {
  it('are all there', () => {
    expect(oracle.length).toBe(5292)
  })

  it('are what the decoder makes of prompt answers', () => {
    const differing = []
    let decoded = 0
    for (const line of oracle.map(object)) {
      if (typeof line.source !== 'string') continue
      const calls = decodePromptAnswer(line.source)
      const expected = line.calls === null ? undefined : callsOf(line)
      if (show(calls) !== show(expected)) differing.push(line.id)
      decoded++
    }
    expect({ decoded, differing }).toEqual({ decoded: 5281, differing: [] })
  })

  it.skipIf(!hasData)('are those of the checker (needs ASSAY_DATA/bfcl)', () => {
    const questions = readQuestions()
    const differing = []
    for (const line of oracle.map(object)) {
      const question = questions.get(line.entry as string)
      if (question === undefined) throw new Error(`no entry ${line.entry}`)
      const category = line.category as string
      const verdict: BfclVerdict =
        line.calls === null
          ? { valid: false, errorType: 'ast_decoder:decoder_failed' }
          : checkBfcl({ category, ...question, dot: '.' }, callsOf(line))
      const { valid, errorType, sub, subAnswer } = line
      const found = { sub: undefined, subAnswer: undefined, ...verdict }
      if (JSON.stringify(found, order) !== JSON.stringify({ valid, errorType, sub, subAnswer }, order)) {
        differing.push([line.id, found, { valid, errorType, sub, subAnswer }])
      }
    }
    expect(differing).toEqual([])
  })
})

const order = ['valid', 'errorType', 'sub', 'subAnswer', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']

function object(line: string): JsonObject {
  const reading = parseJson(line)
  if (reading.kind === 'value' && isJsonObject(reading.value)) return reading.value
  throw new Error(`no object: ${line.slice(0, 80)}`)
}

/** The calls of a line, with what JSON blurs put back by the pointers in `py`. */
function callsOf({ calls, py }: JsonObject): DecodedCalls {
  const marks = new Map(Object.entries(isJsonObject(py) ? py : {}))
  if (!isJsonArray(calls)) throw new Error('no calls')
  return calls.map((call, index) => marked(call, `/${index}`, marks) as PythonDict)
}

function marked(value: JsonValue, path: string, marks: ReadonlyMap<string, JsonValue>): PythonValue {
  const mark = marks.get(path)
  if (typeof mark === 'string' && mark.startsWith('int:')) return BigInt(mark.slice(4))
  const at = (key: string): string => `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
  if (isJsonArray(value)) {
    const items = value.map((item, index) => marked(item, at(String(index)), marks))
    return { kind: mark === 'tuple' ? 'tuple' : 'list', items }
  }
  if (isJsonObject(value)) {
    return {
      kind: 'dict',
      entries: Object.entries(value).map(([key, member]) => [key, marked(member, at(key), marks)] as const),
    }
  }
  const plain = pythonFromJson(value)
  return mark === 'float' ? Number(plain) : plain
}

function show(calls: DecodedCalls | undefined): string {
  return JSON.stringify(calls, (_key, value) => {
    if (typeof value === 'bigint') return `int ${value}`
    return typeof value === 'number' ? `float ${value}` : value
  }) as string
}

interface Question {
  readonly functions: readonly PythonDict[]
  readonly answers: readonly PythonDict[]
}

function readQuestions(): ReadonlyMap<string, Question> {
  const questions = new Map<string, Question>()
  for (const category of ['simple_python', 'multiple', 'parallel', 'parallel_multiple', 'live_simple']) {
    const file = `BFCL_v4_${category}.json`
    const answers = new Map(
      linesOf(join(data, 'possible_answer', file)).map((line) => [line.id, line.ground_truth]),
    )
    for (const { id, function: functions } of linesOf(join(data, file))) {
      questions.set(id as string, { functions: dicts(functions), answers: dicts(answers.get(id)) })
    }
  }
  return questions
}

function linesOf(path: string): readonly JsonObject[] {
  return readFileSync(path, 'utf8').trimEnd().split('\n').map(object)
}

function dicts(list: JsonValue | undefined): readonly PythonDict[] {
  if (!isJsonArray(list)) throw new Error('no list')
  return list.map(pythonFromJson).filter(isPythonDict)
}
