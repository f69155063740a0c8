import { describe, expect, it } from 'vitest'
import { CacheState } from '../../src/agent/cache-state.js'
import { executePlanSync } from '../../src/agent/execute-plan.js'
import type { PackWorld } from '../../src/agent/pack.js'
import { slotsNamed } from '../../src/agent/seek-slots.js'
import type { ToolResult } from '../../src/agent/tool-result.js'
import { hashText } from '../../src/text/hash.js'
import { english } from './dialogues/words-en.js'
import { spanish } from './dialogues/words-es.js'
import { securityDeskPack } from './index.js'
import { makeTables } from './knowledge/make-tables.js'
import { COUNTS, PRODUCTS } from './ontology.js'
import { deskPlaces } from './places.js'

const opening = { size: 'small', seed: 0, semantics: 'strict' } as const
const world = await securityDeskPack.open(opening)
const tables = makeTables('small', 0)
const [first] = deskPlaces(world)
const site = first?.site ?? ''

const run = (code: string, over: PackWorld = world) =>
  executePlanSync({
    code,
    world: over,
    cache: CacheState.empty,
    now: () => 0,
    hash: (content) => hashText(String(content)),
  })

/** What a plan has saved as `x`. */
const found = (code: string): ToolResult => {
  const { cache, execution } = run(`${code}\nsave_to_cache(key="x", value=x)`)
  expect(execution.error).toBeUndefined()
  const value = cache.get('x')
  if (typeof value === 'object' && value !== null && value.kind === 'result') return value
  throw new Error('no result')
}

const idsOf = ({ rows }: ToolResult): readonly string[] =>
  Array.from({ length: rows.count }, (_, row) => rows.rowId(row))

/** Rows of a table by their ids that satisfy a condition, one after the other. */
const scan = (
  name: keyof typeof tables,
  holds: (cell: (column: string) => unknown) => boolean,
): readonly string[] => {
  const table = tables[name]
  return Array.from({ length: table.rowCount }, (_, row) => row)
    .filter((row) => holds((column) => table.value(row, column)))
    .map((row) => table.rowId(row))
}

describe('the knowledge base of the desk', () => {
  it('has the counts that it says, names that are nobody else’s, and ids that cannot be real', () => {
    expect(world.counts).toEqual({ hosts: 3600, vulnerabilities: 900, alerts: 9000, tickets: 4500 })
    const places = deskPlaces(world)
    expect(places).toHaveLength(COUNTS.small.sites)
    const names = places.flatMap(({ site: name, teams }) => [name, ...teams])
    expect(new Set(names).size).toBe(names.length)
    const hosts = scan('hosts', () => true).map((_, row) => tables.hosts.value(row, 'hostname'))
    expect(new Set(hosts).size).toBe(hosts.length)
    expect(scan('vulnerabilities', (cell) => !/^CVE-2099-1\d{4}$/.test(String(cell('cve_id'))))).toEqual([])
  })

  it('speaks of hosts that exist at the site where they stand', () => {
    const siteOf = new Map(
      Array.from({ length: tables.hosts.rowCount }, (_, row) => [
        tables.hosts.value(row, 'hostname'),
        tables.hosts.value(row, 'site'),
      ]),
    )
    for (const name of ['alerts', 'tickets'] as const) {
      expect(scan(name, (cell) => siteOf.get(cell('hostname') as string) !== cell('site'))).toEqual([])
    }
    expect(scan('tickets', (cell) => String(cell('due')) <= String(cell('opened')))).toEqual([])
    expect(scan('tickets', (cell) => (cell('cve_id') === null) === (cell('kind') === 'PATCH'))).toEqual([])
  })

  it('of full size has no site or team twice, and ten times the rows', () => {
    const full = makeTables('full', 3)
    expect([full.hosts.rowCount, full.alerts.rowCount]).toEqual([60_000, 240_000])
    const teams = new Map<unknown, unknown>()
    for (let row = 0; row < full.hosts.rowCount; row++) {
      const team = full.hosts.value(row, 'team')
      const at = full.hosts.value(row, 'site')
      expect(teams.get(team) ?? at).toBe(at)
      teams.set(team, at)
    }
    expect(new Set(teams.values()).size).toBe(COUNTS.full.sites)
  })
})

