import type { TextFinder } from '../../text/text-finder.js'
import type { Span } from '../parsed-call.js'
import type { Block } from './block.js'
import { firstVisible, lastVisible, type Scan } from './scan.js'

/** Two texts around something that is not said to the user. */
export interface Wrapper {
  readonly open: string
  readonly close: string
}

/** The texts that matter to a walk, prepared once a dialect. */
export interface WalkMarks {
  readonly openers: readonly string[]
  readonly needles: readonly Needle[]
}

export function walkMarks({
  openers,
  reasoning,
  turnEnds,
}: {
  /** Texts that may open a block. */
  readonly openers: readonly string[]
  readonly reasoning: readonly Wrapper[]
  /** Tokens after which nothing belongs to this turn. */
  readonly turnEnds: readonly string[]
}): WalkMarks {
  const needles = [
    ...openers.map((text) => ({ text, kind: OPENER, close: '' })),
    ...reasoning.map(({ open, close }) => ({ text: open, kind: REASONING, close })),
    ...reasoning.map(({ close }) => ({ text: close, kind: REASONING_END, close })),
    ...turnEnds.map((text) => ({ text, kind: TURN_END, close: '' })),
    { text: '`', kind: TICKS, close: '' },
    { text: '~~~', kind: TILDES, close: '' },
  ]
  return { openers, needles }
}

/** How a dialect reads what the walk comes across. */
export interface BlockReaders {
  /** The block at an opener; undefined when the opener is only mentioned. */
  readonly read: (at: number, opener: string) => Block | undefined
  /** The block that begins at the first visible character, without any opener. */
  readonly readStart?: (at: number) => Block | undefined
  /** Told of every fence and piece of inline code; what only has as many backticks as it takes is one too. */
  readonly code?: (span: Span) => void
}

/** A Markdown fence: markers included, and what is inside. */
export interface Fence extends Span {
  readonly inner: Span
}

export interface Walk {
  readonly blocks: readonly Block[]
  readonly fences: readonly Fence[]
  /** Calls inside reasoning. */
  readonly inReasoning: number
  /** Where the message to the user begins: past the reasoning that was opened in the prompt. */
  readonly start: number
  /** Where the turn ends. */
  readonly end: number
  /** Visible text before the first block; everything visible when there is none. */
  readonly proseBefore: Span | undefined
  /** Visible text after the last block. */
  readonly proseAfter: Span | undefined
  /** Visible text anywhere outside blocks. */
  readonly prose: Span | undefined
  /** Reasoning or anything else precedes the first block. */
  readonly isDelayed: boolean
  readonly reasoningSpans: readonly Span[]
  /** The turn is addressed to the user in so many words. */
  readonly isExplicit?: boolean
  /** What is said to the user, where it is not the text itself but held in it. */
  readonly content?: string
  /** Reasoning that has a place of its own. */
  readonly thoughts?: readonly string[]
  /** The text is no message of the API that it was said to be from. */
  readonly isForeign?: boolean
}

export interface Needle {
  readonly text: string
  readonly kind: number
  /** What ends the reasoning that it opens. */
  readonly close: string
}

const OPENER = 0
const REASONING = 1
const REASONING_END = 2
const TICKS = 3
const TILDES = 4
const TURN_END = 5

/**
 * Goes through an output once and finds the blocks that count. Reasoning, Markdown fences and inline code hold no
 * calls; a block that has begun is read to its end before anything else is looked for, so that a fence or a thinking
 * tag inside an argument is data. A closing tag of reasoning without its opener ends reasoning that began in the
 * prompt: everything before it is dropped.
 */
export function walk(scan: Scan, marks: WalkMarks, readers: BlockReaders): Walk {
  const walker = new Walker(scan, marks, readers)
  walker.run()
  return walker
}

class Walker implements Walk {
  blocks: Block[] = []
  fences: Fence[] = []
  reasoningSpans: Span[] = []
  inReasoning = 0
  start = 0
  end: number
  proseBefore: Span | undefined
  proseAfter: Span | undefined
  prose: Span | undefined
  isDelayed = false
  readonly #scan: Scan
  readonly #openers: readonly string[]
  readonly #readers: BlockReaders
  readonly #sought: { readonly needle: Needle; readonly finder: TextFinder }[] = []
  readonly #noCode = new Map<number, number>()
  #mayStart: boolean

  constructor(scan: Scan, { openers, needles }: WalkMarks, readers: BlockReaders) {
    this.#scan = scan
    this.#openers = openers
    this.#readers = readers
    this.end = scan.text.length
    this.#mayStart = readers.readStart !== undefined
    const { text } = scan
    // Most texts hold none of a dialect's markers; what is not there need not be looked for again.
    for (const needle of needles) {
      if (text.includes(needle.text)) this.#sought.push({ needle, finder: scan.finder(needle.text) })
    }
  }

