import { InputError } from '../errors.js'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../text/json.js'

/** A model's chat template with what it needs. */
export interface TemplateSource {
  readonly template: string
  /** Texts that are tokens of their own, where the file lists them. */
  readonly tokens: readonly string[]
  /** `bos_token` and its like, for the template. */
  readonly variables: JsonObject
}

const SPECIAL = ['bos_token', 'eos_token', 'pad_token', 'unk_token'] as const

/**
 * The template in a `tokenizer_config.json`; of several the one for tools.
 *
 * @throws {InputError} `template-missing`.
 */
export function templateOfTokenizerConfig(config: JsonValue, path: string): TemplateSource {
  if (!isJsonObject(config)) throw missing('The file holds no object.', path)
  const template = templateIn(config.chat_template)
  if (template === undefined) throw missing('It has no "chat_template".', path)
  const variables: { [key: string]: JsonValue } = {}
  for (const key of SPECIAL) {
    const text = tokenText(config[key])
    if (text !== undefined) variables[key] = text
  }
  return { template, tokens: tokensIn(config), variables }
}

function templateIn(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value
  if (!isJsonArray(value)) return undefined
  const named = value.filter(isJsonObject)
  const chosen =
    named.find(({ name }) => name === 'tool_use') ?? named.find(({ name }) => name === 'default') ?? named[0]
  return typeof chosen?.template === 'string' ? chosen.template : undefined
}

function tokenText(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value
  return isJsonObject(value) && typeof value.content === 'string' ? value.content : undefined
}

function tokensIn({ added_tokens_decoder: added }: JsonObject): readonly string[] {
  if (!isJsonObject(added)) return []
  return Object.keys(added).flatMap((id) => tokenText(added[id]) ?? [])
}

/** The text of a `chat_template.jinja`, or of a `chat_template.json`, which holds it under that key. */
export function templateOfText(text: string): TemplateSource {
  return { template: text, tokens: [], variables: {} }
}

/**
 * The template in the metadata of a GGUF file; the one for tools where there are two.
 *
 * @throws {InputError} `template-missing`.
 */
export function templateOfGguf(metadata: Readonly<Record<string, unknown>>, path: string): TemplateSource {
  const text = (key: string): string | undefined => {
    const value = metadata[key]
    return typeof value === 'string' ? value : undefined
  }
  const template = text('tokenizer.chat_template.tool_use') ?? text('tokenizer.chat_template')
  if (template === undefined) throw missing('Its metadata has no "tokenizer.chat_template".', path)
  const pieces = metadata['tokenizer.ggml.tokens']
  const kinds = metadata['tokenizer.ggml.token_type']
  const list = Array.isArray(pieces) ? (pieces as readonly unknown[]) : [] // an array of whatever the file holds
  const tokens = Array.isArray(kinds)
    ? list.filter(
        (piece, id): piece is string => typeof piece === 'string' && (kinds[id] === 3 || kinds[id] === 4),
      )
    : []
  const variables: { [key: string]: JsonValue } = {}
  for (const key of ['bos', 'eos']) {
    const id = metadata[`tokenizer.ggml.${key}_token_id`]
    const piece = list[Number(id)]
    if (typeof piece === 'string') variables[`${key}_token`] = piece
  }
  return { template, tokens, variables }
}

function missing(what: string, path: string): InputError {
  return new InputError({
    code: 'template-missing',
    what: `There is no chat template to look at. ${what}`,
    where: path,
    fix: 'Name the tokenizer_config.json, chat_template.jinja or GGUF file of a chat model, or choose a dialect with --dialect.',
  })
}
