import { hostHash } from '../../adapters/hash.js'
import { hashFile } from '../../adapters/models/file-hash.js'
import { referenceFolder } from '../../adapters/reference-files.js'
import { type CalibrationSection, isGreen } from '../../calibrate/calibration.js'
import type { CalibrationContext } from '../../calibrate/calibration-context.js'
import { calibrationSections } from '../../calibrate/sections/index.js'
import { InputError } from '../../errors.js'
import { nearestWord } from '../../text/nearest.js'
import { openReferenceModel } from '../calibrate-models.js'
import { openCalibrationWorlds } from '../calibrate-worlds.js'
import type { CliContext } from '../command.js'
import { measuredDrift } from '../measured-drift.js'
import { guardOutput } from '../output-guard.js'
import { version } from '../version.js'
import type { CalibrationDocument, TimedSection } from './calibrate-document.js'
import { textOfCalibration } from './calibrate-text.js'

export interface CalibrateFlags {
  readonly only?: readonly string[]
  readonly reference?: string
  readonly items: number
  readonly seed: number
  readonly output?: string
  readonly json?: true
}

/**
 * Sets the exit code 1 where anything failed or was missing.
 *
 * @throws {InputError} `section-unknown`, `reference-missing`, `card-invalid`, and what opening models throws; nothing is
 * printed or written by then.
 */
export async function runCalibrate(flags: CalibrateFlags, context: CliContext): Promise<void> {
  guardOutput(flags.output, [])
  const chosen = chosenSections(flags.only)
  const given = contextOf(flags, context)
  // Before anything takes time.
  if (chosen.some(({ needsReferences }) => needsReferences)) await given.folder()
  const sections = await inTwoLanes(chosen, async (section) => {
    context.signal.throwIfAborted()
    context.notify(`${section.id}: ${section.describes}`)
    const startedMs = context.clock.now()
    const result = await section.run(given)
    const durationMs = Math.round(context.clock.now() - startedMs)
    return { ...result, verdict: isGreen(result) ? 'passed' : 'failed', durationMs } as const
  })
  const document: CalibrationDocument = {
    schema: 'assay.calibrate/1',
    assay: version,
    verdict: sections.every(({ verdict }) => verdict === 'passed') ? 'passed' : 'failed',
    seed: flags.seed,
    items: flags.items,
    sections,
  }
  const json = `${JSON.stringify(document, undefined, 2)}\n`
  if (flags.output !== undefined) {
    await context.files.write(flags.output, [json])
    context.notify(`Written: ${flags.output}`)
  }
  context.print(flags.json ? json : textOfCalibration(document))
  if (document.verdict === 'failed') context.exit(1)
}

/**
 * Models decode in threads of their own, so the sections that ask them run beside those that only compute. What one throws
 * ends the other at its next section.
 *
 * @returns Results in the order of the sections.
 */
async function inTwoLanes(
  sections: readonly CalibrationSection[],
  run: (section: CalibrationSection) => Promise<TimedSection>,
): Promise<readonly TimedSection[]> {
  const results = new Map<string, TimedSection>()
  let hasFailed = false
  const lane = async (needsReferences: boolean): Promise<void> => {
    for (const section of sections.filter((one) => one.needsReferences === needsReferences)) {
      if (hasFailed) return
      try {
        results.set(section.id, await run(section))
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
  }
  const [computed, asked] = await Promise.allSettled([lane(false), lane(true)])
  for (const ended of [computed, asked]) if (ended.status === 'rejected') throw ended.reason
  return sections.flatMap(({ id }) => results.get(id) ?? [])
}

function chosenSections(only: readonly string[] | undefined): readonly CalibrationSection[] {
  const ids = calibrationSections.map(({ id }) => id)
  const unknown = only?.find((word) => !ids.includes(word))
  if (unknown !== undefined) {
    const nearest = nearestWord(unknown, ids)
    throw new InputError({
      code: 'section-unknown',
      what: `There is no section "${unknown}" of the calibration.`,
      where: '--only',
      fix: `${nearest === undefined ? '' : `Did you mean ${nearest}? `}Known are ${ids.join(', ')}.`,
    })
  }
  return calibrationSections.filter(({ id }) => only === undefined || only.includes(id))
}

function contextOf(flags: CalibrateFlags, context: CliContext): CalibrationContext {
  return {
    files: context.files,
    notify: context.notify,
    signal: context.signal,
    seed: flags.seed,
    mostItems: flags.items,
    folder: async () => referenceFolder(flags.reference),
    hashFile,
    compareWeights: (a, b) => measuredDrift({ a, b, flags: { seed: flags.seed } }, context),
    openModel: (path, name) => openReferenceModel(path, name, context),
    stage: {
      worlds: () => openCalibrationWorlds(flags.seed, context),
      hash: hostHash,
    },
  }
}
