/*
 * Reads questions made from facts back into statements, and checks them against raw JSON Schemas. It shares no code with
 * the generator: schemas are plain JSON, read as their specification says.
 */

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
type JsonRecord = { readonly [key: string]: Json }

/** A tool as its source has it, parsed by JSON.parse. */
export interface RawTool {
  readonly name: string
  readonly endpoint?: string
  readonly annotations?: JsonRecord
  readonly inputSchema: JsonRecord
  readonly outputSchema?: JsonRecord
}

/**
 * `true` and `false` as the schema says it. `unlisted`: the schema lists what there is without excluding more. `silent`:
 * it says nothing of it.
 */
export type Finding = 'true' | 'false' | 'unlisted' | 'silent'

type Check = (tool: RawTool, parts: readonly string[]) => Finding

const NAME = '`([^`]+)`'
const KIND =
  '(a text \\(string\\)|a whole number \\(integer\\)|a number|either true or false \\(boolean\\)|a list \\(array\\)|an object with members)'

const TYPES: Readonly<Record<string, string>> = {
  'a text (string)': 'string',
  'a whole number (integer)': 'integer',
  'a number': 'number',
  'either true or false (boolean)': 'boolean',
  'a list (array)': 'array',
  'an object with members': 'object',
}

const NUMBERS = 'none one two three four five six seven eight nine ten eleven twelve'.split(' ')

function record(value: Json | undefined): JsonRecord | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonRecord)
    : undefined
}

function propertiesOf(schema: JsonRecord | undefined): JsonRecord {
  return record(schema?.properties) ?? {}
}

function requiredOf(schema: JsonRecord | undefined): readonly string[] {
  return Array.isArray(schema?.required) ? (schema.required as readonly string[]) : []
}

/** The schema of a property, behind one reference into the same document. */
function property(schema: JsonRecord | undefined, name: string): JsonRecord | undefined {
  const own = propertiesOf(schema)
  if (!Object.hasOwn(own, name)) return undefined
  const written = record(own[name]) ?? {}
  if (typeof written.$ref !== 'string') return written
  const [, section = '', target = ''] = /^#\/([^/]+)\/([^/]+)$/.exec(written.$ref) ?? []
  return { ...record(record(schema?.[section])?.[target]), ...written }
}

function listed(schema: JsonRecord | undefined, name: string, judge: (own: JsonRecord) => Finding): Finding {
  if (schema === undefined) return 'silent'
  const own = property(schema, name)
  if (own !== undefined) return judge(own)
  return schema.additionalProperties === false ? 'false' : 'unlisted'
}

const has = (schema: JsonRecord | undefined, name: string): Finding => listed(schema, name, () => 'true')
const needs = (schema: JsonRecord | undefined, name: string): Finding =>
  listed(schema, name, () => (requiredOf(schema).includes(name) ? 'true' : 'false'))
const mayLack = (schema: JsonRecord | undefined, name: string): Finding =>
  listed(schema, name, () => (requiredOf(schema).includes(name) ? 'false' : 'true'))

function isOfType(schema: JsonRecord | undefined, name: string, phrase: string): Finding {
  const asked = TYPES[phrase]
  return listed(schema, name, ({ type }) => {
    if (typeof type !== 'string') return 'silent'
    if (type === asked) return 'true'
    if (asked === 'number' && type === 'integer') return 'true'
    return asked === 'integer' && type === 'number' ? 'silent' : 'false'
  })
}

const allows: Check = ({ inputSchema }, [name = '', value = '']) =>
  listed(inputSchema, name, (own) => {
    if (!Array.isArray(own.enum)) return 'silent'
    return own.enum.includes(value) ? 'true' : 'false'
  })

const defaultsTo: Check = ({ inputSchema }, [name = '', value = '']) =>
  listed(inputSchema, name, (own) => {
    if (own.default === undefined) return 'unlisted'
    return String(own.default) === value ? 'true' : 'false'
  })

const hasFormat: Check = ({ inputSchema }, [name = '', format = '']) =>
  listed(inputSchema, name, (own) => {
    if (own.format === undefined)
      return typeof own.type === 'string' && own.type !== 'string' ? 'false' : 'silent'
    return own.format === format ? 'true' : 'false'
  })

