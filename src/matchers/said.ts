import { InputError } from '../errors.js'
import type { Dialect } from '../toolcall/dialect.js'
import { dialects } from '../toolcall/dialects/index.js'
import { dialectGiven, isOutputText, type OfferedTools, parse } from '../toolcall/parse.js'
import type { Parsing } from '../toolcall/parsed-call.js'

/** How matchers read what was said. */
export interface ReadingOptions {
  /**
   * How calls are written: an id, or a dialect of your own. A text needs it; of an object it is told by its shape: messages
   * and responses of the OpenAI chat API, of its Responses API, of Anthropic, of Google.
   */
  readonly dialect?: string | Dialect
  /** Tools that were offered. With them a call must name one, and its arguments must fit the schema. */
  readonly tools?: OfferedTools
}

/** What was said, read. */
export interface Said {
  readonly dialect: Dialect
  readonly parsing: Parsing
  /** As it was handed over, a value as JSON. */
  readonly text: string
  /** Whether the calls hold strictly: all of them, and against their schemas where tools are known. */
  readonly isSound: boolean
}

/**
 * @throws {InputError} `dialect-missing`, `dialect-unknown`, `message-parsed`, `argument-invalid`; `answer-missing` for what is no
 * answer: read as one it would be silence, and `.not` would hold for it; `answer-several` for a response with more than one: a
 * call in another than the first would pass unseen.
 */
export function readSaid(value: unknown, { dialect, tools }: ReadingOptions): Said {
  if (typeof value !== 'string' && (typeof value !== 'object' || value === null)) {
    throw noAnswer(
      `An answer is a text, a message or a response, but this is ${value === null ? 'null' : `of type ${typeof value}`}.`,
    )
  }
  if (typeof value === 'object') refuseSeveral(value)
  const read = dialectFor(value, dialect)
  const parsing = parse(value, { dialect: read, ...(tools === undefined ? {} : { tools }) })
  const { outcome, strict } = parsing
  return {
    dialect: read,
    parsing,
    text:
      typeof value === 'string' ? value : isOutputText(value) ? value.text : (JSON.stringify(value) ?? ''),
    isSound: outcome === 'called' && (tools === undefined ? strict.level >= 'S4' : strict.ok),
  }
}

function refuseSeveral(value: object): void {
  for (const key of ['choices', 'candidates'] as const) {
    const list = (value as Members)[key]
    if (!Array.isArray(list) || list.length < 2) continue
    throw new InputError({
      code: 'answer-several',
      what: `The response holds ${list.length} answers, and a matcher judges one.`,
      where: `expect(…), ${key}`,
      fix: `Hand over one of them: ${key === 'choices' ? 'choices[0].message' : 'candidates[0].content'}, or each in a loop.`,
    })
  }
}

function noAnswer(what: string): InputError {
  return new InputError({
    code: 'answer-missing',
    what,
    where: 'expect(…)',
    fix: 'Hand over what the model said: its text, its message, or the whole response; await it first where it is a promise.',
  })
}

function dialectFor(value: string | object, given: string | Dialect | undefined): Dialect {
  const named = given === undefined ? undefined : dialectGiven(given, 'expect(…)')
  if (typeof value === 'string' || isOutputText(value)) {
    if (named !== undefined) return named
    throw new InputError({
      code: 'dialect-missing',
      what: 'How calls are written in this answer is not known.',
      where: 'expect(…)',
      fix: "Name it: { dialect: 'hermes' } as the last argument, or expect.extend(toolMatchers({ dialect: 'hermes' })) for all; `assay dialect list` shows the ids.",
    })
  }
  const apis = apisOf(value)
  const dialect = named ?? dialects.find(({ id }) => id === apis[0])
  if (dialect === undefined || 'then' in value)
    throw noAnswer('This object is no message and no response of an API that is known.')
  // Of an API of somebody's own nobody else knows the shape.
  const isOwn = dialect.isApi === true && !API_IDS.has(dialect.id)
  const isFit = dialect.isApi === true ? apis.includes(dialect.id) : hasText(value, apis)
  if (isOwn || isFit) return dialect
  const [other] = apis
  throw noAnswer(
    `This object is nothing that the dialect "${dialect.id}" reads${other === undefined ? '' : `; it looks like "${other}"`}.`,
  )
}

const API_IDS: ReadonlySet<string> = new Set(['openai', 'openai-responses', 'anthropic', 'gemini'])

/** Ids of the APIs whose message or response an object may be, the likeliest first; none for an error, a question or anything else. */
function apisOf(value: object): readonly string[] {
  if (Array.isArray(value))
    return value.length > 0 && value.every(isObject) ? ['openai-responses', 'anthropic', 'gemini'] : []
  const { error, role, choices, tool_calls, function_call, content, output, candidates, parts } =
    value as Members
  if (error !== undefined && error !== null) return []
  if (role !== undefined && role !== 'assistant' && role !== 'model') return []
  if (Array.isArray(choices)) return isObject(choices[0]) && isObject(choices[0].message) ? ['openai'] : []
  if (Array.isArray(tool_calls) || isObject(function_call)) return ['openai']
  if (Array.isArray(output)) return ['openai-responses']
  if (Array.isArray(candidates)) return candidates.length > 0 ? ['gemini'] : []
  if (Array.isArray(parts)) return ['gemini']
  if (Array.isArray(content)) {
    const isAnthropic = content.some((part) => isObject(part) && part.type === 'tool_use')
    return isAnthropic ? ['anthropic'] : ['anthropic', 'openai']
  }
  if (typeof content === 'string') return ['openai', 'anthropic']
  return content === null || role === 'assistant' ? ['openai'] : []
}

/** Whether it is a message, or a response with one, whose content a dialect of model text can read. */
function hasText(value: object, apis: readonly string[]): boolean {
  if (!apis.includes('openai')) return false
  const { choices, content } = value as Members
  const [first] = Array.isArray(choices) ? (choices as readonly unknown[]) : []
  const message = isObject(first) ? first.message : undefined
  return !Array.isArray(isObject(message) ? message.content : content)
}

type Members = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null
}
