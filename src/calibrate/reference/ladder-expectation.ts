import type { CardMembers } from './card-members.js'

/** Figures that cards of the ladder set name. */
export const ladderFigures = [
  'verdict',
  'strict-novel',
  'strict-unseen',
  'lenient-anywhere',
  'false-call',
  'verbatim',
  'p-first-call',
  'p-first-prose',
  'drift',
] as const

/** A figure that the ladder, or the comparison of weights, gives of a reference subject. */
export interface LadderMeasure {
  readonly subject: string
  readonly figure: (typeof ladderFigures)[number]
  /** Of drift: the subject that it is held against, and whether what was trained is looked at or all else. */
  readonly parent?: string
  readonly where?: 'trained' | 'elsewhere'
}

export type LadderBound =
  | { readonly kind: 'equals'; readonly word: string }
  | { readonly kind: 'atLeast'; readonly value: number }
  | { readonly kind: 'atMost'; readonly value: number }
  /** Beyond another figure by so much or more. */
  | { readonly kind: 'above'; readonly than: LadderMeasure; readonly by: number }

/** What a card of the ladder set expects. */
export interface LadderExpectation {
  readonly id: string
  readonly statement: string
  readonly measure: LadderMeasure
  readonly bound: LadderBound
  /** Whether it showed after training; undefined before. */
  readonly held?: boolean
}

/** @throws {InputError} `card-invalid`. */
export function ladderExpectationOf(entry: CardMembers, own: string): LadderExpectation {
  const held = entry.optionalFlag('held')
  return {
    id: entry.text('id'),
    statement: entry.text('statement'),
    measure: measureOf(entry.inner('measure'), own),
    bound: boundOf(entry.inner('expect'), own),
    ...(held === undefined ? {} : { held }),
  }
}

function measureOf(entry: CardMembers, own: string): LadderMeasure {
  entry.word('probe', ['ladder'] as const)
  const figure = entry.word('figure', ladderFigures)
  const subject = entry.optional('subject') === undefined ? own : entry.name('subject')
  if (figure !== 'drift') return { subject, figure }
  return {
    subject,
    figure,
    parent: entry.name('parent'),
    where: entry.word('where', ['trained', 'elsewhere'] as const),
  }
}

function boundOf(entry: CardMembers, own: string): LadderBound {
  if (entry.optional('equals') !== undefined) return { kind: 'equals', word: entry.text('equals') }
  for (const kind of ['atLeast', 'atMost'] as const) {
    if (entry.optional(kind) !== undefined) return { kind, value: entry.number(kind) }
  }
  if (entry.optional('above') !== undefined) {
    return { kind: 'above', than: measureOf(entry.inner('above'), own), by: entry.number('by') }
  }
  throw entry.fault('It has none of "equals", "atLeast", "atMost" and "above".')
}
