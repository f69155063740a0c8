import { randomStream } from '../../numeric/random.js'
import type { LadderCase } from '../ladder-case.js'
import { stratified } from './stratified.js'
import { headlineCells } from './unseen-cells.js'
import { PROSE_GROUP, QUICK_LOOK } from './verbatim.js'

/** What is asked of every checkpoint. */
export interface TrajectoryCases {
  /** About 32 prompts whose first token is looked at. */
  readonly openings: readonly LadderCase[]
  /** Six rows of the corpus that are answered greedily. */
  readonly generations: readonly LadderCase[]
}

const CALLS = 12
const NO_CALLS = 8
const OTHERS = 6

/**
 * A fixed part of the cases for checkpoints: twelve prompts that need a call (half of them rows of the corpus, half with
 * new entities), eight that need none, six without preamble, six neutral ones. The same cases and seed give the same part.
 */
export function trajectoryCases(cases: readonly LadderCase[], seed: number): TrajectoryCases {
  const take = (wanted: (one: LadderCase) => boolean, most: number): readonly LadderCase[] =>
    stratified(cases.filter(wanted), {
      groupOf: ({ group, gold }) => `${group ?? ''} ${gold?.calls[0]?.name ?? ''}`,
      random: randomStream(seed, 'trajectory'),
    }).slice(0, most)
  const isRow = ({ battery, group }: LadderCase): boolean => battery === 'verbatim' && group !== PROSE_GROUP
  const rows = take(isRow, CALLS)
  const fresh = take(
    ({ battery, group }) => battery === 'unseen' && headlineCells.has(group ?? ''),
    CALLS / 2,
  )
  const own = rows.slice(0, CALLS - fresh.length)
  const isSilent = ({ battery, gold }: LadderCase): boolean =>
    battery === 'suppression' && gold?.calls.length === 0
  const isOf =
    (id: LadderCase['battery']) =>
    (one: LadderCase): boolean =>
      one.battery === id
  return {
    openings: [
      ...own,
      ...fresh,
      ...take(isSilent, NO_CALLS),
      ...take(isOf('no-preamble'), OTHERS),
      ...take(isOf('neutral'), OTHERS),
    ],
    generations: rows.slice(0, QUICK_LOOK),
  }
}
