import { tiers } from '../../benchmark/item.js'
import type { ResolvedItem } from '../../benchmark/resolve.js'
import type { Catalog } from '../../catalog/catalog.js'
import type { StoredSample } from '../../run/sample-lines.js'
import { withoutText } from '../choice/abstention.js'
import { spokenText } from '../choice/spoken-text.js'
import {
  type JudgedItem,
  judgeChance,
  judgeIdeal,
  judgeRanking,
  soughtInCatalog,
  soughtInPool,
} from '../judged-item.js'
import { type Column, scoreMeans } from '../mean-score.js'
import type { RetrievalScorer } from '../retrieval-scorer.js'
import type { Score } from '../score.js'
import { retrievalScorers } from '../scorers/index.js'
import { type ItemRepeats, itemRepeats } from './item-repeats.js'
import {
  affordableResamples,
  allItems,
  type FinishSettings,
  itemsFrom,
  type KindScorer,
  type KindScores,
  type ScoredItem,
} from './kind-scorer.js'
import { type LedgerRow, rowsByVariant, SampleLedger } from './sample-ledger.js'
import { readSelection, type Selection } from './selection-reading.js'

/** Values of one answer by each measure, and how it was read. */
interface SelectionOutcome {
  readonly values: Float64Array
  readonly kind: 'named' | 'abstained' | 'unreadable'
  readonly names: number
  readonly strangers: number
}

interface Measure {
  readonly metric: string
  readonly scorer: RetrievalScorer
  readonly k: number
  readonly reading: 'strict' | 'lenient'
}

/** Depth of scorers that look at the whole ranking, as for other retrievers. */
const DEPTH = 1000

export interface SelectionOptions {
  readonly catalog: Catalog
  /** Depths, each 1 upward. */
  readonly ks: readonly number[]
}

/**
 * Scores what a model named of the tools it was shown, as a ranking: recall, hit, NDCG and the rest at every depth, each
 * variant apart, for a variant says what was shown. Tools that were not named are not found. An answer without any
 * tool scores 0 and is counted as abstained or unreadable. The strict reading decides; recall by the lenient one stands
 * beside it.
 */
export class SelectionScorer implements KindScorer {
  readonly kind = 'retrieval'
  readonly #items: readonly ResolvedItem[]
  readonly #catalog: Catalog
  readonly #measures: readonly Measure[]
  readonly #ledger: SampleLedger<SelectionOutcome>

