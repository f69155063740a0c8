import { dayOf, isoOf } from './day.js'

/** `2025-05-18`, `May 18, 2025` with the month in full, or with its first three letters. */
export type DateForm = 'iso' | 'long' | 'short'

export interface WrittenDate {
  /** `YYYY-MM-DD`, a day that exists, of the years 1 to 9999. */
  readonly iso: string
  readonly form: DateForm
}

const MONTHS = [
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
] as const

/** Reads a date in one of the three forms; capitals, blanks around it and the comma do not matter. */
export function readDate(text: string): WrittenDate | undefined {
  // Real dates have at most 18 characters; blanks around them are few.
  if (text.length > 40) return undefined
  const trimmed = text.trim()
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(trimmed)
  if (iso !== null) return existing(trimmed, 'iso')
  const [, name = '', day = '', year = ''] = /^([a-z]+)\.? (\d{1,2}),? (\d{4})$/i.exec(trimmed) ?? []
  const wanted = name.toLowerCase()
  const month = MONTHS.findIndex((full) => {
    const lower = full.toLowerCase()
    return lower === wanted || lower.slice(0, 3) === wanted
  })
  if (month < 0) return undefined
  const form = wanted.length === 3 && wanted !== 'may' ? 'short' : 'long'
  return existing(`${year}-${String(month + 1).padStart(2, '0')}-${day.padStart(2, '0')}`, form)
}

/** Writes a date in the form in which another was written. */
export function writeDate(iso: string, form: DateForm): string {
  if (form === 'iso') return iso
  const month = MONTHS[Number(iso.slice(5, 7)) - 1] ?? ''
  return `${form === 'long' ? month : month.slice(0, 3)} ${Number(iso.slice(8, 10))}, ${iso.slice(0, 4)}`
}

/** The date so many days later, undefined outside the years 1 to 9999. */
export function laterDate(iso: string, days: number): string | undefined {
  const day = dayOf(iso) + days
  return day >= FIRST_DAY && day <= LAST_DAY ? isoOf(day) : undefined
}

const FIRST_DAY = -719_162
const LAST_DAY = 2_932_896

/** February 30 is taken for a day of March: such dates do not come back alike. */
function existing(iso: string, form: DateForm): WrittenDate | undefined {
  const day = dayOf(iso)
  return Number.isFinite(day) && day >= FIRST_DAY && isoOf(day) === iso ? { iso, form } : undefined
}