const LIMITS: Readonly<Record<string, string>> = {
  'the largest value': 'maximum',
  'the smallest value': 'minimum',
  'the largest number of characters': 'maxLength',
  'the smallest number of characters': 'minLength',
  'the largest number of entries': 'maxItems',
  'the smallest number of entries': 'minItems',
}
const LIMIT = `(${Object.keys(LIMITS).join('|')})`

function hasLimit({ inputSchema }: RawTool, name: string, words: string, number: string): Finding {
  return listed(inputSchema, name, (own) => {
    const stated = own[LIMITS[words] ?? '']
    if (stated === undefined) return 'silent'
    return stated === Number(number) ? 'true' : 'false'
  })
}

function pathNames({ endpoint = '' }: RawTool): readonly string[] {
  return Array.from(endpoint.matchAll(/\{(.+?)\}/g), ([, name = '']) => name)
}

const inPath: Check = (tool, [name = '']) =>
  listed(tool.inputSchema, name, () => (pathNames(tool).includes(name) ? 'true' : 'false'))

const truth = (value: boolean): Finding => (value ? 'true' : 'false')

const atLeast =
  (count: (schema: JsonRecord) => number): Check =>
  ({ inputSchema }, [word = '']) => {
    const least = NUMBERS.includes(word) ? NUMBERS.indexOf(word) : Number(word)
    return truth(count(inputSchema) >= least)
  }
const exactly =
  (count: (schema: JsonRecord) => number): Check =>
  ({ inputSchema }, [word = '']) =>
    truth(count(inputSchema) === NUMBERS.indexOf(word))

const all = (schema: JsonRecord): number => Object.keys(propertiesOf(schema)).length
const mandatory = (schema: JsonRecord): number => requiredOf(schema).length

const hint: Check = ({ annotations }, [name = '']) =>
  annotations?.[name] === undefined ? 'silent' : truth(annotations[name] === true)

const method: Check = ({ endpoint = '' }, [name = '']) => truth(endpoint.split(' ')[0] === name)

const inputHas: Check = ({ inputSchema }, [name = '']) => has(inputSchema, name)
const inputNeeds: Check = ({ inputSchema }, [name = '']) => needs(inputSchema, name)
const inputMayLack: Check = ({ inputSchema }, [name = '']) => mayLack(inputSchema, name)
const typed: Check = ({ inputSchema }, [name = '', phrase = '']) => isOfType(inputSchema, name, phrase)
const outputHas: Check = ({ outputSchema }, [name = '']) => has(outputSchema, name)
const outputNeeds: Check = ({ outputSchema }, [name = '']) => needs(outputSchema, name)
const returned: Check = ({ outputSchema }, [name = '', phrase = '']) => isOfType(outputSchema, name, phrase)
const turned =
  (check: Check): Check =>
  (tool, [first = '', second = '']) =>
    check(tool, [second, first])
const needsNothing: Check = ({ inputSchema }) => truth(requiredOf(inputSchema).length === 0)
const limitLast: Check = (tool, [name = '', words = '', number = '']) => hasLimit(tool, name, words, number)
const limitFirst: Check = (tool, [number = '', words = '', name = '']) => hasLimit(tool, name, words, number)

