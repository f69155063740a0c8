import type { Tool } from '../catalog/tool.js'
import { InputError } from '../errors.js'
import { outputText } from '../run/output-text.js'
import type { SampleOutput } from '../run/sample.js'
import type { StoredSample } from '../run/sample-lines.js'
import { judgeCalls, readOutputOf } from '../score/calls/call-verdict.js'
import { saidBy } from '../score/run/sample-said.js'
import type { Dialect } from '../toolcall/dialect.js'
import { type OutputText, parseOutput } from '../toolcall/parse-output.js'
import type { Vocabulary } from '../toolcall/tokens/vocabulary.js'
import { type ToolTable, toolTable } from '../toolcall/tool-table.js'
import type { AskedPath, CaseReading, MissingReading } from './case-reading.js'
import { caseTask, type LadderCase } from './ladder-case.js'

export interface AnswerReaderOptions {
  readonly dialect: Dialect
  /** What token ids stand for: with it, ids are read rather than the text that the subject made of them. */
  readonly vocabulary?: Vocabulary
  readonly path: AskedPath
}

export interface ReadAnswers {
  readonly readings: readonly CaseReading[]
  readonly missing: readonly MissingReading[]
}

/** Reads stored answers to cases. Of two samples of one case and trial the later counts. */
export class AnswerReader {
  readonly #options: AnswerReaderOptions
  readonly #cases: ReadonlyMap<string, LadderCase>
  readonly #tables = new WeakMap<readonly Tool[], ToolTable>()
  readonly #read = new Map<string, CaseReading | MissingReading>()

  constructor(cases: readonly LadderCase[], options: AnswerReaderOptions) {
    this.#cases = new Map(cases.map((one) => [one.id, one]))
    this.#options = options
  }

  /** Samples of other cases are passed over. @throws {InputError} `token-unknown`. */
  take(sample: StoredSample): void {
    const one = this.#cases.get(sample.item)
    if (one === undefined) return
    this.#read.set(`${sample.trial} ${sample.item}`, this.#readingOf(one, sample))
  }

  /** What was read, and what every case that is to be generated lacks. */
  finish(): ReadAnswers {
    const readings: CaseReading[] = []
    const missing: MissingReading[] = []
    for (const one of this.#cases.values()) {
      if (!one.asking.generates) continue
      for (let trial = 0; trial < (one.asking.trials ?? 1); trial++) {
        const found = this.#read.get(`${trial} ${one.id}`)
        if (found === undefined) missing.push(this.#missing(one, 'It was not asked.'))
        else if ('reason' in found) missing.push(found)
        else readings.push(found)
      }
    }
    return { readings, missing }
  }

  #missing(one: LadderCase, reason: string): MissingReading {
    return { case: one, path: this.#options.path, what: 'answer', reason }
  }

  #readingOf(one: LadderCase, { output, error, trial, where }: StoredSample): CaseReading | MissingReading {
    if (output === undefined) return this.#missing(one, error?.message ?? 'The sample holds no answer.')
    const said = this.#textOf(output, where)
    if (typeof said === 'string') return this.#missing(one, said)
    const parsing = parseOutput(said, { dialect: this.#options.dialect, tools: this.#tableOf(one.tools) })
    const task = caseTask(one)
    return {
      case: one,
      trial,
      path: this.#options.path,
      text: said.text,
      ...(output.text === undefined || output.text === said.text ? {} : { spokenText: output.text }),
      ...(output.tokenIds === undefined ? {} : { tokenIds: output.tokenIds }),
      stopReason: output.stopReason,
      parsing,
      ...(task === undefined ? {} : { verdict: judgeCalls(task, readOutputOf(parsing)) }),
    }
  }

  /** Why there is no text, where there is none: a server that took the calls out of it, ids without a vocabulary. */
  #textOf(output: SampleOutput, where: string): OutputText | string {
    const { dialect, vocabulary } = this.#options
    const { tokenIds } = output
    const said =
      vocabulary !== undefined && tokenIds !== undefined
        ? ({ kind: 'tokens', tokenIds } as const)
        : saidBy(output, dialect.isApi === true)
    if (said === undefined || said.kind === 'calls') return 'Nothing was said.'
    const stopReason = output.stopReason === 'length' ? 'length' : 'stop'
    try {
      return outputText({ said, stopReason, where, dialect, vocabulary })
    } catch (error) {
      if (error instanceof InputError && error.code !== 'token-unknown') return error.what
      throw error
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
