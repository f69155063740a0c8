/**
 * Where Assay's scorer and BFCL's checker differ, and why, on the judged outputs of test/fixtures/oracles/bfcl-ast.jsonl.
 * Needs BFCL's files. Usage: npm run bench -- bfcl-differences [folder with bfcl/]
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { hostFiles } from '../src/adapters/files.js'
import { type CallTask, callTaskOf } from '../src/benchmark/call-item.js'
import type { CallItem } from '../src/benchmark/item.js'
import { loadBenchmark } from '../src/benchmark/load.js'
import {
  isPythonDict,
  type PythonDict,
  type PythonValue,
  pythonFromJson,
} from '../src/benchmark/readers/bfcl/python-value.js'
import { checkBfcl } from '../src/score/calls/bfcl-compat/checker.js'
import type { EmittedCall } from '../src/score/calls/call-comparison.js'
import { judgeCalls } from '../src/score/calls/call-verdict.js'
import { OutputReader } from '../src/score/calls/read-output.js'
import {
  ExactNumber,
  emptyObject,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  numberOf,
  parseJson,
} from '../src/text/json.js'
import { pythonic } from '../src/toolcall/dialects/pythonic.js'

/** How many lines fall under each combination of verdicts, and why the verdicts differ. */
export interface Differences {
  /** Lines whose calls are known, by value: BFCL's verdict and our `match`. */
  readonly values: Readonly<Record<'both' | 'onlyBfcl' | 'onlyAssay' | 'neither', number>>
  /** Why BFCL accepts what has other values for us. */
  readonly onlyBfcl: Readonly<Record<string, number>>
  /** Why BFCL refuses what has the right values for us. */
  readonly onlyAssay: Readonly<Record<string, number>>
  /** Lines whose source text is known, read as the pythonic dialect: BFCL's verdict and our `exact`. */
  readonly texts: Readonly<Record<'both' | 'onlyBfcl' | 'onlyAssay' | 'neither', number>>
  /** What BFCL accepts of these and we do not: by value, by schema, or by format. */
  readonly textsOnlyBfcl: Readonly<Record<'value' | 'schema' | 'format', number>>
}

interface OracleLine {
  readonly entry: string
  readonly calls: readonly EmittedCall[] | undefined
  readonly source: string | undefined
  readonly valid: boolean
  readonly errors: readonly string[]
  readonly tag: string
}

/** Compares the two scorers on every line of the oracle. */
export async function differences(oraclePath: string, bfclFolder: string): Promise<Differences> {
  const benchmark = await loadBenchmark(bfclFolder, { files: hostFiles, notify: () => {} })
  const items = benchmark.items.filter((item): item is CallItem => item.kind === 'call')
  const cases = new Map(items.map((item) => [item.id, { item, task: callTaskOf(item) }]))
  const reader = new OutputReader({ dialect: pythonic })
  const values = { both: 0, onlyBfcl: 0, onlyAssay: 0, neither: 0 }
  const texts = { both: 0, onlyBfcl: 0, onlyAssay: 0, neither: 0 }
  const textsOnlyBfcl = { value: 0, schema: 0, format: 0 }
  const onlyBfcl: Record<string, number> = {}
  const onlyAssay: Record<string, number> = {}
  for (const line of readFileSync(oraclePath, 'utf8').trimEnd().split('\n').map(oracleLine)) {
    const found = cases.get(line.entry)
    if (found === undefined) throw new Error(`no entry ${line.entry}`)
    const { task, item } = found
    const judge = (calls: readonly EmittedCall[], by: CallTask = task) =>
      judgeCalls(
        by,
        reader.read(by, { id: line.entry, said: { kind: 'calls', calls }, stopReason: 'stop', where: '' }),
      )
    const byValue = line.calls && judge(line.calls)
    if (line.calls !== undefined && byValue !== undefined) {
      const kind = kindOf(line.valid, byValue.match)
      values[kind]++
      if (kind === 'onlyBfcl') count(onlyBfcl, whyAccepted(line.calls, task, judge))
      if (kind === 'onlyAssay') count(onlyAssay, whyRefused({ ...line, calls: line.calls }, item))
    }
    if (line.source === undefined) continue
    const said = { kind: 'text' as const, text: line.source }
    const byText = judgeCalls(
      task,
      reader.read(task, { id: line.entry, said, stopReason: 'stop', where: '' }),
    )
    const kind = kindOf(line.valid, byText.exact)
    texts[kind]++
    if (kind === 'onlyBfcl') textsOnlyBfcl[byText.match ? 'schema' : byValue?.match ? 'format' : 'value']++
  }
  return { values, onlyBfcl, onlyAssay, texts, textsOnlyBfcl }
}

