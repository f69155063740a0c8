import type { Tool } from '../../catalog/tool.js'
import { InputError } from '../../errors.js'
import type { Dialect, WrittenCall } from '../../toolcall/dialect.js'
import { parseOutput } from '../../toolcall/parse-output.js'
import type { ParsedCall } from '../../toolcall/parsed-call.js'
import { type ToolTable, toolTable } from '../../toolcall/tool-table.js'
import type { CorpusAnswer } from '../tool-corpus.js'
import type { Turn } from './conversation.js'

type AssistantTurn = Extract<Turn, { role: 'assistant' }>

const NO_TOOLS: readonly Tool[] = []

/** Reads what assistants say in one dialect; a text that comes again is read once. */
export class AnswerReader {
  readonly #dialect: Dialect
  readonly #tables = new Map<readonly Tool[], ToolTable>()
  readonly #read = new Map<readonly Tool[], Map<string, CorpusAnswer>>()

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  /**
   * @param tools declared with their schemas, for dialects whose values have no types of their own.
   * @returns undefined where a recorded call cannot be written in the dialect.
   */
  answerOf(turn: AssistantTurn, tools: readonly Tool[] = NO_TOOLS): CorpusAnswer | undefined {
    return turn.calls === undefined ? this.#ofText(turn.text, tools) : this.#ofCalls(turn, tools)
  }

  #ofText(text: string, tools: readonly Tool[]): CorpusAnswer {
    let read = this.#read.get(tools)
    if (read === undefined) {
      read = new Map()
      this.#read.set(tools, read)
    }
    const known = read.get(text)
    if (known !== undefined) return known
    const { strict, lenient, outcome } = parseOutput(
      { text },
      { dialect: this.#dialect, tools: this.#table(tools) },
    )
    const tried = outcome === 'attempted' ? { tried: lenient.calls.map(writtenCall) } : {}
    const answer = { text, calls: strict.calls.map(writtenCall), ...tried, outcome }
    read.set(text, answer)
    return answer
  }

  #ofCalls({ text: content, calls = [] }: AssistantTurn, tools: readonly Tool[]): CorpusAnswer | undefined {
    const written: WrittenCall[] = []
    for (const { name, arguments: given, id } of calls) {
      if (name === '' || given === undefined) continue
      written.push({ name, arguments: given, ...(id === undefined ? {} : { id }) })
    }
    // Half of a turn is another turn.
    if (written.length < calls.length)
      return { text: content, calls: [], tried: written, outcome: 'attempted' }
    try {
      const text = this.#dialect.renderCalls(written, { content, tools })
      return { text, calls: written, outcome: 'called' }
    } catch (error) {
      if (error instanceof InputError && error.code === 'call-not-writable') return undefined
      throw error
    }
  }

  #table(tools: readonly Tool[]): ToolTable {
    let table = this.#tables.get(tools)
    if (table === undefined) {
      table = toolTable(tools)
      this.#tables.set(tools, table)
    }
    return table
  }
}

function writtenCall({ name, arguments: given, id }: ParsedCall): WrittenCall {
  return { name, arguments: given, ...(id === undefined ? {} : { id }) }
}
