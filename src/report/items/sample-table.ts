import type { StoredSample } from '../../run/sample-lines.js'
import { printable } from '../../text/printable.js'
import type { AskedItem, ItemEvidence, ItemRow } from '../pages/items-page.js'
import type { RankedEvidence } from '../pages/ranked-evidence.js'
import type { SourceCounts } from '../pages/report-source.js'
import { type CallDigest, callDigestOf, digestKey } from './call-digest.js'
import { CallTally } from './call-tally.js'
import { toCutText } from './cut-text.js'
import { SAID_LENGTH } from './item-caps.js'
import type { ItemJudge, JudgedSample } from './item-judge.js'

/** Samples of one source, in the order of their first lines. */
export interface SampleTable {
  /** Samples in all, listed or not. */
  readonly total: number
  readonly rows: readonly ItemRow[]
  readonly evidence: readonly (ItemEvidence | null)[]
  /** What items of rows with evidence were asked. */
  readonly asked: readonly AskedItem[]
}

export interface SampleTableOptions {
  /** Id of the source. */
  readonly source: string
  readonly subject: string
  /** By benchmark and item; undefined where items could not be read. */
  readonly judgeOf: (benchmark: string, item: string) => ItemJudge | undefined
  /** Rows that are listed; the others are only counted. */
  readonly rows: number
  /** Evidence beyond so many characters is not kept. */
  readonly evidenceLength: number
}

const SNIPPET = 120
const TOKENS = 20
const ERROR_LENGTH = 1000

/** What is kept of every sample, listed or not. */
interface Counted {
  readonly item: string
  readonly isError: boolean
  /** Of calls that are right or wrong. */
  readonly digest: CallDigest | undefined
}

interface Judged {
  readonly judge: ItemJudge | undefined
  readonly judged: JudgedSample | undefined
}

/** Gathers samples one by one; of two of one key the later counts. */
export class SampleTableBuilder {
  readonly #options: SampleTableOptions
  readonly #rows: ItemRow[] = []
  readonly #evidence: (ItemEvidence | null)[] = []
  /** By benchmark, then by place: one list a benchmark, for names of benchmarks are long. */
  readonly #counted = new Map<string, Map<number, Counted>>()
  readonly #digests = new Map<string, CallDigest>()
  readonly #ranked = new Map<number, RankedEvidence>()
  readonly #places = new Map<string, number>()
  readonly #asked: AskedItem[] = []
  readonly #askedPlaces = new Map<string, number>()
  #evidenceLength = 0
  #superseded = 0

  constructor(options: SampleTableOptions) {
    this.#options = options
  }

  take(sample: StoredSample): void {
    const { benchmark, item, variant, trial, error } = sample
    const key = JSON.stringify([benchmark, item, variant ?? null, trial])
    const known = this.#places.get(key)
    const place = known ?? this.#places.size
    if (known === undefined) this.#places.set(key, place)
    else this.#superseded++
    const judge = this.#options.judgeOf(benchmark, item)
    const judged = judge === undefined || sample.output === undefined ? undefined : judge.judge(sample)
    this.#count(place, benchmark, {
      item,
      isError: error !== undefined,
      digest: this.#digestOf({ judge, judged }),
    })
    const ranked = this.#rankedOf(sample, { judge, judged })
    if (ranked === undefined) this.#ranked.delete(place)
    else this.#ranked.set(place, ranked)
    if (place >= this.#options.rows) return
    const evidence = this.#evidenceOf(sample, judged)
    this.#rows[place] = this.#rowOf(sample, { judge, judged, hasEvidence: evidence !== null })
    this.#evidence[place] = evidence
  }

  #count(place: number, benchmark: string, counted: Counted): void {
    const list = this.#counted.get(benchmark) ?? new Map<number, Counted>()
    this.#counted.set(benchmark, list)
    list.set(place, counted)
  }

  #digestOf({ judge, judged }: Judged): CallDigest | undefined {
    if (judge === undefined || judged?.call === undefined || judged.row.verdict === 'unmeasured')
      return undefined
    const digest = callDigestOf(judge.tools, judged.call)
    const key = digestKey(digest)
    const known = this.#digests.get(key)
    if (known === undefined) this.#digests.set(key, digest)
    return known ?? digest
  }

  #rowOf(
    sample: StoredSample,
    { judge, judged, hasEvidence }: Judged & { readonly hasEvidence: boolean },
  ): ItemRow {
    const { benchmark, item, variant, trial, error } = sample
    const asked =
      judge === undefined || !hasEvidence
        ? undefined
        : this.#askedOf(JSON.stringify([benchmark, item]), judge)
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

  #rankedOf({ benchmark, item }: StoredSample, { judge, judged }: Judged): RankedEvidence | undefined {
    if (judge?.sought === undefined) return undefined
    const ranked = judged?.evidence.ranked
    if (ranked === undefined) return undefined
    const { source, subject } = this.#options
    return { source, subject, benchmark, item, ...judge.sought, top: ranked.map(({ name }) => name) }
  }

  #askedOf(key: string, judge: ItemJudge): number {
    const known = this.#askedPlaces.get(key)
    if (known !== undefined) return known
    const asked = judge.asked()
    const place = this.#asked.push(asked) - 1
    this.#askedPlaces.set(key, place)
    this.#evidenceLength += asked.prompt.text.length + asked.gold.text.length
    return place
  }

  #evidenceOf(sample: StoredSample, judged: JudgedSample | undefined): ItemEvidence | null {
    if (this.#evidenceLength > this.#options.evidenceLength) return null
    const evidence = evidenceOf(sample, judged)
    this.#evidenceLength += JSON.stringify(evidence).length
    return evidence
  }

  finish(): SampleTable {
    return { total: this.#places.size, rows: this.#rows, evidence: this.#evidence, asked: this.#asked }
  }

  /** Call samples of one benchmark, counted. */
  tallyOf(benchmark: string): CallTally {
    const tally = new CallTally()
    for (const { item, digest } of this.#counted.get(benchmark)?.values() ?? [])
      if (digest !== undefined) tally.add(item, digest)
    return tally
  }

  get counts(): Pick<SourceCounts, 'samples' | 'errors' | 'superseded'> {
    let errors = 0
    for (const list of this.#counted.values()) for (const { isError } of list.values()) if (isError) errors++
    return { samples: this.#places.size, errors, superseded: this.#superseded }
  }

  /** What was named for each query. */
  ranked(): readonly RankedEvidence[] {
    return [...this.#ranked.values()]
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
