import { InputError } from '../errors.js'
import { isJsonArray, isJsonObject, type JsonValue, writeJson } from '../text/json.js'
import type { TokenSequence, ToolTokens } from './tool-tokens.js'

/**
 * A user's map `{tool: token string}`; a tool whose answer is several tokens has a list of them.
 *
 * @throws {InputError} `token-map`.
 */
export function tokenMapOf(json: JsonValue, where: string): ReadonlyMap<string, TokenSequence> {
  if (!isJsonObject(json)) throw invalid('It is no JSON object.', where)
  const map = new Map<string, TokenSequence>()
  for (const name of Object.keys(json)) {
    const value = json[name]
    const tokens = typeof value === 'string' ? [value] : isJsonArray(value) ? value : []
    const texts = tokens.filter((token) => typeof token === 'string')
    const [first, ...rest] = texts
    if (first === undefined || texts.length !== tokens.length) {
      throw invalid(`The tool ${JSON.stringify(name)} has neither a string nor a list of strings.`, where)
    }
    map.set(name, [first, ...rest])
  }
  return map
}

/** The map as a JSON text in pieces, a tool a line; `tokenMapOf` reads it. */
export function* tokenMapText(
  tools: readonly { readonly name: string }[],
  { sequences }: ToolTokens,
): Generator<string> {
  yield '{'
  for (const [position, sequence] of sequences.entries()) {
    const [first, ...rest] = sequence
    const name = writeJson(tools[position]?.name ?? '')
    yield `${position === 0 ? '\n' : ',\n'}${name}:${writeJson(rest.length === 0 ? first : sequence)}`
  }
  yield '\n}\n'
}

function invalid(what: string, where: string): InputError {
  return new InputError({
    code: 'token-map',
    what: `This is no map of tools to tokens. ${what}`,
    where,
    fix: 'Write {"tool name": "token string", …}, or a list of strings for a tool of several tokens.',
  })
}
