import type { StoredSample } from '../../run/sample-lines.js'
import { printable } from '../../text/printable.js'
import type { AskedItem, ItemEvidence, ItemRow } from '../pages/items-page.js'
import type { RankedEvidence } from '../pages/ranked-evidence.js'
import type { SourceCounts } from '../pages/report-source.js'
import { CallTally } from './call-tally.js'
import { toCutText } from './cut-text.js'
import { SAID_LENGTH } from './item-caps.js'
import type { ItemJudge, JudgedSample } from './item-judge.js'

/** Samples of one source, in the order of their first lines. */
export interface SampleTable {
  readonly rows: readonly ItemRow[]
  readonly evidence: readonly (ItemEvidence | null)[]
  readonly asked: readonly AskedItem[]
}

export interface SampleTableOptions {
  /** Id of the source. */
  readonly source: string
  readonly subject: string
  /** By benchmark and item; undefined where items could not be read. */
  readonly judgeOf: (benchmark: string, item: string) => ItemJudge | undefined
  /** Evidence beyond so many characters is not kept. */
  readonly evidenceLength: number
}

const SNIPPET = 120
const TOKENS = 20
const ERROR_LENGTH = 1000

/** Gathers samples one by one; of two of one key the later counts. */
export class SampleTableBuilder {
  readonly #options: SampleTableOptions
  readonly #rows: ItemRow[] = []
  readonly #evidence: (ItemEvidence | null)[] = []
  readonly #calls: (NonNullable<JudgedSample['call']> | undefined)[] = []
  readonly #ranked: (RankedEvidence | undefined)[] = []
  readonly #places = new Map<string, number>()
  readonly #asked: AskedItem[] = []
  readonly #askedPlaces = new Map<string, number>()
  #evidenceLength = 0
  #superseded = 0

  constructor(options: SampleTableOptions) {
    this.#options = options
  }

  take(sample: StoredSample): void {
    const { benchmark, item, variant, trial } = sample
    const key = JSON.stringify([benchmark, item, variant ?? null, trial])
    const known = this.#places.get(key)
    const place = known ?? this.#rows.length
    if (known === undefined) this.#places.set(key, place)
    else this.#superseded++
    const judge = this.#options.judgeOf(benchmark, item)
    const judged = judge === undefined || sample.output === undefined ? undefined : judge.judge(sample)
    this.#rows[place] = this.#rowOf(sample, { judge, judged })
    this.#calls[place] = judged?.call
    this.#ranked[place] = this.#rankedOf(sample, { judge, judged })
    this.#evidence[place] = this.#keep(evidenceOf(sample, judged))
  }

  #rowOf(
    sample: StoredSample,
    { judge, judged }: { readonly judge: ItemJudge | undefined; readonly judged: JudgedSample | undefined },
  ): ItemRow {
    const { benchmark, item, variant, trial, error } = sample
    const asked = judge && this.#askedOf(JSON.stringify([benchmark, item]), judge)
    return {
      source: this.#options.source,
      benchmark,
      item,
      ...(judge === undefined ? {} : { kind: judge.kind }),
      ...(variant === undefined ? {} : { variant }),
      trial,
      ...(error === undefined
        ? (judged?.row ?? { verdict: 'unmeasured', outcome: 'not read' })
        : { verdict: 'error', outcome: error.code }),
      ...(judge?.cluster === undefined ? {} : { cluster: judge.cluster }),
      tools: judge?.tools ?? [],
      said: snippetOf(sample, judged),
      ...(asked === undefined ? {} : { asked }),
    }
  }

  #rankedOf(
    { benchmark, item }: StoredSample,
    { judge, judged }: { readonly judge: ItemJudge | undefined; readonly judged: JudgedSample | undefined },
  ): RankedEvidence | undefined {
    const ranked = judged?.evidence.ranked
    if (ranked === undefined || judge?.sought === undefined) return undefined
    const { source, subject } = this.#options
    return { source, subject, benchmark, item, ...judge.sought, top: ranked.map(({ name }) => name) }
  }

  #askedOf(key: string, judge: ItemJudge): number {
    const known = this.#askedPlaces.get(key)
    if (known !== undefined) return known
    const place = this.#asked.push(judge.asked()) - 1
    this.#askedPlaces.set(key, place)
    return place
  }

  #keep(evidence: ItemEvidence): ItemEvidence | null {
    if (this.#evidenceLength > this.#options.evidenceLength) return null
    this.#evidenceLength += 200 + (evidence.said?.text.length ?? 0)
    return evidence
  }

  finish(): SampleTable {
    return { rows: this.#rows, evidence: this.#evidence, asked: this.#asked }
  }

  /** Call samples of one benchmark, counted. */
  tallyOf(benchmark: string): CallTally {
    const tally = new CallTally()
    for (const [place, call] of this.#calls.entries()) {
      const row = this.#rows[place]
      if (call !== undefined && row?.benchmark === benchmark && row.verdict !== 'unmeasured')
        tally.add(row, call)
    }
    return tally
  }

  get counts(): Pick<SourceCounts, 'samples' | 'errors' | 'superseded'> {
    return {
      samples: this.#rows.length,
      errors: this.#rows.filter(({ verdict }) => verdict === 'error').length,
      superseded: this.#superseded,
    }
  }

  /** What was named for each query. */
  ranked(): readonly RankedEvidence[] {
    return this.#ranked.filter((one) => one !== undefined)
  }
}

function snippetOf({ output, error }: StoredSample, judged: JudgedSample | undefined): string {
  if (error !== undefined) return printable(error.message, { maxLength: SNIPPET })
  const text = judged?.text ?? output?.text ?? output?.message ?? ''
  return printable(
    text
      .slice(0, 4 * SNIPPET)
      .replace(/\s+/g, ' ')
      .trim(),
    { maxLength: SNIPPET },
  )
}

function evidenceOf(
  { output, error, firstTokens, effort = {} }: StoredSample,
  judged: JudgedSample | undefined,
): ItemEvidence {
  const { isCached, isRedacted, durationMs, attempts, cost, ...usage } = effort
  const text = judged?.text ?? output?.text ?? output?.message
  return {
    ...(text === undefined ? {} : { said: toCutText(text, SAID_LENGTH) }),
    form: formOf(output, text),
    ...(output === undefined ? {} : { stopReason: output.stopReason }),
    ...judged?.evidence,
    ...(firstTokens === undefined
      ? {}
      : {
          firstTokens: firstTokens
            .slice(0, TOKENS)
            .map(({ text: token, id, logprob }) => ({ text: token ?? `#${id ?? '?'}`, logprob })),
        }),
    ...(error === undefined
      ? {}
      : {
          error: { kind: error.kind, code: error.code, message: toCutText(error.message, ERROR_LENGTH).text },
        }),
    ...(Object.keys(usage).length === 0 ? {} : { usage }),
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(attempts === undefined ? {} : { attempts }),
    ...(cost === undefined ? {} : { cost }),
    ...(isCached === undefined ? {} : { isCached }),
    ...(isRedacted === undefined ? {} : { isRedacted }),
  }
}

function formOf(output: StoredSample['output'], text: string | undefined): ItemEvidence['form'] {
  if (output === undefined) return 'none'
  if (output.message !== undefined && text === output.message) return 'message'
  return output.text === undefined && output.tokenIds !== undefined ? 'tokens' : 'text'
}
