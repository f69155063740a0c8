import { parseYaml } from '../../../catalog/openapi/yaml-text.js'
import type { Files } from '../../../ports.js'
import { textOfPieces } from '../../../text/document-text.js'
import { isJsonArray, isJsonObject, type JsonValue, parseJson } from '../../../text/json.js'
import type { Tell } from '../../conversation/conversation.js'

const MOST_BYTES = 16 * 1024 * 1024
const DATA = /\.(?:json|ya?ml|txt|md)$/i

const YAML_LIMITS = { maxDepth: 100, maxLength: MOST_BYTES } as const

/** Files that a config refers to by `file://`: data in its own folder or below. Programs are never run, links never followed. */
export class References {
  readonly #folder: string
  readonly #files: Files
  readonly #tell: Tell

  constructor(folder: string, files: Files, tell: Tell) {
    this.#folder = folder
    this.#files = files
    this.#tell = tell
  }

  /** What the reference stands for: data, or a text; the value itself where it is none; undefined where it is not read. */
  async resolve(value: JsonValue | undefined): Promise<JsonValue | undefined> {
    if (typeof value !== 'string' || !value.startsWith('file://')) return value
    const name = value.slice('file://'.length).replace(/^\.\//, '')
    const parts = name.split('/')
    const isInside =
      !/[\\:*?"<>|\u0000-\u001f]/.test(name) &&
      parts.every((part) => part !== '' && part !== '..' && part !== '.')
    if (!isInside) return this.#leftOut(name, 'leads out of the folder of the config')
    if (!DATA.test(name))
      return this.#leftOut(name, 'is a program or a format that is not read, and nothing is run')
    for (const [place] of parts.entries()) {
      const facts = await this.#files.facts(this.#files.join(this.#folder, ...parts.slice(0, place + 1)))
      if (facts === undefined) return this.#leftOut(name, 'is missing')
      if (facts.isLink === true || facts.isSpecial === true)
        return this.#leftOut(name, 'is a link, which is not followed')
      if (facts.kind === 'file' && facts.sizeBytes > MOST_BYTES) return this.#leftOut(name, 'is too large')
    }
    const path = this.#files.join(this.#folder, ...parts)
    const text = await textOfPieces(this.#files.stream(path), path)
    if (!/\.(?:json|ya?ml)$/i.test(name)) return text
    const data = dataOf(text)
    return data ?? this.#leftOut(name, 'holds no data that can be read')
  }

  #leftOut(name: string, why: string): undefined {
    this.#tell('reference-unread', `A reference is not followed: "${name.slice(0, 100)}" ${why}.`)
    return undefined
  }
}

/** JSON, or one YAML document as JSON. */
export function dataOf(text: string): JsonValue | undefined {
  const json = parseJson(text, { duplicateKeys: 'last', maxDepth: 200 })
  if (json.kind === 'value') return json.value
  const yaml = parseYaml(text, YAML_LIMITS)
  return yaml.kind === 'value' ? yaml.value : undefined
}

/** A conversation in a prompt: messages in JSON or YAML, or a text of the user. */
export function conversationIn(prompt: string): readonly JsonValue[] {
  if (/^\s*[[{]/.test(prompt) || /^\s*- role:/m.test(prompt)) {
    const data = dataOf(prompt)
    if (isJsonArray(data) && data.every((one) => isJsonObject(one) && typeof one.role === 'string'))
      return data
  }
  return [{ role: 'user', content: prompt }]
}
