import { parseYaml } from '../../catalog/openapi/yaml-text.js'
import { InputError } from '../../errors.js'
import { isJsonArray, isJsonObject, type JsonValue } from '../../text/json.js'
import { readJsonText } from '../../text/jsonl.js'

/** A prompt to look at. */
export interface QualitativePrompt {
  /** Unique among the prompts. */
  readonly id: string
  /**
   * `{tool}` stands for a tool of the corpus: the one that runs commands where there is one, else the most called.
   * `{example}` stands for the first prompt of the corpus that calls the tool called most.
   */
  readonly text: string
  /** Whether the tools are declared as they are in training; default false. */
  readonly tools?: boolean
}

const ENGLISH: readonly QualitativePrompt[] = [
  { id: 'capital', text: 'Which city is the capital of Peru?' },
  { id: 'fruits', text: 'Give me the names of three fruits.' },
  { id: 'sum', text: 'How much is 8 + 5?' },
  { id: 'definition', text: 'Explain in a few words what phishing is.' },
  { id: 'call', text: '{example}', tools: true },
  { id: 'aimed', text: 'Call the tool {tool} once, with values that fit it.', tools: true },
]

const SPANISH: readonly QualitativePrompt[] = [
  { id: 'capital', text: '¿Qué ciudad es la capital del Perú?' },
  { id: 'fruits', text: 'Dime los nombres de tres frutas.' },
  { id: 'sum', text: '¿Cuánto suman 8 y 5?' },
  { id: 'definition', text: 'Explica en pocas palabras qué es el phishing.' },
  { id: 'call', text: '{example}', tools: true },
  { id: 'aimed', text: 'Llama una vez a la herramienta {tool} con valores adecuados.', tools: true },
]

/** The six prompts in Spanish (`es`), or in English for any other language. */
export function qualitativePrompts(language: string): readonly QualitativePrompt[] {
  return /^es\b/i.test(language) ? SPANISH : ENGLISH
}

const MAX_PROMPTS = 50
const MAX_PROMPT = 4000
const MAX_FILE = 1024 * 1024

/**
 * Prompts of the user: a JSON or YAML list whose entries are texts, or objects with `text` and, if wanted, `id` and `tools`.
 *
 * @throws {InputError} `qualitative-prompts`.
 */
export function readQualitativePrompts(text: string, path: string): readonly QualitativePrompt[] {
  const value = documentOf(text, path)
  const list = isJsonObject(value) ? value.prompts : value
  if (!isJsonArray(list) || list.length === 0) throw broken(path, 'The file holds no list of prompts.')
  if (list.length > MAX_PROMPTS)
    throw broken(path, `There are ${list.length} prompts; ${MAX_PROMPTS} are the most.`)
  const ids = new Set<string>()
  return list.map((entry, at) => {
    const prompt = promptOf(entry, at, `${path}, prompt ${at + 1}`)
    if (ids.has(prompt.id)) throw broken(path, `Two prompts have the id ${JSON.stringify(prompt.id)}.`)
    ids.add(prompt.id)
    return prompt
  })
}

function documentOf(text: string, path: string): JsonValue {
  if (text.length > MAX_FILE) throw broken(path, 'The file is larger than 1 MiB.')
  if (/\.json$/i.test(path)) return readJsonText(text, { path })
  const reading = parseYaml(text, { maxDepth: 8, maxLength: MAX_FILE })
  if (reading.kind === 'value') return reading.value
  throw broken(path, reading.fault.reason)
}

function promptOf(entry: JsonValue, at: number, where: string): QualitativePrompt {
  const own = isJsonObject(entry) ? entry : { text: entry }
  const {
    text,
    id = `prompt-${at + 1}`,
    tools = false,
  } = own as Readonly<Record<string, JsonValue | undefined>> // members may be absent
  if (typeof text !== 'string' || text.trim() === '') throw broken(where, 'The prompt has no text.')
  if (text.length > MAX_PROMPT) throw broken(where, `The prompt has more than ${MAX_PROMPT} characters.`)
  if (typeof id !== 'string' || !/^[\w.-]{1,60}$/.test(id)) {
    throw broken(where, '"id" must be up to 60 letters, digits, dots, dashes and underscores.')
  }
  if (typeof tools !== 'boolean') throw broken(where, '"tools" must be true or false.')
  return { id, text, tools }
}

function broken(where: string, what: string): InputError {
  return new InputError({
    code: 'qualitative-prompts',
    what,
    where,
    fix: 'Write a list such as [{"id": "capital", "text": "…"}, {"id": "call", "text": "…", "tools": true}].',
  })
}
