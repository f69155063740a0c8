import type { Score } from '../score/score.js'
import { type Interval, NORMAL_975 } from '../stats/interval.js'
import { wilsonInterval } from '../stats/wilson.js'
import { percentText } from '../text/number-text.js'
import type { RungId, RungResult } from './rung.js'
import type { RungFinding } from './rung-finding.js'

/** What the ladder says of a subject. */
export type LadderVerdictWord =
  | 'capable'
  | 'memorised'
  | 'over-triggers'
  | 'no-prior'
  | 'false-positive'
  | 'partial'
  | 'unmeasured'
  | 'not-enough-data'

/** Something to do next, with the command that does it where there is one. */
export interface NextStep {
  readonly what: string
  readonly command?: string
}

/** A figure that the verdict rests on. */
export interface DecidingFigure {
  readonly rung: RungId
  readonly metric: string
  readonly value: number
  readonly n: number
  readonly interval: Interval
  /** The interval speaks of these items only: there are too few clusters for more. */
  readonly isItemsOnly: boolean
  readonly standing: Standing
}

/** Where an interval lies beside 0.5. */
export type Standing = 'high' | 'low' | 'unclear'

export interface LadderVerdict {
  readonly verdict: LadderVerdictWord
  /** The rung whose evidence decided; absent where none could be judged. */
  readonly decidedBy: RungId | null
  /** One sentence that stands without the rest. */
  readonly because: string
  readonly figures: readonly DecidingFigure[]
  /** How far the verdict reaches. */
  readonly caveats: readonly string[]
  readonly next: readonly NextStep[]
  /** Items that would place a figure that is unclear, if it stays what it is. */
  readonly needed?: readonly { readonly metric: string; readonly n: number }[]
}

/** From this share of only-lenient outputs on, with strict calls below it, a keyword score says nothing of calls. */
const FALSE_POSITIVE = 0.1
/** Where high ends and low begins. */
const MIDDLE = 0.5
/** Share of verbatim calls that are memory, from which a subject that fails elsewhere has memorised. */
const MEMORISED = 0.8
/** Geometric mean of the trigger's probability below which there is no prior to call. */
const ABSENT_PRIOR = 1e-3

/**
 * The verdict, by the first rule that holds:
 *
 * 1. `unmeasured`: rung 0 found a blocking fault.
 * 2. `false-positive`: of the same outputs more than 10 % are right by keywords and wrong by the strict reading (lower
 *    bound), and fewer than 10 % are right by the strict reading (upper bound).
 * 3. `no-prior`: the probability of the trigger as first token is below 0.001 (geometric mean over prompts that need a
 *    call), and calls are not well formed.
 * 4. `memorised`: calls on the corpus's own prompts are well formed, four in five of them copies of the training answer,
 *    and unseen entities fail.
 * 5. `capable`: well formed, unseen entities pass, and prompts that need no call get a useful answer without one.
 * 6. `over-triggers`: as 5, but prompts that need no call get one.
 * 7. `partial`: the figures are clear and no rule fits; `not-enough-data`: some of them are not clear.
 *
 * High is a lower bound above 0.5, low an upper bound below it. The order of `rungs` does not matter. On a practice corpus,
 * which the subject was not trained on, rule 4 is left out.
 */
export function ladderVerdict(
  climbed: readonly RungResult[],
  { isPractice = false }: { readonly isPractice?: boolean } = {},
): LadderVerdict {
  const rungs = climbed.toSorted((left, right) => left.id - right.id)
  const verdict =
    unmeasured(rungs) ??
    nothingAsked(rungs) ??
    falsePositive(rungs) ??
    noPrior(rungs) ??
    byReproduction(rungs, isPractice)
  return isPractice ? ofPractice(verdict) : verdict
}

