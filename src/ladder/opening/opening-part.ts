import type { Score } from '../../score/score.js'
import { printable } from '../../text/printable.js'
import type { CaseReading, OpeningReading } from '../case-reading.js'
import type { LadderEvidence } from '../ladder-evidence.js'
import type { RungTable, RungVerdict } from '../rung.js'
import type { RungFinding } from '../rung-finding.js'
import { openingStatistics, probabilityText } from './bounded-statistics.js'
import { UNLISTED } from './forced-prefix.js'
import { gatingScores } from './gating.js'
import { bandOf, openingBands, setBand } from './opening-band.js'
import type { OpeningPosition } from './opening-requests.js'
import { openingScores } from './opening-scores.js'
import { contentPosition, type OpeningSets, openingSets, type PromptSet, promptSets } from './prompt-set.js'
import { listedCases, NO_PART, type RungPart } from './rung-part.js'

type OpeningEvidence = Pick<
  LadderEvidence,
  'openings' | 'readings' | 'harness' | 'missing' | 'subject' | 'seed' | 'resamples'
>

export interface OpeningPart extends RungPart {
  readonly verdict: RungVerdict
}

/** Names of the sets in tables and sentences. */
const SAID: Readonly<Record<PromptSet, string>> = {
  call: 'a call is right',
  'no-call': 'no call is right',
  'no-preamble': 'a call is right, tools not declared',
  neutral: 'nothing of tools',
}

/** First-token probabilities by set of prompts: statistics, gating, bands, and what follows. */
export function openingPart(evidence: OpeningEvidence): OpeningPart {
  const { openings, seed, resamples } = evidence
  const vain = voidOpenings(evidence)
  const usable = openings.filter((opening) => !vain.openings.has(opening))
  if (usable.length === 0) return nothing(evidence, vain.findings)
  const position = contentPosition(usable)
  const sets = openingSets(usable, position)
  const others: OpeningPosition[] = position === 'content' ? ['first'] : []
  const request = { seed, resamples }
  const scores: readonly Score[] = [
    ...promptSets.flatMap((set) => openingScores({ openings: sets[set], group: set, ...request })),
    ...gatingScores({ call: sets.call, noCall: sets['no-call'], ...request }),
    ...others.flatMap((other) => {
      const apart = openingSets(usable, other)
      return promptSets.flatMap((set) =>
        openingScores({ openings: apart[set], group: `${set}@${other}`, ...request }),
      )
    }),
  ]
  const verdict = verdictOf(scores)
  return {
    verdict,
    sentences: [sentenceOf(sets, scores, evidence)],
    evidence: scores,
    findings: [...vain.findings, ...findingsOf(sets, scores)],
    tables: [
      setsTable(
        [{ position, sets }, ...others.map((at) => ({ position: at, sets: openingSets(usable, at) }))],
        evidence,
      ),
      bandsTable(sets),
      ...chainTable(sets.call),
      ...insteadTable(sets.call),
    ],
  }
}

interface Void {
  readonly openings: ReadonlySet<OpeningReading>
  readonly findings: readonly RungFinding[]
}

/** Bounds that come of a list without special tokens, which the greedy answer or the control gives away. */
function voidOpenings({ openings, readings, harness }: OpeningEvidence): Void {
  const bounded = openings.filter(({ isBound }) => isBound)
  const isUnlisted = harness.some(({ code }) => code === UNLISTED)
  const spoken = new Map(
    readings.filter(({ path, trial }) => path === 'direct' && trial === 0).map((one) => [one.case.id, one]),
  )
  const contradicted = bounded.filter((opening) => saysTrigger(spoken.get(opening.case.id), opening))
  const isVoid = isUnlisted || contradicted.length > 0
  const findings: RungFinding[] = []
  if (contradicted.length > 0) {
    findings.push({
      code: 'trigger-unlisted',
      severity: 'warn',
      what: `In ${contradicted.length} prompts the greedy answer begins with the trigger, which the list of likely tokens lacks: the server leaves special tokens out of its lists. Bounds (${bounded.length}) are not counted.`,
      ...listedCases(contradicted.map((opening) => opening.case.id)),
    })
  }
  return { openings: new Set(isVoid ? bounded : []), findings }
}

