import type { PackTool } from '../../../src/agent/pack.js'
import { commonTools } from '../../../src/agent/tables/common-tools.js'
import { type FilterRule, filterTool, searchTool } from '../../../src/agent/tables/table-tools.js'
import type { DeskDomain, DeskTables } from '../knowledge/make-tables.js'
import { alertRules, hostRules, ticketRules, vulnerabilityRules } from './rules.js'
import { affectedTool } from './search-affected.js'

interface DomainSpec {
  readonly domain: DeskDomain
  readonly one: string
  /** What a search tells of them. */
  readonly about: string
  readonly rules: readonly FilterRule[]
  /** Scope that every search needs; filters do not repeat it. */
  readonly scope: readonly string[]
  readonly search: string
  readonly narrower: string
}

/** @param site one that the base holds, for examples */
function domainsOf(site: string): readonly DomainSpec[] {
  return [
    {
      domain: 'hosts',
      one: 'host',
      about: 'machines at a site',
      rules: hostRules,
      scope: ['site'],
      search: `search_hosts(site="${site}", is_internet_facing=True)`,
      narrower: 'environment=["PROD"], criticality=[4, 5]',
    },
    {
      domain: 'vulnerabilities',
      one: 'vulnerability',
      about: 'known vulnerabilities of a product',
      rules: vulnerabilityRules,
      scope: ['product'],
      search: 'search_vulnerabilities(product="Kelvar Gateway", cvss=[7.0, 10.0])',
      narrower: 'is_exploited=True, published_since="2025-03-01"',
    },
    {
      domain: 'alerts',
      one: 'alert',
      about: 'alerts of a site since a day',
      rules: alertRules,
      scope: ['site', 'raised_since'],
      search: `search_alerts(site="${site}", raised_since="2025-03-01", severity=["SEV1", "SEV2"])`,
      narrower: 'is_open=True, raised_at=["22:00", "23:59"]',
    },
    {
      domain: 'tickets',
      one: 'ticket',
      about: 'tickets of a site',
      rules: ticketRules,
      scope: ['site'],
      search: `search_tickets(site="${site}", kind=["PATCH"])`,
      narrower: 'priority=["P1"], due_before="2025-06-01"',
    },
  ]
}

/** Search and filter of each table, the pairs of hosts and vulnerabilities, and what every pack has. */
export function deskTools(tables: DeskTables): readonly PackTool[] {
  const site = String(tables.hosts.value(0, 'site'))
  const specs = domainsOf(site)
  const [hosts, vulnerabilities] = specs
  const searches = specs.flatMap((spec) => {
    const { domain, one, about, rules, scope, search, narrower } = spec
    const table = tables[domain]
    const noun = { one, many: domain }
    const isPaired = domain === 'hosts' || domain === 'vulnerabilities'
    const beside = isPaired ? [tables.hosts, tables.vulnerabilities].filter((other) => other !== table) : []
    return [
      searchTool({
        name: `search_${domain}`,
        description: `Finds ${about} that meet all given conditions.`,
        table,
        noun,
        rules,
        examples: [`${domain} = ${search}`],
      }),
      filterTool({
        name: `filter_${domain}`,
        description: `Keeps those ${domain} of an earlier result that meet all given conditions.`,
        table,
        noun,
        rules: rules.filter(({ parameter }) => !scope.includes(parameter.name)),
        beside,
        examples: [`${domain} = ${search}\nfewer = filter_${domain}(prior_results=${domain}, ${narrower})`],
      }),
    ]
  })
  const pairs =
    `hosts = search_hosts(site="${site}")\nvulnerabilities = ${vulnerabilities?.search ?? ''}\n` +
    'affected = search_affected(hosts=hosts, vulnerabilities=vulnerabilities, group_by="vulnerability")'
  return [
    ...searches,
    affectedTool(tables, [pairs]),
    ...commonTools({
      question: 'Which site is it about?',
      search: hosts?.search ?? '',
      column: 'criticality',
      aliases: { score: 'cvss' },
    }),
  ]
}
