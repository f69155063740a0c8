import type { EntityType } from '../../corpus/entities.js'
import type { RandomStream } from '../../numeric/random.js'
import { entityWords } from './entity-words.js'

/** What a new entity is made from. */
export interface EntityMaking {
  readonly random: RandomStream
  /** Values of the same argument, or type, that were seen. */
  readonly samples: readonly string[]
  /** From 0. Later attempts may leave the ranges that the first ones keep to, where those are used up. */
  readonly attempt: number
}

/** After so many attempts a reserved range is taken to be used up. */
const RESERVED_ATTEMPTS = 60

/**
 * One maker for each type that has a form. Addresses, domains and hosts come from ranges reserved for documentation (RFC
 * 5737, 3849, 2606) or, where those are used up, for benchmarks and private networks (RFC 2544, 1918).
 */
export const entityMakers: Readonly<Partial<Record<EntityType, (making: EntityMaking) => string>>> = {
  cve: ({ random }) => {
    const digits = 4 + random.below(2)
    const low = 10 ** (digits - 1)
    return `CVE-${1999 + random.below(28)}-${low + random.below(9 * low)}`
  },
  ipv4: ({ random, attempt }) => ipv4(random, attempt),
  ipv6: ({ random }) => `2001:db8:${hex(random, 1 + random.below(4))}::${hex(random, 1 + random.below(4))}`,
  domain: ({ random, attempt }) => host(random, attempt),
  url: ({ random, attempt, samples }) => {
    const scheme = samples.length > 0 && samples.every((url) => url.startsWith('http:')) ? 'http' : 'https'
    const path = samples.some((url) => /^\w+:\/\/[^/]+\/./.test(url)) ? `/${word(random)}` : ''
    return `${scheme}://${host(random, attempt)}${path}`
  },
  email: ({ random, attempt }) => `${word(random)}@${host(random, attempt)}`,
  md5: ({ random }) => hash(random, 32),
  sha1: ({ random }) => hash(random, 40),
  sha256: ({ random }) => hash(random, 64),
  'attack-technique': ({ random, samples }) => {
    const base = `T${1001 + random.below(659)}`
    const hasPart = samples.length > 0 && samples[random.below(samples.length)]?.includes('.') === true
    return hasPart ? `${base}.${String(1 + random.below(16)).padStart(3, '0')}` : base
  },
  path: ({ random, samples }) => path(random, samples),
  port: ({ random }) => String(1024 + random.below(64_512)),
  date: ({ random, samples }) => date(random, samples),
  uuid: ({ random }) => {
    const variant = '89ab'[random.below(4)] as string // in range
    return `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-${variant}${hex(random, 3)}-${hex(random, 12)}`
  },
  integer: ({ random, samples, attempt }) => integer(random, { samples, attempt }),
  number: ({ random, samples, attempt }) => number(random, { samples, attempt }),
}

function word(random: RandomStream): string {
  return entityWords[random.below(entityWords.length)] as string // in range
}

function hex(random: RandomStream, digits: number): string {
  let text = ''
  for (let at = 0; at < digits; at++) text += random.below(16).toString(16)
  return text.startsWith('0') ? `1${text.slice(1)}` : text
}

/** Never digits alone, which would be a number. */
function hash(random: RandomStream, digits: number): string {
  const text = hex(random, digits)
  return /[a-f]/.test(text) ? text : `${text.slice(0, -1)}c`
}

const DOCUMENTATION = ['192.0.2', '198.51.100', '203.0.113'] as const

function ipv4(random: RandomStream, attempt: number): string {
  const last = 1 + random.below(254)
  if (attempt < RESERVED_ATTEMPTS) return `${DOCUMENTATION[random.below(3)]}.${last}`
  const third = random.below(256)
  if (attempt < 2 * RESERVED_ATTEMPTS) return `198.${18 + random.below(2)}.${third}.${last}`
  return `10.${random.below(256)}.${third}.${last}`
}

const ENDINGS = ['example', 'test'] as const

function host(random: RandomStream, attempt: number): string {
  const name = random.below(2) === 0 ? `${word(random)}-${word(random)}` : word(random)
  const number = attempt < RESERVED_ATTEMPTS ? '' : String(1 + random.below(999))
  return `${name}${number}.${ENDINGS[random.below(2)]}`
}

/** In a folder that was seen, with an ending that was seen. */
function path(random: RandomStream, samples: readonly string[]): string {
  const sample =
    samples.length === 0 ? '/srv/data/notes.txt' : (samples[random.below(samples.length)] as string)
  const at = sample.replace(/\/$/, '').lastIndexOf('/')
  const folder = at <= 0 ? '/srv' : sample.slice(0, at)
  const ending = /\.[A-Za-z0-9]{1,5}$/.exec(sample)?.[0] ?? ''
  return `${folder}/${word(random)}${ending}`
}

/** Within ten years of those seen. */
function date(random: RandomStream, samples: readonly string[]): string {
  const years = samples.flatMap((sample) => {
    const year = Number(/^\d{4}/.exec(sample)?.[0])
    return Number.isInteger(year) ? [year] : []
  })
  const first = years.length === 0 ? 2024 : Math.min(...years.slice(0, 1000))
  const year = Math.min(Math.max(first - 2 + random.below(10), 1), 9989)
  const text = (value: number): string => String(value).padStart(2, '0')
  return `${String(year).padStart(4, '0')}-${text(1 + random.below(12))}-${text(1 + random.below(28))}`
}

interface NumberMaking {
  readonly samples: readonly string[]
  readonly attempt: number
}

/** As many digits as one that was seen; one more each time these seem used up, eighteen at most. */
function integer(random: RandomStream, { samples, attempt }: NumberMaking): string {
  const sample = samples.length === 0 ? '4821' : (samples[random.below(samples.length)] as string)
  const seen = sample.replace(/\D/g, '').length
  const digits = Math.min(18, Math.max(2, seen) + Math.floor(attempt / RESERVED_ATTEMPTS))
  let text = String(1 + random.below(9))
  while (text.length < digits) text += String(random.below(10))
  return sample.startsWith('-') ? `-${text}` : text
}

function number(random: RandomStream, making: NumberMaking): string {
  const { samples } = making
  const sample = samples.length === 0 ? '12.5' : (samples[random.below(samples.length)] as string)
  const decimals = /\.(\d+)/.exec(sample)?.[1]?.length ?? 0
  const whole = integer(random, { ...making, samples: [sample.replace(/[.eE].*$/, '')] })
  if (decimals === 0) return whole
  let part = ''
  while (part.length < decimals - 1) part += String(random.below(10))
  return `${whole}.${part}${1 + random.below(9)}`
}
