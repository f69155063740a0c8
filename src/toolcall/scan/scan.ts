import type { JsonTreeReader } from '../../text/json-tree.js'
import { TextFinder } from '../../text/text-finder.js'
import type { ToolTable } from '../tool-table.js'

/** One output while it is read: the text and what is remembered about it, so that no part is searched twice. */
export class Scan {
  readonly text: string
  readonly tools: ToolTable
  /** The turn was ended by the token limit. */
  readonly isCut: boolean
  readonly json: JsonTreeReader
  /** Whether the marker at an offset is a marker; false where ordinary tokens only spell it. */
  readonly isGenuine: (at: number, marker: string) => boolean
  /** Openers without payload after which a walk looks for no more; default without limit. */
  readonly patience: number
  /** The text came from token ids, so that a marker may turn out to be typed. */
  readonly mayBeTyped: boolean
  readonly #finders = new Map<string, TextFinder>()

  constructor(options: {
    readonly json: JsonTreeReader
    readonly tools: ToolTable
    readonly isCut: boolean
    readonly isGenuine?: (at: number, marker: string) => boolean
    readonly patience?: number
  }) {
    this.text = options.json.text
    this.json = options.json
    this.tools = options.tools
    this.isCut = options.isCut
    this.isGenuine = options.isGenuine ?? ALWAYS
    this.patience = options.patience ?? Number.POSITIVE_INFINITY
    this.mayBeTyped = options.isGenuine !== undefined
  }

  /** First occurrence of `needle` at `at` or later; the length of the text where there is none. */
  next(needle: string, at: number): number {
    return this.finder(needle).next(at)
  }

  /** The memory of where `needle` occurs, for those who ask often. */
  finder(needle: string): TextFinder {
    let finder = this.#finders.get(needle)
    if (finder === undefined) {
      finder = this.mayBeTyped
        ? new TextFinder(this.text, needle, (at) => this.isGenuine(at, needle))
        : new TextFinder(this.text, needle)
      this.#finders.set(needle, finder)
    }
    return finder
  }

  /** First occurrence of any of them. */
  nextOf(needles: readonly string[], at: number): number {
    let first = this.text.length
    for (const needle of needles) {
      const found = this.next(needle, at)
      if (found < first) first = found
    }
    return first
  }

  /** Whether the marker stands at `at`, and is one. */
  startsWith(marker: string, at: number): boolean {
    return this.text.startsWith(marker, at) && (!this.mayBeTyped || this.isGenuine(at, marker))
  }

  /** Which of the texts stands at `at`; the longest. */
  markerAt(at: number, markers: readonly string[]): string | undefined {
    let longest: string | undefined
    for (const marker of markers) {
      if (marker.length > (longest?.length ?? 0) && this.startsWith(marker, at)) longest = marker
    }
    return longest
  }

  /** Whether nothing is left at `at`, or nothing but the beginning of a marker that the token limit cut. */
  isOver(at: number, markers: readonly string[]): boolean {
    const { text } = this
    const left = text.length - at
    if (left <= 0) return true
    return this.isCut && markers.some((marker) => left < marker.length && marker.startsWith(text.slice(at)))
  }

  /** Past the white space of JSON. */
  skipSpace(at: number): number {
    const { text } = this
    let next = at
    for (let code = text.charCodeAt(next); isJsonSpace(code); code = text.charCodeAt(next)) next++
    return next
  }
}

const ALWAYS = (): boolean => true

export function isJsonSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}

/** Before the white space of JSON that ends a range. */
export function trimSpaceEnd(text: string, from: number, to: number): number {
  let end = to
  while (end > from && isJsonSpace(text.charCodeAt(end - 1))) end--
  return end
}

/** Offset of the first visible character of a range; −1 when there is none. White space is that of Unicode. */
export function firstVisible(text: string, from: number, to: number): number {
  for (let at = from; at < to; at++) if (isVisible(text.charCodeAt(at))) return at
  return -1
}

/** Just past the last visible character of a range; −1 when there is none. */
export function lastVisible(text: string, from: number, to: number): number {
  for (let at = to; at > from; at--) if (isVisible(text.charCodeAt(at - 1))) return at
  return -1
}

function isVisible(code: number): boolean {
  if (code > 0x20 && code < 0x7f) return true
  if (code <= 0x20 || code === 0xa0 || code === 0x7f) return false
  if (code < 0x1680) return code !== 0x85 && code !== 0xad
  return !(
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200f) ||
    (code >= 0x2028 && code <= 0x202f) ||
    (code >= 0x205f && code <= 0x2064) ||
    code === 0x3000 ||
    code === 0xfeff
  )
}
