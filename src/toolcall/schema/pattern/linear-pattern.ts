import { RE2JS, RE2JSException } from 're2js'
import { isJsonObject, type JsonObject } from '../../../text/json.js'
import type { Run } from '../run.js'
import type { SchemaGap } from '../schema-fault.js'
import { type CodeSet, holdsCode } from './code-points.js'
import { type TranslatedPattern, translatePattern } from './ecma-pattern.js'
import { PatternGap } from './pattern-gap.js'
import type { Count } from './pattern-pieces.js'
import { isCostly, unicodeProperty } from './unicode-property.js'

/** A pattern whose search takes time in proportion to the text, whatever the pattern. */
export interface LinearPattern {
  /**
   * Whether a text holds a match; undefined where the automaton for it cannot be built.
   *
   * @throws {LimitReached} when the run cannot afford the search.
   */
  test(text: string, run: Run): boolean | undefined
}

/** The gap of a pattern whose automaton cannot be built. */
export const NO_AUTOMATON = {
  code: 'pattern-too-large',
  reason: 'The pattern is too large for an automaton.',
} as const

export type PatternReading =
  | { readonly kind: 'pattern'; readonly pattern: LinearPattern }
  | ({ readonly kind: 'gap' } & Pick<SchemaGap, 'code' | 'reason'>)

/** Code units of a pattern. */
const MAX_SOURCE = 10_000

/** Scans of all code points that the patterns of one schema may cost, each made only once per process. */
const MAX_PROPERTY_SCANS = 16

/** The patterns of one schema, each translated once. */
export class PatternShelf {
  readonly #readings = new Map<string, PatternReading>()
  readonly #maxSize: number
  /** What all patterns together may still need. */
  #sizeLeft: number
  #scansLeft = MAX_PROPERTY_SCANS

  constructor(maxSize: number) {
    this.#maxSize = maxSize
    this.#sizeLeft = 4 * maxSize
  }

  read(source: string): PatternReading {
    const known = this.#readings.get(source)
    if (known !== undefined) return known
    const reading = this.#translate(source)
    this.#readings.set(source, reading)
    return reading
  }

  /** Reads the patterns that stand directly in a schema. */
  readAll({ pattern, patternProperties }: JsonObject): void {
    if (typeof pattern === 'string') this.read(pattern)
    if (isJsonObject(patternProperties))
      for (const source of Object.keys(patternProperties)) this.read(source)
  }

  #translate(source: string): PatternReading {
    try {
      if (source.length > MAX_SOURCE) throw tooLarge()
      const maxSize = Math.min(this.#maxSize, this.#sizeLeft)
      const translated = translatePattern(source, { maxSize, propertyOf: (name) => this.#property(name) })
      this.#sizeLeft -= translated.size
      return { kind: 'pattern', pattern: patternOf(translated) }
    } catch (error) {
      if (!(error instanceof PatternGap)) throw error
      return { kind: 'gap', code: error.code, reason: error.message }
    }
  }

  #property(name: string): CodeSet {
    if (isCostly(name) && this.#scansLeft-- <= 0) throw tooLarge()
    const set = unicodeProperty(name)
    if (set === undefined) throw new PatternGap('pattern-syntax', 'The pattern names an unknown property.')
    return set
  }
}

/** Whether a text is a pattern of ECMA-262, one that cannot be judged here included. */
export function isPattern(source: string): boolean {
  if (source.length > MAX_SOURCE) return true
  try {
    translatePattern(source, { maxSize: MAX_SOURCE, propertyOf: () => [] })
    return true
  } catch (error) {
    if (!(error instanceof PatternGap)) throw error
    return error.code !== 'pattern-syntax'
  }
}

function tooLarge(): PatternGap {
  return new PatternGap('pattern-too-large', 'The patterns of the schema are too large.')
}

function patternOf({ text, size, run }: TranslatedPattern): LinearPattern {
  return run === undefined ? new SearchPattern(text, size) : new RunPattern(run.set, run.count)
}

/** Any pattern, by RE2's automata. */
class SearchPattern implements LinearPattern {
  readonly #text: string
  readonly #size: number
  /** Null where RE2 refuses the pattern for a limit of its own. */
  #machine: RE2JS | null | undefined

  constructor(text: string, size: number) {
    this.#text = text
    this.#size = size
  }

  test(text: string, run: Run): boolean | undefined {
    // Mostly a text costs one transition per character, but a pattern can be made to need one per state and character.
    run.spend(1 + Math.ceil((text.length * this.#size) / 16))
    if (this.#machine === undefined) this.#machine = machineOf(this.#text)
    return this.#machine?.test(text)
  }
}

function machineOf(text: string): RE2JS | null {
  try {
    return RE2JS.compile(text)
  } catch (error) {
    if (error instanceof RE2JSException) return null
    throw error
  }
}

/** `^[set]{least,most}$`: counts to 5,000 and more, which automata pay for with as many states. */
class RunPattern implements LinearPattern {
  readonly #set: CodeSet
  readonly #count: Count
  /** ASCII, by code. */
  readonly #ascii: readonly boolean[]

  constructor(set: CodeSet, count: Count) {
    this.#set = set
    this.#count = count
    this.#ascii = Array.from({ length: 0x80 }, (_, code) => holdsCode(set, code))
  }

  test(text: string, run: Run): boolean {
    run.spend(1 + (text.length >> 5))
    const { least, most } = this.#count
    // A character takes one code unit or two.
    if (text.length < least || text.length > 2 * most) return false
    let count = 0
    for (let at = 0; at < text.length; at++) {
      const code = text.codePointAt(at) as number // at is within the text
      if (code > 0xffff) at++
      if (!(code < 0x80 ? this.#ascii[code] : holdsCode(this.#set, code))) return false
      count++
    }
    return count >= least && count <= most
  }
}
