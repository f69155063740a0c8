import { isDomain } from './domain-name.js'
import { isIpv4, isIpv6 } from './ip-address.js'

/**
 * What a text names. `free` has no form that tells it from other words; `integer` and `number` are only given for whole
 * values, because a number in running text may mean anything.
 */
export type EntityType =
  | 'cve'
  | 'ipv4'
  | 'ipv6'
  | 'domain'
  | 'url'
  | 'email'
  | 'md5'
  | 'sha1'
  | 'sha256'
  | 'attack-technique'
  | 'path'
  | 'port'
  | 'date'
  | 'uuid'
  | 'integer'
  | 'number'
  | 'free'

/** An entity in a text: half-open span in UTF-16 code units. */
export interface FoundEntity {
  readonly type: EntityType
  /** As it stands in the text. */
  readonly value: string
  readonly start: number
  readonly end: number
}

/** Longest text that is searched; what lies behind is not looked at. A prompt of the real corpora has under 200. */
const MAX_SEARCHED = 1_000_000

/** A dot, also in the ways in which addresses are made harmless: `[.]`, `(.)`, `[dot]`. */
const DOT = '(?:[.\uff0e]|\\[[.]\\]|\\([.]\\)|\\[dot\\]|\\(dot\\))'
const DIGIT = '[0-9\uff10-\uff19]'
/** Hyphens that are drawn alike, and what people type instead. */
const HYPHEN = '[-\u2010-\u2015\u2212\ufe58\ufe63\uff0d_ ]'
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?'
const DOMAIN = `(?:${LABEL}${DOT}){1,10}[\\p{L}][\\p{L}\\p{N}-]{1,62}`

interface EntityForm {
  readonly type: EntityType
  /** With the flags `giu`; the first group is the entity where there is one. */
  readonly pattern: RegExp
  readonly accepts?: (value: string) => boolean
  /** A text that must occur for the pattern to be worth trying. */
  readonly needs: RegExp
}

/** In order of precedence: what an earlier form takes, a later one does not see. */
const FORMS: readonly EntityForm[] = [
  {
    type: 'url',
    pattern: /(?<![\p{L}\p{N}])(?:https?|hxxps?|ftp|fxp|wss?):\/\/[^\s<>"'`{}|\\^]{1,2000}/giu,
    needs: /:\/\//,
  },
  {
    type: 'email',
    pattern: new RegExp(
      `(?<![\\p{L}\\p{N}.+-])[\\p{L}\\p{N}_][\\p{L}\\p{N}._%+-]{0,63}(?:@|\\[at\\]|\\[@\\])${DOMAIN}(?![\\p{L}\\p{N}])`,
      'giu',
    ),
    needs: /@|\[at\]/i,
  },
  {
    type: 'cve',
    pattern: new RegExp(
      `(?<![\\p{L}\\p{N}])[c\uff23\uff43][v\uff36\uff56][e\uff25\uff45]${HYPHEN}{0,2}${DIGIT}{4}${HYPHEN}${DIGIT}{4,7}(?!${DIGIT})`,
      'giu',
    ),
    needs: /cve|[\uff23\uff43]/i,
  },
  {
    type: 'uuid',
    pattern:
      /(?<![\p{L}\p{N}-])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![\p{L}\p{N}-])/giu,
    needs: /[0-9a-f]{8}-/i,
  },
  hexForm('sha256', 64),
  hexForm('sha1', 40),
  hexForm('md5', 32),
  {
    type: 'ipv6',
    pattern: /(?<![\p{L}\p{N}:.])[0-9a-f:]{2,39}(?:(?<=:)\d{1,3}(?:\.\d{1,3}){3})?(?![\p{L}\p{N}:])/giu,
    accepts: isIpv6,
    needs: /[0-9a-f:]:/i,
  },
  {
    type: 'ipv4',
    pattern: new RegExp(
      `(?<![\\p{L}\\p{N}.\uff0e-])${DIGIT}{1,3}(?:${DOT}${DIGIT}{1,3}){3}(?![\\p{L}\\p{N}]|[.]${DIGIT})`,
      'giu',
    ),
    accepts: (value) => isIpv4(normalEntity(value, 'ipv4')),
    needs: /[0-9\uff10-\uff19][.\uff0e[(]/,
  },
  {
    type: 'path',
    pattern:
      /(?<![\p{L}\p{N}/.~<:*])(?:~|\.{1,2})?\/(?:[\p{L}\p{N}_.@%+~-]+\/){0,40}[\p{L}\p{N}_@%+~-][\p{L}\p{N}_.@%+~*-]*\/?/giu,
    needs: /\//,
  },
  {
    type: 'path',
    pattern: /(?<![\p{L}\p{N}])[a-z]:\\(?:[^\s\\/:*?"<>|]+\\){0,40}[^\s\\/:*?"<>|]+/giu,
    needs: /:\\/,
  },
  {
    type: 'domain',
    pattern: new RegExp(`(?<![\\p{L}\\p{N}@/._-])${DOMAIN}(?![\\p{L}\\p{N}@-])`, 'giu'),
    accepts: (value) => isDomain(normalEntity(value, 'domain')),
    needs: /[\p{L}\p{N}](?:[.\uff0e]|[[(](?:[.]|dot)[\])])\p{L}/iu,
  },
  {
    type: 'attack-technique',
    pattern: /(?<![\p{L}\p{N}.-])[Tt][01][0-9]{3}(?:\.[0-9]{3})?(?![\p{L}\p{N}]|\.[0-9])/gu,
    needs: /T[01][0-9]{3}/i,
  },
  {
    type: 'date',
    pattern:
      /(?<![\p{L}\p{N}-])[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9:.]{5,12}(?:Z|[+-][0-9:]{4,5})?)?(?![\p{L}\p{N}-])/giu,
    accepts: isDate,
    needs: /[0-9]{4}-[0-9]{2}-/,
  },
  {
    type: 'port',
    pattern:
      /(?<![\p{L}\p{N}])(?:ports?|puertos?|porta|portas|porte)\s{1,3}(?:n[º°.]\s?)?([0-9]{1,5})(?![\p{L}\p{N}])/giu,
    accepts: (value) => Number(value) >= 1 && Number(value) <= 65_535,
    needs: /(?:port|puerto)[a-z]?\s/i,
  },
]

function hexForm(type: EntityType, digits: number): EntityForm {
  return {
    type,
    pattern: new RegExp(`(?<![\\p{L}\\p{N}])[0-9a-f]{${digits}}(?![\\p{L}\\p{N}])`, 'giu'),
    // A run of digits alone is a number: one hash in three million has no letter.
    accepts: (value) => /[a-f]/i.test(value),
    needs: /[0-9a-f]{32}/i,
  }
}

/**
 * The entities of a text in order, none inside another. Harmless spellings (`1[.]2[.]3[.]4`, `hxxp`), full-width digits
 * and hyphens that only look like one are found as they stand; `normalEntity` unifies them. Takes time linear in the
 * text.
 */
export function findEntities(text: string): readonly FoundEntity[] {
  const searched = text.length > MAX_SEARCHED ? text.slice(0, MAX_SEARCHED) : text
  if (!MAY_HOLD.test(searched)) return NONE
  const found: FoundEntity[] = []
  let taken: Uint8Array | undefined
  for (const { type, pattern, accepts, needs } of FORMS) {
    if (!needs.test(searched)) continue
    for (const match of searched.matchAll(pattern)) {
      const whole = match[1] ?? match[0]
      const start = match.index + match[0].length - whole.length
      const value = trimmedEnd(whole, type)
      if (accepts !== undefined && !accepts(value)) continue
      const end = start + value.length
      if (taken?.subarray(start, end).includes(1) === true) continue
      taken ??= new Uint8Array(searched.length)
      taken.fill(1, start, end)
      found.push({ type, value, start, end })
    }
  }
  return found.sort((left, right) => left.start - right.start)
}

const NONE: readonly FoundEntity[] = []
/** Every form holds one of these. */
const MAY_HOLD = /[0-9./:@\\\uff0e\uff10-\uff19]|\[dot\]/i

/** Without the punctuation of the sentence around it. */
function trimmedEnd(value: string, type: EntityType): string {
  if (type === 'url') {
    let end = value.length
    while (end > 0 && /[.,;:!?)\]}*_…]/.test(value[end - 1] as string)) {
      const last = value[end - 1]
      const opening = last === ')' ? '(' : last === ']' ? '[' : undefined
      if (opening !== undefined && isBalanced(value.slice(0, end), opening, last as string)) break // as above
      end--
    }
    return value.slice(0, end)
  }
  if (type === 'path') return value.length > 1 ? value.replace(/[.,;:!?]+$/, '') : value
  return value
}

