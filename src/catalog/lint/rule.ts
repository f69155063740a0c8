import type { Catalog } from '../catalog.js'
import type { Equivalence } from './equivalence.js'
import type { LintCode, Severity } from './finding.js'
import type { Provider } from './providers.js'
import type { TextPlace, ToolSubject } from './subject.js'

export interface Fault {
  /** One of the rule's codes. */
  readonly code: string
  readonly message: string
  /** Default: the first of the code's severities. */
  readonly severity?: Severity
}

/** A fault somewhere in a tool. */
export interface PlacedFault extends Fault {
  readonly where: string
}

/** A fault of a group of tools. */
export interface GroupFault extends Fault {
  /** Positions in the catalog. */
  readonly tools: readonly number[]
}

/** Looks at one text. Must depend on nothing else: a text that many tools share is looked at once. */
export interface TextRule {
  readonly kind: 'text'
  readonly codes: readonly LintCode[]
  check(place: TextPlace, report: (fault: Fault) => void): void
}

/** Looks at one tool. */
export interface ToolRule {
  readonly kind: 'tool'
  readonly codes: readonly LintCode[]
  check(subject: ToolSubject, report: (fault: PlacedFault) => void, context: RuleContext): void
}

/** Looks at the tools together. Must not compare all pairs. */
export interface CatalogRule {
  readonly kind: 'catalog'
  readonly codes: readonly LintCode[]
  check(catalog: Catalog, report: (fault: GroupFault) => void, context: RuleContext): void
}

/** One file in `rules/`, one line in its list. */
export type LintRule = TextRule | ToolRule | CatalogRule

export interface RuleContext {
  readonly providers: readonly Provider[]
  /** Undefined when every code that needs it is switched off. */
  readonly equivalence: Equivalence | undefined
  readonly patterns: PatternJudge
}

/** What is wrong with a `pattern`; undefined when a linear-time engine takes it. */
export type PatternJudge = (pattern: string) => PatternFault | undefined

export interface PatternFault {
  /** `invalid`: no ECMA-262 expression. `unsupported`: one that needs backtracking. */
  readonly kind: 'invalid' | 'unsupported'
  readonly reason: string
}

export function defineTextRule(rule: Omit<TextRule, 'kind'>): TextRule {
  return { kind: 'text', ...rule }
}

export function defineToolRule(rule: Omit<ToolRule, 'kind'>): ToolRule {
  return { kind: 'tool', ...rule }
}

export function defineCatalogRule(rule: Omit<CatalogRule, 'kind'>): CatalogRule {
  return { kind: 'catalog', ...rule }
}
