import type { Observation } from './observation.js'

/** Something that a detector says of an instrument. A sound instrument gives none. */
export interface Signal {
  /** Of what kind, within the detector: `bos-doubled`, `rc@1`, … */
  readonly code: string
  /** One sentence. */
  readonly what: string
}

/** One way to notice that an instrument is broken. It looks at what the instrument does, never at what was done to it. */
export interface Detector {
  readonly id: string
  readonly describes: string
  /** Whether the instrument has what it looks at. */
  fits(observation: Observation): boolean
  look(observation: Observation): Promise<readonly Signal[]>
}

export function defineDetector(detector: Detector): Detector {
  return detector
}

/** A figure that is not what it was known to be. */
export function figureSignals(
  expected: Readonly<Record<string, number>>,
  measured: Readonly<Record<string, number>>,
  tolerance: number,
): readonly Signal[] {
  return Object.entries(expected).flatMap(([code, wanted]) => {
    const value = measured[code]
    if (value !== undefined && Math.abs(value - wanted) <= tolerance) return []
    const got = value === undefined ? 'nothing' : rounded(value)
    return [{ code, what: `${code} is ${got}, and ${rounded(wanted)} was expected.` }]
  })
}

function rounded(value: number): string {
  return String(Number(value.toFixed(4)))
}
