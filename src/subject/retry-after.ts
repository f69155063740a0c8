/** An answer that may say how long to wait. */
export interface WaitingAnswer {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Body as text. */
  readonly text: string
  /** Milliseconds since 1970. */
  readonly nowMs: number
}

/** Longest wait that is taken at its word; a longer one is a mistake or means tomorrow. */
const LONGEST_MS = 24 * 60 * 60 * 1000

/**
 * How long an endpoint asks to wait, in milliseconds: `retry-after-ms`; `retry-after` in seconds or as a date; the
 * `RetryInfo` of Google ("34.07s"); "try again in 1.2s" in the text; else the reset of a limit that is used up
 * (`x-ratelimit-reset-*: 6m0s`, `anthropic-ratelimit-*-reset` as a date). Undefined where nothing of this is there.
 */
export function retryAfterMs(answer: WaitingAnswer): number | undefined {
  const wait =
    statedMs(answer) ??
    durationMs(/"retryDelay"\s*:\s*"([^"]{1,30})"/.exec(answer.text)?.[1]) ??
    durationMs(
      /\b(?:try|retry)(?: your request)? (?:again )?(?:in|after) ((?:[\d.]+ ?(?:ms|s|m|h|seconds?|minutes?)\s?){1,3})/i.exec(
        answer.text.slice(0, 4000),
      )?.[1],
    ) ??
    resetMs(answer)
  return wait === undefined || !(wait >= 0) ? undefined : Math.min(Math.ceil(wait), LONGEST_MS)
}

function statedMs({ headers, nowMs }: WaitingAnswer): number | undefined {
  const milliseconds = plainNumber(headers['retry-after-ms'])
  if (milliseconds !== undefined) return milliseconds
  const stated = headers['retry-after']
  if (stated === undefined) return undefined
  const seconds = plainNumber(stated)
  return seconds === undefined ? (durationMs(stated) ?? untilMs(stated, nowMs)) : 1000 * seconds
}

function plainNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : undefined
}

function untilMs(text: string, nowMs: number): number | undefined {
  // `Date.parse` makes a date of almost anything.
  const at = /\d{4}/.test(text) && /[A-Za-z]/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs)
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/** `350ms`, `1.2s`, `6m0s`, `2 minutes`; undefined for anything else. */
function durationMs(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const plain = text
    .trim()
    .replace(/\s*seconds?/gi, 's')
    .replace(/\s*minutes?/gi, 'm')
    .replace(/\s+/g, '')
  if (!/^(\d+(\.\d+)?(ms|s|m|h))+\.?$/i.test(plain)) return undefined
  let sum = 0
  for (const [, number, unit = ''] of plain.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/gi)) {
    sum += Number(number) * (UNIT_MS[unit.toLowerCase()] ?? 0)
  }
  return sum
}

/** The latest reset among the limits of which nothing remains. */
function resetMs({ headers, nowMs }: WaitingAnswer): number | undefined {
  let latest: number | undefined
  for (const [name, value] of Object.entries(headers)) {
    const openai = /^x-ratelimit-reset-(.+)$/.exec(name)?.[1]
    const anthropic = /^anthropic-ratelimit-(.+)-reset$/.exec(name)?.[1]
    const remaining =
      openai !== undefined
        ? headers[`x-ratelimit-remaining-${openai}`]
        : anthropic !== undefined
          ? headers[`anthropic-ratelimit-${anthropic}-remaining`]
          : undefined
    if (plainNumber(remaining) !== 0) continue
    const wait = durationMs(value) ?? (anthropic === undefined ? undefined : untilMs(value, nowMs))
    if (wait !== undefined) latest = Math.max(latest ?? 0, wait)
  }
  return latest
}