describe('tools of the desk', () => {
  it('search and filter as a scan of all rows does', () => {
    const searched = found(
      `x = search_hosts(site="${site}", environment=["PROD", "STAGE"], criticality=[3, 4], has_agent=True, patched_before="2025-05-01")`,
    )
    expect(idsOf(searched)).toEqual(
      scan(
        'hosts',
        (cell) =>
          cell('site') === site &&
          ['PROD', 'STAGE'].includes(String(cell('environment'))) &&
          Number(cell('criticality')) >= 3 &&
          Number(cell('criticality')) <= 4 &&
          cell('has_agent') === true &&
          String(cell('last_patched')) <= '2025-05-01',
      ),
    )
    expect(searched.rows.count).toBeGreaterThan(2)
    const alerts = found(
      `a = search_alerts(site="${site}", raised_since="March 1, 2025", raised_until="2025-04-30")\nx = filter_alerts(prior_results=a, raised_at=["12:00", "23:59"], min_events=5, is_open=False)`,
    )
    expect(idsOf(alerts)).toEqual(
      scan('alerts', (cell) => {
        const day = String(cell('raised_on'))
        const isIn = cell('site') === site && day >= '2025-03-01' && day <= '2025-04-30'
        return (
          isIn &&
          String(cell('raised_at')) >= '12:00' &&
          Number(cell('events')) >= 5 &&
          cell('is_open') === false
        )
      }),
    )
    expect(alerts.rows.count).toBeGreaterThan(2)
  })

  it('pair a host with what affects the version of the product that it runs', () => {
    const [product] = PRODUCTS
    const pairs = found(
      `h = search_hosts(site="${site}")\nv = search_vulnerabilities(product="${product}", cvss=[4.0, 10.0])\nx = search_affected(hosts=h, vulnerabilities=v)`,
    )
    const expected = new Set<string>()
    for (let host = 0; host < tables.hosts.rowCount; host++) {
      const { hosts, vulnerabilities } = tables
      if (hosts.value(host, 'site') !== site || hosts.value(host, 'product') !== product) continue
      for (let row = 0; row < vulnerabilities.rowCount; row++) {
        const isOf =
          vulnerabilities.value(row, 'product') === product && Number(vulnerabilities.value(row, 'cvss')) >= 4
        const isBelow = Number(hosts.value(host, 'version')) < Number(vulnerabilities.value(row, 'fixed_in'))
        if (isOf && isBelow) expected.add(`${hosts.rowId(host)}+${vulnerabilities.rowId(row)}`)
      }
    }
    expect(new Set(idsOf(pairs))).toEqual(expected)
    expect(expected.size).toBeGreaterThan(3)
    expect(pairs.rows.columns).toContain('product_hosts')
    const keys = Array.from({ length: pairs.rows.count }, (_, row) => [
      String(pairs.rows.value(row, 'hostname')),
      -Number(pairs.rows.value(row, 'cvss')),
    ])
    const sorted = [...keys].sort(([a, b], [c, d]) =>
      a === c ? Number(b) - Number(d) : String(a) < String(c) ? -1 : 1,
    )
    expect(keys).toEqual(sorted)
  })

  it('group pairs by vulnerability, and filter them by either side', () => {
    const code = `h = search_hosts(site="${site}")\nv = search_vulnerabilities(product="${PRODUCTS[0]}")\np = search_affected(hosts=h, vulnerabilities=v, group_by="vulnerability")\n`
    const grouped = found(`${code}x = p`)
    const ids = Array.from({ length: grouped.rows.count }, (_, row) =>
      String(grouped.rows.value(row, 'cve_id')),
    )
    expect(ids).toEqual([...ids].sort())
    const narrowed = found(
      `${code}x = filter_vulnerabilities(prior_results=filter_hosts(prior_results=p, has_agent=True), is_remote=True)`,
    )
    const isBoth = (row: number): boolean =>
      grouped.rows.value(row, 'has_agent') === true && grouped.rows.value(row, 'is_remote') === true
    expect(idsOf(narrowed)).toEqual(idsOf(grouped).filter((_, row) => isBoth(row)))
  })

  it.each([
    ['search_hosts()', 'validation'],
    ['search_hosts(site="Nowhere", colour="red")', 'validation'],
    ['search_alerts(site="Nowhere")', 'validation'],
    ['search_vulnerabilities(product="Nothing")', 'validation'],
    ['search_hosts(site="Nowhere", criticality=[5, 1])', 'validation'],
    [`x = search_hosts(site="${site}")\nsearch_affected(hosts=x, vulnerabilities=x)`, 'validation'],
    [`x = search_hosts(site="${site}")\nfilter_tickets(prior_results=x, is_open=True)`, 'validation'],
    [`search_affected(hosts=None, vulnerabilities=None)`, 'none-input'],
    ['search_hosts("Nowhere")', 'positional-arguments'],
  ])('refuse %j', (code, fault) => {
    expect(run(code).execution.error?.fault).toBe(fault)
  })

  it('find nothing at a site that there is not, and say so', () => {
    const nothing = found('x = search_hosts(site="Nowhere")')
    expect(nothing.summary).toBe('Hosts; site: Nowhere.\n0 hosts found.')
  })
})

describe('words of the desk', () => {
  it('are the same rules in both languages', () => {
    expect(Object.keys(spanish).sort()).toEqual(Object.keys(english).sort())
  })

  it('hold every question that the lexicon must understand', () => {
    for (const [language, book] of [
      ['en', english],
      ['es', spanish],
    ] as const) {
      for (const [rule, wordings] of Object.entries(book)) {
        if (!rule.startsWith('seek.')) continue
        const slots = rule.slice('seek.'.length).split('+')
        for (const wording of wordings) {
          for (const question of wording.replace(/^\[|\]\?$/g, '').split('|')) {
            expect([...slotsNamed(`${question}?`, world.seek, language)].sort(), question).toEqual(
              [...slots].sort(),
            )
          }
        }
      }
    }
  })
})
