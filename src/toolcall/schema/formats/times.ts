import type { FormatTest } from './format-test.js'

const DATE = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/
const TIME = /^([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]+)?(?:[zZ]|([+-])([0-9]{2}):([0-9]{2}))$/
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** `full-date` of RFC 3339. */
export const isDate: FormatTest = (text) => {
  const [, year, month, day] = (DATE.exec(text) ?? []).map(Number)
  if (year === undefined || month === undefined || day === undefined || day < 1) return false
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return day <= (month === 2 && isLeap ? 29 : (DAYS[month - 1] ?? 0))
}

/** `full-time` of RFC 3339. Second 60 is the last of a day in UTC. */
export const isTime: FormatTest = (text) => {
  const match = TIME.exec(text)
  if (match === null) return false
  const [hour = 0, minute = 0, second = 0] = match.slice(1, 4).map(Number)
  const [offsetHour = 0, offsetMinute = 0] = match.slice(5, 7).map((part) => Number(part ?? 0))
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return false
  if (second < 60) return true
  const offset = (offsetHour * 60 + offsetMinute) * (match[4] === '-' ? -1 : 1)
  const day = 24 * 60
  return (hour * 60 + minute - offset + 2 * day) % day === day - 1
}

/** `date-time` of RFC 3339. */
export const isDateTime: FormatTest = (text) =>
  isDate(text.slice(0, 10)) && /^[tT]$/.test(text.charAt(10)) && isTime(text.slice(11))

const DURATION_DATE = /^(?:[0-9]+Y(?:[0-9]+M(?:[0-9]+D)?)?|[0-9]+M(?:[0-9]+D)?|[0-9]+D)$/
const DURATION_TIME = /^(?:[0-9]+H(?:[0-9]+M(?:[0-9]+S)?)?|[0-9]+M(?:[0-9]+S)?|[0-9]+S)$/

/** `duration` of RFC 3339, appendix A: units without gaps, weeks alone. */
export const isDuration: FormatTest = (text) => {
  if (!text.startsWith('P')) return false
  if (/^P[0-9]+W$/.test(text)) return true
  const [date = '', time, ...others] = text.slice(1).split('T')
  if (others.length > 0 || (time !== undefined && !DURATION_TIME.test(time))) return false
  return date === '' ? time !== undefined : DURATION_DATE.test(date)
}