/** A practice corpus says nothing of memory, and what it says of skill is said of its few tools. */
function ofPractice(verdict: LadderVerdict): LadderVerdict {
  return {
    ...verdict,
    caveats: [
      ...verdict.caveats,
      'The corpus is a small practice corpus that this subject was not trained on: its rows are new prompts too, over six tools, and nothing is said of memory.',
    ],
    next: [
      ...(verdict.decidedBy === 0 ? verdict.next : []),
      {
        what: 'Climb again on the corpus that it was trained on, at the standard size; prompts are then those of its training.',
        command: 'assay ladder --subject SUBJECT --corpus TRAINING.jsonl',
      },
    ],
  }
}

function unmeasured(rungs: readonly RungResult[]): LadderVerdict | undefined {
  const blocking: { readonly rung: RungResult; readonly finding: RungFinding }[] = rungs.flatMap((rung) =>
    rung.findings.filter(({ severity }) => severity === 'blocking').map((finding) => ({ rung, finding })),
  )
  const [first] = blocking
  if (first === undefined) return undefined
  return {
    verdict: 'unmeasured',
    decidedBy: first.rung.id,
    because: `The instrument measured something else: ${lowerFirst(first.finding.what)}`,
    figures: [],
    caveats: blocking.slice(1).map(({ finding }) => finding.what),
    next: [
      {
        what: `Mend the harness first (${blocking.map(({ finding }) => finding.code).join(', ')}), then ask again: no figure of this run says anything of the subject.`,
      },
    ],
  }
}

function nothingAsked(rungs: readonly RungResult[]): LadderVerdict | undefined {
  const hasEvidence = rungs.some(({ id, evidence }) => id >= 1 && evidence.some(isScored))
  if (hasEvidence) return undefined
  return {
    verdict: 'not-enough-data',
    decidedBy: null,
    because: 'No answer of the subject was judged.',
    figures: [],
    caveats: [],
    next: [
      {
        what: 'Name a subject with --subject, or climb more rungs with --rungs; where a subject was asked, the table of batteries says why its answers are missing.',
      },
    ],
  }
}

function falsePositive(rungs: readonly RungResult[]): LadderVerdict | undefined {
  const only = figure(rungs, 1, 'lenient-only')
  const strict = figure(rungs, 1, 'strict-selection')
  if (only === undefined || strict === undefined) return undefined
  if (only.interval[0] <= FALSE_POSITIVE || strict.interval[1] >= FALSE_POSITIVE) return undefined
  return {
    verdict: 'false-positive',
    decidedBy: 1,
    because: `Of the prompts that need a call, keywords alone credit ${percentText(only.value)} (${percentText(only.interval[0])} or more), and a strict reading accepts ${percentText(strict.value)} (${percentText(strict.interval[1])} at most): the subject names tools and does not call them.`,
    figures: [only, strict],
    caveats: caveatsOf([only, strict]),
    next: [
      { what: 'Discard the keyword score: it measures mention, not calling.' },
      ...repairSteps('The subject has to learn the form of a call.'),
    ],
  }
}

/** Where rule 2 would hold by the shares and not by their bounds. */
function openFalsePositive(rungs: readonly RungResult[]): readonly string[] {
  const only = figure(rungs, 1, 'lenient-only')
  const strict = figure(rungs, 1, 'strict-selection')
  if (only === undefined || strict === undefined) return []
  if (only.value <= FALSE_POSITIVE || strict.value >= FALSE_POSITIVE) return []
  return [
    `Keywords alone credit ${percentText(only.value)}, and a strict reading accepts ${percentText(strict.value)}, but up to ${percentText(strict.interval[1])} cannot be ruled out: more cases (--size) would tell whether the keyword score is a false positive.`,
  ]
}

function noPrior(rungs: readonly RungResult[]): LadderVerdict | undefined {
  const prior = scored(rungs, 4, 'p-first', 'call')
  const formed = figure(rungs, 3, 'well-formed')
  if (prior === undefined || prior.value >= ABSENT_PRIOR || formed?.standing === 'high') return undefined
  return {
    verdict: 'no-prior',
    decidedBy: 4,
    because: `The trigger has a probability of ${prior.value.toExponential(1)} as first token where a call is right (geometric mean over ${prior.n} prompts), so greedy decoding cannot begin one.`,
    figures: formed === undefined ? [] : [formed],
    caveats: ['A low probability says that no call begins; it does not say why.'],
    next: repairSteps('The habit to call was never learnt, or was erased.'),
  }
}

