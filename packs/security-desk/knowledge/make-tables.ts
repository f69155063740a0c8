import {
  type Column,
  dateColumn,
  decimalColumn,
  flagColumn,
  integerColumn,
  serialColumn,
  textColumn,
  timeColumn,
} from '../../../src/agent/tables/column.js'
import { dayOf } from '../../../src/agent/tables/day.js'
import { Table } from '../../../src/agent/tables/table.js'
import { type RandomStream, randomStream } from '../../../src/numeric/random.js'
import {
  COUNTS,
  type DeskCounts,
  ENVIRONMENTS,
  FIRST_DAY,
  FIRST_VULNERABILITY,
  LAST_DAY,
  LAST_VERSION,
  PRIORITIES,
  PRODUCTS,
  ROLES,
  RULES,
  SEVERITIES,
  TEAMS_PER_SITE,
  TICKET_KINDS,
  VULNERABILITY_YEAR,
  WEAKNESSES,
} from '../ontology.js'
import { makeSites, type Site } from './names.js'

export const DESK_DOMAINS = ['hosts', 'vulnerabilities', 'alerts', 'tickets'] as const

export type DeskDomain = (typeof DESK_DOMAINS)[number]

export type DeskTables = Readonly<Record<DeskDomain, Table>>

/** All rows, from the seed alone. */
export function makeTables(size: 'full' | 'small', seed: number): DeskTables {
  const counts = COUNTS[size]
  const stream = (name: string): RandomStream => randomStream(seed, `security-desk ${name}`)
  const sites = makeSites({ sites: counts.sites, teamsPerSite: TEAMS_PER_SITE }, stream('sites'))
  const hosts = drawHosts(sites, counts, stream('hosts'))
  return {
    hosts: hosts.table,
    vulnerabilities: drawVulnerabilities(counts, stream('vulnerabilities')),
    alerts: drawAlerts(hosts.drawn, counts, stream('alerts')),
    tickets: drawTickets({ hosts: hosts.drawn, counts }, stream('tickets')),
  }
}

interface DrawnHost {
  readonly hostname: string
  readonly site: Site
  readonly team: string
}

const FIRST = dayOf(FIRST_DAY)
const DAYS = dayOf(LAST_DAY) - FIRST + 1

/** The first entries of a list come up more often than the last. */
function leaning<T>(values: readonly T[], random: RandomStream): T {
  const at = Math.floor(values.length * random.uniform() ** 1.4)
  return values[at] as T // `uniform` is below 1
}

function oneOf<T>(values: readonly T[], random: RandomStream): T {
  return values[random.below(values.length)] as T // lists of the ontology are not empty
}

function drawHosts(
  sites: readonly Site[],
  { hosts: count }: DeskCounts,
  random: RandomStream,
): { readonly table: Table; readonly drawn: readonly DrawnHost[] } {
  const numbers = new Map<Site, number>()
  const rows = Array.from({ length: count }, (_, place) => {
    const site = sites[place % sites.length] as Site // at least one site
    const number = (numbers.get(site) ?? 0) + 1
    numbers.set(site, number)
    const role = oneOf(ROLES, random)
    const environment = role === 'desk' ? 'OFFICE' : leaning(ENVIRONMENTS, random)
    const isFacing = role === 'web' || role === 'mail' ? random.below(10) < 7 : random.below(10) === 0
    return {
      hostname: `${site.code}-${role}-${String(number).padStart(4, '0')}`,
      site,
      team: oneOf(site.teams, random),
      environment,
      product: oneOf(PRODUCTS, random),
      version: 1 + random.below(LAST_VERSION),
      criticality: environment === 'PROD' ? 3 + random.below(3) : 1 + random.below(3),
      isFacing,
      hasAgent: random.below(10) < 8,
      isEncrypted: random.below(10) < 7,
      lastPatched: FIRST + random.below(DAYS),
    }
  })
  const column = <Value>(of: (row: (typeof rows)[number]) => Value): Value[] => rows.map(of)
  const columns: readonly Column[] = [
    textColumn(
      'hostname',
      column(({ hostname }) => hostname),
    ),
    textColumn(
      'site',
      column(({ site }) => site.name),
    ),
    textColumn(
      'team',
      column(({ team }) => team),
    ),
    textColumn(
      'environment',
      column(({ environment }) => environment),
    ),
    textColumn(
      'product',
      column(({ product }) => product),
    ),
    integerColumn(
      'version',
      column(({ version }) => version),
    ),
    integerColumn(
      'criticality',
      column(({ criticality }) => criticality),
    ),
    flagColumn(
      'is_internet_facing',
      column(({ isFacing }) => isFacing),
    ),
    flagColumn(
      'has_agent',
      column(({ hasAgent }) => hasAgent),
    ),
    flagColumn(
      'is_encrypted',
      column(({ isEncrypted }) => isEncrypted),
    ),
    dateColumn(
      'last_patched',
      column(({ lastPatched }) => lastPatched),
    ),
  ]
  return { table: new Table('hosts', columns), drawn: rows }
}