  run(): void {
    const { text } = this.#scan
    let at = this.#tryStart(0)
    let gap = at
    let mentions = 0
    while (at < text.length) {
      let next = text.length
      let needle: Needle | undefined
      for (const { needle: candidate, finder } of this.#sought) {
        const found = finder.next(at)
        const isLonger = found === next && needle !== undefined && candidate.text.length > needle.text.length
        if (found < next || isLonger) {
          next = found
          needle = candidate
        }
      }
      if (needle === undefined || next >= text.length) break
      switch (needle.kind) {
        case OPENER: {
          const block = this.#readers.read(next, needle.text)
          if (block === undefined) {
            at = next + needle.text.length
            if (++mentions > this.#scan.patience) at = text.length
          } else {
            this.#note(gap, next)
            this.#push(block)
            at = gap = block.end
          }
          break
        }
        case REASONING: {
          this.#note(gap, next)
          const from = next + needle.text.length
          const close = this.#scan.next(needle.close, from)
          this.#dropReasoning(from, close)
          at = gap = Math.min(close + needle.close.length, text.length)
          at = gap = this.#tryStart(at)
          break
        }
        case REASONING_END: {
          this.#restart(next + needle.text.length)
          at = gap = this.#tryStart(this.start)
          break
        }
        case TICKS:
          at = this.#pastCode(next)
          this.#readers.code?.({ start: next, end: at })
          break
        case TILDES:
          at = this.#pastTildes(next)
          break
        default: {
          this.end = next
          this.#note(gap, next)
          return
        }
      }
    }
    this.#note(gap, text.length)
  }

  /** Looks for a block without opener at the first visible character. */
  #tryStart(from: number): number {
    const { readStart } = this.#readers
    if (readStart === undefined || !this.#mayStart) return from
    const first = firstVisible(this.#scan.text, from, this.#scan.text.length)
    if (first === -1 || this.prose !== undefined || this.blocks.length > 0) return from
    const block = readStart(first)
    if (block === undefined) return from
    this.#push(block)
    return block.end
  }

  #push(block: Block): void {
    if (this.blocks.length === 0) {
      this.proseBefore = this.prose
      if (block.start > this.start && firstVisible(this.#scan.text, 0, block.start) !== -1)
        this.isDelayed = true
    }
    this.blocks.push(block)
    this.proseAfter = undefined
  }

  /** Takes the visible part of a gap between blocks into account. */
  #note(from: number, to: number): void {
    const first = firstVisible(this.#scan.text, from, to)
    if (first === -1) return
    const last = lastVisible(this.#scan.text, first, to)
    this.prose = { start: this.prose?.start ?? first, end: last }
    if (this.blocks.length > 0) this.proseAfter = { start: this.proseAfter?.start ?? first, end: last }
  }

  #dropReasoning(from: number, to: number): void {
    this.reasoningSpans.push({ start: from, end: to })
    this.inReasoning += this.#callsWithin(from, to)
  }

  #callsWithin(from: number, to: number): number {
    let calls = 0
    let at = from
    const { readStart } = this.#readers
    if (readStart !== undefined) {
      const first = firstVisible(this.#scan.text, from, to)
      const block = first === -1 ? undefined : readStart(first)
      if (block !== undefined) {
        calls += block.calls.length
        at = Math.min(block.end, to)
      }
    }
    while (at < to) {
      const next = this.#scan.nextOf(this.#openers, at)
      const opener = next < to ? this.#scan.markerAt(next, this.#openers) : undefined
      if (opener === undefined) break
      const block = this.#readers.read(next, opener)
      if (block !== undefined && block.end <= to) calls += block.calls.length
      at = block === undefined ? next + opener.length : Math.max(block.end, next + opener.length)
    }
    return calls
  }

  #restart(at: number): void {
    this.inReasoning += this.blocks.reduce((sum, { calls }) => sum + calls.length, 0)
    this.reasoningSpans.push({ start: this.start, end: at })
    this.blocks = []
    this.fences = []
    this.prose = this.proseBefore = this.proseAfter = undefined
    this.isDelayed = false
    this.start = at
  }

  /** Past the fence or the inline code that begins at a backtick; past the backticks when nothing closes them. */
  #pastCode(at: number): number {
    const { text } = this.#scan
    let run = at
    while (text.charCodeAt(run) === 0x60) run++
    const length = run - at
    const lineEnd = this.#scan.next('\n', run)
    if (length >= 3) return this.#pastFence(at, run, lineEnd)
    const known = this.#noCode.get(length)
    if (known !== undefined && run < known) return run
    for (let tick = this.#scan.next('`', run); tick < lineEnd; tick = this.#scan.next('`', tick)) {
      const from = tick
      while (text.charCodeAt(tick) === 0x60) tick++
      if (tick - from === length) return tick
    }
    this.#noCode.set(length, lineEnd)
    return run
  }

  /** Tildes fence only at the beginning of a line; elsewhere they are tildes. */
  #pastTildes(at: number): number {
    const { text } = this.#scan
    let run = at
    while (text.charCodeAt(run) === 0x7e) run++
    const before = text.charCodeAt(at - 1)
    if (at > 0 && before !== 0x0a) return run
    return this.#pastFence(at, run, this.#scan.next('\n', run))
  }

  #pastFence(at: number, run: number, lineEnd: number): number {
    const { text } = this.#scan
    const length = run - at
    const tick = text.charCodeAt(at)
    const mark = text.slice(at, at + 3)
    for (let close = this.#scan.next(mark, run); close < text.length; close = this.#scan.next(mark, close)) {
      const from = close
      while (text.charCodeAt(close) === tick) close++
      if (close - from < length) continue
      // On the line of its opener it is inline code with many ticks.
      if (from > lineEnd) {
        this.fences.push({ start: at, end: close, inner: { start: lineEnd + 1, end: from } })
      }
      return close
    }
    const inner = { start: Math.min(lineEnd + 1, text.length), end: text.length }
    this.fences.push({ start: at, end: text.length, inner })
    return text.length
  }
}
