import type { Span } from '../parsed-call.js'
import { commonReasoning } from './reasoning.js'
import type { Scan } from './scan.js'
import { type Walk, walkMarks, walk as walkText } from './walk.js'

const MARKS = walkMarks({ openers: [], reasoning: commonReasoning, turnEnds: [] })

/**
 * Where no call begins, for those who look for one outside the walk of a dialect: reasoning, fences, inline code and
 * what lies before or behind the turn. Found out when first asked, since few texts hold anything to ask about.
 */
export class Masks {
  readonly #scan: Scan
  readonly #walk: Pick<Walk, 'start' | 'end' | 'reasoningSpans'>
  #spans: readonly Span[] | undefined

  constructor(scan: Scan, walk: Pick<Walk, 'start' | 'end' | 'reasoningSpans'>) {
    this.#scan = scan
    this.#walk = walk
  }

  /** Whether a marker at this offset is only shown, or thought of. */
  covers(at: number): boolean {
    const { start, end } = this.#walk
    if (at < start || at >= end) return true
    this.#spans ??= this.#find()
    let low = 0
    let high = this.#spans.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#spans[middle]?.end ?? 0) <= at) low = middle + 1
      else high = middle
    }
    const span = this.#spans[low]
    return span !== undefined && span.start <= at
  }

  #find(): readonly Span[] {
    const spans: Span[] = []
    const { fences, reasoningSpans } = walkText(this.#scan, MARKS, {
      read: () => undefined,
      code: (span) => spans.push(span),
    })
    return merged([...spans, ...fences, ...reasoningSpans, ...this.#walk.reasoningSpans])
  }
}

/** The same places as spans apart from each other, in order. */
function merged(spans: Span[]): readonly Span[] {
  const apart: Span[] = []
  for (const span of spans.sort((left, right) => left.start - right.start)) {
    const last = apart.at(-1)
    if (last === undefined || span.start > last.end) apart.push(span)
    else if (span.end > last.end) apart[apart.length - 1] = { start: last.start, end: span.end }
  }
  return apart
}
