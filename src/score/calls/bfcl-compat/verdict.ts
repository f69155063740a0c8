/** What BFCL's checker says of one output. */
export type BfclVerdict =
  | { readonly valid: true; readonly errorType: null }
  | {
      readonly valid: false
      readonly errorType: string
      /** Where no emitted call fits: the place of the call that was tried and why it does not, in the order tried. */
      readonly sub?: readonly (readonly [call: number, errorType: string])[]
      /** The place of the expected call that was left over. */
      readonly subAnswer?: number
    }

export const VALID: BfclVerdict = { valid: true, errorType: null }

export function invalid(errorType: string): BfclVerdict {
  return { valid: false, errorType }
}

/** Thrown and caught within the checker where BFCL's own would end with an exception. */
export class BfclCrash extends Error {
  /** Python's name of it. */
  readonly exception: string

  constructor(exception: string) {
    super(exception)
    this.exception = exception
  }
}
