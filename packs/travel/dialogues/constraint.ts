/** The four kinds of rows that people ask for. */
export type Domain = 'flights' | 'hotels' | 'restaurants' | 'attractions'

/** Something that people want of a row: how it is said, how a plan states it, and which rows have it. */
export interface Constraint {
  /** Distinct within its domain; part of cache keys. */
  readonly id: string
  readonly parameter: string
  /** Python; `{v}` and `{w}` are the placeholders. */
  readonly value: string
  /** Names of the placeholders, without numbers: the first is `{v}`, the second `{w}`. `CITY_` in front: belongs to the city. */
  readonly names: readonly string[]
  readonly holds: Holds
  /** How few rows have it: 1, the default, for about half of them, more for fewer. */
  readonly rarity?: number
  /** As in "forget the …". */
  readonly noun: string
  /** Behind a noun: "with a pool". */
  readonly attach: readonly string[]
  /** What `{thing}` stands for in sentences that several constraints share. */
  readonly thing?: string
  /** Sentences of their own. */
  readonly says: readonly string[]
  /** A few words. */
  readonly terse: readonly string[]
  /** Words without which nothing of this was said; of constraints without placeholders. */
  readonly mentions?: readonly string[]
}

/** Which rows satisfy it, and how values are found that do. */
export type Holds =
  | { readonly kind: 'is'; readonly column: string; readonly value: boolean | number }
  /** The placeholder is what the row holds. */
  | { readonly kind: 'equal'; readonly column: string }
  /** The placeholder is at least what the row holds, on a grid of `step`. */
  | { readonly kind: 'at-most'; readonly columns: readonly string[]; readonly step: number }
  /** The placeholder is at most what the row holds, at least `least`, on a grid of `step`. */
  | { readonly kind: 'at-least'; readonly column: string; readonly step: number; readonly least: number }
  /** A time of day: the row's is after the first placeholder, before the last. */
  | { readonly kind: 'time'; readonly column: string; readonly after: boolean; readonly before: boolean }
