import { normalPrompt } from '../../corpus/prompt-overlap.js'
import { tameText } from '../../corpus/tame-text.js'
import type { ToolCorpus } from '../../corpus/tool-corpus.js'
import type { TokenCounter } from '../../text/count-tokens.js'
import type { EvaluationClash, EvaluationTexts } from './evaluation-texts.js'
import type { RepairRow } from './repair-row.js'
import { rowTexts } from './row-json.js'

/**
 * Why a row was left out. Clashes: it repeats an evaluation. `repeated`: its prompt stands in another row. `marks`: it holds
 * what a tokenizer could take for the end of a turn or the start of a call. `too-long`: more tokens than allowed.
 */
export type DropReason = EvaluationClash | 'repeated' | 'marks' | 'too-long'

export interface CollectorOptions {
  readonly corpus: ToolCorpus
  readonly evaluation: EvaluationTexts
  readonly counter: TokenCounter
  /** Longest row, in tokens. */
  readonly maxTokens: number
}

/** Takes rows that may be trained on, and counts those that may not. */
export class RowCollector {
  readonly rows: RepairRow[] = []
  readonly dropped = new Map<RepairRow['from'], Map<DropReason, number>>()
  /** Tokens of the longest row. */
  longest = 0
  readonly #options: CollectorOptions
  readonly #prompts = new Set<string>()
  readonly #marks: readonly string[]
  readonly #counts = new Map<string, number>()
  #maxTokens: number

  constructor(options: CollectorOptions) {
    this.#options = options
    this.#maxTokens = options.maxTokens
    const { dialect, roles } = options.corpus
    const { start = '', system = '', user = '', assistant = '', tool = '', end = '' } = roles ?? {}
    const marks = [...dialect.markers, ...dialect.endOfTurn, start, system, user, assistant, tool, end]
    this.#marks = [...new Set(marks.map((mark) => mark.trim()))].filter(({ length }) => length >= 4)
  }

  /** From here on rows may have so many tokens. */
  limitTo(maxTokens: number): void {
    this.#maxTokens = maxTokens
  }

  /** @returns whether the row was taken. */
  add(row: RepairRow): boolean {
    const reason = this.reasonAgainst(row)
    if (reason !== undefined) {
      const counts = this.dropped.get(row.from) ?? new Map<DropReason, number>()
      this.dropped.set(row.from, counts.set(reason, (counts.get(reason) ?? 0) + 1))
      return false
    }
    this.#prompts.add(normalPrompt(row.prompt))
    this.longest = Math.max(this.longest, this.#tokensOf(row))
    this.rows.push(row)
    return true
  }

  /** Both rows or none. */
  addBoth(first: RepairRow, second: RepairRow): boolean {
    // Which counts it.
    if (this.reasonAgainst(second) !== undefined) return this.add(second)
    return this.add(first) && this.add(second)
  }

  reasonAgainst(row: RepairRow): DropReason | undefined {
    const { evaluation } = this.#options
    // The corpus asks one thing in several contexts, and its own marks are its own matter.
    if (row.from !== 'corpus') {
      if (this.#prompts.has(normalPrompt(row.prompt))) return 'repeated'
      if (this.#holdsMarks(row)) return 'marks'
    }
    const clash = evaluation.clashOf(row.prompt)
    if (clash !== undefined) return clash
    return this.#tokensOf(row) > this.#maxTokens ? 'too-long' : undefined
  }

  #holdsMarks(row: RepairRow): boolean {
    const said = row.before.flatMap(({ role, content = '' }) => (role === 'system' ? [] : [content]))
    const texts = row.answer.calls.length > 0 ? said : [...said, row.answer.text]
    return texts.some((text) => tameText(text).tamed > 0 || this.#marks.some((mark) => text.includes(mark)))
  }

  #tokensOf(row: RepairRow): number {
    let total = 0
    for (const { text, isShared } of rowTexts(row)) {
      const known = isShared ? this.#counts.get(text) : undefined
      const count = known ?? this.#options.counter.count(text)
      if (isShared) this.#counts.set(text, count)
      total += count
    }
    return total
  }
}
