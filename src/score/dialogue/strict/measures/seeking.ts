import { agreementMeasures, type DialogueMeasure, turnRatio } from '../dialogue-measure.js'

/** Do questions name the slots that are missing and mandatory, and no others? */
export const seekingMeasures: readonly DialogueMeasure[] = [
  ...agreementMeasures({ name: 'slot', what: 'slots' }, ({ slots }) => slots),
  turnRatio(
    {
      metric: 'over-asking',
      unit: 'share of slots asked for that are known or optional',
      better: 'lower',
      hasFloor: false,
      isShare: true,
      whenNothing: 'asked nothing',
    },
    ({ slots: { right, given } }) => ({ top: given - right, bottom: given }),
  ),
  turnRatio(
    {
      metric: 'questions-unread',
      division: 'execution',
      unit: 'share of questions in which the lexicon finds no slot',
      better: 'lower',
      hasFloor: false,
      isShare: true,
      whenNothing: 'asked nothing',
    },
    ({ slots: { unread, questions } }) => ({ top: unread, bottom: questions }),
  ),
]
