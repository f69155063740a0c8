import { interruptible } from '../../adapters/interruptible.js'
import { InputError } from '../../errors.js'
import type { GateBaseline } from '../../gate/evidence.js'
import { readScores } from '../../score/run/read-scores.js'
import type { CliContext } from '../command.js'
import type { GateFlags } from './gate-flags.js'
import { scoredRun } from './scored-run.js'

/** Scores of 200,000 items take about 60 MB. */
const MAX_BYTES = 500 * 1024 * 1024

/**
 * A baseline is a run, which is scored again, or a file of scores, as `--save-baseline` and `assay score -o` write it: every item with its
 * values, so that items pair without the run.
 *
 * @throws {InputError} `baseline-missing`, `scores-invalid`, and what reading and scoring throw.
 */
export async function readBaseline(
  path: string,
  flags: GateFlags,
  context: CliContext,
): Promise<GateBaseline> {
  const { files } = context
  const facts = await files.facts(path)
  if (facts === undefined) {
    throw new InputError({
      code: 'baseline-missing',
      what: 'The baseline is not there.',
      where: path,
      fix: 'Name a run, or save one: assay gate RUN --save-baseline FILE',
    })
  }
  if (facts.kind === 'folder') {
    const { scores } = await scoredRun(path, flags, context)
    return { from: path, scores: scores.flatMap(({ stored }) => stored ?? []) }
  }
  if (facts.isSpecial === true || facts.sizeBytes > MAX_BYTES) {
    throw new InputError({
      code: 'scores-invalid',
      what:
        facts.isSpecial === true
          ? 'The baseline is a pipe or a device, not a file.'
          : `The baseline is larger than ${MAX_BYTES / 1024 / 1024} MiB.`,
      where: path,
      fix: 'Name what `assay gate RUN --save-baseline FILE` wrote.',
    })
  }
  const bytes = await files.read(path)
  return { from: path, scores: interruptible(() => readScores(new TextDecoder().decode(bytes), path)) }
}
