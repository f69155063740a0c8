/** Whether a dialect is described by code, which naming it would run. */
export function isProgram(dialect: string): boolean {
  return /[/\\.]/.test(dialect) && !/\.(?:json|ya?ml)$/.test(dialect)
}
