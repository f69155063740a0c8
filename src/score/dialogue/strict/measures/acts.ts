import { type DialogueMeasure, sumOfTurns, turnShare } from '../dialogue-measure.js'
import { goldActs, type TurnAct } from '../turn-act.js'

/** Does the turn do what is due: call, ask, both, or say that nothing is to be done? */
export const actMeasures: readonly DialogueMeasure[] = [
  turnShare(
    { metric: 'act-accuracy', unit: 'share of turns', whenNothing: 'no turns' },
    ({ act }) => act.gold === act.subject,
  ),
  {
    metric: 'act-macro-f1',
    division: 'ability',
    unit: 'mean F1 of the acts that gold has',
    better: 'higher',
    isShare: false,
    hasFloor: true,
    terms: goldActs.map((one) => termOf(one)),
    whenNothing: 'no turns',
  },
  turnShare(
    {
      metric: 'noop-specificity',
      unit: 'share of turns in which nothing is to be done',
      whenNothing: 'something is to be done in every turn',
    },
    ({ act }) => (act.gold === 'noop' ? act.subject === 'noop' : undefined),
  ),
]

function termOf(act: TurnAct): DialogueMeasure['terms'][number] {
  return {
    of: ({ turns }) =>
      sumOfTurns(turns, ({ act: { gold, subject } }) => ({
        top: gold === act && subject === act ? 2 : 0,
        bottom: (gold === act ? 1 : 0) + (subject === act ? 1 : 0),
      })),
    gate: ({ turns }) => turns.filter((turn) => turn.act.gold === act).length,
  }
}
