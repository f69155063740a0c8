import type { Instrument } from './instrument.js'

/** A way in which an instrument can be broken. */
export interface Fault {
  readonly id: string
  /** What is broken, for people. */
  readonly breaks: string
  /** How it is done. */
  readonly injection: string
  /** Which detector must notice, and by which of its signals: `preflight/bos-doubled`. */
  readonly noticedBy: string
  /** The instrument with the fault in it. Undefined where it lacks the part that breaks. */
  inject(instrument: Instrument): Instrument | undefined
}

export function defineFault(fault: Fault): Fault {
  return fault
}
