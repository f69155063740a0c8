import type { AgreementCounts, DialogueVerdict, TurnVerdict } from './turn-verdict.js'

/** What a dialogue adds to a ratio. */
export interface Part {
  readonly top: number
  readonly bottom: number
}

/** @typeParam Verdict what a dialogue came to, by the scorer that the measure belongs to */
export interface MeasureTerm<Verdict = DialogueVerdict> {
  of(dialogue: Verdict): Part
  /** Present: the term counts only where this adds up to more than 0, whatever the subject does. */
  gate?(dialogue: Verdict): number
}

/**
 * What a measure speaks of: whether turns are right, whether plans run, what they cost, or what other rules would
 * credit.
 */
export type MeasureDivision = 'ability' | 'execution' | 'effort' | 'contrast'

/** The mean of some ratios of sums over dialogues; most have one. */
export interface DialogueMeasure<Verdict = DialogueVerdict> {
  readonly metric: string
  /** Attempts that are allowed, of measures of recovery. */
  readonly k?: number
  readonly division: MeasureDivision
  readonly unit: string
  readonly better: 'higher' | 'lower'
  /** Whether the value is a proportion of things that are counted one by one. */
  readonly isShare: boolean
  /** Whether null agents say anything of it. */
  readonly hasFloor: boolean
  /** Whether the value is no proportion, F1 or the like, but a number with its own unit. */
  readonly isNumber?: true
  readonly terms: readonly MeasureTerm<Verdict>[]
  /** Why there is no value where nothing counts. */
  readonly whenNothing: string
}

type Named = Pick<DialogueMeasure, 'metric' | 'unit' | 'whenNothing'> &
  Partial<Pick<DialogueMeasure, 'division' | 'better' | 'hasFloor' | 'isNumber' | 'k'>>

function named(about: Named): Omit<DialogueMeasure, 'isShare' | 'terms'> {
  return { division: 'ability', better: 'higher', hasFloor: true, ...about }
}

/** Share of turns for which something holds; undefined: the turn does not count. */
export function turnShare(
  about: Named,
  holds: (turn: TurnVerdict, dialogue: DialogueVerdict) => boolean | undefined,
): DialogueMeasure {
  return {
    ...named(about),
    isShare: true,
    terms: [
      {
        of: (dialogue) => {
          let top = 0
          let bottom = 0
          for (const turn of dialogue.turns) {
            const held = holds(turn, dialogue)
            if (held === undefined) continue
            bottom++
            if (held) top++
          }
          return { top, bottom }
        },
      },
    ],
  }
}

/** Σ top / Σ bottom over turns; undefined: the turn does not count. */
export function turnRatio(
  about: Named & { readonly isShare?: boolean },
  part: (turn: TurnVerdict) => Part | undefined,
): DialogueMeasure {
  const { isShare = false, ...rest } = about
  return {
    ...named(rest),
    isShare,
    terms: [{ of: ({ turns }) => sumOfTurns(turns, part) }],
  }
}

/** Share of dialogues for which something holds; undefined: the dialogue does not count. */
export function dialogueShare(
  about: Named,
  holds: (dialogue: DialogueVerdict) => boolean | undefined,
): DialogueMeasure {
  return {
    ...named(about),
    isShare: true,
    terms: [
      {
        of: (dialogue) => {
          const held = holds(dialogue)
          return { top: held ? 1 : 0, bottom: held === undefined ? 0 : 1 }
        },
      },
    ],
  }
}

export function sumOfTurns(
  turns: readonly TurnVerdict[],
  part: (turn: TurnVerdict) => Part | undefined,
): Part {
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

/** Precision, recall and F1 of what `countsOf` counts; sums over turns first, ratios last. */
export function agreementMeasures(
  about: { readonly name: string; readonly what: string },
  countsOf: (turn: TurnVerdict) => AgreementCounts,
): readonly DialogueMeasure[] {
  const { name, what } = about
  return [
    f1Measure(about, countsOf),
    turnRatio(
      {
        metric: `${name}-precision`,
        unit: `share of ${what} given`,
        whenNothing: `gave no ${what}`,
        isShare: true,
      },
      (turn) => {
        const { right, given } = countsOf(turn)
        return { top: right, bottom: given }
      },
    ),
    turnRatio(
      {
        metric: `${name}-recall`,
        unit: `share of ${what} in gold`,
        whenNothing: `gold has no ${what}`,
        isShare: true,
      },
      (turn) => {
        const { right, asked } = countsOf(turn)
        return { top: right, bottom: asked }
      },
    ),
  ]
}

/** 2 right / (asked + given). */
export function f1Measure(
  {
    name,
    what,
    division,
  }: { readonly name: string; readonly what: string; readonly division?: MeasureDivision },
  countsOf: (turn: TurnVerdict) => AgreementCounts,
): DialogueMeasure {
  return turnRatio(
    {
      metric: `${name}-f1`,
      unit: `F1 of ${what}`,
      whenNothing: `no ${what} at all`,
      ...(division === undefined ? {} : { division }),
    },
    (turn) => {
      const { right, asked, given } = countsOf(turn)
      return { top: 2 * right, bottom: asked + given }
    },
  )
}