function byReproduction(rungs: readonly RungResult[], isPractice: boolean): LadderVerdict {
  const formed = figure(rungs, 3, 'well-formed')
  const memory = figure(rungs, 3, 'memory')
  const unseen = figure(rungs, 3, 'unseen-pass')
  const useful = figure(rungs, 3, 'useful-abstention', 'suppression')
  const figures = [formed, isPractice ? undefined : memory, unseen, useful].filter((one) => one !== undefined)
  const caveats = [...caveatsOf(figures), ...openFalsePositive(rungs)]
  const base = { decidedBy: 3 as const, figures, caveats }
  const isMemory = memory !== undefined && memory.value >= MEMORISED && memory.standing === 'high'
  if (!isPractice && formed?.standing === 'high' && isMemory && unseen?.standing === 'low') {
    return {
      ...base,
      verdict: 'memorised',
      because: `${percentText(formed.value)} of the calls on the corpus's own prompts are well formed and ${percentText(memory.value)} repeat the training answer, yet only ${percentText(unseen.value)} of the calls with unseen entities are right.`,
      next: repairSteps('Entities have to vary while wordings stay, and wordings while entities stay.'),
    }
  }
  if (formed?.standing === 'high' && unseen?.standing === 'high' && useful?.standing === 'high') {
    return {
      ...base,
      verdict: 'capable',
      because: `Calls are well formed (${percentText(formed.value)}), unseen entities are copied (${percentText(unseen.value)}), and prompts that need no call get an answer (${percentText(useful.value)}).`,
      next: [
        {
          what: 'Within the scope of this corpus the subject calls. Climb with its parent as well: corpus, seed and size give the same cases, so that both ladder.json can be held side by side.',
        },
      ],
    }
  }
  if (formed?.standing === 'high' && unseen?.standing === 'high' && useful?.standing === 'low') {
    return {
      ...base,
      verdict: 'over-triggers',
      because: `Calls are right on unseen entities (${percentText(unseen.value)}), but only ${percentText(useful.value)} of the prompts that need no call get an answer without one.`,
      next: [
        {
          what: 'Add prose rows that mention entities of the same kinds and need no call: a corpus without them asks for calls on every mention.',
          command: REPAIR,
        },
      ],
    }
  }
  return undecided(base, { formed, unseen, useful })
}

function undecided(
  base: Pick<LadderVerdict, 'decidedBy' | 'figures' | 'caveats'>,
  { formed, unseen, useful }: Readonly<Record<'formed' | 'unseen' | 'useful', DecidingFigure | undefined>>,
): LadderVerdict {
  const named = { 'well-formed': formed, 'unseen-pass': unseen, 'useful-abstention': useful }
  const absent = Object.entries(named).flatMap(([metric, one]) => (one === undefined ? [metric] : []))
  const unclear = Object.values(named).filter((one) => one?.standing === 'unclear') as DecidingFigure[] // undefined has no standing
  // One figure that is clearly low rules `capable` out, but not which fault it is where others are open.
  const isClear = absent.length === 0 && unclear.length === 0
  if (isClear || formed?.standing === 'low') {
    return {
      ...base,
      verdict: 'partial',
      because: `${formed?.standing === 'low' ? 'Hardly any call is well formed' : 'The figures point to no one fault'}: ${base.figures.map(({ metric, value, standing }) => `${metric} is ${standing} (${percentText(value)})`).join(', ')}.`,
      next: [
        {
          what:
            formed?.standing === 'low'
              ? 'Calls are rarely well formed: the levels of rung 3 say whether they are not begun or not finished, and rung 4 how likely they begin.'
              : 'Read the error classes of rung 3: wrong tool, stale or mangled entities, or calls without need.',
        },
        ...repairSteps('Then train what is missing.'),
      ],
    }
  }
  const needed = unclear.map((one) => ({ metric: one.metric, n: neededFor(one) }))
  const reasons = [
    ...unclear.map(
      ({ metric, value, interval }) =>
        `${metric} is ${percentText(value)} [${percentText(interval[0])}, ${percentText(interval[1])}], on both sides of ${percentText(MIDDLE)}`,
    ),
    ...absent.map((metric) => `${metric} was not measured`),
  ]
  return {
    ...base,
    verdict: 'not-enough-data',
    decidedBy: base.figures.length === 0 ? null : 3,
    because: `There is not enough data to tell: ${reasons.join('; ')}.`,
    next: [{ what: 'Ask more cases with --size, or climb the rungs that were left out.' }],
    ...(needed.length === 0 ? {} : { needed }),
  }
}

