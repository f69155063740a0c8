import type { Tool } from '../../catalog/tool.js'
import type { Output } from '../../run/output-lines.js'
import { type SpokenAnswer, speaks, spokenDialect } from '../../subject/spoken-dialect.js'
import { isJsonObject } from '../../text/json.js'
import type { Dialect } from '../../toolcall/dialect.js'
import { decodeTokens } from '../../toolcall/tokens/decode-tokens.js'
import type { Vocabulary } from '../../toolcall/tokens/vocabulary.js'
import { type ToolTable, toolTable } from '../../toolcall/tool-table.js'

/** Calls that are there, and that the dialect of the scoring does not read. */
export interface LeftCallsFinding {
  /** In which they were looked for. */
  readonly dialect: string
  /** In which most of them are written. */
  readonly spoken: string
  /** Outputs that were looked at for it, those with a call in `dialect`, and those with one in another alone. */
  readonly checked: number
  readonly read: number
  readonly left: number
}

/** So many outputs of each power of two are looked at: a look takes as long as scoring some twenty. */
const CHECKED = 32

/** Longer outputs are passed over: every dialect would read them, at a second a megabyte. */
const LONGEST = 100_000

/**
 * Looks through some of the outputs, evenly spread, for calls that are written in another dialect than the one that is
 * read: such a run scores as if nothing had been called. Says so where these calls are more than those that are read.
 */
export class LeftCalls {
  readonly #dialect: Dialect
  readonly #vocabulary: Vocabulary | undefined
  readonly #tables = new WeakMap<readonly Tool[], ToolTable>()
  readonly #spoken = new Map<string, number>()
  #seen = 0
  #every = 1
  #checked = 0
  #read = 0

  constructor({ dialect, vocabulary }: { readonly dialect: Dialect; readonly vocabulary?: Vocabulary }) {
    this.#dialect = dialect
    this.#vocabulary = vocabulary
  }

  take({ said, where }: Pick<Output, 'said' | 'where'>, tools: readonly Tool[]): void {
    if ('text' in said && said.text.length > LONGEST) return
    if (this.#seen++ % this.#every !== 0) return
    if (this.#seen > CHECKED * this.#every) this.#every *= 2
    this.#checked++
    if (said.kind === 'calls') {
      if (said.calls.length > 0) this.#read++
      return
    }
    const answer = this.#answerOf(said, where)
    const table = this.#tableOf(tools)
    if (speaks(this.#dialect, answer, table)) {
      this.#read++
      return
    }
    const spoken = spokenDialect(answer, { tools: table, except: this.#dialect })
    if (spoken !== undefined) this.#spoken.set(spoken.id, (this.#spoken.get(spoken.id) ?? 0) + 1)
  }

  get finding(): LeftCallsFinding | undefined {
    let left = 0
    let most: readonly [id: string, count: number] | undefined
    for (const entry of this.#spoken) {
      left += entry[1]
      if (most === undefined || entry[1] > most[1]) most = entry
    }
    if (most === undefined || left <= this.#read) return undefined
    return { dialect: this.#dialect.id, spoken: most[0], checked: this.#checked, read: this.#read, left }
  }

  #answerOf(said: Exclude<Output['said'], { kind: 'calls' }>, where: string): SpokenAnswer {
    switch (said.kind) {
      case 'text':
        return { text: said.text }
      case 'message': {
        const { message } = said
        const content = isJsonObject(message) ? message.content : undefined
        return { message: said.text, ...(typeof content === 'string' ? { text: content } : {}) }
      }
      case 'tokens':
        // Without a vocabulary the scoring itself is refused.
        return this.#vocabulary === undefined
          ? {}
          : { text: decodeTokens(said.tokenIds, this.#vocabulary, where).text }
      default:
        return said satisfies never
    }
  }

  #tableOf(tools: readonly Tool[]): ToolTable {
    const known = this.#tables.get(tools)
    if (known !== undefined) return known
    const table = toolTable(tools)
    this.#tables.set(tools, table)
    return table
  }
}

/** What is told of it, in one sentence and a remedy. */
export function leftCallsText({ dialect, spoken, checked, read, left }: LeftCallsFinding): string {
  return `CALLS NOT READ: of ${checked} outputs that were looked at, ${left} call a tool in another dialect, most of them in ${spoken}, and ${read} in ${dialect}, which is read. They count as if nothing had been called. If the subject calls so, score with --dialect ${spoken}.`
}
