import type { Score } from '../../score/score.js'
import { type Measure, type RatioSum, scoreSums } from '../../score/sum-score.js'
import { headlineCells, unseenCells } from '../batteries/unseen-cells.js'
import { isSilent, type JudgedCase } from './judged-case.js'

const SCORER = { name: 'reproduction', version: 1 } as const

/** Whether a case counts in a measure, and whether it is right there. */
type Judge = (judged: JudgedCase) => boolean | undefined

interface Definition {
  readonly metric: string
  readonly group?: string
  readonly unit: string
  readonly better?: 'higher' | 'lower'
  readonly terms: readonly { readonly weight: number; readonly judge: Judge }[]
  readonly offset?: number
  readonly whenNothing: string
}

const isOf =
  (battery: string) =>
  ({ case: one }: JudgedCase): boolean =>
    one.battery === battery
const passes = ({ entity }: JudgedCase): boolean | undefined =>
  entity === undefined ? undefined : entity === 'pass'

const headline: Judge = (judged) =>
  isOf('unseen')(judged) && headlineCells.has(judged.case.group ?? '') ? passes(judged) : undefined
const useful: Judge = (judged) =>
  isOf('suppression')(judged) && judged.silence !== undefined ? judged.silence === 'useful' : undefined

function share(
  about: Pick<Definition, 'metric' | 'group' | 'unit' | 'whenNothing' | 'better'>,
  judge: Judge,
): Definition {
  return { ...about, terms: [{ weight: 1, judge }] }
}

const onRows =
  (needsCall: boolean, judge: (judged: JudgedCase) => boolean): Judge =>
  (judged) =>
    isOf('verbatim')(judged) && judged.needsCall === needsCall ? judge(judged) : undefined
const onSilence =
  (judge: (judged: JudgedCase) => boolean): Judge =>
  (judged) =>
    isOf('suppression')(judged) && judged.silence !== undefined ? judge(judged) : undefined

const OF_CALL_ROWS = {
  unit: 'share of corpus rows that call',
  whenNothing: 'no row of the corpus that calls was answered',
}
const OF_NO_CALL = {
  unit: 'share of prompts that need no call',
  whenNothing: 'no prompt of the suppression battery was answered',
}
const ONE_SIDED = 'needs answers to unseen entities and to prompts that need no call'

const fixed: readonly Definition[] = [
  share(
    { metric: 'well-formed', group: 'verbatim', ...OF_CALL_ROWS },
    onRows(true, ({ isWellFormed }) => isWellFormed),
  ),
  share(
    { metric: 'exact', group: 'verbatim', ...OF_CALL_ROWS },
    onRows(true, ({ reading }) => reading.verdict?.exact === true),
  ),
  share(
    { metric: 'memory', ...OF_CALL_ROWS },
    onRows(true, ({ copy }) => copy?.class === 'V0' || copy?.class === 'V1'),
  ),
  share(
    { metric: 'generalised', group: 'verbatim', ...OF_CALL_ROWS },
    onRows(true, ({ copy }) => copy?.class === 'V2'),
  ),
  share(
    {
      metric: 'suppression-rows',
      unit: 'share of corpus rows in prose',
      whenNothing: 'no row of the corpus in prose was answered',
    },
    onRows(false, isSilent),
  ),
  share(
    {
      metric: 'novel-pass',
      unit: 'share of novel prompts that need a call',
      whenNothing: 'no novel prompt was answered',
    },
    (judged) => (isOf('novel')(judged) ? passes(judged) : undefined),
  ),
  share(
    {
      metric: 'unseen-pass',
      unit: 'share of prompts with an unseen entity in a seen wording',
      whenNothing: 'no prompt with an unseen entity was answered',
    },
    headline,
  ),
  share(
    {
      metric: 'unseen-exact',
      unit: 'the same, constants compared too',
      whenNothing: 'no prompt with an unseen entity was answered',
    },
    (judged) => (headline(judged) === undefined ? undefined : judged.reading.verdict?.exact === true),
  ),
  share({ metric: 'abstention', group: 'suppression', ...OF_NO_CALL }, onSilence(isSilent)),
  share({ metric: 'useful-abstention', group: 'suppression', ...OF_NO_CALL }, useful),
  share(
    { metric: 'false-call', group: 'suppression', better: 'lower', ...OF_NO_CALL },
    onSilence((judged) => !isSilent(judged)),
  ),
  {
    metric: 'balanced-accuracy',
    unit: 'mean of unseen-pass and useful-abstention',
    terms: [
      { weight: 0.5, judge: headline },
      { weight: 0.5, judge: useful },
    ],
    whenNothing: ONE_SIDED,
  },
  {
    metric: 'youden-j',
    unit: 'unseen-pass plus useful-abstention less 1',
    terms: [
      { weight: 1, judge: headline },
      { weight: 1, judge: useful },
    ],
    offset: -1,
    whenNothing: ONE_SIDED,
  },
  share(
    {
      metric: 'unseen-tools-pass',
      unit: 'share of prompts for tools that were never trained',
      whenNothing: 'no prompt for an untrained tool was answered',
    },
    (judged) => (isOf('unseen-tools')(judged) ? passes(judged) : undefined),
  ),
  share(
    {
      metric: 'multi-call-pass',
      unit: 'share of prompts that need two calls',
      whenNothing: 'no prompt that needs two calls was answered',
    },
    (judged) => (isOf('multi-call')(judged) ? passes(judged) : undefined),
  ),
]

