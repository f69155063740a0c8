import { agreementMeasures, type DialogueMeasure, f1Measure } from '../dialogue-measure.js'

/** Do calls ask for the right things? (call, parameter, value), calls paired for the most agreement. */
export const argumentMeasures: readonly DialogueMeasure[] = [
  ...agreementMeasures({ name: 'parameter', what: 'arguments' }, (turn) => turn.arguments),
  f1Measure(
    { name: 'parameter-folded', what: 'arguments, upper and lower case alike', division: 'contrast' },
    ({ arguments: { rightFolded, asked, given } }) => ({ right: rightFolded, asked, given }),
  ),
]
