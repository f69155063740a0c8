const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const DAY_MS = 86_400_000

/** Days as numbers from 1970-01-01. */
export function dayOf(iso: string): number {
  return Date.parse(`${iso}T00:00:00Z`) / DAY_MS
}

export function isoOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

/** As people write it: "May 18, 2025". */
export function writtenDay(day: number): string {
  const date = new Date(day * DAY_MS)
  return `${months[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`
}
