/** How many cases each battery makes at most. */
export interface BatterySizes {
  /** Distinct examples of the corpus; `all` takes every one. */
  readonly verbatim: number | 'all'
  /** Whether the first tokens of those are looked at as well as the whole answers. */
  readonly opensVerbatim: boolean
  /** Prompts with one call, cells of the 2×2 and crosses together. */
  readonly unseen: number
  /** Prompts without a call, pairs included; each of ten pairs adds one prompt with a call. */
  readonly suppression: number
  readonly novel: number
  readonly unseenTools: number
  readonly multiCall: number
  /** Prompts of which only the first token is looked at. */
  readonly noPreamble: number
  readonly neutral: number
}

export const BATTERY_SIZES = ['glance', 'quick', 'standard', 'full'] as const

export type BatterySize = (typeof BATTERY_SIZES)[number]

/**
 * On a corpus of 200 distinct rows `glance` generates about 70 answers, `quick` about 130, `standard` about 390, `full` all rows and about 450
 * more. At 25 tokens and one prompt a second `standard` takes some 19 minutes; a model that calls stops after some 40
 * tokens, and prose is cut at 48.
 */
export const batterySizes: Readonly<Record<BatterySize, BatterySizes>> = {
  glance: {
    verbatim: 24,
    opensVerbatim: false,
    unseen: 16,
    suppression: 16,
    novel: 4,
    unseenTools: 0,
    multiCall: 0,
    noPreamble: 4,
    neutral: 4,
  },
  quick: {
    verbatim: 48,
    opensVerbatim: true,
    unseen: 32,
    suppression: 30,
    novel: 8,
    unseenTools: 4,
    multiCall: 4,
    noPreamble: 8,
    neutral: 8,
  },
  standard: {
    verbatim: 300,
    opensVerbatim: true,
    unseen: 72,
    suppression: 80,
    novel: 8,
    unseenTools: 8,
    multiCall: 8,
    noPreamble: 16,
    neutral: 16,
  },
  full: {
    verbatim: 'all',
    opensVerbatim: true,
    unseen: 230,
    suppression: 120,
    novel: 16,
    unseenTools: 12,
    multiCall: 24,
    noPreamble: 32,
    neutral: 32,
  },
}
