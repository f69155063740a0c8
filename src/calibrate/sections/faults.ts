import { InputError } from '../../errors.js'
import { type CalibrationCheck, defineCalibrationSection } from '../calibration.js'
import type { CalibrationContext } from '../calibration-context.js'
import { checkFaults, type FaultResults } from '../faults/check-faults.js'
import { detectors } from '../faults/detectors/index.js'
import { faults } from '../faults/index.js'
import { practiceInstrument } from '../faults/practice-instrument.js'
import { referenceInstrument } from '../faults/reference-instrument.js'
import { type Reference, readReferences } from '../reference/read-references.js'
import { ReferenceData } from '../reference/reference-data.js'

/** Faults put into the instrument itself: each must be noticed, and nothing where there is none. */
export const faultsSection = defineCalibrationSection({
  id: 'faults',
  describes: 'faults that are put into the instrument are noticed',
  needsReferences: false,
  async run(context) {
    const { signal, notify } = context
    notify(`practice model: ${faults.length} faults`)
    const found = await checkFaults({ instrument: practiceInstrument(), faults, detectors, signal })
    const real = await onReference(context)
    return {
      section: 'faults',
      checks: [...checksOf('practice', found), ...(real.kind === 'found' ? real.checks : [])],
      notes: real.kind === 'found' ? [] : [`Around real weights no fault was tried: ${real.why}`],
    }
  },
})

type OnReference =
  | { readonly kind: 'found'; readonly checks: readonly CalibrationCheck[] }
  | { readonly kind: 'none'; readonly why: string }

/** The same faults around real weights, as far as those have the parts that break. */
async function onReference(context: CalibrationContext): Promise<OnReference> {
  const opened = await openBest(context)
  if (opened.kind === 'none') return opened
  const { reference, model, data } = opened
  const { card } = reference
  try {
    context.notify(`${card.name}: faults`)
    const instrument = await referenceInstrument({ card, model, data, context })
    const found = await checkFaults({ instrument, faults, detectors, signal: context.signal })
    return { kind: 'found', checks: checksOf(card.name, found) }
  } finally {
    await model.close()
  }
}

async function openBest(context: CalibrationContext) {
  try {
    const folder = await context.folder()
    const reference = bestOf(await readReferences(folder, context.files))
    const { weights } = reference?.card ?? {}
    if (reference?.weights?.isThere !== true || weights === undefined) {
      return { kind: 'none', why: 'no reference subject with recall has weights here.' } as const
    }
    if ((await context.hashFile(reference.weights.path)) !== weights.sha256) {
      return {
        kind: 'none',
        why: `the weights of ${reference.card.name} are not those of its card.`,
      } as const
    }
    const model = await context.openModel(reference.weights.path, reference.card.name)
    return { kind: 'opened', reference, model, data: new ReferenceData(folder, context) } as const
  } catch (error) {
    if (!(error instanceof InputError) || !ABSENT.has(error.code)) throw error
    return { kind: 'none', why: error.what } as const
  }
}

/** What keeps real weights away without being wrong. */
const ABSENT: ReadonlySet<string> = new Set(['reference-missing', 'reference-empty', 'subject-missing'])

/** The subject that was seen to recall most: where little is recalled, little can go wrong. */
function bestOf(references: readonly Reference[]): Reference | undefined {
  const recallOf = ({ card }: Reference): number =>
    Math.max(
      0,
      ...card.expectations.map(({ id, measure }) =>
        measure.metric === 'rc' && measure.items === 'verbose' && measure.subject === card.name
          ? Number(card.observed.get(id)?.value ?? 0)
          : 0,
      ),
    )
  const able = references.filter((one) => one.weights?.isThere === true && recallOf(one) > 0)
  return able.sort((left, right) => recallOf(right) - recallOf(left))[0]
}

/** The sound instrument first: whoever cries wolf there notices nothing. */
function checksOf(subject: string, { falseAlarms, results }: FaultResults): readonly CalibrationCheck[] {
  const sound: CalibrationCheck = {
    id: `${subject}/sound`,
    says: 'Without a fault no detector says anything.',
    expected: 'silence',
    measured: falseAlarms.length === 0 ? 'silence' : `${falseAlarms.length} false alarms`,
    verdict: falseAlarms.length === 0 ? 'passed' : 'failed',
    ...(falseAlarms.length === 0 ? {} : { note: falseAlarms.join(' ') }),
  }
  return [
    sound,
    ...results.map(
      ({ fault, isNoticed, said, signals }): CalibrationCheck => ({
        id: `${subject}/${fault.id}`,
        says: `${fault.breaks} (${fault.injection})`,
        expected: fault.noticedBy,
        measured: signals.length === 0 ? 'silence' : signals.join(', '),
        verdict: isNoticed ? 'passed' : 'failed',
        ...(said === undefined ? {} : { note: said }),
      }),
    ),
  ]
}
