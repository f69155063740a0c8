import type { FormatTest } from './format-test.js'
import { isIpv6 } from './hosts.js'

/** Characters that may stand in a part of an address; `%` always begins an escape. */
interface Characters {
  readonly path: RegExp
  readonly query: RegExp
  readonly userinfo: RegExp
  readonly host: RegExp
}

function charactersOf(beyond: string, privateUse: string): Characters {
  const plain = `A-Za-z0-9\\-._~!$&'()*+,;=${beyond}`
  const of = (more: string): RegExp => new RegExp(`^(?:[${plain}${more}]|%[0-9A-Fa-f]{2})*$`, 'u')
  return { path: of(':@\\/'), query: of(`:@\\/?${privateUse}`), userinfo: of(':'), host: of('') }
}

const ASCII = charactersOf('', '')
/** `ucschar` and `iprivate` of RFC 3987, planes 1 to 14 taken whole but for their last two code points. */
const WIDE = charactersOf(
  '\\u{a0}-\\u{d7ff}\\u{f900}-\\u{fdcf}\\u{fdf0}-\\u{ffef}\\u{10000}-\\u{efffd}',
  '\\u{e000}-\\u{f8ff}\\u{f0000}-\\u{10fffd}',
)

/** RFC 3986. */
export const isUri: FormatTest = (text) => isAddress(text, { characters: ASCII, isRelativeAllowed: false })
export const isUriReference: FormatTest = (text) =>
  isAddress(text, { characters: ASCII, isRelativeAllowed: true })
/** RFC 3987. */
export const isIri: FormatTest = (text) => isAddress(text, { characters: WIDE, isRelativeAllowed: false })
export const isIriReference: FormatTest = (text) =>
  isAddress(text, { characters: WIDE, isRelativeAllowed: true })

interface AddressRules {
  readonly characters: Characters
  readonly isRelativeAllowed: boolean
}

const PARTS = /^(?:([^:/?#]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s

function isAddress(text: string, { characters, isRelativeAllowed }: AddressRules): boolean {
  const [, scheme, authority, path = '', query = '', fragment = ''] = PARTS.exec(text) ?? []
  if (scheme === undefined ? !isRelativeAllowed : !/^[A-Za-z][A-Za-z0-9+.-]*$/.test(scheme)) return false
  if (authority !== undefined && !isAuthority(authority, characters)) return false
  return characters.path.test(path) && characters.query.test(query) && characters.query.test(fragment)
}

function isAuthority(text: string, { userinfo, host }: Characters): boolean {
  const at = text.lastIndexOf('@')
  if (at !== -1 && !userinfo.test(text.slice(0, at))) return false
  const place = text.slice(at + 1)
  const literal = /^\[([^\]]*)\](?::[0-9]*)?$/.exec(place)?.[1]
  if (literal !== undefined) {
    return isIpv6(literal) || /^v[0-9A-Fa-f]+\.[A-Za-z0-9\-._~!$&'()*+,;=:]+$/.test(literal)
  }
  return host.test(place.replace(/:[0-9]*$/, ''))
}

const EXPRESSION = /^[+#./;?&=,!@|]?[^{}]+$/
const VARIABLE =
  /^(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})(?:\.?(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2}))*(?::[1-9][0-9]{0,3}|\*)?$/
const LITERALS = /^(?:[^\x00-\x20"'%<>\\^`{|}\x7f]|%[0-9A-Fa-f]{2})*$/

/** RFC 6570. */
export const isUriTemplate: FormatTest = (text) => {
  for (const [at, part] of text.split('{').entries()) {
    const close = part.indexOf('}')
    if (at === 0) {
      if (!LITERALS.test(part)) return false
      continue
    }
    if (close === -1 || !LITERALS.test(part.slice(close + 1))) return false
    const expression = part.slice(0, close)
    if (!EXPRESSION.test(expression)) return false
    const names = expression.replace(/^[+#./;?&=,!@|]/, '').split(',')
    if (!names.every((name) => VARIABLE.test(name))) return false
  }
  return true
}
