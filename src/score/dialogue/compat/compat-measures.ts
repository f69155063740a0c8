import type { DialogueMeasure, Part } from '../strict/dialogue-measure.js'
import type { CompatCounts } from './compat-counts.js'
import type { CompatTurn } from './compat-turn.js'

/** What one dialogue came to, turn by turn. */
export interface CompatDialogue {
  readonly id: string
  readonly category: string | undefined
  readonly cluster: string | undefined
  readonly turns: readonly ScoredTurn[]
}

export type ScoredTurn = Extract<CompatTurn, { kind: 'scored' }>

/** Undefined: the turn does not count. */
type TurnPart = (turn: ScoredTurn) => Part | undefined

interface Described {
  readonly metric: string
  readonly unit: string
  readonly whenNothing: string
  readonly isShare: boolean
}

const NOTHING_ON_BOTH_SIDES = 'no turn on which both sides have calls'

/** Figures of one kind of counts: tools, or pairs of key and value. */
function agreement(name: 'tool' | 'parameter'): readonly (readonly [Described, TurnPart])[] {
  const what = name === 'tool' ? 'tools' : 'parameters'
  const part =
    (top: (counts: CompatCounts) => number, bottom: (counts: CompatCounts) => number): TurnPart =>
    ({ counts }) => {
      const own = counts?.[what]
      return own && { top: top(own), bottom: bottom(own) }
    }
  const about = (figure: string, unit: string, isShare: boolean): Described => ({
    metric: `compat-${name}-${figure}`,
    unit,
    whenNothing: NOTHING_ON_BOTH_SIDES,
    isShare,
  })
  const right = ({ truePositives }: CompatCounts): number => truePositives
  const given = ({ truePositives, falsePositives }: CompatCounts): number => truePositives + falsePositives
  const asked = ({ truePositives, falseNegatives }: CompatCounts): number => truePositives + falseNegatives
  return [
    [
      about('f1', `F1 of ${what}`, false),
      part(
        (counts) => 2 * right(counts),
        (counts) => given(counts) + asked(counts),
      ),
    ],
    [about('precision', `share of ${what} given`, true), part(right, given)],
    [about('recall', `share of ${what} in gold`, true), part(right, asked)],
    [
      about('accuracy', `share of ${what} given or in gold`, true),
      part(right, (counts) => given(counts) + counts.falseNegatives),
    ],
  ]
}

function share(holds: (turn: ScoredTurn) => boolean | undefined): TurnPart {
  return (turn) => {
    const held = holds(turn)
    return held === undefined ? undefined : { top: held ? 1 : 0, bottom: 1 }
  }
}

const seekBleu: readonly [Described, TurnPart] = [
  {
    metric: 'compat-seek-bleu',
    unit: 'SacreBLEU of questions, turns on which gold asks',
    whenNothing: 'gold asks nothing',
    isShare: false,
  },
  ({ seeking }) => seeking && { top: seeking.bleu, bottom: 1 },
]

const cacheMatch: readonly [Described, TurnPart] = [
  { metric: 'compat-cache-em', unit: 'share of turns', whenNothing: 'no turns', isShare: true },
  share(({ hasEqualCache }) => hasEqualCache),
]

const all: readonly (readonly [Described, TurnPart])[] = [
  ...agreement('tool'),
  ...agreement('parameter'),
  [
    { metric: 'compat-execution', unit: 'share of turns', whenNothing: 'no turns', isShare: true },
    share(({ isExecuted }) => isExecuted),
  ],
  seekBleu,
  [
    {
      metric: 'compat-seek-bleu-both',
      unit: 'SacreBLEU of questions, turns on which both ask',
      whenNothing: 'no turn on which both ask',
      isShare: false,
    },
    ({ seeking }) => (seeking?.doBothSeek === true ? { top: seeking.bleu, bottom: 1 } : undefined),
  ],
  cacheMatch,
]

/** The same figures over turns that count as executable. */
const executable = [...agreement('tool'), ...agreement('parameter'), seekBleu, cacheMatch].map(
  ([about, part]): readonly [Described, TurnPart] => [
    { ...about, metric: `${about.metric}-executable`, unit: `${about.unit}, executable turns` },
    (turn) => (turn.isExecuted ? part(turn) : undefined),
  ],
)

/**
 * The figures of the released evaluator of T1, faults and all: within a category sums over turns come first and ratios
 * last. Silence is left out of tools and parameters, and `compat-execution` mixes failing with not trying. The released
 * code averages execution over files first; every file holds the same templates, so that this changes nothing.
 */
export const compatMeasures: readonly DialogueMeasure<CompatDialogue>[] = [...all, ...executable].map(
  ([about, part]) => ({
    ...about,
    division: 'contrast',
    better: 'higher',
    hasFloor: true,
    terms: [{ of: ({ turns }) => sum(turns, part) }],
  }),
)

function sum(turns: readonly ScoredTurn[], part: TurnPart): Part {
  let top = 0
  let bottom = 0
  for (const turn of turns) {
    const own = part(turn)
    if (own === undefined) continue
    top += own.top
    bottom += own.bottom
  }
  return { top, bottom }
}