function saysTrigger(reading: CaseReading | undefined, { chain }: OpeningReading): boolean {
  const [first] = chain
  if (reading === undefined || first === undefined) return false
  if (first.id !== undefined && reading.tokenIds !== undefined) return reading.tokenIds[0] === first.id
  return first.text !== undefined && first.text !== '' && reading.text.startsWith(first.text)
}

function nothing({ openings, missing }: OpeningEvidence, findings: readonly RungFinding[]): OpeningPart {
  const lost = missing.filter(({ what }) => what === 'opening')
  const why =
    openings.length > 0
      ? 'all openings are bounds from lists that lack special tokens.'
      : (lost[0]?.reason ?? 'no openings were asked for.')
  return {
    ...NO_PART,
    findings,
    verdict: 'unmeasured',
    sentences: [`First-token probabilities were not measured: ${printable(why, { maxLength: 300 })}`],
  }
}

function scoreOf(scores: readonly Score[], metric: string, group?: string) {
  const found = scores.find((score) => score.metric === metric && score.group === group)
  return found?.kind === 'scored' ? found : undefined
}

type Standing = 'high' | 'low' | 'unclear'

function standing(scores: readonly Score[], metric: string, group?: string): Standing | undefined {
  const score = scoreOf(scores, metric, group)
  const interval = score?.interval ?? score?.itemInterval
  if (interval === undefined) return undefined
  return interval[0] > 0.5 ? 'high' : interval[1] < 0.5 ? 'low' : 'unclear'
}

function verdictOf(scores: readonly Score[]): RungVerdict {
  const fires = standing(scores, 'argmax-share', 'call')
  if (fires === undefined || fires === 'unclear') return 'not-enough-data'
  if (fires === 'low') return 'fails'
  const firesAnyway = standing(scores, 'argmax-share', 'no-call')
  if (firesAnyway === undefined || firesAnyway === 'unclear') return 'not-enough-data'
  return firesAnyway === 'low' ? 'holds' : 'mixed'
}

