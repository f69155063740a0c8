import { flagsClash } from '../flags-clash.js'
import type { LadderFlags } from './ladder-flags.js'

/**
 * Refuses flags that say two things at once, or that nothing would heed.
 *
 * @throws {InputError} `flags-clash`.
 */
export function checkLadderFlags(flags: LadderFlags): void {
  const { resume, from, output, corpus, planOnly, subject } = flags
  if (resume !== undefined && from !== undefined) {
    throw flagsClash('--from', 'A ladder is either gone on with or judged again.', 'Leave out one of them.')
  }
  const stored = resume ?? from
  if (stored !== undefined && (output !== undefined || corpus !== undefined)) {
    throw flagsClash(
      output === undefined ? '--corpus' : '--output',
      'A stored ladder has its corpus and its folder already.',
      'Leave it out.',
    )
  }
  if (from !== undefined && subject !== undefined) {
    throw flagsClash('--subject', 'Judging again asks nobody.', 'Leave it out, or use --resume.')
  }
  if (planOnly === true && (subject !== undefined || stored !== undefined)) {
    const other = subject === undefined ? (resume === undefined ? '--from' : '--resume') : '--subject'
    throw flagsClash('--plan-only', 'Writing cases asks nobody.', `Leave out ${other}.`)
  }
  const { graft, parent, rules } = flags
  if (graft === true && parent === undefined && stored === undefined) {
    throw flagsClash(
      '--graft',
      'Hybrids are made of two models, and one is named.',
      'Name the other with --parent.',
    )
  }
  if (rules !== undefined && flags.eval === undefined && stored === undefined) {
    throw flagsClash('--rules', 'There is no test to credit by a rule.', 'Name it with --eval.')
  }
  const { served, weights, checkpoints } = flags
  const unasked = Object.entries({ served, parent, weights, checkpoints }).find(
    ([, value]) => value !== undefined,
  )
  if (unasked !== undefined && subject === undefined && stored === undefined) {
    throw flagsClash(`--${unasked[0]}`, 'There is no subject to hold it against.', 'Name one with --subject.')
  }
  const { novel, suppression, eval: sets, prompts } = flags
  const planned = Object.entries({ novel, suppression, eval: sets, prompts }).find(
    ([, value]) => value !== undefined,
  )
  if (stored !== undefined && planned !== undefined) {
    throw flagsClash(
      `--${planned[0]}`,
      'The cases of a stored ladder are made already.',
      'Leave it out, or start a new ladder.',
    )
  }
}
