import type { Tool } from '../../catalog/tool.js'
import type { CorpusExample } from '../../corpus/tool-corpus.js'
import { InputError } from '../../errors.js'
import { isReadableGold, saysCalls } from '../../ladder/batteries/readable-gold.js'
import { isJsonArray, isJsonObject, parseJson, writeJson } from '../../text/json.js'
import type { Dialect, WrittenCall } from '../../toolcall/dialect.js'
import { type ToolTable, toolTable } from '../../toolcall/tool-table.js'
import type { RepairAnswer } from './repair-row.js'

/** An old value of an example and what stands in its place. */
export interface Exchange {
  readonly old: string
  readonly value: string
}

/** Writes calls as a corpus does, and reads every one back strictly. */
export class CallWriter {
  readonly #dialect: Dialect
  readonly #tables = new Map<readonly Tool[], ToolTable>()

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  /**
   * The answer of an example with other values: in its own spaces, order of keys and words around the call where that
   * reads back as the calls wanted, else as the dialect writes them.
   *
   * @returns undefined where neither reads back, valid by the schemas.
   */
  like(
    example: CorpusExample,
    { calls, exchanges }: { readonly calls: readonly WrittenCall[]; readonly exchanges: readonly Exchange[] },
  ): RepairAnswer | undefined {
    const { tools, answer } = example
    if (this.#dialect.isApi === true) {
      const content = exchanged(apiContent(answer.text), exchanges, (text) => text)
      const numbered = calls.map((call, at) => ({ ...call, id: answer.calls[at]?.id ?? `call_${at + 1}` }))
      return isReadableGold(calls, { dialect: this.#dialect, tools })
        ? { text: content, calls: numbered, isRecorded: true }
        : undefined
    }
    const text = exchanged(answer.text, exchanges, (value) => writeJson(value).slice(1, -1))
    return this.#reads(text, calls, tools) ? { text, calls, isRecorded: false } : this.fresh(calls, tools)
  }

  /** The answer as the dialect writes it. */
  fresh(calls: readonly WrittenCall[], tools: readonly Tool[]): RepairAnswer | undefined {
    if (!isReadableGold(calls, { dialect: this.#dialect, tools })) return undefined
    if (this.#dialect.isApi === true) {
      const numbered = calls.map((call, at) => ({ ...call, id: `call_${at + 1}` }))
      return { text: '', calls: numbered, isRecorded: true }
    }
    try {
      return { text: this.#dialect.renderCalls(calls, { tools }), calls, isRecorded: false }
    } catch (error) {
      if (error instanceof InputError) return undefined
      throw error
    }
  }

  #reads(text: string, calls: readonly WrittenCall[], tools: readonly Tool[]): boolean {
    const table = this.#tables.get(tools) ?? toolTable(tools)
    this.#tables.set(tools, table)
    return saysCalls(text, calls, { dialect: this.#dialect, tools: table })
  }
}

/** All exchanges at once, so that no new value is taken for an old one; longer old values first. */
function exchanged(text: string, exchanges: readonly Exchange[], spell: (value: string) => string): string {
  const spelled = exchanges
    .map(({ old, value }) => [spell(old), spell(value)] as const)
    .filter(([old]) => old !== '')
    .sort(([left], [right]) => right.length - left.length)
  let result = ''
  for (let at = 0; at < text.length; ) {
    const found = spelled.find(([old]) => text.startsWith(old, at))
    result += found === undefined ? text[at] : found[1]
    at += found === undefined ? 1 : found[0].length
  }
  return result
}

/** What an API's message says before its calls; a text that is no such message is what is said. */
export function apiContent(text: string): string {
  const reading = parseJson(text)
  if (reading.kind === 'fault') return text
  const { value } = reading
  const content = isJsonObject(value) ? value.content : value
  if (typeof content === 'string' && isJsonObject(value)) return content
  if (!isJsonArray(content)) return isJsonObject(value) ? '' : text
  return content
    .map((part) => (isJsonObject(part) && typeof part.text === 'string' ? part.text : ''))
    .join('')
}
