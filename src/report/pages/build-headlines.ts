import type { Score, ScoredValue } from '../../score/score.js'
import { percentInterval, percentText } from '../../text/number-text.js'
import type { ScoreDocument } from '../sources/score-document.js'
import type { HeadlineScore, PageId, VerdictLine, Weight } from './overview-page.js'
import type { ReportSource } from './report-source.js'

/** The measure that decides for each kind of scorer, the page it stands on, and how it is spoken of. */
interface Primary {
  readonly page: PageId
  readonly fits: (score: Score) => boolean
  readonly sentence: (value: string) => string
}

const PRIMARIES: readonly Primary[] = [
  {
    page: 'calls',
    fits: ({ metric, scorer, group }) => metric === 'exact' && scorer.name === 'calls' && group === undefined,
    sentence: (value) => `calls exactly what is right for ${value} of the items`,
  },
  {
    page: 'probes',
    fits: ({ metric, scorer, group }) =>
      metric === 'accuracy' && scorer.name === 'mcq' && group === undefined,
    sentence: (value) => `chooses the right option for ${value} of the multiple-choice questions`,
  },
  {
    page: 'probes',
    fits: ({ metric, scorer, group }) =>
      metric === 'balanced-accuracy' && scorer.name === 'qa' && group === undefined,
    sentence: (value) => `has a balanced accuracy of ${value} on the yes-or-no questions`,
  },
  {
    page: 'dialogues',
    fits: ({ metric, group }) => metric === 'turn-correct' && group === undefined,
    sentence: (value) => `takes ${value} of the turns right in every way`,
  },
  {
    page: 'retrieval',
    fits: ({ metric }) => metric === 'rc',
    sentence: (value) => `recalls ${value} of the needed tools under the trie`,
  },
  {
    page: 'retrieval',
    fits: ({ metric, scorer }) =>
      metric === 'recall' && (scorer.name === 'recall' || scorer.name === 'selection-recall'),
    sentence: (value) => `finds ${value} of the needed tools`,
  },
]

/** Of each primary measure the first score: all tiers, and for rankings the depth nearest to 5. */
function primaryScores(
  scores: readonly Score[],
): readonly { readonly primary: Primary; readonly score: Score }[] {
  return PRIMARIES.flatMap((primary) => {
    const [score] = scores
      .filter((one) => primary.fits(one) && (one.tier === undefined || one.tier === 'all'))
      .toSorted((left, right) => Math.abs((left.k ?? 5) - 5) - Math.abs((right.k ?? 5) - 5))
    return score === undefined ? [] : [{ primary, score }]
  })
}

export function headlinesOf(source: string, documents: readonly ScoreDocument[]): readonly HeadlineScore[] {
  return documents.flatMap(({ subject, benchmark, scores }) =>
    primaryScores(scores).map(({ primary: { page }, score }) => ({
      source,
      subject,
      benchmark,
      page,
      score,
    })),
  )
}

/** One sentence a primary measure; for a source that measured nothing, one that says so. */
export function verdictsOf(
  source: ReportSource,
  documents: readonly ScoreDocument[],
): readonly VerdictLine[] {
  const { id, subject, state } = source
  const whom = subject === undefined ? {} : { subject: subject.label }
  if (state.kind === 'unmeasured') {
    const [first] = state.findings
    const sentence = `Nothing was measured: ${first?.what ?? 'a blocking finding stood before anybody was asked.'}`
    return [
      {
        source: id,
        ...whom,
        page: 'overview',
        verdict: 'unmeasured',
        weight: 'unmeasured',
        sentence,
        evidence: [],
      },
    ]
  }
  const lines = documents.flatMap(({ subject: label, benchmark, scores }) =>
    primaryScores(scores).map(({ primary: { page, sentence }, score }): VerdictLine => {
      const { verdict, weight } = judgementOf(score)
      const text =
        score.kind === 'unscored'
          ? `${label} on ${benchmark}: not scored, ${score.reason}.`
          : `${label} ${sentence(spoken(score))} on ${benchmark}${floorText(score)}.`
      return { source: id, subject: label, page, verdict, weight, sentence: text, evidence: [score] }
    }),
  )
  if (lines.length > 0) return lines
  if (state.kind === 'unscored' || state.kind === 'cut') {
    return [
      {
        source: id,
        ...whom,
        page: 'overview',
        verdict: 'not scored',
        weight: 'unmeasured',
        sentence: state.why,
        evidence: [],
      },
    ]
  }
  return []
}

function judgementOf(score: Score): { readonly verdict: string; readonly weight: Weight } {
  if (score.kind === 'unscored') return { verdict: 'unmeasured', weight: 'unmeasured' }
  switch (score.floor?.verdict) {
    case 'at-floor':
      return { verdict: 'at the floor', weight: 'bad' }
    case 'below-floor':
      return { verdict: 'below the floor', weight: 'bad' }
    case 'not-enough-data':
      return { verdict: 'not enough data', weight: 'unmeasured' }
    case 'above-floor':
      return { verdict: 'above the floor', weight: 'good' }
    default:
      return { verdict: 'measured', weight: 'info' }
  }
}

function floorText({ floor }: ScoredValue): string {
  if (floor === undefined) return ''
  const nullText = `the null model ${floor.null} scores ${percentText(floor.value)}`
  switch (floor.verdict) {
    case 'above-floor':
      return `, above the floor: ${nullText}`
    case 'at-floor':
      return `, no more than the floor: ${nullText}`
    case 'below-floor':
      return `, below the floor: ${nullText}`
    case 'not-enough-data':
      return `; these items are too few to hold it against the floor: ${nullText}`
    default:
      return `; ${nullText}`
  }
}

function spoken(score: ScoredValue): string {
  const interval = score.interval ?? score.itemInterval
  const range = interval === undefined ? '' : ` ${percentInterval(interval)}`
  const depth = score.k === undefined ? '' : ` in the first ${score.k}`
  return `${percentText(score.value)}${range} (n = ${score.n}${depth})`
}
