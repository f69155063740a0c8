import { hostHash } from '../../adapters/hash.js'
import { hashFile } from '../../adapters/models/file-hash.js'
import { referenceFolder } from '../../adapters/reference-files.js'
import { version } from '../../adapters/version.js'
import { type CalibrationSection, isGreen } from '../../calibrate/calibration.js'
import type { CalibrationContext } from '../../calibrate/calibration-context.js'
import { calibrationSections } from '../../calibrate/sections/index.js'
import { InputError } from '../../errors.js'
import { nearestWord } from '../../text/nearest.js'
import { sectionApart } from '../audit/section-apart.js'
import { openReferenceModel } from '../calibrate/calibrate-models.js'
import { openCalibrationWorlds } from '../calibrate/calibrate-worlds.js'
import type { CliContext } from '../command.js'
import { measuredDrift } from '../drift/measured-drift.js'
import { guardOutput } from '../output-guard.js'
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
  const runHere = async (section: CalibrationSection): Promise<TimedSection> => {
    context.signal.throwIfAborted()
    context.notify(`${section.id}: ${section.describes}`)
    const startedMs = context.clock.now()
    const result = await section.run(given)
    const durationMs = Math.round(context.clock.now() - startedMs)
    return { ...result, verdict: isGreen(result) ? 'passed' : 'failed', durationMs }
  }
  const sections = await runSections(chosen, { runHere, flags, context })
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

interface Running {
  readonly runHere: (section: CalibrationSection) => Promise<TimedSection>
  readonly flags: CalibrateFlags
  readonly context: CliContext
}

/** Takes as long as all others together, so that it is given a processor of its own. */
const LONGEST = 'ladder'

/** Results in the order of the sections. A section whose process fails is run here, so that it can say why. */
async function runSections(
  chosen: readonly CalibrationSection[],
  { runHere, flags, context }: Running,
): Promise<readonly TimedSection[]> {
  const isApart = ({ id }: CalibrationSection): boolean => id === LONGEST && chosen.length > 1
  const stop = new AbortController()
  const signal = AbortSignal.any([context.signal, stop.signal])
  const apart = chosen.some(isApart) ? sectionApart(LONGEST, flags, { ...context, signal }) : undefined
  try {
    const results: TimedSection[] = []
    for (const section of chosen.filter((one) => !isApart(one))) results.push(await runHere(section))
    for (const [place, section] of chosen.entries()) {
      if (isApart(section)) results.splice(place, 0, (await apart) ?? (await runHere(section)))
    }
    return results
  } finally {
    // Nobody waits for it any more when another section failed.
    stop.abort()
  }
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
