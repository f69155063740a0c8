/** Days since 1970-01-01 of a date in ISO form, which must exist. */
export function dayOf(iso: string): number {
  // `Date.UTC` would take the years 0 to 99 for 1900 to 1999.
  const [year, month, day] = [Number(iso.slice(0, 4)), Number(iso.slice(5, 7)), Number(iso.slice(8, 10))]
  return new Date(0).setUTCFullYear(year, month - 1, day) / DAY_MS
}

/** The date in ISO form; of the years 0 to 9999. */
export function isoOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

const DAY_MS = 86_400_000