const HIGHER: 'higher' | 'lower' = 'higher'

/** Cells of the 2×2, and what suppression prompts mention, as far as they were asked. */
function divisions(judged: readonly JudgedCase[]): readonly Definition[] {
  const cells = unseenCells.filter((cell) =>
    judged.some((one) => isOf('unseen')(one) && one.case.group === cell),
  )
  const mentions = new Set(
    judged.flatMap((one) =>
      onSilence(() => true)(one) && one.case.group !== undefined ? [one.case.group] : [],
    ),
  )
  return [
    ...cells.map((cell) =>
      share(
        {
          metric: 'unseen-pass',
          group: cell,
          unit: 'share of prompts of the cell',
          whenNothing: 'not asked',
        },
        (one) => (isOf('unseen')(one) && one.case.group === cell ? passes(one) : undefined),
      ),
    ),
    ...[...mentions]
      .sort()
      .map((mention) =>
        share(
          { metric: 'false-call', group: `suppression/${mention}`, better: 'lower', ...OF_NO_CALL },
          (one) => (one.case.group === mention ? onSilence((silence) => !isSilent(silence))(one) : undefined),
        ),
      ),
  ]
}

export interface ReproductionScoring {
  readonly judged: readonly JudgedCase[]
  readonly seed: number
  readonly resamples: number
}

/**
 * Every score of rung 3. Trials of one case count as parts of one item; clusters are the cases' own (templates, wordings),
 * so that from 20 effective clusters on the interval is theirs.
 */
export function reproductionScores({ judged, seed, resamples }: ReproductionScoring): readonly Score[] {
  const items = byCase(judged)
  const clusters = items.map(([first]) => (first as JudgedCase).case.cluster) // no item is empty
  const measures = [...fixed, ...divisions(judged)].map(
    ({ metric, group, unit, better = HIGHER, terms, offset = 0, whenNothing }): Measure => ({
      about: { metric, ...(group === undefined ? {} : { group }), unit, better, scorer: SCORER },
      isShare: items.every((trials) => trials.length === 1),
      subject: { terms: terms.map(({ weight, judge }) => ({ weight, ...columns(items, judge) })), offset },
      nulls: [],
      ...(better === 'higher' ? { ceiling: 1 } : {}),
      whenNothing,
    }),
  )
  // Each battery has clusters of its own; a measure is drawn over the items that count in it alone.
  return measures.map((measure): Score => {
    const counts = items.map((_, item) =>
      measure.subject.terms.some(({ bottom }) => (bottom[item] as number) > 0),
    )
    const kept = items.flatMap((_, item) => (counts[item] === true ? [item] : []))
    if (kept.length === 0) return { kind: 'unscored', ...measure.about, reason: measure.whenNothing, n: 0 }
    const subject: RatioSum = {
      offset: measure.subject.offset,
      terms: measure.subject.terms.map(({ weight, top, bottom }) => ({
        weight,
        top: Float64Array.from(kept, (item) => top[item] as number),
        bottom: Float64Array.from(kept, (item) => bottom[item] as number),
      })),
    }
    const [score] = scoreSums({
      measures: [{ ...measure, subject }],
      clusters: kept.map((item) => clusters[item]),
      seed,
      resamples,
      label: `rung 3 ${measure.about.metric} ${measure.about.group ?? ''}`,
    })
    return score as Score // one measure gives one score
  })
}

/** Answers by case: the trials of one case are one item. */
function byCase(judged: readonly JudgedCase[]): readonly (readonly JudgedCase[])[] {
  const items = new Map<string, JudgedCase[]>()
  for (const one of judged) {
    const known = items.get(one.case.id)
    if (known === undefined) items.set(one.case.id, [one])
    else known.push(one)
  }
  return [...items.values()]
}

function columns(
  items: readonly (readonly JudgedCase[])[],
  judge: Judge,
): { readonly top: Float64Array; readonly bottom: Float64Array } {
  const top = new Float64Array(items.length)
  const bottom = new Float64Array(items.length)
  for (const [index, trials] of items.entries()) {
    const results = trials.flatMap((trial) => judge(trial) ?? [])
    if (results.length === 0) continue
    top[index] = results.filter(Boolean).length / results.length
    bottom[index] = 1
  }
  return { top, bottom }
}
