import type { ToolTable } from './tool-table.js'

/** White space as Python's `\s` has it in text: U+0085 and the separators 1C–1F, but not U+FEFF. */
const SPACE =
  '[\\t-\\r\\u001c-\\u0020\\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]'
const NAMED = new RegExp(`"name"${SPACE}*:${SPACE}*"([^"]+)"`)

/** What keyword harnesses make of an output. */
export interface KeywordReading {
  readonly released: string | null
  readonly anywhere: readonly string[]
}

/**
 * Both lenient rules of keyword harnesses, for contrast only. `released`, as the published VectraYX harness does: the
 * first `"name": "…"` anywhere, else the first tool in catalog order whose name is a substring. `anywhere`: every tool
 * whose name is a substring, so that the expected one is credited as soon as it occurs.
 */
export function readKeywords(text: string, tools: Pick<ToolTable, 'namedIn'>): KeywordReading {
  const anywhere = tools.namedIn(text)
  const named = text.includes('"name"') ? NAMED.exec(text)?.[1] : undefined
  return { released: named ?? anywhere[0] ?? null, anywhere }
}
