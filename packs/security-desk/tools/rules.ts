import type { ToolParameter } from '../../../src/agent/pack.js'
import type { FilterRule } from '../../../src/agent/tables/table-tools.js'
import {
  ENVIRONMENTS,
  PRIORITIES,
  PRODUCTS,
  RULES,
  SEVERITIES,
  TICKET_KINDS,
  WEAKNESSES,
} from '../ontology.js'

/** Parameters of hosts, in the order of the signature. */
export const hostRules: readonly FilterRule[] = [
  needed('site', 'Site where the hosts stand.'),
  anyOf('hostname', 'Hosts by name.'),
  anyOf('team', 'Teams that look after them.'),
  anyOf('environment', 'Environments.', ENVIRONMENTS),
  anyOf('product', 'Products that run on them.', PRODUCTS),
  between('criticality', 'integer', 'Lowest and highest criticality, 1 to 5.'),
  flag('is_internet_facing', 'Whether the internet reaches the host.'),
  flag('has_agent', 'Whether the monitoring agent is installed.'),
  flag('is_encrypted', 'Whether its disks are encrypted.'),
  bound({
    name: 'patched_before',
    column: 'last_patched',
    kind: 'at-most',
    description: 'Last patched on this day or earlier.',
  }),
]

/** Parameters of vulnerabilities. */
export const vulnerabilityRules: readonly FilterRule[] = [
  needed('product', 'Product that has the vulnerability.', PRODUCTS),
  anyOf('cve_id', 'Vulnerabilities by id.'),
  anyOf('severity', 'Severities; SEV1 is the gravest.', SEVERITIES),
  between('cvss', 'number', 'Lowest and highest score, 0.0 to 10.0.'),
  anyOf('weakness', 'Kinds of weakness.', WEAKNESSES),
  flag('is_exploited', 'Whether attacks are known.'),
  flag('has_patch', 'Whether a patch is out.'),
  flag('is_remote', 'Whether it can be used over the network.'),
  bound({
    name: 'published_since',
    column: 'published',
    kind: 'at-least',
    description: 'Published on this day or later.',
  }),
]

/** Parameters of alerts. */
export const alertRules: readonly FilterRule[] = [
  needed('site', 'Site that the alerts come from.'),
  {
    parameter: {
      name: 'raised_since',
      type: 'date',
      shape: 'one',
      isMandatory: true,
      description: 'First day that counts.',
    },
    by: { kind: 'at-least', column: 'raised_on' },
  },
  bound({ name: 'raised_until', column: 'raised_on', kind: 'at-most', description: 'Last day that counts.' }),
  {
    parameter: {
      name: 'raised_at',
      type: 'time',
      shape: 'pair',
      description: 'Earliest and latest time of day.',
    },
    by: { kind: 'between', column: 'raised_at' },
  },
  anyOf('hostname', 'Hosts that the alerts are about.'),
  anyOf('rule', 'Detection rules.', RULES),
  anyOf('severity', 'Severities; SEV1 is the gravest.', SEVERITIES),
  {
    parameter: {
      name: 'min_events',
      type: 'integer',
      shape: 'one',
      minimum: 0,
      description: 'Fewest events.',
    },
    by: { kind: 'at-least', column: 'events' },
  },
  flag('is_open', 'Whether the alert is still open.'),
  flag('is_assigned', 'Whether somebody works on it.'),
]

/** Parameters of tickets. */
export const ticketRules: readonly FilterRule[] = [
  needed('site', 'Site that the tickets belong to.'),
  anyOf('team', 'Teams that must do the work.'),
  anyOf('hostname', 'Hosts that the tickets are about.'),
  anyOf('kind', 'Kinds of tickets.', TICKET_KINDS),
  anyOf('priority', 'Priorities; P1 comes first.', PRIORITIES),
  flag('is_open', 'Whether the ticket is still open.'),
  flag('is_escalated', 'Whether it was escalated.'),
  flag('has_approval', 'Whether the change is approved.'),
  bound({ name: 'due_before', column: 'due', kind: 'at-most', description: 'Due on this day or earlier.' }),
  bound({
    name: 'opened_since',
    column: 'opened',
    kind: 'at-least',
    description: 'Opened on this day or later.',
  }),
  anyOf('cve_id', 'Vulnerabilities that the tickets are about.'),
]

function needed(name: string, description: string, choices?: readonly string[]): FilterRule {
  const parameter: ToolParameter = {
    name,
    type: 'text',
    shape: 'one',
    isMandatory: true,
    description,
    ...(choices === undefined ? {} : { choices }),
  }
  return { parameter, by: { kind: 'equals', column: name } }
}

function anyOf(name: string, description: string, choices?: readonly string[]): FilterRule {
  const parameter: ToolParameter = {
    name,
    type: 'text',
    shape: 'set',
    description,
    ...(choices === undefined ? {} : { choices }),
  }
  return { parameter, by: { kind: 'equals', column: name } }
}

function between(name: string, type: 'integer' | 'number', description: string): FilterRule {
  return { parameter: { name, type, shape: 'pair', description }, by: { kind: 'between', column: name } }
}

function flag(name: string, description: string): FilterRule {
  return {
    parameter: { name, type: 'boolean', shape: 'one', description },
    by: { kind: 'equals', column: name },
  }
}

function bound({
  name,
  column,
  kind,
  description,
}: {
  readonly name: string
  readonly column: string
  readonly kind: 'at-most' | 'at-least'
  readonly description: string
}): FilterRule {
  return { parameter: { name, type: 'date', shape: 'one', description }, by: { kind, column } }
}
