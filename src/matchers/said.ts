import { InputError } from '../errors.js'
import type { Dialect } from '../toolcall/dialect.js'
import { dialects } from '../toolcall/dialects/index.js'
import { knownDialect } from '../toolcall/known-dialect.js'
import { type OfferedTools, parse } from '../toolcall/parse.js'
import type { OutputText } from '../toolcall/parse-output.js'
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

/** @throws {InputError} `dialect-missing`, `dialect-unknown`, `answer-missing` for what is neither text nor object. */
export function readSaid(value: unknown, { dialect, tools }: ReadingOptions): Said {
  if (typeof value !== 'string' && (typeof value !== 'object' || value === null)) {
    throw new InputError({
      code: 'answer-missing',
      what: `An answer is a text, a message or a response, but this is ${value === null ? 'null' : `of type ${typeof value}`}.`,
      where: 'expect(…)',
      fix: 'Hand over what the model said; await it first where it is a promise.',
    })
  }
  const read = dialectFor(value, dialect)
  const parsing = parse(value, { dialect: read, ...(tools === undefined ? {} : { tools }) })
  const { outcome, strict } = parsing
  return {
    dialect: read,
    parsing,
    text: typeof value === 'string' ? value : (textIn(value) ?? JSON.stringify(value) ?? ''),
    isSound: outcome === 'called' && (tools === undefined ? strict.level >= 'S4' : strict.ok),
  }
}

function textIn(value: object): string | undefined {
  const { text } = value as Partial<OutputText>
  return typeof text === 'string' ? text : undefined
}

function dialectFor(value: string | object, given: string | Dialect | undefined): Dialect {
  if (typeof given === 'object') return given
  if (given !== undefined) return knownDialect(given)
  const id = typeof value === 'string' ? undefined : dialectOfShape(value)
  const found = dialects.find((dialect) => dialect.id === id)
  if (found !== undefined) return found
  throw new InputError({
    code: 'dialect-missing',
    what: 'How calls are written in this answer is not known.',
    where: 'expect(…)',
    fix: "Name it: { dialect: 'hermes' } as the last argument, or expect.extend(toolMatchers({ dialect: 'hermes' })) for all; `assay dialect list` shows the ids.",
  })
}

/** The API whose message or response an object is. */
function dialectOfShape(value: object): string | undefined {
  const { choices, tool_calls, content, output, candidates, parts } = value as Readonly<
    Record<string, unknown>
  >
  if (Array.isArray(choices) || Array.isArray(tool_calls)) return 'openai'
  if (Array.isArray(output)) return 'openai-responses'
  if (Array.isArray(candidates) || Array.isArray(parts)) return 'gemini'
  if (Array.isArray(content)) return 'anthropic'
  return typeof content === 'string' ? 'openai' : undefined
}
