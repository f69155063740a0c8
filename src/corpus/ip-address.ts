/** Four numbers up to 255 in decimal. */
export function isIpv4(text: string): boolean {
  const parts = text.split('.')
  return parts.length === 4 && parts.every((part) => /^[0-9]{1,3}$/.test(part) && Number(part) <= 255)
}

/** Eight groups of up to four hex digits, one run of zeros left out by `::`, the last two groups also as IPv4 (RFC 4291). */
export function isIpv6(text: string): boolean {
  if (text.length > 45 || text === '::' || !text.includes(':')) return false
  const halves = text.split('::')
  if (halves.length > 2) return false
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  let count = groups.length
  for (const [index, group] of groups.entries()) {
    if (index === groups.length - 1 && group.includes('.')) {
      if (!isIpv4(group)) return false
      count++
    } else if (!/^[0-9a-f]{1,4}$/i.test(group)) return false
  }
  return halves.length === 2 ? count < 8 : count === 8
}
