import type { TurnFault } from '../turn-record.js'

/** Ends a plan from wherever it is. Caught by the machine, which knows the line; nobody outside sees one. */
export class PlanFault extends Error {
  readonly fault: TurnFault
  /** Known where a plan is refused before it runs; while it runs the machine knows. */
  readonly line: number | undefined

  /** @param message begins with the name of Python's exception where Python has one. */
  constructor(fault: TurnFault, message: string, line?: number) {
    super(message)
    this.fault = fault
    this.line = line
  }
}

export function typeFault(message: string): PlanFault {
  return new PlanFault('type', `TypeError: ${message}`)
}

/** Python's `ValueError`, which has no class of its own among the faults. */
export function valueFault(message: string): PlanFault {
  return new PlanFault('type', `ValueError: ${message}`)
}

/** @param what as the subject of "is not carried out". */
export function unsupportedFault(what: string, line?: number): PlanFault {
  return new PlanFault('unsupported', `${what} is not carried out.`, line)
}
