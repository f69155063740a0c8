import type { CallTask } from '../../benchmark/call-item.js'
import type { NullAnswer } from '../../benchmark/nulls/null-caller.js'
import { InputError } from '../../errors.js'
import type { Output } from '../../run/output-lines.js'
import { writeJson } from '../../text/json.js'
import type { Dialect } from '../../toolcall/dialect.js'
import { readKeywords } from '../../toolcall/keyword.js'
import { parseOutput } from '../../toolcall/parse-output.js'
import type { Level, Parsing } from '../../toolcall/parsed-call.js'
import { preparedSchema, STRICT } from '../../toolcall/schema/check-schema.js'
import { type ToolTable, toolTable } from '../../toolcall/tool-table.js'
import type { EmittedCall } from './call-comparison.js'
import { type ReadOutput, readOutputOf } from './call-verdict.js'

/** A text from token ids, and where its markers are tokens of their own. */
export interface DecodedTokens {
  readonly text: string
  readonly isGenuine: (at: number, marker: string) => boolean
}

export interface OutputReaderOptions {
  /** How calls are written in texts and messages; needed unless every output holds parsed calls. */
  readonly dialect?: Dialect
  readonly decode?: (tokenIds: readonly number[]) => DecodedTokens
}

/** Reads outputs of call items, whatever form they come in. */
export class OutputReader {
  readonly #options: OutputReaderOptions
  readonly #tables = new WeakMap<CallTask['tools'], ToolTable>()

  constructor(options: OutputReaderOptions) {
    this.#options = options
  }

  /** @throws {InputError} `dialect-missing`, `tokenizer-missing`. */
  read(task: CallTask, output: Output): ReadOutput {
    const { said, stopReason, where } = output
    switch (said.kind) {
      case 'calls':
        return this.#readCalls(task, said.calls, stopReason)
      case 'text':
        return readOutputOf(this.#parse(task, { text: said.text, stopReason }, where))
      case 'message':
        return readOutputOf(this.#parse(task, { text: writeJson(said.message), stopReason }, where))
      case 'tokens': {
        if (this.#options.decode === undefined) {
          throw new InputError({
            code: 'tokenizer-missing',
            what: 'The output is token ids, and there is no tokenizer to read them with.',
            where,
            fix: 'Write the text, with special tokens kept, as "text".',
          })
        }
        return readOutputOf(this.#parse(task, { ...this.#options.decode(said.tokenIds), stopReason }, where))
      }
      default:
        return said satisfies never
    }
  }

  /** An answer of a null caller: a text as it stands, calls as the dialect writes them. */
  readNull(task: CallTask, answer: NullAnswer): ReadOutput {
    const { dialect } = this.#options
    if (answer.kind === 'calls') {
      const text = dialect && writtenIn(dialect, { task, calls: answer.calls })
      if (text === undefined) return this.#readCalls(task, answer.calls, 'stop')
      return readOutputOf(this.#parse(task, { text }, ''))
    }
    if (dialect === undefined) {
      const isEmpty = answer.text.trim() === ''
      const keyword = readKeywords(answer.text, this.#tableOf(task))
      return { outcome: isEmpty ? 'empty' : 'abstained', ok: false, level: 'S0', calls: [], keyword }
    }
    return readOutputOf(this.#parse(task, { text: answer.text }, ''))
  }

  #parse(task: CallTask, output: Parameters<typeof parseOutput>[0], where: string): Parsing {
    const { dialect } = this.#options
    if (dialect === undefined) {
      throw new InputError({
        code: 'dialect-missing',
        what: 'How calls are written in this output is not known.',
        where,
        fix: 'Name the dialect with --dialect; `assay dialect list` shows them, `assay dialect detect` finds that of a model.',
      })
    }
    return parseOutput(output, { dialect, tools: this.#tableOf(task) })
  }

  #tableOf(task: CallTask): ToolTable {
    const known = this.#tables.get(task.tools)
    if (known !== undefined) return known
    const table = toolTable(task.tools)
    this.#tables.set(task.tools, table)
    return table
  }

  /** Calls without a text have no format to keep to; their names and arguments are judged as ever. */
  #readCalls(task: CallTask, calls: readonly EmittedCall[], stopReason: Output['stopReason']): ReadOutput {
    if (calls.length === 0) {
      return { outcome: stopReason === 'length' ? 'truncated' : 'abstained', ok: false, level: 'S0', calls }
    }
    const tools = this.#tableOf(task)
    let level: Level = 'S6'
    for (const { name, arguments: given } of calls) {
      const schema = tools.schemaOf(name)
      if (schema === undefined) level = 'S4'
      else if (level === 'S6' && !preparedSchema(schema, STRICT).check(given).ok) level = 'S5'
    }
    return { outcome: 'called', ok: level === 'S6', level, calls }
  }
}

function writtenIn(
  dialect: Dialect,
  { task, calls }: { readonly task: CallTask; readonly calls: readonly EmittedCall[] },
): string | undefined {
  try {
    return dialect.renderCalls(calls, { tools: task.tools })
  } catch (error) {
    // A prompt copied into an argument can hold what the dialect cannot write.
    if (error instanceof InputError && error.code === 'call-not-writable') return undefined
    throw error
  }
}
