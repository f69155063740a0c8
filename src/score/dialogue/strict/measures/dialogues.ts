import { type DialogueMeasure, dialogueShare, turnRatio, turnShare } from '../dialogue-measure.js'
import type { DialogueVerdict } from '../turn-verdict.js'

/** Undefined where turns are unmeasured: what was not answered is neither right nor wrong. */
function firstWrong({ turns, unmeasured }: DialogueVerdict): number | undefined {
  return unmeasured > 0 ? undefined : turns.findIndex(({ isCorrect }) => !isCorrect)
}

/** Is the whole turn right, and how far does a dialogue get? */
export const dialogueMeasures: readonly DialogueMeasure[] = [
  turnShare(
    { metric: 'turn-correct', unit: 'share of turns', whenNothing: 'no turns' },
    ({ isCorrect }) => isCorrect,
  ),
  turnShare(
    { metric: 'turn-outcome', unit: 'share of turns', whenNothing: 'no turns' },
    ({ hasRightOutcome }) => hasRightOutcome,
  ),
  dialogueShare(
    { metric: 'dialogue-correct', unit: 'share of dialogues', whenNothing: 'no whole dialogue' },
    (dialogue) => {
      const wrong = firstWrong(dialogue)
      return wrong === undefined ? undefined : wrong === -1
    },
  ),
  {
    ...turnRatio(
      {
        metric: 'correct-prefix',
        unit: 'mean share of turns before the first wrong one',
        whenNothing: 'no whole dialogue',
      },
      () => undefined,
    ),
    terms: [
      {
        of: (dialogue) => {
          const wrong = firstWrong(dialogue)
          if (wrong === undefined || dialogue.turns.length === 0) return { top: 0, bottom: 0 }
          return { top: wrong === -1 ? 1 : wrong / dialogue.turns.length, bottom: 1 }
        },
      },
    ],
  },
  {
    ...turnRatio(
      {
        metric: 'correct-after-wrong',
        unit: 'share of turns after the first wrong one',
        isShare: true,
        hasFloor: false,
        whenNothing: 'no turn follows a wrong one',
      },
      () => undefined,
    ),
    terms: [
      {
        of: (dialogue) => {
          const wrong = firstWrong(dialogue)
          if (wrong === undefined || wrong === -1) return { top: 0, bottom: 0 }
          const after = dialogue.turns.slice(wrong + 1)
          return { top: after.filter(({ isCorrect }) => isCorrect).length, bottom: after.length }
        },
      },
    ],
  },
]

/** Of free-running dialogues alone: under teacher forcing the cache starts anew in every turn. */
export const freeRunningMeasures: readonly DialogueMeasure[] = [
  dialogueShare(
    { metric: 'final-state', unit: 'share of dialogues', whenNothing: 'no dialogue with its last turn' },
    ({ endsRight }) => endsRight,
  ),
]
