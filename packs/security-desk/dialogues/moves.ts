import type { DeskDomain } from '../knowledge/make-tables.js'
import type { Wish } from './constraint.js'
import type { Scope } from './desk-template.js'
import { argumentsOf, type Entry, heldBy, type Session } from './session.js'

/** What searches need, in the order of the signature, with the slot that a question names. */
const needs: Readonly<
  Record<DeskDomain, readonly (readonly [member: 'site' | 'product' | 'since', slot: string])[]>
> = {
  hosts: [['site', 'site']],
  vulnerabilities: [['product', 'product']],
  alerts: [
    ['site', 'site'],
    ['since', 'raised_since'],
  ],
  tickets: [['site', 'site']],
}

const placeholders = { site: 'SITE', product: 'PRODUCT', since: 'DATE' } as const

/** Opens a domain. What an earlier one has settled holds on; at times something is left out, and must be asked for. */
export function open(session: Session, domain: DeskDomain): void {
  const before = session.entries.findLast(({ scope }) => scope.site !== undefined)
  const isFirst = session.entries.length === 0
  if (!isFirst) session.label('switch-domain')
  const shared =
    domain === 'vulnerabilities' || before?.scope.site === undefined ? {} : { site: before.scope.site }
  const wanted = needs[domain].map(([member]) => member).filter((member) => !(member in shared))
  // Nobody asks for a product who has just heard of one.
  const isNamed = domain === 'vulnerabilities' && session.used.has('hosts.product')
  const left = !isNamed && session.chance(4) ? wanted.filter(() => session.chance(6)) : []
  let scope: Scope = shared
  for (const member of wanted) {
    if (!left.includes(member)) scope = { ...scope, [member]: session.placeholder(placeholders[member]) }
  }
  const wishes = session.newWishes(domain, session.setting.random.below(isFirst ? 3 : 2))
  session.say(`open.${domain}`, {
    with: session.wished(domain, wishes),
    scope: scopeWords(session, domain, scope, 'site' in shared),
  })
  searchOrAsk(session, { domain, scope, wishes })
}

/** Where and when, as far as it is said. */
function scopeWords(session: Session, domain: DeskDomain, scope: Scope, isShared: boolean): string {
  const { site, product, since } = scope
  return [
    site === undefined
      ? ''
      : isShared
        ? session.word('scope.same-site')
        : session.word('scope.site', { v: `<${site}>` }),
    product === undefined ? '' : session.word('scope.product', { v: `<${product}>` }),
    since === undefined || domain !== 'alerts' ? '' : session.word('scope.since', { v: `<${since}>` }),
  ].join(' ')
}

interface Request {
  readonly domain: DeskDomain
  readonly scope: Scope
  readonly wishes: readonly Wish[]
}

function searchOrAsk(session: Session, request: Request): void {
  const missing = needs[request.domain].flatMap(([member, slot]) => (member in request.scope ? [] : [slot]))
  if (missing.length === 0) {
    session.pending = undefined
    search(session, request)
    return
  }
  session.pending = { ...request, missing }
  session.seek(session.word(`seek.${missing.join('+')}`), missing)
}

/** Answers the question that is pending. */
export function answer(session: Session): void {
  const { pending } = session
  if (pending === undefined) return
  let { scope } = pending
  for (const [member, slot] of needs[pending.domain]) {
    if (!pending.missing.includes(slot)) continue
    const placeholder = session.placeholder(placeholders[member])
    scope = { ...scope, [member]: placeholder }
    session.say(`give.${slot}`, { v: `<${placeholder}>` })
  }
  searchOrAsk(session, { ...pending, scope })
}

