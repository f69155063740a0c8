import { AssayError } from '../../errors.js'
import type { Detector, Signal } from './detector.js'
import type { Fault } from './fault.js'
import type { Instrument } from './instrument.js'
import { Observation } from './observation.js'

/** What came of one fault. */
export interface FaultResult {
  readonly fault: Fault
  /** Whether the detector that must notice it did, by the signal that it must give. */
  readonly isNoticed: boolean
  /** What it said. */
  readonly said?: string
  /** All signals, as `detector/code`. */
  readonly signals: readonly string[]
}

export interface FaultResults {
  /** What detectors say of the sound instrument: they must say nothing. */
  readonly falseAlarms: readonly string[]
  readonly results: readonly FaultResult[]
  /** Faults for which the instrument lacks the part. */
  readonly skipped: readonly string[]
}

export interface FaultRequest {
  readonly instrument: Instrument
  readonly faults: readonly Fault[]
  readonly detectors: readonly Detector[]
  readonly signal: AbortSignal
}

/**
 * Injects one fault after the other and lets every detector look, as it looks at the sound instrument. A detector that
 * cannot go on with a broken instrument because it is refused with an error has noticed that, too: the code of the error is
 * its signal.
 */
export async function checkFaults({
  instrument,
  faults,
  detectors,
  signal,
}: FaultRequest): Promise<FaultResults> {
  const falseAlarms = await signalsOf(instrument, detectors, signal)
  const results: FaultResult[] = []
  const skipped: string[] = []
  for (const fault of faults) {
    signal.throwIfAborted()
    const broken = fault.inject(instrument)
    if (broken === undefined) {
      skipped.push(fault.id)
      continue
    }
    const found = await signalsOf(broken, detectors, signal)
    const own = found.find(({ id }) => id === fault.noticedBy)
    results.push({
      fault,
      isNoticed: own !== undefined,
      ...(own === undefined ? {} : { said: own.what }),
      signals: [...new Set(found.map(({ id }) => id))],
    })
  }
  return { falseAlarms: falseAlarms.map(({ id, what }) => `${id}: ${what}`), results, skipped }
}

async function signalsOf(
  instrument: Instrument,
  detectors: readonly Detector[],
  signal: AbortSignal,
): Promise<readonly (Signal & { readonly id: string })[]> {
  const observation = new Observation(instrument, signal)
  const found: (Signal & { readonly id: string })[] = []
  for (const detector of detectors) {
    if (!detector.fits(observation)) continue
    for (const one of await looked(detector, observation)) {
      found.push({ ...one, id: `${detector.id}/${one.code}` })
    }
  }
  return found
}

async function looked(detector: Detector, observation: Observation): Promise<readonly Signal[]> {
  try {
    return await detector.look(observation)
  } catch (error) {
    if (!(error instanceof AssayError)) throw error
    return [{ code: error.code, what: error.what }]
  }
}
