/** A key as a step of a JSON Pointer (RFC 6901), without the slash before it. */
export function escapedKey(key: string): string {
  return /[~/]/.test(key) ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key
}

/** The key that a step of a JSON Pointer spells. */
export function keyOfStep(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~')
}
