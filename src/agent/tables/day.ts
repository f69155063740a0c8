/** Days since 1970-01-01 of a date in ISO form, which must exist. */
export function dayOf(iso: string): number {
  return Date.UTC(Number(iso.slice(0, 4)), Number(iso.slice(5, 7)) - 1, Number(iso.slice(8, 10))) / DAY_MS
}

/** The date in ISO form; of the years 0 to 9999. */
export function isoOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

const DAY_MS = 86_400_000
