import type { CheckedValue } from '../../../src/agent/pack.js'
import { dayOf, isoOf } from '../../../src/agent/tables/day.js'
import type { ResultCell } from '../../../src/agent/tool-result.js'
import type { RandomStream } from '../../../src/numeric/random.js'
import type { DeskDomain } from '../knowledge/make-tables.js'

/** Something that people want of a row. How it is said stands in the wordings, under `with.` and `drop.` and this id. */
export interface Constraint {
  /** Distinct within its domain; part of cache keys. */
  readonly id: string
  readonly parameter: string
  /** Python; `{v}` is the placeholder. */
  readonly expression: string
  /** Name of the placeholder, without its number. */
  readonly placeholder?: string
  readonly column: string
  /** The same value as a tool takes it; `text` fills the placeholder. */
  readonly argument: (text: string) => CheckedValue
  /** A text for the placeholder that holds for a row; undefined: its value does not do. */
  readonly draw: (cell: ResultCell, random: RandomStream) => string | undefined
}

/** A constraint with its numbered placeholder. */
export interface Wish {
  readonly constraint: Constraint
  readonly placeholder?: string
}

const hosts: readonly Constraint[] = [
  equal('team', 'team', 'TEAM'),
  equal('environment', 'environment', 'ENVIRONMENT'),
  flag('exposed', 'is_internet_facing', true),
  flag('unmanaged', 'has_agent', false),
  flag('unencrypted', 'is_encrypted', false),
  atLeast({
    id: 'critical',
    parameter: 'criticality',
    placeholder: 'CRITICALITY',
    step: 1,
    least: 2,
    end: 5,
  }),
  equal('product', 'product', 'PRODUCT'),
  day({ id: 'stale', parameter: 'patched_before', column: 'last_patched', after: true }),
]

const vulnerabilities: readonly Constraint[] = [
  equal('severity', 'severity', 'SEVERITY'),
  atLeast({ id: 'score', parameter: 'cvss', placeholder: 'SCORE', step: 0.5, least: 2.5, end: 10 }),
  flag('exploited', 'is_exploited', true),
  flag('patched', 'has_patch', true),
  flag('remote', 'is_remote', true),
  equal('weakness', 'weakness', 'WEAKNESS'),
  day({ id: 'recent', parameter: 'published_since', column: 'published', after: false }),
]

const alerts: readonly Constraint[] = [
  equal('severity', 'severity', 'SEVERITY'),
  equal('rule', 'rule', 'RULE'),
  flag('open', 'is_open', true),
  flag('unassigned', 'is_assigned', false),
  {
    id: 'busy',
    parameter: 'min_events',
    expression: '{v}',
    placeholder: 'EVENTS',
    column: 'events',
    argument: Number,
    draw: (cell) => onGrid(cell, { step: 5, least: 5 }),
  },
  {
    id: 'late',
    parameter: 'raised_at',
    expression: '["{v}", "23:59"]',
    placeholder: 'TIME',
    column: 'raised_at',
    argument: (text) => [Number(text.slice(0, 2)) * 60, 23 * 60 + 59],
    draw: (cell) => {
      const hour = typeof cell === 'string' ? Number(cell.slice(0, 2)) : 0
      return hour >= 12 ? `${hour}:00` : undefined
    },
  },
]

const tickets: readonly Constraint[] = [
  equal('team', 'team', 'TEAM'),
  equal('kind', 'kind', 'KIND'),
  equal('priority', 'priority', 'PRIORITY'),
  flag('open', 'is_open', true),
  flag('escalated', 'is_escalated', true),
  flag('unapproved', 'has_approval', false),
  day({ id: 'due', parameter: 'due_before', column: 'due', after: true }),
  day({ id: 'recent', parameter: 'opened_since', column: 'opened', after: false }),
]

export const constraintsOf: Readonly<Record<DeskDomain, readonly Constraint[]>> = {
  hosts,
  vulnerabilities,
  alerts,
  tickets,
}

function equal(id: string, column: string, placeholder: string): Constraint {
  return {
    id,
    parameter: column,
    expression: '["{v}"]',
    placeholder,
    column,
    argument: (text) => [text],
    draw: (cell) => (typeof cell === 'string' ? cell : undefined),
  }
}

function flag(id: string, column: string, value: boolean): Constraint {
  return {
    id,
    parameter: column,
    expression: value ? 'True' : 'False',
    column,
    argument: () => value,
    draw: (cell) => (cell === value ? '' : undefined),
  }
}

interface Grid {
  readonly step: number
  readonly least: number
}

/** From a number on the grid to the end of the scale. */
function atLeast({
  id,
  parameter,
  placeholder,
  end,
  ...grid
}: Grid & {
  readonly id: string
  readonly parameter: string
  readonly placeholder: string
  readonly end: number
}): Constraint {
  return {
    id,
    parameter,
    expression: `[{v}, ${end}]`,
    placeholder,
    column: parameter,
    argument: (text) => [Number(text), end],
    draw: (cell) => onGrid(cell, grid),
  }
}

/** The highest number of the grid that the cell reaches. */
function onGrid(cell: ResultCell, { step, least }: Grid): string | undefined {
  if (typeof cell !== 'number' || cell < least) return undefined
  return String(Math.floor(Math.round((cell / step) * 1e6) / 1e6) * step)
}

/** A day some days off that of the row: after it for what ends there, before it for what begins there. */
function day({
  id,
  parameter,
  column,
  after,
}: {
  readonly id: string
  readonly parameter: string
  readonly column: string
  readonly after: boolean
}): Constraint {
  return {
    id,
    parameter,
    expression: '"{v}"',
    placeholder: 'DATE',
    column,
    argument: (text) => text,
    draw: (cell, random) =>
      typeof cell === 'string' ? isoOf(dayOf(cell) + (after ? 1 : -1) * random.below(21)) : undefined,
  }
}