function search(session: Session, { domain, scope, wishes }: Request): Entry {
  const { site, product, since, days } = scope
  const given: (readonly [string, string])[] = []
  if (site !== undefined) given.push(['site', `"<${site}>"`])
  if (product !== undefined) given.push(['product', `"<${product}>"`])
  if (since !== undefined) given.push(['raised_since', `"<${since}>"`])
  if (since !== undefined && days !== undefined) {
    session.label('date')
    const last = session.plan.call('last_day', 'adjust_date', [
      ['date', `"<${since}>"`],
      ['delta_days', `<${days}>`],
    ])
    given.push(['raised_until', last])
  }
  const key = session.keys.take(domain)
  session.plan.call(key, `search_${domain}`, [...given, ...argumentsOf(wishes)])
  session.plan.save(key)
  session.label('search')
  const entry: Entry = { key, kind: 'search', domain, node: session.node({ domain, scope, wishes }), scope }
  session.entries.push(entry)
  return entry
}

/** Something a user does in the middle of a dialogue; false where it does not suit what was said before. */
export type Move = (session: Session, domain: DeskDomain) => boolean

function latest(session: Session, domain: DeskDomain): Entry | undefined {
  return session.entries.findLast((entry) => entry.domain === domain && entry.kind !== 'pairs')
}

const refine: Move = (session, domain) => {
  const entry = latest(session, domain)
  if (entry === undefined) return false
  const wishes = session.newWishes(domain, session.chance(3) ? 2 : 1, heldBy(entry))
  if (wishes.length === 0) return false
  session.say('refine', { with: session.wished(domain, wishes), those: session.word(`those.${domain}`) })
  session.label('refine')
  narrow(session, entry, wishes)
  return true
}

function narrow(session: Session, entry: Entry, wishes: readonly Wish[]): void {
  const variable = session.plan.load(entry.key)
  const key = session.keys.take(`${entry.domain}_${wishes.map(({ constraint }) => constraint.id).join('_')}`)
  session.plan.call(key, `filter_${entry.domain}`, [['prior_results', variable], ...argumentsOf(wishes)])
  session.plan.save(key)
  const node = session.node({ domain: entry.domain, parent: entry.node, scope: entry.scope, wishes })
  session.entries.push({ ...entry, key, kind: 'filter', node, parent: entry })
}

/** Back to the list before the last filter, and another way from there. */
const backtrack: Move = (session, domain) => {
  const last = latest(session, domain)
  const narrowed = last?.kind === 'sort' ? last.parent : last
  if (narrowed?.kind !== 'filter' || narrowed.parent === undefined) return false
  const wishes = session.newWishes(domain, 1, heldBy(narrowed))
  if (wishes.length === 0) return false
  const dropped = narrowed.node.wishes.map(({ constraint }) =>
    session.word(`drop.${domain}.${constraint.id}`),
  )
  session.say('backtrack', {
    dropped: dropped.join(` ${session.word('and')} `),
    with: session.wished(domain, wishes),
    those: session.word(`those.${domain}`),
  })
  session.label('change-mind', 'refine')
  narrow(session, narrowed.parent, wishes)
  return true
}

const sortings: Readonly<Record<DeskDomain, readonly (readonly [column: string, isAscending: boolean])[]>> = {
  hosts: [
    ['criticality', false],
    ['last_patched', true],
  ],
  vulnerabilities: [
    ['cvss', false],
    ['published', false],
  ],
  alerts: [
    ['events', false],
    ['raised_on', false],
  ],
  tickets: [
    ['due', true],
    ['opened', true],
  ],
}

const sort: Move = (session, domain) => {
  const entry = latest(session, domain)
  const fresh = sortings[domain].filter(([column]) => !session.used.has(`sort.${domain}.${column}`))
  const choice = fresh[session.setting.random.below(Math.max(1, fresh.length))]
  if (entry === undefined || entry.kind === 'sort' || choice === undefined) return false
  const [column, isAscending] = choice
  session.used.add(`sort.${domain}.${column}`)
  session.say('sort', { order: session.word(`order.${domain}.${column}`) })
  sorted(session, entry, { column, isAscending })
  return true
}

