/** Minutes from midnight of a time written `15:30`, `15:30:00` or `03:30 PM`; seconds are left out. */
export function readTime(text: string): number | undefined {
  if (text.length > 40) return undefined
  const parts = /^(\d{1,2}):(\d{2})(?::(\d{2}))?(?: ?([ap])\.?m\.?)?$/i.exec(text.trim())
  if (parts === null) return undefined
  const [, hours = '', minutes = '', seconds = '0', half] = parts
  const hour = Number(hours)
  if (Number(minutes) > 59 || Number(seconds) > 59) return undefined
  if (half === undefined) return hour <= 23 ? hour * 60 + Number(minutes) : undefined
  if (hour < 1 || hour > 12) return undefined
  return ((hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)) * 60 + Number(minutes)
}