/** Whether the brackets of one kind that close were opened before. */
function isBalanced(text: string, opening: string, closing: string): boolean {
  return text.split(opening).length >= text.split(closing).length
}

/** The type of a value that is one entity as a whole; `free` when it has no form of its own. */
export function entityTypeOf(value: string): EntityType {
  if (/^[+-]?[0-9]{1,40}$/.test(value)) return 'integer'
  if (/^[+-]?(?:[0-9]{1,40}\.[0-9]{1,40}|[0-9]{1,40}(?:\.[0-9]{1,40})?[eE][+-]?[0-9]{1,3})$/.test(value))
    return 'number'
  if (value.length > 2048) return 'free'
  const [only, ...others] = findEntities(value)
  const isWhole = only !== undefined && others.length === 0 && only.start === 0 && only.end === value.length
  return isWhole ? only.type : 'free'
}

/**
 * The one spelling of an entity, for comparing: compatibility forms unified, hyphens ASCII, harmless spellings undone,
 * surrounding space dropped. CVE and technique ids become upper case, domains and addresses lower case; hashes, paths
 * and free terms keep their case.
 */
export function normalEntity(value: string, type: EntityType): string {
  const plain = value
    .normalize('NFKC')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .trim()
  switch (type) {
    case 'cve':
      return plain.toUpperCase().replace(/^CVE[-_ ]*([0-9]+)[-_ ]+([0-9]+)$/, 'CVE-$1-$2')
    case 'attack-technique':
      return plain.toUpperCase()
    case 'ipv4':
    case 'domain':
      return harmful(plain).toLowerCase()
    case 'ipv6':
    case 'uuid':
      return plain.toLowerCase()
    case 'email':
      return harmful(plain).replace(/\[(?:at|@)\]/i, '@')
    case 'url':
      return harmful(plain)
        .replace(/^h(?:xx|XX)p/, 'http')
        .replace(/^fxp/i, 'ftp')
    default:
      return plain
  }
}

function harmful(text: string): string {
  return text.replace(/\[[.]\]|\([.]\)|\[dot\]|\(dot\)/gi, '.')
}

/** A day that exists. */
function isDate(value: string): boolean {
  const [year = 0, month = 0, day = 0] = value.slice(0, 10).split('-').map(Number)
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  return day >= 1 && day <= (days[month - 1] ?? 0)
}
