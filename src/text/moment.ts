const DAY = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$|^(\d{4})(\d{2})(\d{2})$/
const TIME = /^(\d{1,2}):?(\d{2})(?::?(\d{2})(?:[.,](\d{1,30}))?)?$/
const OFFSET = /(?:([Zz])|([+-])(\d{2}):?(\d{2})?)$/

/**
 * A key that two texts share exactly when they spell one day, or one instant: `2031-05-01`, `20310501`, `2031/5/1` are
 * a day; `2031-05-01T09:30Z` and `2031-05-01 11:30:00+02:00` an instant. A time without an offset is neither an instant
 * nor the same as one, and a day is not its midnight. The year comes first: `5/1/2031` could be two days, so it is none.
 *
 * @returns undefined when the text is no date.
 */
export function momentKey(text: string): string | undefined {
  const split = text.search(/[Tt ]/)
  if (split === -1) {
    const day = dayNumber(text)
    return day === undefined ? undefined : `day ${day}`
  }
  const day = dayNumber(text.slice(0, split))
  const rest = text.slice(split + 1).trimStart()
  const offset = OFFSET.exec(rest)
  const time = secondsOf(offset === null ? rest : rest.slice(0, offset.index).trimEnd())
  if (day === undefined || time === undefined) return undefined
  const fraction = time.fraction === '' ? '' : `.${time.fraction}`
  if (offset === null) return `local ${day * 86_400 + time.seconds}${fraction}`
  const shift = offsetSeconds(offset)
  return shift === undefined ? undefined : `instant ${day * 86_400 + time.seconds - shift}${fraction}`
}

/** Days since some fixed day; undefined when there is no such day. */
function dayNumber(text: string): number | undefined {
  const match = DAY.exec(text)
  if (match === null) return undefined
  const [year, month, day] = [match[1] ?? match[5], match[3] ?? match[6], match[4] ?? match[7]].map(Number)
  if (year === undefined || month === undefined || day === undefined) return undefined
  // `Date.UTC` takes years below 100 for those of the last century; 400 years on, the calendar is the same.
  const date = new Date(Date.UTC(year + 400, month - 1, day))
  // A day too many, or too few, is in another month.
  if (date.getUTCMonth() !== month - 1) return undefined
  return date.getTime() / 86_400_000
}

function secondsOf(text: string): { readonly seconds: number; readonly fraction: string } | undefined {
  const match = TIME.exec(text)
  if (match === null) return undefined
  const [hour, minute, second] = [match[1], match[2], match[3] ?? '0'].map(Number)
  if (hour === undefined || minute === undefined || second === undefined) return undefined
  if (hour > 23 || minute > 59 || second > 59) return undefined
  return { seconds: hour * 3600 + minute * 60 + second, fraction: (match[4] ?? '').replace(/0+$/, '') }
}

function offsetSeconds(match: RegExpExecArray): number | undefined {
  if (match[1] !== undefined) return 0
  const hours = Number(match[3])
  const minutes = Number(match[4] ?? '0')
  if (hours > 23 || minutes > 59) return undefined
  return (match[2] === '-' ? -1 : 1) * (hours * 3600 + minutes * 60)
}
