/** Why a program could not be started, as the end of a sentence. */
export function startReason(cause: Error): string {
  const code = 'code' in cause ? String(cause.code) : cause.message
  if (code === 'ENOENT') return 'it is not found on PATH'
  return code === 'EACCES' ? 'it may not be executed' : code
}
