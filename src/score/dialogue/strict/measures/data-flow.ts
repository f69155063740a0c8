import { agreementMeasures, type DialogueMeasure } from '../dialogue-measure.js'

/** Does each call take its data from the right call, through whatever variables and keys? */
export const dataFlowMeasures: readonly DialogueMeasure[] = agreementMeasures(
  { name: 'data-flow', what: 'edges' },
  ({ flow }) => flow,
)