function drawVulnerabilities({ vulnerabilities: count }: DeskCounts, random: RandomStream): Table {
  const rows = Array.from({ length: count }, (_, place) => {
    // Scores gather in the upper middle, as published ones do.
    const cvss = Math.min(100, 20 + random.below(41) + random.below(41)) / 10
    const isRemote = random.below(10) < 6
    return {
      id: `CVE-${VULNERABILITY_YEAR}-${FIRST_VULNERABILITY + place}`,
      product: oneOf(PRODUCTS, random),
      fixedIn: 2 + random.below(LAST_VERSION),
      cvss,
      severity: SEVERITIES[cvss >= 9 ? 0 : cvss >= 7 ? 1 : cvss >= 4 ? 2 : 3] ?? 'SEV4',
      weakness: oneOf(WEAKNESSES, random),
      isExploited: random.below(10) < (cvss >= 7 ? 4 : 1),
      hasPatch: random.below(10) < 7,
      isRemote,
      published: FIRST + random.below(DAYS),
    }
  })
  const column = <Value>(of: (row: (typeof rows)[number]) => Value): Value[] => rows.map(of)
  return new Table('vulnerabilities', [
    textColumn(
      'cve_id',
      column(({ id }) => id),
    ),
    textColumn(
      'product',
      column(({ product }) => product),
    ),
    integerColumn(
      'fixed_in',
      column(({ fixedIn }) => fixedIn),
    ),
    decimalColumn(
      'cvss',
      column(({ cvss }) => cvss),
      1,
    ),
    textColumn(
      'severity',
      column(({ severity }) => severity),
    ),
    textColumn(
      'weakness',
      column(({ weakness }) => weakness),
    ),
    flagColumn(
      'is_exploited',
      column(({ isExploited }) => isExploited),
    ),
    flagColumn(
      'has_patch',
      column(({ hasPatch }) => hasPatch),
    ),
    flagColumn(
      'is_remote',
      column(({ isRemote }) => isRemote),
    ),
    dateColumn(
      'published',
      column(({ published }) => published),
    ),
  ])
}

function drawAlerts(hosts: readonly DrawnHost[], { alerts: count }: DeskCounts, random: RandomStream): Table {
  const rows = Array.from({ length: count }, () => {
    const host = oneOf(hosts, random)
    const isOpen = random.below(10) < 4
    return {
      host,
      rule: leaning(RULES, random),
      severity: oneOf(SEVERITIES, random),
      day: FIRST + random.below(DAYS),
      minutes: random.below(24 * 60),
      events: 1 + Math.floor(500 * random.uniform() ** 4),
      isOpen,
      isAssigned: random.below(10) < (isOpen ? 5 : 9),
    }
  })
  const column = <Value>(of: (row: (typeof rows)[number]) => Value): Value[] => rows.map(of)
  return new Table('alerts', [
    serialColumn('alert_id', { prefix: 'ALR-', width: 6, length: count }),
    textColumn(
      'site',
      column(({ host }) => host.site.name),
    ),
    textColumn(
      'hostname',
      column(({ host }) => host.hostname),
    ),
    textColumn(
      'rule',
      column(({ rule }) => rule),
    ),
    textColumn(
      'severity',
      column(({ severity }) => severity),
    ),
    dateColumn(
      'raised_on',
      column(({ day }) => day),
    ),
    timeColumn(
      'raised_at',
      column(({ minutes }) => minutes),
    ),
    integerColumn(
      'events',
      column(({ events }) => events),
    ),
    flagColumn(
      'is_open',
      column(({ isOpen }) => isOpen),
    ),
    flagColumn(
      'is_assigned',
      column(({ isAssigned }) => isAssigned),
    ),
  ])
}

function drawTickets(
  { hosts, counts }: { readonly hosts: readonly DrawnHost[]; readonly counts: DeskCounts },
  random: RandomStream,
): Table {
  const rows = Array.from({ length: counts.tickets }, () => {
    const { site, team, hostname } = oneOf(hosts, random)
    const kind = oneOf(TICKET_KINDS, random)
    const opened = FIRST + random.below(DAYS)
    const isOpen = random.below(10) < 5
    const number = FIRST_VULNERABILITY + random.below(counts.vulnerabilities)
    return {
      site,
      team,
      hostname,
      kind,
      priority: oneOf(PRIORITIES, random),
      opened,
      due: opened + 2 + random.below(40),
      isOpen,
      isEscalated: random.below(10) < (isOpen ? 3 : 1),
      hasApproval: random.below(10) < 6,
      vulnerability: kind === 'PATCH' ? `CVE-${VULNERABILITY_YEAR}-${number}` : null,
    }
  })
  const column = <Value>(of: (row: (typeof rows)[number]) => Value): Value[] => rows.map(of)
  return new Table('tickets', [
    serialColumn('ticket_id', { prefix: 'TCK-', width: 6, length: counts.tickets }),
    textColumn(
      'site',
      column(({ site }) => site.name),
    ),
    textColumn(
      'team',
      column(({ team }) => team),
    ),
    textColumn(
      'hostname',
      column(({ hostname }) => hostname),
    ),
    textColumn(
      'kind',
      column(({ kind }) => kind),
    ),
    textColumn(
      'priority',
      column(({ priority }) => priority),
    ),
    dateColumn(
      'opened',
      column(({ opened }) => opened),
    ),
    dateColumn(
      'due',
      column(({ due }) => due),
    ),
    flagColumn(
      'is_open',
      column(({ isOpen }) => isOpen),
    ),
    flagColumn(
      'is_escalated',
      column(({ isEscalated }) => isEscalated),
    ),
    flagColumn(
      'has_approval',
      column(({ hasApproval }) => hasApproval),
    ),
    textColumn(
      'cve_id',
      column(({ vulnerability }) => vulnerability),
    ),
  ])
}
