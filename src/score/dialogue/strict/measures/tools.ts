import { agreementMeasures, type DialogueMeasure, f1Measure, turnShare } from '../dialogue-measure.js'
import { type CallGroup, callGroups } from '../turn-verdict.js'

const WHAT: Readonly<Record<CallGroup, string>> = {
  search: 'searches',
  filter: 'filters',
  nearest: 'searches of what is near',
  sort: 'sorts',
  date: 'reckonings of dates',
  call: 'other calls',
  cache: 'cache operations',
  seek: 'questions',
}

/** Are the right tools called, each as often as gold calls it? Names only; one row a group of tools below. */
export const toolMeasures: readonly DialogueMeasure[] = [
  ...agreementMeasures({ name: 'tool', what: 'calls' }, ({ tools }) => tools),
  turnShare(
    { metric: 'tool-exact', unit: 'share of turns', whenNothing: 'no turns' },
    ({ tools: { right, asked, given }, act }) => act.subject !== 'none' && right === asked && right === given,
  ),
  ...callGroups.map((group) =>
    f1Measure({ name: `tool-${group}`, what: WHAT[group] }, ({ byGroup }) => byGroup[group]),
  ),
]
