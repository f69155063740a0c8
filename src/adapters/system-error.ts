/** What the host answers to a call that failed. */
export interface SystemError extends Error {
  /** e.g. `ENOENT`. */
  readonly code: string
  readonly syscall: string
}

export function isSystemError(cause: unknown): cause is SystemError {
  return cause instanceof Error && 'code' in cause && 'syscall' in cause
}

/** The code of an error of the host or of Node, e.g. `ENOENT`; undefined where it has none. */
export function codeOf(cause: unknown): string | undefined {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : undefined
}

/** Why a program could not be started, as a part of a sentence. */
export function startReason(cause: Error): string {
  const code = codeOf(cause)
  if (code === 'ENOENT') return 'it is not found on PATH'
  return code === 'EACCES' ? 'it may not be executed' : (code ?? cause.message)
}
