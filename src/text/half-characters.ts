/** Any escape of JSON, so that a doubled backslash begins none; longer than two characters for half of a pair alone. */
const ESCAPE = /\\(?:ud[89a-f][0-9a-f]{2}|[^])/gi

/**
 * A text of JSON, as `JSON.stringify` writes it, with every half of a surrogate pair replaced by U+FFFD: programs that keep
 * texts as UTF-8 (DuckDB, Arrow, pydantic) refuse what holds one. Nothing else changes.
 */
export function withoutHalfCharacters(json: string): string {
  return json.includes('\\ud') || json.includes('\\uD')
    ? json.replace(ESCAPE, (one) => (one.length > 2 ? '\\ufffd' : one))
    : json
}
