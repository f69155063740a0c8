/** What went wrong, where, and what the reader can do about it. Secrets never belong in any of these texts. */
export interface Fault {
  /** Stable, kebab-case, for programs. */
  readonly code: string
  /** One sentence. */
  readonly what: string
  /** File and line, tool, item or address. */
  readonly where?: string
  /** What to change or to type. */
  readonly fix?: string
  /** The original error. */
  readonly cause?: unknown
}

/** The base of every error that Assay throws on purpose; its message carries what, where and fix. */
export abstract class AssayError extends Error {
  readonly code: string
  readonly what: string
  readonly where: string | undefined
  readonly fix: string | undefined

  constructor(fault: Fault) {
    super(describeFault(fault), fault.cause === undefined ? undefined : { cause: fault.cause })
    this.code = fault.code
    this.what = fault.what
    this.where = fault.where
    this.fix = fault.fix
  }
}

/** The input or the call is wrong: change it. Exit code 2. */
export class InputError extends AssayError {
  override readonly name = 'InputError'
}

/** An endpoint or a program that is examined or asked failed. Exit code 3. */
export class SubjectError extends AssayError {
  override readonly name = 'SubjectError'
  /** Whether the same request may succeed later. */
  readonly retryable: boolean

  constructor(fault: Fault & { readonly retryable: boolean }) {
    super(fault)
    this.retryable = fault.retryable
  }
}

/** The store cannot be written, locked or reached; what somebody edited by hand is an `InputError`. Exit code 3. */
export class StoreError extends AssayError {
  override readonly name = 'StoreError'
}

/** A fault of Assay's own. Exit code 70. */
export class BugError extends AssayError {
  override readonly name = 'BugError'
}

function describeFault({ what, where, fix }: Fault): string {
  let text = what
  if (where !== undefined) text += `\n  where: ${where}`
  if (fix !== undefined) text += `\n  fix:   ${fix}`
  return text
}
