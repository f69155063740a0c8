import type { Score } from '../../score/score.js'
import { corpusLanguage } from '../batteries/corpus-language.js'
import type { LadderEvidence } from '../ladder-evidence.js'
import { CorpusReferences } from '../reproduction/corpus-references.js'
import { type JudgedCase, judgeCase } from '../reproduction/judged-case.js'
import { reproductionFindings } from '../reproduction/reproduction-findings.js'
import { reproductionScores } from '../reproduction/reproduction-scores.js'
import { reproductionTables } from '../reproduction/reproduction-tables.js'
import { defineRung, type RungResult, type RungVerdict } from '../rung.js'

const CLAIM =
  'The subject writes the calls of its own corpus in form, makes them for entities and wordings that it never saw, and makes none where none is needed.'

/** Rung 3: reproduction of the corpus, and what of it generalises. */
export const reproduction = defineRung({
  id: 3,
  name: 'reproduction and generalisation',
  claim: CLAIM,
  judge(evidence) {
    const judged = judgedCases(evidence)
    const base = { id: 3 as const, name: 'reproduction and generalisation', claim: CLAIM }
    if (judged.length === 0) {
      return {
        ...base,
        verdict: 'unmeasured',
        summary:
          'No answer to a row of the corpus or to a prompt made from it is stored, so nothing can be said.',
        evidence: [],
        findings: [],
        tables: [],
      }
    }
    const { seed, resamples, statistics } = evidence
    const scores = reproductionScores({ judged, seed, resamples })
    const references = referencesOf(evidence)
    const result: RungResult = {
      ...base,
      verdict: verdictOf(scores),
      summary: summaryOf(scores),
      evidence: scores,
      findings: reproductionFindings({ judged, references, statistics }),
      tables: reproductionTables(judged),
    }
    return result
  },
})

function judgedCases(evidence: LadderEvidence): readonly JudgedCase[] {
  const asked = evidence.readings.filter(
    ({ path, case: one }) => path === 'direct' && RUNG_BATTERIES.has(one.battery),
  )
  if (asked.length === 0) return []
  const references = referencesOf(evidence)
  const prompts = evidence.corpus.examples.map(({ prompt }) => prompt)
  const { language } = corpusLanguage(prompts)
  return asked.flatMap(
    (reading) => judgeCase(reading, { references, dialect: evidence.dialect, language }) ?? [],
  )
}

const RUNG_BATTERIES: ReadonlySet<string> = new Set([
  'verbatim',
  'novel',
  'unseen',
  'suppression',
  'unseen-tools',
  'multi-call',
])

const known = new WeakMap<LadderEvidence['corpus'], CorpusReferences>()

/** Made once a corpus: checkpoints and grafts are judged against the same one. */
function referencesOf({ corpus }: LadderEvidence): CorpusReferences {
  const made = known.get(corpus) ?? new CorpusReferences(corpus)
  known.set(corpus, made)
  return made
}

/** What the claim rests on, with how the summary says it. */
const KEYS: readonly { readonly metric: string; readonly group?: string; readonly says: string }[] = [
  { metric: 'well-formed', group: 'verbatim', says: 'of the calls on corpus rows are well formed' },
  { metric: 'unseen-pass', says: 'of the prompts with unseen entities pass' },
  {
    metric: 'useful-abstention',
    group: 'suppression',
    says: 'of the prompts that need no call get a useful answer without one',
  },
]

function scoreOf(scores: readonly Score[], { metric, group }: (typeof KEYS)[number]): Score | undefined {
  return scores.find((score) => score.metric === metric && score.group === group)
}

/** `holds` when each figure is above 0.5 (lower bound), `fails` when each is below (upper bound), `mixed` between. */
function verdictOf(scores: readonly Score[]): RungVerdict {
  const standings = KEYS.map((key): 'high' | 'low' | 'unclear' => {
    const score = scoreOf(scores, key)
    const interval = score?.kind === 'scored' ? (score.interval ?? score.itemInterval) : undefined
    if (interval === undefined) return 'unclear'
    return interval[0] > 0.5 ? 'high' : interval[1] < 0.5 ? 'low' : 'unclear'
  })
  if (standings.every((standing) => standing === 'high')) return 'holds'
  // Without the form of a call, silence where none is needed is no ability.
  if (standings[0] === 'low' && standings[1] === 'low') return 'fails'
  if (standings.includes('low')) return 'mixed'
  return 'not-enough-data'
}

function summaryOf(scores: readonly Score[]): string {
  const parts = KEYS.map((key) => {
    const score = scoreOf(scores, key)
    if (score?.kind !== 'scored') return `${key.metric} could not be scored`
    return `${Math.round(100 * score.value)} % ${key.says} (n = ${score.n})`
  })
  return `${parts.join('; ')}.`
}
