/** A value that must appear nowhere, and the name under which it was given. */
export interface Secret {
  readonly name: string
  readonly value: string
}

/** Shorter values are words and numbers that texts hold by chance; replacing them would spoil texts and hide nothing. */
const MIN_SECRET_LENGTH = 6

/**
 * Replaces every secret value by `«secret:NAME»`, longer ones first, also where it stands escaped as inside a JSON
 * string or percent-encoded.
 */
export function withoutSecrets(text: string, secrets: readonly Secret[]): string {
  let result = text
  for (const { name, value } of byLength(secrets)) {
    const mark = `«secret:${name}»`
    for (const spelling of spellingsOf(value)) result = result.replaceAll(spelling, mark)
  }
  return result
}

/**
 * Those that no text holds by chance: named like a key, or long and of letters and digits. A variable such as
 * `MODE=object` is no secret, and replacing it would spoil every schema.
 */
export function certainSecrets(secrets: readonly Secret[]): readonly Secret[] {
  return secrets.filter(({ name, value }) => {
    const isLong = value.length >= 20 && /[0-9]/.test(value) && /[A-Za-z]/.test(value) && !/\s/.test(value)
    return value.length >= MIN_SECRET_LENGTH && (isLong || SECRET_NAME.test(name))
  })
}

const SECRET_NAME = /key|token|secret|passw|auth|credential|cookie|session|signature|(?:^|[_-])pat$/i

function byLength(secrets: readonly Secret[]): readonly Secret[] {
  return secrets
    .filter(({ value }) => value.length >= MIN_SECRET_LENGTH)
    .sort((left, right) => right.value.length - left.value.length)
}

function spellingsOf(value: string): ReadonlySet<string> {
  const spellings = new Set([value, JSON.stringify(value).slice(1, -1)])
  try {
    spellings.add(encodeURIComponent(value))
  } catch {
    // A lone surrogate has no percent-encoding.
  }
  return spellings
}