function kindOf(bfcl: boolean, assay: boolean): keyof Differences['values'] {
  if (bfcl) return assay ? 'both' : 'onlyBfcl'
  return assay ? 'onlyAssay' : 'neither'
}

function count(counts: Record<string, number>, reason: string): void {
  counts[reason] = (counts[reason] ?? 0) + 1
}

type Judge = (calls: readonly EmittedCall[], by?: CallTask) => { readonly match: boolean }

const SPELLING = 'text that differs by case, spaces or ,./-_*^ and quotes'
const BLANK = 'an empty text or list where the argument may only be left out'

/** Undoes one thing after the other that BFCL does to values, until the verdicts agree. */
function whyAccepted(calls: readonly EmittedCall[], task: CallTask, judge: Judge): string {
  const spelled = (by: readonly EmittedCall[]) =>
    by.map((call) => ({ ...call, arguments: standardized(call.arguments) }))
  const spelledTask = withGold(task, standardized)
  if (judge(spelled(calls), spelledTask).match) return SPELLING
  const filled = calls.map((call) => withoutBlanks(call))
  if (judge(filled).match || judge(spelled(filled), spelledTask).match) return BLANK
  return 'other'
}

function withGold(task: CallTask, change: (json: JsonObject) => JsonObject): CallTask {
  const calls = task.gold.calls.map(({ name, json }) => ({ name, arguments: change(json) }))
  return callTaskOf({
    kind: 'call',
    id: task.id,
    json: {
      id: task.id,
      messages: [],
      tools: task.tools.map(({ name, inputSchema }) => ({ name, inputSchema })),
      gold: { calls, order: task.gold.order },
    },
  })
}

function standardized(json: JsonObject): JsonObject {
  return mapTexts(json, (text) =>
    text
      .replace(/[ ,./\-_*^]/g, '')
      .toLowerCase()
      .replaceAll("'", '"'),
  ) as JsonObject
}

function mapTexts(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === 'string') return change(value)
  if (isJsonArray(value)) return value.map((item) => mapTexts(item, change))
  if (!isJsonObject(value)) return value
  const mapped = emptyObject()
  for (const [key, member] of Object.entries(value)) mapped[key] = mapTexts(member, change)
  return mapped
}

function withoutBlanks(call: EmittedCall): EmittedCall {
  const args = emptyObject()
  for (const [key, value] of Object.entries(call.arguments)) {
    const isBlank =
      (typeof value === 'string' && /^[ ,./\-_*^]*$/.test(value)) ||
      (isJsonArray(value) && value.length === 0)
    if (!isBlank) args[key] = value
  }
  return { name: call.name, arguments: args }
}

const NUMBER = 'a number spelled 5.0 for an integer, or 5 in a list of floats'
const TUPLE = 'a tuple for a list'
const FIRST_FIT = 'each expected call takes the first call that fits, so that a later one goes without'
const REQUIRED = 'the schema requires an argument that the answers let be absent'
const UNREACHABLE = 'the answers accept no value at all for an argument'
const UNDECLARED = 'the answers name an argument that the schema does not declare'
const DEFAULT = 'an argument is left out that would say what its default says'

function whyRefused(line: OracleLine & { readonly calls: readonly EmittedCall[] }, item: CallItem): string {
  const question = questionOf(item)
  const isAccepted = (calls: readonly PythonDict[]): boolean =>
    checkBfcl({ ...question, dot: '.' }, calls).valid
  const plain = line.calls.map(({ name, arguments: given }) => asDict(name, pythonFromJson(given)))
  if (isAccepted(plain)) return TUPLE
  if (
    isAccepted(plain.map((call) => mapNumbers(call, 'int'))) ||
    isAccepted(plain.map((call) => mapNumbers(call, 'float')))
  ) {
    return NUMBER
  }
  if (line.errors.some((error) => error.endsWith('unexpected_param'))) return UNDECLARED
  if (holdsEmptyAnswer(question.answers)) return UNREACHABLE
  if (line.errors.some((error) => error.endsWith('missing_required'))) {
    return mayBeAbsent(line.calls, question.answers) ? REQUIRED : DEFAULT
  }
  if (line.errors.some((error) => error.endsWith('missing_optional'))) return DEFAULT
  return isAcceptedInOtherOrder(plain, isAccepted) ? FIRST_FIT : 'other'
}

/** Whether the checker accepts the same calls in another order: which call it gives to an answer depends on it. */
function isAcceptedInOtherOrder(
  calls: readonly PythonDict[],
  isAccepted: (calls: readonly PythonDict[]) => boolean,
): boolean {
  return (calls.length > 6 ? swaps(calls) : orders(calls)).some(isAccepted)
}

function swaps<T>(list: readonly T[]): readonly (readonly T[])[] {
  return list.flatMap((first, left) =>
    list.map((second, right) =>
      list.map((one, place) => (place === left ? second : place === right ? first : one)),
    ),
  )
}

