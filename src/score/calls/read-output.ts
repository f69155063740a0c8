import type { CallTask } from '../../benchmark/call-item.js'
import type { NullAnswer } from '../../benchmark/nulls/null-caller.js'
import { InputError } from '../../errors.js'
import type { Output } from '../../run/output-lines.js'
import { outputText } from '../../run/output-text.js'
import type { Dialect } from '../../toolcall/dialect.js'
import { readKeywords } from '../../toolcall/keyword.js'
import { type OutputText, parseOutput } from '../../toolcall/parse-output.js'
import type { Level } from '../../toolcall/parsed-call.js'
import { preparedSchema, STRICT } from '../../toolcall/schema/check-schema.js'
import type { Vocabulary } from '../../toolcall/tokens/vocabulary.js'
import { type ToolTable, toolTable } from '../../toolcall/tool-table.js'
import type { EmittedCall } from './call-comparison.js'
import { type ReadOutput, readOutputOf } from './call-verdict.js'

export interface OutputReaderOptions {
  /** How calls are written in texts and messages; needed unless every output holds parsed calls. */
  readonly dialect?: Dialect
  /** What token ids stand for; needed where outputs are token ids. */
  readonly vocabulary?: Vocabulary
}

/** Reads outputs of call items, whatever form they come in. */
export class OutputReader {
  readonly #options: OutputReaderOptions
  readonly #tables = new WeakMap<CallTask['tools'], ToolTable>()

  constructor(options: OutputReaderOptions) {
    this.#options = options
  }

  /** @throws {InputError} `dialect-missing`, `vocabulary-missing`, `token-unknown`. */
  read(task: CallTask, { said, stopReason, where }: Output): ReadOutput {
    if (said.kind === 'calls') return this.#readCalls(task, said.calls, stopReason)
    const { dialect, vocabulary } = this.#options
    if (dialect === undefined) {
      throw new InputError({
        code: 'dialect-missing',
        what: 'How calls are written in this output is not known.',
        where,
        fix:
          said.kind === 'message'
            ? 'Name the API with --dialect: openai for its chat messages, and for calls that a program or a function gave; `assay dialect list` shows the others.'
            : 'Name the dialect with --dialect; `assay dialect list` shows them, `assay dialect detect` finds that of a model.',
      })
    }
    return this.#parse(task, dialect, outputText({ said, stopReason, where, dialect, vocabulary }))
  }

  /** An answer of a null caller: a text as it stands, calls as the dialect writes them. */
  readNull(task: CallTask, answer: NullAnswer): ReadOutput {
    const { dialect } = this.#options
    if (answer.kind === 'text') {
      if (dialect !== undefined) return this.#parse(task, dialect, { text: answer.text })
      const isEmpty = answer.text.trim() === ''
      const keyword = readKeywords(answer.text, this.#tableOf(task))
      return { outcome: isEmpty ? 'empty' : 'abstained', ok: false, level: 'S0', calls: [], keyword }
    }
    const text = dialect && writtenIn(dialect, { task, calls: answer.calls })
    return dialect === undefined || text === undefined
      ? this.#readCalls(task, answer.calls, 'stop')
      : this.#parse(task, dialect, { text })
  }

  #parse(task: CallTask, dialect: Dialect, output: OutputText): ReadOutput {
    return readOutputOf(parseOutput(output, { dialect, tools: this.#tableOf(task) }))
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
