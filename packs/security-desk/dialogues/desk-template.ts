import type { DialogueTemplate } from '../../../src/agent/dialogue-template.js'
import type { DeskDomain } from '../knowledge/make-tables.js'
import type { Wish } from './constraint.js'

/** A template with what its placeholders mean. */
export interface DeskTemplate extends DialogueTemplate {
  readonly program: BindingProgram
}

export interface BindingProgram {
  /** Placeholders of sites, all different. */
  readonly sites: readonly string[]
  /** Searches and filters, each behind the one that it narrows. */
  readonly nodes: readonly RowNode[]
  /** Pairs that are asked for. */
  readonly pairs: readonly { readonly hosts: RowNode; readonly vulnerabilities: RowNode }[]
}

/** A search, or a filter over `parent`. */
export interface RowNode {
  readonly domain: DeskDomain
  readonly parent?: RowNode
  readonly scope: Scope
  readonly wishes: readonly Wish[]
}

/** Placeholders of what a search cannot do without, and of the span of days. */
export interface Scope {
  readonly site?: string
  readonly product?: string
  readonly since?: string
  /** Number of days after `since`. */
  readonly days?: string
}
