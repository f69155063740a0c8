import type { FormatTest } from './format-test.js'

const BYTE = '(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])'
const IPV4 = new RegExp(`^(?:${BYTE}\\.){3}${BYTE}$`)

/** Four decimal bytes without leading zeros. */
export const isIpv4: FormatTest = (text) => text.length <= 15 && IPV4.test(text)

/** RFC 4291, section 2.2. */
export const isIpv6: FormatTest = (text) => {
  if (text.length > 45) return false
  const halves = text.split('::')
  if (halves.length > 2) return false
  const groups = halves.map((half) => (half === '' ? [] : half.split(':')))
  let count = 0
  for (const [at, half] of groups.entries()) {
    for (const [place, group] of half.entries()) {
      const isLast = at === groups.length - 1 && place === half.length - 1
      if (isLast && group.includes('.')) {
        if (!isIpv4(group)) return false
        count += 2
      } else if (/^[0-9a-fA-F]{1,4}$/.test(group)) count++
      else return false
    }
  }
  return halves.length === 2 ? count <= 7 : count === 8
}

const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/

/** RFC 1123: labels of letters, digits and inner hyphens. */
export const isHostname: FormatTest = (text) =>
  text.length <= 253 && text.split('.').every((label) => LABEL.test(label))

const ATOM = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+$/
const WIDE_ATOM = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~\u{80}-\u{10ffff}-]+$/u
const QUOTED_LOCAL = /^"(?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\[\x20-\x7e])*"$/

/** `Mailbox` of RFC 5321. */
export const isEmail: FormatTest = (text) => isMailbox(text, { atom: ATOM, isDomain: isHostname })

const WIDE_LABEL = /^[\p{L}\p{N}](?:(?:[\p{L}\p{M}\p{N}·-]|\u200c|\u200d){0,61}[\p{L}\p{M}\p{N}])?$/u

/** `Mailbox` of RFC 6531. Labels of the domain are letters, marks, digits and inner hyphens. */
export const isIdnEmail: FormatTest = (text) =>
  isMailbox(text, {
    atom: WIDE_ATOM,
    isDomain: (domain) => domain.length <= 253 && domain.split('.').every((label) => WIDE_LABEL.test(label)),
  })

interface MailboxParts {
  readonly atom: RegExp
  readonly isDomain: FormatTest
}

function isMailbox(text: string, { atom, isDomain }: MailboxParts): boolean {
  const at = text.lastIndexOf('@')
  if (at < 1 || at > 64 || text.length > 320) return false
  const local = text.slice(0, at)
  if (!QUOTED_LOCAL.test(local) && !local.split('.').every((part) => atom.test(part))) return false
  const domain = text.slice(at + 1)
  if (!domain.startsWith('[') || !domain.endsWith(']')) return isDomain(domain)
  const literal = domain.slice(1, -1)
  return literal.startsWith('IPv6:') ? isIpv6(literal.slice(5)) : isIpv4(literal)
}
