import type { ItemLoss } from '../../benchmark/resolve.js'
import type { QueryAnswer } from '../../parametric/query-answer.js'
import { reachableItems } from '../../parametric/reachable-items.js'
import type { TokenFaults } from '../../parametric/tokenize-map.js'
import type { InternalizationScore } from '../../score/parametric/internalization.js'
import { type RecallRow, scoreParametric } from '../../score/parametric/score-parametric.js'
import type { Score } from '../../score/score.js'
import type { ParametricOutcome, ParametricTask } from './parametric-task.js'

/** Scores of one subject as `--json` and `-o` give them. */
export interface ParametricDocument {
  readonly schema: 'assay.scores/1'
  readonly subject: string
  readonly benchmark: string
  readonly scores: readonly (Score | InternalizationScore)[]
  readonly items: readonly RecallRow[]
  readonly details: {
    readonly [key: string]: unknown
    readonly free?: FreeCounts
    readonly tokens: TokenDetails | undefined
    readonly gold: GoldDetails
    readonly failed: ParametricOutcome['failed']
    readonly uncovered: readonly string[]
    readonly notices: readonly string[]
    readonly ks: readonly number[]
    readonly widths: readonly number[]
  }
}

/** What free outputs came to, over all queries. */
export interface FreeCounts {
  readonly queries: number
  readonly returned: number
  readonly tools: number
  readonly nonTools: number
  readonly duplicates: number
  readonly examples: readonly string[]
}

interface TokenDetails extends TokenFaults {
  readonly mapped: number
  readonly reachable: number
  readonly strangers: readonly string[]
  readonly unmapped: readonly string[]
  readonly surplus: readonly string[]
  /** Queries whose gold holds a tool whose token is split. */
  readonly splitQueries: readonly string[]
}

interface GoldDetails {
  readonly items: number
  readonly excludedItems: number
  readonly missingGold: number
  readonly losses: readonly ItemLoss[]
  /** Lost because a tool has no token of its own. */
  readonly withoutToken: readonly ItemLoss[]
}

const MOST_EXAMPLES = 10

export function parametricDocument(task: ParametricTask, outcome: ParametricOutcome): ParametricDocument {
  const { flags, catalog, benchmark, resolution } = task
  const { tokens, answers, failed, byWidth } = outcome
  const isReachable = (name: string): boolean => {
    const position = catalog.position(name)
    return tokens === undefined || (position !== undefined && tokens.reachable.has(position))
  }
  const { items, losses } = reachableItems(resolution.items, isReachable)
  const ks = outcome.isDecoded ? flags.k.filter((k) => k <= flags.beams) : flags.k
  const notices = [...outcome.notices]
  if (ks.length < flags.k.length)
    notices.push(
      `Depths above the beam width of ${flags.beams} are left out: ${flags.k.filter((k) => k > flags.beams).join(', ')}.`,
    )
  const serviceAt = (name: string): string | undefined => catalog.tools[catalog.position(name) ?? -1]?.service
  const common = {
    catalog,
    items,
    candidates: tokens?.reachable.size ?? catalog.tools.length,
    services: items.every(({ needs }) => needs.flat().every((name) => serviceAt(name) !== undefined)),
    seed: flags.seed,
    resamples: flags.resamples,
  }
  const { scores, rows } = scoreParametric({ ...common, answers, ks: ks.length === 0 ? [flags.beams] : ks })
  const further = Array.from(byWidth, ([width, found]) =>
    scoreParametric({ ...common, answers: found, ks: [width], services: false, group: `beams ${width}` }),
  )
  const free = freeCounts(answers.values())
  if (free !== undefined && free.returned > 0 && free.returned === free.nonTools) {
    notices.push(
      'Not one free output is a tool: see whether --tokens is the map that this model was trained with.',
    )
  }
  return {
    schema: 'assay.scores/1',
    subject: outcome.subject,
    benchmark: benchmark.name,
    scores: [...scores, ...further.flatMap((one) => one.scores)],
    items: rows,
    details: {
      ...outcome.details,
      benchmark: {
        ...benchmark.source,
        fingerprint: benchmark.fingerprint,
        notices: benchmark.notices ?? [],
      },
      catalog: { tools: catalog.tools.length, fingerprint: catalog.fingerprint },
      ...(free === undefined ? {} : { free }),
      tokens: tokens && tokenDetails(task, outcome),
      gold: {
        items: resolution.counts.items,
        excludedItems: resolution.counts.excludedItems + losses.filter(({ isExcluded }) => isExcluded).length,
        missingGold: resolution.counts.missingGold,
        losses: resolution.losses,
        withoutToken: losses,
      },
      failed,
      uncovered: outcome.uncovered,
      notices,
      ks,
      widths: [...byWidth.keys()],
      seed: flags.seed,
      resamples: flags.resamples,
    },
  }
}

function freeCounts(answers: Iterable<QueryAnswer>): FreeCounts | undefined {
  const sums = { queries: 0, returned: 0, tools: 0, nonTools: 0, duplicates: 0 }
  const examples = new Set<string>()
  for (const { free } of answers) {
    if (free === undefined) continue
    sums.queries++
    sums.returned += free.returned
    sums.tools += free.tools.length
    sums.nonTools += free.nonTools
    sums.duplicates += free.duplicates
    for (const example of free.examples) if (examples.size < MOST_EXAMPLES) examples.add(example)
  }
  return sums.queries === 0 ? undefined : { ...sums, examples: [...examples] }
}

function tokenDetails(
  { resolution }: ParametricTask,
  { tokens }: ParametricOutcome,
): TokenDetails | undefined {
  if (tokens === undefined) return undefined
  const { map, faults, reachable } = tokens
  const split = new Set(faults.split.flatMap(({ tools }) => tools))
  const { strangers, unmapped, surplus } = map
  return {
    ...faults,
    strangers,
    unmapped,
    surplus,
    mapped: map.entries.length,
    reachable: reachable.size,
    splitQueries: resolution.items.flatMap(({ item: { id }, needs }) =>
      needs.flat().some((name) => split.has(name)) ? [id] : [],
    ),
  }
}
