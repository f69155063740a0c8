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

/**
 * Texts that are keys by their shape: of OpenAI, Anthropic, Google, GitHub, Slack, AWS and Hugging Face, and bearer tokens. A
 * log that somebody hands on holds values that nobody here could name.
 */
const KEY_SHAPES =
  /\b(?:sk-[A-Za-z0-9_-]{20,}|AIza[0-9A-Za-z_-]{35}|gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{30,}|xox[abeoprs]-[A-Za-z0-9-]{10,}|AKIA[0-9A-Z]{16}|hf_[A-Za-z0-9]{30,}|Bearer [A-Za-z0-9._~+/-]{20,})/g

/** The text with every key by shape replaced by `«secret:key»`, and how many there were. Inside a JSON text it stays JSON. */
export function withoutKeyShapes(text: string): { readonly text: string; readonly count: number } {
  let count = 0
  const clean = text.replace(KEY_SHAPES, () => {
    count++
    return '«secret:key»'
  })
  return { text: clean, count }
}

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
