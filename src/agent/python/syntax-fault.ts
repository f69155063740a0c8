import type { Place } from './tree.js'

/** Thrown inside the parser only; `parsePlan` makes an outcome of it. */
export class SyntaxFault extends Error {
  readonly kind: 'syntax' | 'limit'
  readonly line: number

  constructor(message: string, place: Pick<Place, 'line'>, kind: 'syntax' | 'limit' = 'syntax') {
    super(message)
    this.kind = kind
    this.line = place.line
  }
}
