import { type Exhibit, type Figure, jsonIn, type Reading } from './exhibit.js'
import { T1, t1 } from './published.js'
import { CHOSEN_BY_GOLD } from './standing.js'
import { valueText } from './table-text.js'

/** What `assay converse --json` prints, as far as it is read here. */
interface PrintedScores {
  readonly scores: readonly PrintedScore[]
}

interface PrintedScore {
  readonly kind: 'scored' | 'unscored'
  readonly metric: string
  readonly group?: string
  readonly value?: number
  readonly reason?: string
  readonly n: number
  readonly counted?: number
  readonly interval?: readonly [number, number]
  readonly itemInterval?: readonly [number, number]
}

const AGENTS = ['silent', 'no-op', 'always-seek', 're-search', 'gold'] as const
/** It is given gold's own searches: a high floor. */
const GIVEN_GOLD = 're-search'
const METRICS = [
  'compat-tool-f1',
  'compat-parameter-f1',
  'compat-execution',
  'compat-cache-em',
  'turn-correct',
]

/** The released figures and the strict one of agents that know nothing, and of gold, which is the ceiling. */
export function readDialogues(outputs: readonly string[]): Reading {
  const figures = outputs.flatMap((output, at) => {
    const agent = AGENTS[at] ?? ''
    const { scores } = jsonIn(output) as PrintedScores // assay.scores/1
    return METRICS.flatMap((metric) => {
      const score = scores.find((one) => one.metric === metric && one.group === undefined)
      return score === undefined ? [] : [figureOf(agent, score)]
    })
  })
  return { verdicts: [], figures, faults: [] }
}

function figureOf(agent: string, score: PrintedScore): Figure {
  const { metric, n, interval, itemInterval } = score
  const shown = interval ?? itemInterval
  return {
    what: `${agent}: ${metric}`,
    // Gold is no null model: nothing is held against it.
    group: agent === 'gold' ? `gold ${metric}` : metric,
    value: score.kind === 'scored' ? (score.value ?? null) : null,
    unit: 'share',
    n,
    counted: 'dialogues',
    ...(shown === undefined
      ? {}
      : { interval: shown, over: interval === undefined ? 'these-items' : 'clusters' }),
    ...(score.reason !== undefined
      ? { note: score.reason }
      : agent === GIVEN_GOLD
        ? { note: CHOSEN_BY_GOLD }
        : {}),
  }
}

/** Agents that the released rules leave without a tool F1. */
function unscoredSentence(figures: readonly Figure[]): readonly string[] {
  const unscored = figures.filter(({ value, what }) => value === null && what.endsWith(': compat-tool-f1'))
  if (unscored.length === 0) return []
  const names = unscored.map(({ what }) => `\`${what.slice(0, what.indexOf(':'))}\``).join(' and ')
  return [
    `By the released rules ${names} get no tool F1 at all: turns without a call are left out of it, so that an agent that calls only when it is sure is not charged for the rest. Strictly, every turn counts.`,
  ]
}

/** Where an agent that only asks runs "better" than gold. */
function executionSentence(figures: readonly Figure[]): readonly string[] {
  const of = (agent: string): Figure | undefined =>
    figures.find(({ what }) => what === `${agent}: compat-execution`)
  const [gold, seek] = [of('gold'), of('always-seek')]
  if (gold === undefined || seek === undefined || (gold.value ?? 1) >= (seek.value ?? 0)) return []
  return [
    `By the released rules gold itself executes in ${valueText(gold)} of the turns, since a turn on which nothing is to be done counts as failed, and an agent that asks the same question at every turn in ${valueText(seek)}. An execution rate above gold’s is no merit.`,
  ]
}

export const dialogues: readonly Exhibit[] = [
  {
    id: 't1-rules',
    section: 'benchmarks',
    title: 'T1’s released scorer, by its own rules, on Assay’s travel dialogues',
    about:
      'T1’s dialogues were not at hand. Agents without a model play 360 dialogues that Assay makes in the shape of T1’s test split (nine categories, 40 templates each, one filling), and are scored by the released rules, faults and all (`compat-…`), and strictly (`turn-correct`). Every dialogue is a template of its own, so that intervals are over templates.',
    commands: AGENTS.map(
      (agent) =>
        `node bin/assay.js converse --pack travel --small --subject ${agent} --transcripts none --json -o $OUT/${agent}`,
    ),
    inputs: [],
    needs: [],
    read: readDialogues,
    source: T1,
    published: t1,
    isOfOtherItems: true,
    follows: ({ figures }) => [
      ...unscoredSentence(figures),
      ...executionSentence(figures),
      'Execution and cache match have floors of their own. They are of our dialogues and not of T1’s, so that the table shows how the rules behave and not where a published number stands; on T1’s own dialogues the floors are to be measured again.',
    ],
  },
]