const LIST = '(`[^`]+`(?:, `[^`]+`)*(?: and `[^`]+`)?)'
const needsExactly: Check = ({ inputSchema }, [text = '']) => {
  const asked = text.includes('`')
    ? Array.from(text.matchAll(/`([^`]+)`/g), ([, name = '']) => name)
    : text.split(', ')
  return truth([...asked].sort().join() === [...requiredOf(inputSchema)].sort().join())
}

const YES_NO: readonly (readonly [pattern: string, check: Check])[] = [
  [`Does this tool have a parameter named ${NAME}`, inputHas],
  [`Is ${NAME} one of the parameters of this tool`, inputHas],
  [`Can a call of this tool set a parameter called ${NAME}`, inputHas],
  [`Must every call of this tool give ${NAME}`, inputNeeds],
  [`Is the parameter ${NAME} of this tool required`, inputNeeds],
  [`Would a call of this tool be incomplete without ${NAME}`, inputNeeds],
  [`Can a call of this tool leave out the parameter ${NAME}`, inputMayLack],
  [`Is the parameter ${NAME} of this tool optional`, inputMayLack],
  [`Is a call of this tool complete even without the parameter ${NAME}`, inputMayLack],
  [`Is the parameter ${NAME} of this tool ${KIND}`, typed],
  [`Does the parameter ${NAME} of this tool take ${KIND}`, typed],
  [`Must the value of ${NAME} in a call of this tool be ${KIND}`, typed],
  [`Does this tool put the parameter ${NAME} into the path of the URL`, inPath],
  [`Is the parameter ${NAME} part of the URL path that this tool calls`, inPath],
  [`Is ${NAME} a path parameter of this tool`, inPath],
  [`Is ${NAME} an allowed value of the parameter ${NAME} of this tool`, turned(allows)],
  [`Does the parameter ${NAME} of this tool accept ${NAME}`, allows],
  [`Can ${NAME} be set to ${NAME} in a call of this tool`, allows],
  [`Is ${NAME} the default of the parameter ${NAME} of this tool`, turned(defaultsTo)],
  [`Does the parameter ${NAME} of this tool default to ${NAME}`, defaultsTo],
  [`Does this tool take ${NAME} for ${NAME} when a call does not give it`, turned(defaultsTo)],
  [`Is the parameter ${NAME} of this tool a text in the format ${NAME}`, hasFormat],
  [`Does this tool expect ${NAME} as text of the format ${NAME}`, hasFormat],
  [`Is ${NAME} the format of the parameter ${NAME} of this tool`, turned(hasFormat)],
  [`Is (-?\\d+) ${LIMIT} that the parameter ${NAME} of this tool allows`, limitFirst],
  [`Does this tool set (-?\\d+) as ${LIMIT} of ${NAME}`, limitFirst],
  [`For the parameter ${NAME} of this tool, is ${LIMIT} (-?\\d+)`, limitLast],
  [`(?:Is|Are) ${LIST} the only required parameters? of this tool`, needsExactly],
  [`Does this tool require exactly ${LIST}, no more and no less`, needsExactly],
  [`Are the required parameters of this tool just ${LIST}`, needsExactly],
  ['Does this tool send an HTTP ([A-Z]+) request', method],
  ['Is ([A-Z]+) the HTTP method of this tool', method],
  ['Is this tool called with the HTTP method ([A-Z]+)', method],
  ['Does this tool (?:have|take) at least (\\w+) parameters?', atLeast(all)],
  ['Does the schema of this tool list at least (\\w+) parameters?', atLeast(all)],
  ['Does this tool (?:have|take) at least (\\w+) required parameters?', atLeast(mandatory)],
  ['Does the schema of this tool list at least (\\w+) required parameters?', atLeast(mandatory)],
  ['Can this tool be called without any argument', needsNothing],
  ['Are all parameters of this tool, if it has any, optional', needsNothing],
  ['Is a call of this tool that gives no argument at all complete', needsNothing],
  [`Is this tool annotated as [a-z -]+ \\(${NAME}\\)`, hint],
  [`Do the annotations of this tool call it [a-z -]+ \\(${NAME}\\)`, hint],
  [`Does this tool say of itself, by ${NAME}, that it is [a-z -]+`, hint],
  [`Does the result of this tool have a field named ${NAME}`, outputHas],
  [`Is ${NAME} one of the fields of what this tool returns`, outputHas],
  [`Can the result of this tool hold a field called ${NAME}`, outputHas],
  [`Does every result of this tool have the field ${NAME}`, outputNeeds],
  [`Is the field ${NAME} certain to be in the result of this tool`, outputNeeds],
  [`Does this tool promise the field ${NAME} in its result`, outputNeeds],
  [`Is the field ${NAME} in the result of this tool ${KIND}`, returned],
  [`Does this tool return ${KIND} as ${NAME}`, turned(returned)],
  [`In what this tool returns, is ${NAME} ${KIND}`, returned],
]

/** Values that stand in any `enum` of the schema, at any depth. */
function enumValues(value: Json): readonly Json[] {
  if (Array.isArray(value)) return value.flatMap(enumValues)
  return Object.entries(record(value) ?? {}).flatMap(([key, inner]) =>
    key === 'enum' && Array.isArray(inner) ? inner : enumValues(inner),
  )
}

const lists: Check = ({ inputSchema }, [value = '']) =>
  enumValues(inputSchema).includes(value) ? 'true' : 'unlisted'
const pair: Check = (tool, [text = '']) => {
  const [, name = '', value = ''] = /^([^ ]+): (.*)$/.exec(text) ?? []
  return defaultsTo(tool, [name, value])
}

/** The last part is the option. */
const CHOICE: readonly (readonly [pattern: string, check: Check])[] = [
  ['Which of these parameters does this tool have', inputHas],
  ['Which of these is a parameter of this tool', inputHas],
  ['Which of these names stands among the parameters of this tool', inputHas],
  ['Which of these parameters must every call of this tool give', inputNeeds],
  ['Which of these does this tool require', inputNeeds],
  ['Without which of these parameters is a call of this tool incomplete', inputNeeds],
  ['Which of these is an optional parameter of this tool', inputMayLack],
  ['Which of these parameters does this tool have, but not require', inputMayLack],
  ['Which optional parameter does this tool offer', inputMayLack],
  [`Which parameter of this tool takes ${KIND}`, turned(typed)],
  [`Which of these parameters of this tool is ${KIND}`, turned(typed)],
  [`For which of these parameters does this tool expect ${KIND}`, turned(typed)],
  ['Which of these parameters stands in the URL path that this tool calls', inPath],
  ['Which of these is a path parameter of this tool', inPath],
  ['Which of these does this tool put into the path of the URL', inPath],
  ['Which of these values does a parameter of this tool list among those it allows', lists],
  ['Which of these can be chosen as the value of a parameter of this tool', lists],
  ['One parameter of this tool has a fixed list of values. Which of these stands in it', lists],
  ['Which of these defaults does this tool state for a parameter', pair],
  ['Which default value does this tool state', pair],
  ['Which of these pairs is a parameter of this tool with its default value', pair],
  [`Which parameter of this tool is a text in the format ${NAME}`, turned(hasFormat)],
  [`For which of these does this tool expect text of the format ${NAME}`, turned(hasFormat)],
  [`Which of these parameters of this tool has the format ${NAME}`, turned(hasFormat)],
  ['Which of these is the full list of parameters that this tool requires', needsExactly],
  ['What must every call of this tool give, no more and no less', needsExactly],
  ['Exactly which parameters does this tool require', needsExactly],
  ['Which HTTP method does this tool use', method],
  ['With which HTTP method is this tool called', method],
  ['What kind of HTTP request does this tool send', method],
  ['How many parameters does this tool have in all', exactly(all)],
  ['How many parameters, required and optional together, does this tool list', exactly(all)],
  ['What is the number of parameters of this tool', exactly(all)],
  ['How many parameters does this tool require', exactly(mandatory)],
  ['How many parameters must every call of this tool give', exactly(mandatory)],
  ['What is the number of required parameters of this tool', exactly(mandatory)],
  ['Which of these fields does the result of this tool have', outputHas],
  ['Which of these stands at the top of what this tool returns', outputHas],
  ['Which of these is a field of the result of this tool', outputHas],
  [`Which field in the result of this tool is ${KIND}`, turned(returned)],
  [`Which of these fields does this tool return as ${KIND}`, turned(returned)],
  [`In what this tool returns, which of these is ${KIND}`, turned(returned)],
]

function find(
  patterns: readonly (readonly [string, Check])[],
  question: string,
): { readonly check: Check; readonly parts: readonly string[] } {
  for (const [pattern, check] of patterns) {
    const match = new RegExp(`^${pattern}\\?$`).exec(question)
    if (match !== null) return { check, parts: match.slice(1) }
  }
  throw new Error(`No way to read: ${question}`)
}

/** What the raw schema says of a yes-or-no question. */
export function findingOfQuestion(question: string, tool: RawTool): Finding {
  const { check, parts } = find(YES_NO, question)
  return check(tool, parts)
}

/** What the raw schema says of one option of a multiple-choice question. */
export function findingOfOption(question: string, option: string, tool: RawTool): Finding {
  const { check, parts } = find(CHOICE, question)
  return check(tool, [...parts, option])
}
