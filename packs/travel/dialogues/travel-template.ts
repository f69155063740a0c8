import type { DialogueTemplate } from '../../../src/agent/dialogue-template.js'
import type { Constraint, Domain } from './constraint.js'

/** A template with what its placeholders mean. */
export interface TravelTemplate extends DialogueTemplate {
  readonly program: BindingProgram
}

export interface BindingProgram {
  /** Placeholders of cities, all different. */
  readonly cities: readonly string[]
  /** In an order in which each stands behind those that it depends on. */
  readonly dates: readonly DateRule[]
  /** Searches and filters, each behind the one it narrows. */
  readonly nodes: readonly RowNode[]
}

/** A day: any, or so many days after another. Flights that need it decide it: on that day they fly. */
export interface DateRule {
  /** Placeholder, or a name of its own where a plan computes the day. */
  readonly name: string
  readonly after?: string
  /** Days behind `after`, least and most. */
  readonly gap: readonly [number, number]
  /** Placeholder that gets the number of days. */
  readonly count?: string
}

/** Placeholders of two cities. */
export interface Leg {
  readonly from: string
  readonly to: string
  /** Where the user names an airport instead of its city. */
  readonly fromAirport?: Airport | undefined
  readonly toAirport?: Airport | undefined
}

export interface Airport {
  readonly placeholder: string
  readonly by: 'airport' | 'airport_code'
}

/** A search, or a filter over `parent`. */
export interface RowNode {
  readonly domain: Domain
  readonly parent?: RowNode
  /** Of the search that all began with. */
  readonly place: RowPlace
  readonly wishes: readonly Wish[]
}

export interface RowPlace {
  readonly city?: string
  readonly leg?: Leg
  /** Names of date rules: arrival and departure of a stay, or the days that a flight may leave on. */
  readonly dates: readonly string[]
}

/** A constraint with its numbered placeholders. */
export interface Wish {
  readonly constraint: Constraint
  readonly placeholders: readonly string[]
}