function orders<T>(list: readonly T[]): readonly (readonly T[])[] {
  if (list.length <= 1) return [list]
  return list.flatMap((first, index) =>
    orders(list.filter((_, place) => place !== index)).map((rest) => [first, ...rest]),
  )
}

function asDict(name: string, value: PythonValue): PythonDict {
  return { kind: 'dict', entries: [[name, value]] }
}

function mapNumbers(value: PythonDict, to: 'int' | 'float'): PythonDict {
  return mapped(value, to) as PythonDict
}

function mapped(value: PythonValue, to: 'int' | 'float'): PythonValue {
  if (to === 'int' && typeof value === 'number' && Number.isInteger(value)) return BigInt(value)
  if (to === 'float' && typeof value === 'bigint') return Number(value)
  if (typeof value !== 'object' || value === null || value.kind === 'other') return value
  if (value.kind === 'dict') {
    return { kind: 'dict', entries: value.entries.map(([key, member]) => [key, mapped(member, to)] as const) }
  }
  return { kind: value.kind, items: value.items.map((one) => mapped(one, to)) }
}

function questionOf({ json }: CallItem): {
  category: string
  functions: PythonDict[]
  answers: PythonDict[]
} {
  const kept = json.bfcl as JsonObject // every item here was imported from BFCL
  const dicts = (list: JsonValue | undefined) =>
    isJsonArray(list) ? list.map(pythonFromJson).filter(isPythonDict) : []
  return { category: kept.category as string, functions: dicts(kept.functions), answers: dicts(kept.answers) }
}

function acceptableIn(
  answers: readonly PythonDict[],
): readonly (readonly [string, readonly PythonValue[]])[] {
  return answers.flatMap(({ entries }) =>
    entries.flatMap(([, args]) =>
      isPythonDict(args)
        ? args.entries.map(([key, list]) => [String(key), isList(list) ? list.items : []] as const)
        : [],
    ),
  )
}

function isList(value: PythonValue): value is Extract<PythonValue, { readonly kind: 'list' | 'tuple' }> {
  return typeof value === 'object' && value !== null && value.kind === 'list'
}

function holdsEmptyAnswer(answers: readonly PythonDict[]): boolean {
  return acceptableIn(answers).some(([, list]) => list.length === 0)
}

function mayBeAbsent(calls: readonly EmittedCall[], answers: readonly PythonDict[]): boolean {
  return acceptableIn(answers).some(
    ([key, list]) => list.includes('') && calls.some((call) => !Object.hasOwn(call.arguments, key)),
  )
}

function oracleLine(text: string): OracleLine {
  const reading = parseJson(text)
  if (reading.kind !== 'value' || !isJsonObject(reading.value)) throw new Error('no object')
  const { entry, calls, source, valid, errorType, sub, tag, py } = reading.value
  const marks = isJsonObject(py) ? py : {}
  const errors = isJsonArray(sub)
    ? sub.map((pair) => (isJsonArray(pair) ? String(pair[1]) : ''))
    : [String(errorType)]
  return {
    entry: String(entry),
    calls: isJsonArray(calls) ? calls.map((call, index) => emitted(call, `/${index}`, marks)) : undefined,
    source: typeof source === 'string' ? source : undefined,
    valid: valid === true,
    errors,
    tag: String(tag),
  }
}

/** A call of the oracle; floats that JSON would blur keep their point. */
function emitted(call: JsonValue, path: string, marks: JsonObject): EmittedCall {
  const [entry] = isJsonObject(call) ? Object.entries(call) : []
  if (entry === undefined) throw new Error('no call')
  return {
    name: entry[0],
    arguments: marked(
      entry[1],
      `${path}/${entry[0].replaceAll('~', '~0').replaceAll('/', '~1')}`,
      marks,
    ) as JsonObject,
  }
}

function marked(value: JsonValue, path: string, marks: JsonObject): JsonValue {
  const at = (key: string): string => `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
  const mark = marks[path]
  if (isJsonArray(value)) return value.map((item, index) => marked(item, at(String(index)), marks))
  if (isJsonObject(value)) {
    const object = emptyObject()
    for (const [key, member] of Object.entries(value)) object[key] = marked(member, at(key), marks)
    return object
  }
  if (typeof mark === 'string' && mark.startsWith('int:')) return numberOf(mark.slice(4))
  if (mark === 'float' && typeof value === 'number' && Number.isInteger(value))
    return new ExactNumber(`${value}.0`)
  return value
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = process.argv[2] ?? process.env.ASSAY_DATA ?? '../shared/data'
  const found = await differences('test/fixtures/oracles/bfcl-ast.jsonl', join(folder, 'bfcl'))
  console.log(JSON.stringify(found, undefined, 2))
}
