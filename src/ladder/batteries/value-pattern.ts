import type { RandomStream } from '../../numeric/random.js'
import { entityWords } from './entity-words.js'

/** How the values of an argument are spelled, learnt from those seen. */
export type ValuePattern =
  /** Fixed letters with digits that vary, as in `ORD-48213`. */
  | { readonly kind: 'numbered'; readonly samples: readonly string[]; readonly shape: string }
  /** Letters vary too, as in `KX-7731`. */
  | { readonly kind: 'coded'; readonly samples: readonly string[]; readonly shape: string }
  /** Words. */
  | { readonly kind: 'words'; readonly samples: readonly string[] }
  /** A few fixed values: no new one would be valid. */
  | { readonly kind: 'enumerated'; readonly samples: readonly string[] }

/** Share of the values that must follow one pattern for it to be theirs. */
const LEAST_SHARE = 0.5
/** An argument of more values than these is no enumeration. */
const MOST_ENUMERATED = 8
/** How often each value of an enumeration is used, on average over distinct prompts. */
const LEAST_USES = 5

/**
 * Learns a pattern: fixed letters around digits where at least half of the values share them, else classes of
 * characters, else words. At most eight values in lower case without digits that recur five times each are an
 * enumeration.
 *
 * @param uses distinct prompts that hold one of the values.
 */
export function learnPattern(values: readonly string[], uses: number): ValuePattern {
  const distinct = [...new Set(values)]
  const numbered = most(distinct, (value) => (/\d/.test(value) ? value.replace(/\d+/g, '#') : undefined))
  if (numbered !== undefined && /[^#]/.test(numbered.shape) && isEnough(numbered, distinct)) {
    if (numbered.samples.length > 1 || distinct.length === 1) return { kind: 'numbered', ...numbered }
  }
  const coded = most(distinct, codeShape)
  if (coded !== undefined && isEnough(coded, distinct)) return { kind: 'coded', ...coded }
  const isPlain = distinct.every((value) => /^[\p{Ll}_-]+$/u.test(value))
  if (isPlain && distinct.length <= MOST_ENUMERATED && uses >= LEAST_USES * distinct.length) {
    return { kind: 'enumerated', samples: distinct }
  }
  return { kind: 'words', samples: distinct }
}

interface Shape {
  readonly shape: string
  readonly samples: readonly string[]
}

function isEnough({ samples }: Shape, distinct: readonly string[]): boolean {
  return samples.length >= LEAST_SHARE * distinct.length
}

function most(values: readonly string[], shapeOf: (value: string) => string | undefined): Shape | undefined {
  const groups = new Map<string, string[]>()
  for (const value of values) {
    const shape = shapeOf(value)
    if (shape !== undefined) groups.set(shape, [...(groups.get(shape) ?? []), value])
  }
  let best: Shape | undefined
  for (const [shape, samples] of groups) {
    if (best === undefined || samples.length > best.samples.length) best = { shape, samples }
  }
  return best
}

/** Classes of characters in a code: one word of capitals and digits, `AA-9`. Undefined for what reads like words. */
function codeShape(value: string): string | undefined {
  if (!/^[\p{Lu}\p{Ll}\d._/:#-]{2,40}$/u.test(value)) return undefined
  const hasDigit = /\d/.test(value)
  if (!hasDigit && !/^[A-Z]{2,4}$/.test(value)) return undefined
  if (/\p{Ll}{4,}/u.test(value)) return undefined
  return value
    .replace(/\d+/g, '9')
    .replace(/\p{Lu}/gu, 'A')
    .replace(/\p{Ll}/gu, 'a')
}

export interface NewValueOptions {
  readonly random: RandomStream
  /** From 0; after 60 the list of words is taken to be used up, and two of them make one. */
  readonly attempt?: number
}

/** A new value of the pattern; undefined for an enumeration. It may be one of those seen. */
export function newValue(
  pattern: ValuePattern,
  { random, attempt = 0 }: NewValueOptions,
): string | undefined {
  if (pattern.kind === 'enumerated' || pattern.samples.length === 0) return undefined
  const sample = pattern.samples[random.below(pattern.samples.length)] as string // in range
  switch (pattern.kind) {
    case 'numbered':
      return sample.replace(/\d+/g, (digits) => otherDigits(digits, random))
    case 'coded':
      return sample
        .replace(/\d+/g, (digits) => otherDigits(digits, random))
        .replace(/\p{Lu}/gu, () => letter(random).toUpperCase())
        .replace(/\p{Ll}/gu, () => letter(random))
    case 'words':
      return otherWords(sample, { random, attempt })
    default:
      return pattern satisfies never
  }
}

/** As many digits; the first is 0 only where it was. */
function otherDigits(digits: string, random: RandomStream): string {
  let result = ''
  for (const [at, digit] of [...digits].entries()) {
    const isFree = at > 0 || digit === '0' || digits.length === 1
    result += String(isFree ? random.below(10) : 1 + random.below(9))
  }
  return result
}

function letter(random: RandomStream): string {
  return String.fromCharCode(0x61 + random.below(26))
}

/** Most words of a new value: a sentence that was seen becomes a name. */
const MOST_WORDS = 3
/** After so many attempts the words of the list are taken to be used up. */
const WORD_ATTEMPTS = 60

/** As many words of our own list, three at most, with the capitals of those seen. */
function otherWords(sample: string, { random, attempt }: Required<NewValueOptions>): string {
  const word = (): string => entityWords[random.below(entityWords.length)] as string // in range
  const words = sample.match(/[\p{L}\p{N}]+/gu)?.filter((word) => /\p{L}/u.test(word)) ?? []
  const shown = words.length === 0 ? ['a'] : words.slice(0, MOST_WORDS)
  const separator = /_/.test(sample) ? '_' : /^\S+-\S+$/.test(sample) ? '-' : ' '
  return shown
    .map((old) => {
      const chosen = attempt < WORD_ATTEMPTS ? word() : word() + word()
      if (old.length > 1 && old === old.toUpperCase()) return chosen.toUpperCase()
      return /^\p{Lu}/u.test(old) ? chosen[0]?.toUpperCase() + chosen.slice(1) : chosen
    })
    .join(separator)
}
