import type { Tool } from '../../catalog/tool.js'
import { InputError } from '../../errors.js'
import {
  canonicalJson,
  emptyObject,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../text/json.js'
import type { WrittenCall } from '../dialect.js'
import type { DialectData } from '../dialect-data.js'
import type { CallKeys } from '../payload/canonical-entry.js'
import { glmTags, qwenTags } from '../payload/tag-sets.js'
import { parameterTypes, valueOfText } from '../payload/typed-text.js'
import type { XmlPayloadRules } from '../payload/xml-payload.js'
import { pythonCall } from './python-literal.js'
import { spacedJson } from './spaced-json.js'

/** Calls in a dialect's canonical form, markers included. */
export function writeCalls(data: DialectData, calls: readonly WrittenCall[], tools: readonly Tool[]): string {
  const open = data.trigger[0] ?? ''
  const close = data.closer[0] ?? ''
  const wrap = (payload: string): string => open + payload + close
  const { keys, plurality } = data
  switch (data.payload) {
    case 'json-object': {
      const objects = calls.map((call) => spacedJson(entryOf(call, keys)))
      return plurality === 'joined' ? objects.join(`${data.joiner ?? ''} `) : objects.map(wrap).join('\n')
    }
    case 'json-array':
    case 'python-or-json':
      return wrap(fenced(data, `[${calls.map((call) => spacedJson(entryOf(call, keys))).join(', ')}]`))
    case 'json': {
      const objects = calls.map((call) => spacedJson(entryOf(call, keys)))
      return wrap(objects.length === 1 ? (objects[0] ?? '') : `[${objects.join(', ')}]`)
    }
    case 'python':
      return wrap(`[${calls.map(pythonCall).join(', ')}]`)
    case 'named-json':
      return calls.map((call) => wrap(namedJson(call, data))).join('')
    case 'xml':
      return calls.map((call) => wrap(tagged(call, { rules: qwenTags, data, tools }))).join('\n')
    case 'pairs':
      return calls.map((call) => wrap(tagged(call, { rules: glmTags, data, tools }))).join('\n')
    case 'gemma':
      return calls.map((call) => wrap(`call:${gemmaName(call.name)}${gemmaValue(call.arguments)}`)).join('')
    default:
      return data.payload satisfies never
  }
}

function fenced({ isFenced }: DialectData, payload: string): string {
  return isFenced === true ? `\n\`\`\`json\n${payload}\n` : payload
}

/** A call object under the dialect's keys. */
function entryOf({ name, arguments: args, id }: WrittenCall, keys: CallKeys | undefined): JsonObject {
  const entry = emptyObject()
  const [idKey] = keys?.ids ?? []
  if (idKey !== undefined && id !== undefined && idKey.startsWith('tool_')) entry[idKey] = id
  entry[keys?.name ?? 'name'] = name
  entry[keys?.arguments ?? 'arguments'] = args
  if (idKey !== undefined && id !== undefined && !idKey.startsWith('tool_')) entry[idKey] = id
  return entry
}

function namedJson(
  { name, arguments: args, id }: WrittenCall,
  { separator = '', idSeparator, id: dialect }: DialectData,
): string {
  if (/[\s<>{}[\]"'`]/.test(name) || name === '') throw notWritable(name, dialect)
  const withId = id === undefined || idSeparator === undefined ? name : `${name}${idSeparator}${id}`
  return `${withId}${separator}${spacedJson(args)}`
}

interface TagContext {
  readonly rules: Omit<XmlPayloadRules, 'outer'>
  readonly data: DialectData
  readonly tools: readonly Tool[]
}

function tagged({ name, arguments: args }: WrittenCall, { rules, data, tools }: TagContext): string {
  const isNewline = rules.framesValues
  const schema = tools.find((tool) => tool.name === name)?.inputSchema
  if (/[\s<>{}[\]"']/.test(name) || name === '') throw notWritable(name, data.id)
  let text = `${isNewline ? '\n' : ''}${rules.nameOpen}${name}${rules.nameClose}\n`
  for (const [key, value] of Object.entries(args)) {
    const written = typeof value === 'string' ? value : spacedJson(value)
    checkReadable({ key, value, written }, { schema, rules, data })
    const framed = isNewline ? `\n${written}\n` : written
    text += `${rules.keyOpen}${key}${rules.keyClose}${isNewline ? '' : '\n'}${rules.valueOpen}${framed}${rules.valueClose}\n`
  }
  return text + (rules.end === '' ? '' : `${rules.end}\n`)
}

/** Bare text must be read back as what it was. */
function checkReadable(
  { key, value, written }: { readonly key: string; readonly value: JsonValue; readonly written: string },
  {
    schema,
    rules,
    data,
  }: {
    readonly schema: JsonObject | undefined
    readonly rules: Omit<XmlPayloadRules, 'outer'>
    readonly data: DialectData
  },
): void {
  const tags = [...Object.values(rules), ...data.trigger, ...data.closer].filter(
    (tag) => typeof tag === 'string' && tag.length > 1,
  )
  const holdsTag = tags.some((tag) => typeof tag === 'string' && written.includes(tag))
  const read = schema === undefined ? value : valueOfText(written, parameterTypes(schema, key))
  const isSame = canonicalJson(read) === canonicalJson(value)
  if (key === '' || /[\n<>]/.test(key) || holdsTag || !isSame) throw notWritable(key, data.id)
}

function gemmaName(name: string): string {
  if (/[\s{}:<>"'`]/.test(name) || name === '') throw notWritable(name, 'functiongemma')
  return name
}

function gemmaValue(value: JsonValue): string {
  if (typeof value === 'string') {
    if (value.includes('<escape>')) throw notWritable(value, 'functiongemma')
    return `<escape>${value}<escape>`
  }
  if (isJsonArray(value)) return `[${value.map(gemmaValue).join(',')}]`
  if (!isJsonObject(value)) return spacedJson(value)
  const members = Object.entries(value).map(([key, member]) => {
    if (!/^[^\s:{}[\],<>]+$/.test(key)) throw notWritable(key, 'functiongemma')
    return `${key}:${gemmaValue(member)}`
  })
  return `{${members.join(',')}}`
}

export function notWritable(what: string, dialect: string): InputError {
  const shown = JSON.stringify(what.length > 100 ? `${what.slice(0, 100)}…` : what)
  return new InputError({
    code: 'call-not-writable',
    what: `The dialect has no way to write ${shown} so that it is read back as the same.`,
    where: `dialect "${dialect}"`,
    fix: 'Choose a dialect whose values are JSON, or other values.',
  })
}