  constructor(items: readonly ResolvedItem[], { catalog, ks }: SelectionOptions) {
    this.#items = items
    this.#catalog = catalog
    this.#measures = measuresAt(ks)
    this.#ledger = new SampleLedger(
      items.map(({ item }) => item.id),
      { isPlanned: (item, variant) => variant !== 'pool' || items[item]?.pool !== undefined },
    )
  }

  get items(): number {
    return this.#items.length
  }

  take(place: number, sample: StoredSample): void {
    const item = this.#items[place]
    if (item !== undefined) this.#ledger.record(place, sample, this.#judge(item, sample))
  }

  #judge(item: ResolvedItem, { output, variant }: StoredSample): SelectionOutcome | undefined {
    if (output === undefined) return undefined
    const spoken = spokenText(output)
    const { strict, lenient } = readSelection(spoken.kind === 'text' ? spoken.text : '', this.#catalog)
    const judged = { strict: this.#rank(item, strict, variant), lenient: this.#rank(item, lenient, variant) }
    const values = Float64Array.from(this.#measures, ({ scorer, k, reading }) =>
      scorer.score(judged[reading], k),
    )
    const isSilent = spoken.kind === 'none' ? withoutText(spoken).kind === 'abstained' : saysNone(spoken.text)
    return {
      values,
      kind: strict.names.length > 0 ? 'named' : isSilent ? 'abstained' : 'unreadable',
      names: strict.names.length,
      strangers: strict.strangers,
    }
  }

  #rank(item: ResolvedItem, { names }: Selection, variant: string | undefined): JudgedItem {
    const ranking = names.map((name, index) => ({ name, score: names.length - index }))
    return judgeRanking(ranking, this.#sought(item, variant))
  }

  #sought(item: ResolvedItem, variant: string | undefined): ReturnType<typeof soughtInCatalog> {
    return variant === 'pool' && item.pool !== undefined
      ? soughtInPool(item, item.pool)
      : soughtInCatalog(item, this.#catalog.tools.length)
  }

  finish(settings: FinishSettings): KindScores {
    const rows = this.#ledger.measured()
    const scored = rowsByVariant(rows).map((group) => this.#scoreVariant(group, settings))
    const count = (kind: SelectionOutcome['kind']): number =>
      rows.filter(({ outcome }) => outcome.kind === kind).length
    return {
      kind: 'retrieval',
      scores: scored.flatMap(({ scores }) => scores),
      items: allItems(scored),
      total: this.items,
      measured: new Set(rows.map(({ item }) => item)).size,
      gaps: this.#ledger.gaps(settings.trials),
      details: {
        answers: { named: count('named'), abstained: count('abstained'), unreadable: count('unreadable') },
        namesOfNoTool: rows.reduce((sum, { outcome }) => sum + outcome.strangers, 0),
      },
    }
  }

  #scoreVariant(
    {
      variant,
      rows,
    }: { readonly variant: string | undefined; readonly rows: readonly LedgerRow<SelectionOutcome>[] },
    { seed, resamples }: FinishSettings,
  ): Pick<KindScores, 'scores' | 'items'> {
    const members = this.#average(rows)
    const bounds = this.#measures.map(() => ({ chance: [] as number[], ceiling: [] as number[] }))
    for (const { item } of members) {
      const sought = this.#sought(item, variant)
      const [chance, ideal] = [judgeChance(sought), judgeIdeal(sought)]
      for (const [index, { scorer, k }] of this.#measures.entries()) {
        bounds[index]?.chance.push(scorer.score(chance, k))
        bounds[index]?.ceiling.push(scorer.score(ideal, k))
      }
    }
    const scores = (['all', ...tiers] as const).flatMap((tier): readonly Score[] => {
      const places = [...members.keys()].filter(
        (place) => tier === 'all' || members[place]?.item.tier === tier,
      )
      const pick = (values: readonly number[]): readonly number[] =>
        places.map((place) => values[place] as number)
      const columns = this.#measures.map(
        (measure, index): Column => ({
          about: {
            metric: measure.metric,
            k: measure.k,
            tier,
            ...(variant === undefined ? {} : { group: variant }),
            unit: measure.scorer.unit,
            better: 'higher',
            scorer: { ...measure.scorer.identity, name: `selection-${measure.scorer.identity.name}` },
          },
          values: places.map((place) => members[place]?.values[index] as number),
          chance: pick(bounds[index]?.chance ?? []),
          ceiling: pick(bounds[index]?.ceiling ?? []),
        }),
      )
      const clusters = places.map((place) => members[place]?.item.item.cluster)
      return scoreMeans({
        columns,
        clusters,
        seed,
        resamples: affordableResamples(resamples, places.length),
        label: `selection ${variant ?? ''} ${tier}`,
      })
    })
    return { scores, items: itemsFrom(members, (member) => this.#itemOf(member, variant)) }
  }

  /** Means over the samples of each item. */
  #average(rows: readonly LedgerRow<SelectionOutcome>[]): readonly Member[] {
    const members: {
      readonly item: ResolvedItem
      readonly values: Float64Array
      readonly rows: Float64Array[]
    }[] = []
    let last = -1
    for (const { item: place, outcome } of rows) {
      const item = this.#items[place]
      if (item === undefined) continue
      if (place !== last) members.push({ item, values: new Float64Array(this.#measures.length), rows: [] })
      last = place
      const member = members.at(-1)
      if (member === undefined) continue
      member.rows.push(outcome.values)
      for (const [index, value] of outcome.values.entries()) {
        member.values[index] = (member.values[index] as number) + value
      }
    }
    return members.map(({ item, values, rows: own }) => ({
      item,
      samples: own.length,
      values: values.map((sum) => sum / own.length),
      ...this.#repeatsOf(own),
    }))
  }

  #repeatsOf(rows: readonly Float64Array[]): { readonly repeats?: ItemRepeats } {
    const repeats = itemRepeats(
      rows.map((_values, row) => ({ row, variant: undefined })),
      this.#measures.map((measure, index) => ({
        metric: itemMetric(measure),
        valueAt: (row) => rows[row]?.[index],
      })),
    )
    return repeats === undefined ? {} : { repeats }
  }

  #itemOf(
    { item: { item, tier }, values, samples, repeats }: Member,
    variant: string | undefined,
  ): ScoredItem {
    const { id, cluster } = item
    return {
      id,
      kind: 'retrieval',
      ...(variant === undefined ? {} : { variant }),
      ...(cluster === undefined ? {} : { cluster }),
      tier,
      samples,
      values: Object.fromEntries(
        this.#measures.map((measure, index) => [itemMetric(measure), values[index] as number]),
      ),
      ...(repeats === undefined ? {} : { repeats }),
    }
  }
}

interface Member {
  readonly item: ResolvedItem
  readonly values: Float64Array
  readonly samples: number
  readonly repeats?: ItemRepeats
}

/** As items name it: those that look at the whole ranking have no depth. */
function itemMetric({ metric, scorer, k }: Measure): string {
  return scorer.at === 'k' ? `${metric}@${k}` : metric
}

function measuresAt(ks: readonly number[]): readonly Measure[] {
  const strict = retrievalScorers.flatMap((scorer) =>
    (scorer.at === 'k' ? ks : [DEPTH]).map((k) => ({
      metric: scorer.identity.name,
      scorer,
      k,
      reading: 'strict' as const,
    })),
  )
  const lenient = retrievalScorers
    .filter(({ identity }) => identity.name === 'recall')
    .flatMap((scorer) =>
      ks.map((k) => ({ metric: 'recall-lenient', scorer, k, reading: 'lenient' as const })),
    )
  return [...strict, ...lenient]
}

/** The answer says that no tool fits. */
function saysNone(text: string): boolean {
  return /^(?:none|no (?:suitable |matching )?tools?\b.{0,80}|\[\s*\]|n\/a)?[\s.]*$/i.test(text)
}