function sorted(
  session: Session,
  entry: Entry,
  { column, isAscending }: { readonly column: string; readonly isAscending: boolean },
): void {
  const variable = session.plan.load(entry.key)
  const key = session.keys.take(`${entry.key}_by_${column}`)
  session.plan.call(key, 'sort_results', [
    ['results', variable],
    ['column', `"${column}"`],
    ...(isAscending ? [] : [['ascending', 'False'] as const]),
  ])
  session.plan.save(key)
  session.label('sort')
  session.entries.push({ ...entry, key, kind: 'sort', parent: entry })
}

/** The same question about another site or product, instead of the first or beside it. */
const elsewhere =
  (manner: 'instead' | 'also'): Move =>
  (session, domain) => {
    const first = session.entries.find((entry) => entry.domain === domain && entry.kind === 'search')
    // A team belongs to its site; elsewhere nobody would be found.
    const isBound = first?.node.wishes.some(({ constraint }) => constraint.id === 'team') === true
    if (first === undefined || isBound || session.used.has('elsewhere')) return false
    session.used.add('elsewhere')
    const member = domain === 'vulnerabilities' ? 'product' : 'site'
    const placeholder = session.placeholder(placeholders[member])
    session.say(`${manner}.${member}`, { v: `<${placeholder}>` })
    if (manner === 'instead') session.label('change-mind')
    search(session, { domain, scope: { ...first.scope, [member]: placeholder }, wishes: first.node.wishes })
    return true
  }

/** Alerts of some days, counted from the first. */
const span: Move = (session, domain) => {
  const first = session.entries.find((entry) => entry.domain === domain && entry.kind === 'search')
  if (first?.scope.since === undefined || first.scope.days !== undefined || session.used.has('span'))
    return false
  session.used.add('span')
  const days = session.placeholder('DAYS')
  session.say('span', { v: `<${days}>`, since: `<${first.scope.since}>` })
  session.label('change-mind')
  search(session, { domain, scope: { ...first.scope, days }, wishes: first.node.wishes })
  return true
}

/** Hosts with the vulnerabilities that they have. */
export function pairUp(session: Session): boolean {
  const [hosts, vulnerabilities] = [latest(session, 'hosts'), latest(session, 'vulnerabilities')]
  if (hosts === undefined || vulnerabilities === undefined || session.used.has('pairs')) return false
  session.used.add('pairs')
  const isByVulnerability = session.chance(4)
  session.say(isByVulnerability ? 'pairs.by-vulnerability' : 'pairs')
  const [left, right] = [session.plan.load(hosts.key), session.plan.load(vulnerabilities.key)]
  const key = session.keys.take('affected_hosts')
  session.plan.call(key, 'search_affected', [
    ['hosts', left],
    ['vulnerabilities', right],
    ...(isByVulnerability ? [['group_by', '"vulnerability"'] as const] : []),
  ])
  session.plan.save(key)
  session.label('nearest')
  session.pair(hosts.node, vulnerabilities.node)
  session.entries.push({ ...hosts, key, kind: 'pairs', parent: hosts })
  return true
}

/** The pairs in another order. */
export function sortPairs(session: Session): boolean {
  const entry = session.entries.at(-1)
  if (entry?.kind !== 'pairs') return false
  session.say('sort', { order: session.word('order.pairs.cvss') })
  sorted(session, entry, { column: 'cvss', isAscending: false })
  return true
}

/** A request that no tool serves. */
export const noOp: Move = (session, domain) => {
  session.say(`noop.${domain}`)
  session.label('noop')
  return true
}

export function farewell(session: Session): void {
  session.say('farewell')
  session.label('noop')
}

/** Moves in the middle of a dialogue; those that leave the place are not for dialogues that share it. */
export const middleMoves: Readonly<Record<string, { readonly play: Move; readonly isLocal: boolean }>> = {
  refine: { play: refine, isLocal: true },
  'refine again': { play: refine, isLocal: true },
  backtrack: { play: backtrack, isLocal: true },
  sort: { play: sort, isLocal: true },
  instead: { play: elsewhere('instead'), isLocal: false },
  also: { play: elsewhere('also'), isLocal: false },
  span: { play: span, isLocal: true },
}