function sentenceOf(sets: OpeningSets, scores: readonly Score[], { subject }: OpeningEvidence): string {
  const statistics = openingStatistics(sets.call)
  const type =
    subject?.weights === undefined
      ? 'weights of a type that is not told'
      : printable(subject.weights, { maxLength: 60 })
  const parts: string[] = []
  if (statistics !== undefined) {
    const share = scoreOf(scores, 'argmax-share', 'call')
    const fires =
      share === undefined ? '' : `, and it is the likeliest in ${percent(share.value)} of ${share.n}`
    parts.push(
      `Where a call is right the trigger has a probability of ${probabilityText(statistics.geometricMean)} (geometric mean)${fires}`,
    )
  }
  const auc = scoreOf(scores, 'gating-auc')
  const interval = auc?.interval ?? auc?.itemInterval
  if (auc !== undefined && interval !== undefined) {
    parts.push(
      `it tells prompts that need a call from others with an AUC of ${auc.value.toFixed(3)} [${interval[0].toFixed(3)}, ${interval[1].toFixed(3)}]`,
    )
  }
  if (parts.length === 0) parts.push('No prompt in which a call is right was looked at')
  return `${parts.join('; ')} (${type}).`
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`
}

/** Without the preamble the trigger is less likely by this factor, or it does not depend on it. */
const CARRIED = Math.log(10)

function findingsOf(sets: OpeningSets, scores: readonly Score[]): readonly RungFinding[] {
  const findings: RungFinding[] = []
  const statistics = openingStatistics(sets.call)
  const band = setBand(sets.call)
  const ids = listedCases(sets.call.filter(({ isArgmax }) => !isArgmax).map((opening) => opening.case.id))
  const probability = statistics === undefined ? '' : probabilityText(statistics.geometricMean)
  if (band === 'absent') {
    findings.push({
      code: 'prior-absent',
      severity: 'warn',
      what: `Where a call is right the trigger has a probability of ${probability}: neither greedy decoding nor sampling begins a call. That says where calls fail, not why.`,
      ...ids,
    })
  } else if (band === 'weak' || band === 'latent') {
    findings.push({
      code: band === 'weak' ? 'prior-weak' : 'prior-latent',
      severity: 'warn',
      what: `Where a call is right the trigger has a probability of ${probability}: greedy decoding does not begin a call, sampling ${band === 'weak' ? 'hardly does' : 'may'}.`,
      ...ids,
    })
  }
  if (standing(scores, 'argmax-share', 'no-call') === 'high') {
    const fired = sets['no-call'].filter(({ isArgmax }) => isArgmax)
    findings.push({
      code: 'fires-anyway',
      severity: 'warn',
      what: `Where no call is right the trigger is the likeliest first token in ${fired.length} of ${sets['no-call'].length} prompts.`,
      ...listedCases(fired.map((opening) => opening.case.id)),
    })
  }
  const auc = scoreOf(scores, 'gating-auc')
  const interval = auc?.interval ?? auc?.itemInterval
  if (auc !== undefined && interval !== undefined && interval[0] <= 0.5) {
    findings.push({
      code: 'ungated',
      severity: 'warn',
      what: `The probability of the trigger does not tell prompts that need a call from those that do not (AUC ${auc.value.toFixed(3)}, 95 % interval from ${interval[0].toFixed(3)} to ${interval[1].toFixed(3)}): what calls there are come at one rate, whatever is asked.`,
      ...listedCases([]),
      count: auc.n,
    })
  }
  findings.push(...preambleFinding(sets))
  const bounds = sets.call.filter(({ isBound }) => isBound)
  if (bounds.length > 0) {
    findings.push({
      code: 'bounds-only',
      severity: 'info',
      what: `In ${bounds.length} of ${sets.call.length} prompts that need a call the trigger was not listed: its probability there is at most that of the last token that was, and is shown with ≤.`,
      ...listedCases(bounds.map((opening) => opening.case.id)),
    })
  }
  return findings
}

function preambleFinding(sets: OpeningSets): readonly RungFinding[] {
  const [withTools, without] = [openingStatistics(sets.call), openingStatistics(sets['no-preamble'])]
  if (withTools === undefined || without === undefined) return []
  const { atLeast } = withTools.geometricMean
  if (atLeast === 0) return []
  const difference = Math.log(atLeast) - Math.log(without.geometricMean.atMost)
  const figures = `${probabilityText(withTools.geometricMean)} with it, ${probabilityText(without.geometricMean)} without (geometric means)`
  const shared = {
    severity: 'info',
    ...listedCases(sets['no-preamble'].map((opening) => opening.case.id)),
  } as const
  if (difference >= CARRIED) {
    const what = `The declaration of tools carries the call: ${figures}. A harness that drops it measures another model.`
    return [{ code: 'preamble-carries', what, ...shared }]
  }
  if (without.bounds > 0) return []
  return [
    {
      code: 'preamble-ignored',
      what: `The trigger hardly depends on the declaration of tools: ${figures}.`,
      ...shared,
    },
  ]
}

interface PlacedSets {
  readonly position: OpeningPosition
  readonly sets: OpeningSets
}

function setsTable(placed: readonly PlacedSets[], { subject }: OpeningEvidence): RungTable {
  const rows = placed.flatMap(({ position, sets }) =>
    promptSets.flatMap((set) => {
      const openings = sets[set]
      const statistics = openingStatistics(openings)
      if (statistics === undefined) return []
      const { n, bounds, min, median, arithmeticMean, geometricMean, max } = statistics
      const fired = openings.filter(({ isArgmax }) => isArgmax).length
      return [
        [
          `${set}: ${SAID[set]}`,
          position,
          n,
          bounds,
          ...[min, median, arithmeticMean, geometricMean, max].map(probabilityText),
          `${fired}/${n}`,
          setBand(openings) ?? '',
          entropyCell(openings),
        ],
      ]
    }),
  )
  return {
    id: 'first-token',
    title: 'Probability of the trigger as first token',
    columns: [
      'prompts',
      'position',
      'n',
      'bounds',
      'min',
      'median',
      'arithmetic mean',
      'geometric mean',
      'max',
      'likeliest',
      'band',
      'entropy (nats)',
    ],
    rows,
    note: `Temperature 1, whole vocabulary, no filter and no penalty. The arithmetic mean is decided by the largest values. Weights: ${subject?.weights === undefined ? 'type not told' : printable(subject.weights, { maxLength: 60 })}; quantisation moves probabilities. Entropy of the first token: mean (lowest to highest)${rows.some((row) => row.at(-1) === null) ? '; not measured where the subject lists its likeliest tokens alone' : ''}.`,
  }
}

/** Null where the distribution of a prompt is not known whole. */
function entropyCell(openings: readonly OpeningReading[]): string | null {
  const entropies = openings.flatMap(({ entropy }) => entropy ?? [])
  if (entropies.length < openings.length) return null
  const mean = entropies.reduce((sum, entropy) => sum + entropy, 0) / entropies.length
  const [lowest, highest] = [Math.min(...entropies), Math.max(...entropies)]
  return `${natsText(mean)} (${natsText(lowest)} to ${natsText(highest)})`
}

function natsText(entropy: number): string {
  return entropy !== 0 && entropy < 0.01 ? entropy.toExponential(1) : entropy.toFixed(2)
}

function bandsTable(sets: OpeningSets): RungTable {
  return {
    id: 'first-token-bands',
    title: 'Prompts by band',
    columns: ['prompts', ...openingBands],
    rows: promptSets
      .filter((set) => sets[set].length > 0)
      .map((set) => [
        set,
        ...openingBands.map((band) => sets[set].filter((one) => bandOf(one) === band).length),
      ]),
    note: 'argmax: greedy decoding begins a call; latent: 0.01 and up; weak: 0.001 to 0.01; absent: below 0.001; unclear: a bound that reaches into several.',
  }
}

/** Each token of a trigger of several, given those before it. */
function chainTable(call: readonly OpeningReading[]): readonly RungTable[] {
  const length = Math.max(0, ...call.map(({ chain }) => chain.length))
  if (length < 2) return []
  const rows = Array.from({ length }, (_, at) => {
    const links = call.flatMap(({ chain }) => chain[at] ?? [])
    const statistics = openingStatistics(
      links.map(({ logprob, bound }) => ({ logprob, isBound: bound === 'at-most' })),
    )
    const shown = [...new Set(links.map(({ id, text }) => text ?? `#${id ?? '?'}`))].slice(0, 5)
    return [
      at + 1,
      printable(shown.join(' | '), { maxLength: 80 }),
      links.length,
      statistics === undefined ? null : probabilityText(statistics.geometricMean),
      statistics === undefined ? null : probabilityText(statistics.min),
    ]
  })
  return [
    {
      id: 'first-token-chain',
      title: 'Tokens of the trigger, each given those before it (prompts that need a call)',
      columns: ['token', 'text', 'n', 'geometric mean', 'min'],
      rows,
      note: 'Their product is the probability of the trigger.',
    },
  ]
}

const LISTED_INSTEAD = 8

/** What comes first where the trigger does not. */
function insteadTable(call: readonly OpeningReading[]): readonly RungTable[] {
  const lost = call.filter(({ isArgmax, top }) => !isArgmax && top.length > 0)
  if (lost.length === 0) return []
  const found = new Map<string, { count: number; sum: number }>()
  for (const { top } of lost) {
    const [first] = top
    if (first === undefined) continue
    const name = printable(first.text ?? `#${first.id ?? '?'}`, { maxLength: 40 })
    const known = found.get(name) ?? { count: 0, sum: 0 }
    known.count++
    known.sum += Math.exp(first.logprob)
    found.set(name, known)
  }
  const rows = [...found]
    .sort(([, left], [, right]) => right.count - left.count)
    .slice(0, LISTED_INSTEAD)
    .map(([name, { count, sum }]) => [name, count, (sum / count).toPrecision(3)])
  return [
    {
      id: 'first-token-instead',
      title: 'What is likeliest instead (prompts that need a call)',
      columns: ['token', 'prompts', 'mean probability'],
      rows,
    },
  ]
}