/**
 * The least n at which the interval leaves out 0.5, if the share stays what it is; at most 10,000. Wilson's does from
 *
 *     n > z² / 4d²          d = distance of the share from 0.5
 *
 * on; a wider one, of cases that resemble each other, needs more by the square of how much wider it is.
 */
function neededFor({ value, n, interval }: Pick<DecidingFigure, 'value' | 'n' | 'interval'>): number {
  const distance = Math.abs(value - MIDDLE)
  const [low, high] = wilsonInterval({ successes: value * n, n })
  const wider = Math.max(1, (interval[1] - interval[0]) / (high - low))
  const least = Math.floor((wider * NORMAL_975) ** 2 / (4 * distance ** 2)) + 1
  return Math.min(MOST_NEEDED, Math.max(least, n + 1))
}

const MOST_NEEDED = 10_000

const REPAIR = 'assay export training --recipe repair --corpus CORPUS --ladder LADDER -o OUT'

function repairSteps(why: string): readonly NextStep[] {
  return [
    {
      what: `${why} Write a diverse mix: calls with many entities in many wordings, prose rows that mention entities, and plain chat, at a learning rate that bfloat16 can carry.`,
      command: REPAIR,
    },
  ]
}

function figure(
  rungs: readonly RungResult[],
  rung: RungId,
  metric: string,
  group?: string,
): DecidingFigure | undefined {
  const score = scored(rungs, rung, metric, group)
  const interval = score?.interval ?? score?.itemInterval
  if (score === undefined || interval === undefined) return undefined
  const standing = interval[0] > MIDDLE ? 'high' : interval[1] < MIDDLE ? 'low' : 'unclear'
  return {
    rung,
    metric,
    value: score.value,
    n: score.n,
    interval,
    isItemsOnly: score.interval === undefined,
    standing,
  }
}

type Scored = Extract<Score, { kind: 'scored' }>

/** The score of a whole battery: of the group that is named, else without one or of the group `all`. */
function scored(
  rungs: readonly RungResult[],
  rung: RungId,
  metric: string,
  group?: string,
): Scored | undefined {
  const all = rungs
    .filter(({ id }) => id === rung)
    .flatMap(({ evidence }) => evidence.filter(isScored))
    .filter((score) => score.metric === metric)
  const whole = all.find((score) => score.group === undefined || score.group === 'all')
  const named = all.find((score) => score.group === group)
  if (group !== undefined) return named ?? whole
  return whole ?? (all.length === 1 ? all[0] : all.find((score) => score.group === 'verbatim'))
}

function isScored(score: Score): score is Scored {
  return score.kind === 'scored'
}

function caveatsOf(figures: readonly DecidingFigure[]): readonly string[] {
  const narrow = figures.filter(({ isItemsOnly }) => isItemsOnly).map(({ metric }) => metric)
  if (narrow.length === 0) return []
  return [`Too few clusters for more: ${narrow.join(', ')} speak of these cases only.`]
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
