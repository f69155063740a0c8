import type { ItemKind } from '../../benchmark/item.js'
import type { CallFault, Flag, Level, Outcome, Repair, Span } from '../../toolcall/parsed-call.js'
import type { CutText } from './cut-text.js'

/**
 * Samples, one row each. A single file holds at most `caps.rows` rows and, for as many as fit into `caps.evidenceBytes`,
 * what was said; the live view loads the others from the run folder.
 */
export interface ItemsPage {
  /** Samples in all sources. */
  readonly total: number
  readonly rows: readonly ItemRow[]
  /** By the place of the row. Null: left out for room, or there is nothing to show. */
  readonly evidence: readonly (ItemEvidence | null)[]
  /** What items of rows with evidence were asked, each once: rows of one item share it. By `ItemRow.asked`. */
  readonly asked: readonly AskedItem[]
  readonly caps: { readonly rows: number; readonly evidenceBytes: number; readonly textLength: number }
  /** Rows beyond the cap, and rows whose evidence was left out. */
  readonly left: { readonly rows: number; readonly evidence: number }
}

/** `right` and `wrong` by the primary measure of the kind; `partial` between them. */
export type ItemVerdict = 'right' | 'wrong' | 'partial' | 'error' | 'unmeasured'

/** What is listed, filtered, sorted and linked to: source, benchmark, item, variant and trial name it. */
export interface ItemRow {
  readonly source: string
  readonly benchmark: string
  readonly item: string
  /** Absent where the items could not be read. */
  readonly kind?: ItemKind
  readonly variant?: string
  /** From 0. */
  readonly trial: number
  readonly verdict: ItemVerdict
  /** Of the primary measure, in [0, 1]. */
  readonly value?: number
  /** Outcome of a call, chosen label, act of a turn or code of an error. */
  readonly outcome: string
  readonly level?: Level
  readonly cluster?: string
  /** Tools of gold, or the tool that is asked about. */
  readonly tools: readonly string[]
  /** Beginning of what was said, on one line, at most 120 characters. */
  readonly said: string
  /** Place in `ItemsPage.asked`; absent where evidence was left out. */
  readonly asked?: number
}

export interface AskedItem {
  /** The conversation or question. */
  readonly prompt: CutText
  /** Right answer, readable. */
  readonly gold: CutText
  /** Options by letter, of MCQ items in the order of their id. */
  readonly options?: readonly string[]
  /** Names of the tools that were offered, at most 50. */
  readonly offered?: readonly string[]
}

export interface ItemEvidence {
  /** Verbatim, but for length and secrets. Offsets of spans count from its beginning. */
  readonly said?: CutText
  /** `message`: the JSON of an API, as it came. */
  readonly form: 'text' | 'message' | 'tokens' | 'none'
  readonly stopReason?: string
  readonly calls?: CallEvidence
  readonly choice?: ChoiceEvidence
  /** Tools as ranked or named, best first, at most 20. */
  readonly ranked?: readonly { readonly name: string; readonly score?: number; readonly isGold: boolean }[]
  /** Tokens that could have stood first, likeliest first. */
  readonly firstTokens?: readonly { readonly text: string; readonly logprob: number }[]
  readonly error?: { readonly kind: string; readonly code: string; readonly message: string }
  readonly usage?: { readonly promptTokens?: number; readonly completionTokens?: number }
  readonly durationMs?: number
  readonly attempts?: number
  readonly cost?: number
  readonly isCached?: true
  /** Secrets were replaced. */
  readonly isRedacted?: true
}

/** All readings of one output side by side. */
export interface CallEvidence {
  readonly dialect: string
  readonly outcome: Outcome
  readonly level: Level
  readonly isExact: boolean
  readonly strict: readonly ShownCall[]
  /** Absent where it is the same as `strict`, as it mostly is: evidence is the bulk of a report. */
  readonly vendor?: readonly ShownCall[]
  /** Absent where it is the same as `strict`. */
  readonly lenient?: readonly ShownCall[]
  readonly keyword: { readonly released: string | null; readonly anywhere: readonly string[] }
  readonly faults: readonly CallFault[]
  readonly flags: readonly Flag[]
  /** `at` is an offset in the text: what is to be marked there. */
  readonly repairs: readonly Repair[]
  /** Gold calls, each with what became of it. */
  readonly perGold: readonly {
    readonly name: string
    /** JSON, matchers and all. */
    readonly arguments: string
    /** Place among the strict calls. */
    readonly partner?: number
    readonly isEqual: boolean
  }[]
}

export interface ShownCall {
  readonly name: string
  /** JSON, digits as they were read; cut at 2,000 characters. */
  readonly arguments: string
  readonly span: Span
}

export interface ChoiceEvidence {
  readonly method: string
  readonly gold: string
  /** Label that was chosen; absent where none was, or several tie. */
  readonly chosen?: string
  readonly rule: string
  /** What each label stands for in this variant. */
  readonly labels: Readonly<Record<string, string>>
  /** Log-probabilities by label. */
  readonly logprobs?: Readonly<Record<string, number>>
}
