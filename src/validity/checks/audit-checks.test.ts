import { describe, expect, it } from 'vitest'
import type { Item, RetrievalItem } from '../../benchmark/item.js'
import { buildTool, type ToolParts } from '../../catalog/build-tool.js'
import { type Catalog, catalogOf } from '../../catalog/catalog.js'
import { type AuditRequest, AuditSubject } from '../audit-subject.js'
import type { BlindTest, NullFloor } from '../floors/null-floor.js'
import { blindNulls } from './blind-nulls.js'
import { goldSelfTest } from './gold-self-test.js'
import { auditChecks } from './index.js'
import { poolEquals } from './pool-equals.js'
import { serviceCoverage } from './service-coverage.js'
import { weakGold } from './weak-gold.js'

const catalogWith = (...tools: readonly Omit<ToolParts, 'source'>[]): Catalog =>
  catalogOf(tools.map((parts) => buildTool({ ...parts, source: { format: 'test', at: '' } })))
const subjectOf = (items: readonly Item[], more: Partial<AuditRequest> = {}) =>
  new AuditSubject({
    benchmark: { name: 'desk', items, fingerprint: 'f'.repeat(64) },
    seed: 0,
    notify: () => {},
    pause: async () => {},
    ...more,
  })
const query = (
  id: string,
  text: string,
  gold: RetrievalItem['gold'],
  more: Partial<RetrievalItem> = {},
): RetrievalItem => ({ kind: 'retrieval', id, query: text, gold, ...more })

describe('auditChecks', () => {
  it('say what they look at and which codes they have, as the docs do', () => {
    expect(
      auditChecks.map(
        ({ group, id, looksAt, codes }) => `${group}/${id} looks at ${looksAt}: ${codes.join(', ')}`,
      ),
    ).toEqual([
      'blind/blind-nulls looks at what models that know no tool score: beatable-blind, answers-unbalanced, nothing-to-choose',
      'gold/gold-self-test looks at whether the gold answer itself scores 1: gold-scores-less, options-alike, call-unknown, cache-torn',
      'gold/gold-in-catalog looks at whether the catalog has the tools that are gold, or asked about: gold-missing, tool-missing',
      'gold/equivalence-split looks at equivalence classes of the catalog of which one tool is gold and another is not: equal-not-gold',
      'gold/pool-equals looks at tools of the pool that are nearly identical to a gold tool and not gold: pool-near-gold, pool-same-title',
      'gold/query-conflicts looks at near-identical queries that share no gold, and one question about one tool with two answers: gold-disjoint, answers-contradict',
      'gold/missing-siblings looks at tools of one service that belong to a series of gold tools and are not gold: sibling-not-gold',
      "gold/weak-gold looks at gold tools that look like somebody's test, say nothing, or share no word with the query: gold-test-like, gold-content-free, gold-shares-no-word",
      'gold/anchor looks at whether the tool that an item was made from is gold: anchor-missing',
      'gold/tiers looks at whether the stated tier is that of the number of needs (easy 1, medium 2–3, hard 4 and more): tier-broken',
      'leaks/name-leaks looks at names of tools and services in the text of the question: name-in-question, generic-name-in-question',
      'leaks/answerable-from-name looks at questions whose answer the words of a name give away: found-by-name, option-in-name',
      'leaks/train-test-overlap looks at questions that the training file holds, word for word or nearly (Jaccard 0.8 of words): in-training-data',
      'size/distinct-items looks at items that ask the same, and how many different ones there are: questions-repeated',
      'size/power looks at effective clusters, and the smallest difference of two subjects that could be found: few-clusters, few-items',
      'size/service-coverage looks at the part of the services and tools of the catalog that some item asks for: few-services',
      'size/published-means looks at published means that no number of right answers gives (GRIM): mean-impossible, mean-untestable',
    ])
  })

  it('say what they lack', () => {
    const items = [query('q', 'pay', [['a'], ['b']], { pool: ['a', 'c'] })]
    const lacks = (more: Partial<AuditRequest>) => {
      const subject = subjectOf(items, more)
      return auditChecks.flatMap(({ id, applies, missing }) => {
        const why = applies(subject) ? missing?.(subject) : undefined
        return why === undefined ? [] : [`${id}: ${why}`]
      })
    }
    expect(lacks({})).toEqual([
      'gold-in-catalog: no catalog was given',
      'equivalence-split: no catalog was given',
      'pool-equals: no catalog was given',
      'missing-siblings: no catalog was given',
      'weak-gold: no catalog was given',
      'train-test-overlap: no training file was given (--train)',
      'service-coverage: no catalog was given',
    ])
    const tools = { training: [], catalog: catalogWith({ name: 'a' }, { name: 'b' }) }
    expect(lacks(tools)).toEqual(['missing-siblings: no tool names a service'])
    const served = catalogWith({ name: 'a', service: 's' }, { name: 'b' })
    expect(lacks({ ...tools, catalog: served })).toEqual([])
  })
})

describe('poolEquals', () => {
  const league = (name: string, about: string) => ({
    name,
    service: name,
    endpoint: `${name} table`,
    description: `Lists latest scores, fixtures, tables, players, coaches, stadiums, referees, transfers, injuries, cards, goals, assists, venues, kickoffs, crowds of the ${about}.`,
  })
  const catalog = catalogWith(league('bl', 'Bundesliga'), league('lg', 'Eredivisie'), {
    name: 'pay',
    endpoint: 'pay',
    description: 'Pays an invoice.',
  })
  const rowsOf = async (items: readonly RetrievalItem[]) => poolEquals.run(subjectOf(items, { catalog }))

  it('leaves alone a rival that a word of the query tells from gold', async () => {
    const pool = ['bl', 'lg', 'pay']
    const items = [
      query('open', 'who leads the scores', [['bl']], { pool, tier: 'easy' }),
      query('told', 'who leads the Bundesliga scores', [['bl']], { pool, tier: 'easy' }),
      query('graded', 'who leads the scores', [['bl']], { pool, grades: { lg: 1 }, tier: 'easy' }),
      query('far', 'who pays', [['pay'], ['bl']], { pool: ['pay', 'bl'], tier: 'medium' }),
      query('poolless', 'who leads the scores', [['bl']], { tier: 'easy' }),
    ]
    const { findings, counts } = await rowsOf(items)
    expect(findings.map(({ code, items: cited }) => [code, cited])).toEqual([['pool-near-gold', ['open']]])
    expect(counts).toEqual({
      easy: {
        items: 3,
        'nearGold0.8': 2,
        'nearGold0.6': 2,
        'nearGold0.5': 2,
        notToldApart: 1,
        sameTitle: 0,
      },
      medium: {
        items: 1,
        'nearGold0.8': 0,
        'nearGold0.6': 0,
        'nearGold0.5': 0,
        notToldApart: 0,
        sameTitle: 0,
      },
    })
  })
})

describe('goldSelfTest', () => {
  it('ranks what is fully relevant before what is partly, however the item lists it', async () => {
    const catalog = catalogWith({ name: 'a' }, { name: 'b' }, { name: 'c' })
    const item = query('q', 'do it', [['a']], { grades: { c: 1, b: 2, a: 2 } })
    expect((await goldSelfTest.run(subjectOf([item], { catalog }))).findings).toEqual([])
  })
})

describe('weakGold', () => {
  it('counts tier by tier what gold shares no word with the query', async () => {
    const catalog = catalogWith(
      { name: 'a', description: 'Pays an open invoice.' },
      { name: 'b', description: 'Sends a parcel abroad.' },
    )
    const { counts } = await weakGold.run(
      subjectOf([query('one', 'pay my invoice', [['a']]), query('two', 'a parcel please', [['a'], ['b']])], {
        catalog,
      }),
    )
    expect(counts).toMatchObject({
      easy: { items: 1, needs: 1, needsSharingNoWord: 0 },
      medium: { items: 1, needs: 2, needsSharingNoWord: 1 },
    })
  })
})

describe('serviceCoverage', () => {
  it('counts services that queries, questions, calls and dialogues ask for', async () => {
    const services = Array.from({ length: 50 }, (_, at) => ({ name: `t${at}`, service: `s${at}` }))
    const catalog = catalogWith(...services)
    const turns = [
      { role: 'user', text: 'Go.' },
      { role: 'assistant', text: '', calls: [{ name: 't3', arguments: {} }] },
    ]
    const messages = [{ role: 'user', content: 'Go.' }]
    const items: Item[] = [
      query('r', 'go', [['t0']]),
      { kind: 'qa', id: 'q', tool: 't1', question: 'Does it?', answer: 'yes' },
      {
        kind: 'call',
        id: 'c',
        json: { messages, tools: ['t2'], gold: { calls: [{ name: 't2', arguments: {} }] } },
      },
      { kind: 'dialogue', id: 'd', json: { id: 'd', kind: 'dialogue', turns } },
    ]
    const { findings, counts } = await serviceCoverage.run(subjectOf(items, { catalog }))
    expect(counts).toEqual({ tools: 4, ofTools: 50, services: 4, ofServices: 50 })
    expect(findings.map(({ what }) => what)).toEqual([
      'The items ask for tools of 4 of 50 services (8.0 %): they say little about the rest.',
    ])
    const more = [...items, query('x', 'go', [['t4']])]
    expect((await serviceCoverage.run(subjectOf(more, { catalog }))).findings).toEqual([])
  })
})

describe('blindNulls', () => {
  const floorOf = (blind: Partial<BlindTest> | undefined, more: Partial<NullFloor> = {}): NullFloor => ({
    id: 'shortest',
    kind: 'mcq',
    metric: 'accuracy',
    describes: '',
    value: 0.5,
    chance: 0.25,
    n: 40,
    right: ['i1'],
    whenHigh: 'bad',
    ...(blind && {
      blind: {
        verdict: 'above',
        p: 0.001,
        pAdjusted: 0.0123,
        over: 'clusters',
        units: 40,
        gain: 0.3,
        ...blind,
      },
    }),
    ...more,
  })
  const findingsOf = async (...floors: readonly NullFloor[]) => {
    const subject = subjectOf([])
    subject.floors = async () => floors
    return (await blindNulls.run(subject)).findings
  }

  it('says what is beaten, by whom and over what', async () => {
    expect(await findingsOf(floorOf({}))).toEqual([
      {
        code: 'beatable-blind',
        severity: 'bad',
        what: 'Beatable blind: shortest scores 50.0 % where chance is 25.0 % (mcq accuracy; p = 0.012 after Holm, over 40 clusters).',
        items: ['i1'],
        count: 40,
      },
    ])
    const rule = { rule: 'the word "not"', group: 'pool', kind: 'retrieval' } as const
    expect(await findingsOf(floorOf({ verdict: 'below', over: 'distinct-items' }, rule))).toMatchObject([
      {
        what: 'Beatable blind: the opposite of shortest, which scores 50.0 % where chance is 25.0 %, is better than chance (retrieval pool accuracy; p = 0.012 after Holm, over 40 distinct items, these items only).',
        items: [],
      },
    ])
    const [named] = await findingsOf(floorOf({}, rule))
    expect(named?.what).toContain('shortest (the word "not") scores')
  })

  it('tells rules that score the same on the same items in one finding', async () => {
    const echo = floorOf({}, { id: 'echo' })
    const silent = floorOf({}, { id: 'silent', value: 0.75 })
    const found = await findingsOf(floorOf({}), echo, silent, floorOf({}, { id: 'list-all' }))
    expect(found.map(({ what, items }) => [what.slice(0, what.indexOf(' where')), items])).toEqual([
      ['Beatable blind: shortest, echo and list-all score 50.0 %', ['i1']],
      ['Beatable blind: silent scores 75.0 %', ['i1']],
    ])
    const below = floorOf({ verdict: 'below' }, { id: 'echo' })
    expect((await findingsOf(below, floorOf({ verdict: 'below' }))).map(({ what }) => what)).toEqual([
      expect.stringContaining('the opposite of echo and shortest, which score 50.0 %'),
    ])
  })

  it.each([
    [0.009, 'bad', []],
    [0.01, 'bad', ['info']],
    [0.049, 'bad', ['info']],
    [0.05, 'bad', ['care']],
    [0.249, 'bad', ['care']],
    [0.25, 'bad', ['bad']],
    [0.9, 'care', ['care']],
  ] as const)('takes a gain of %s, where much is %s, for %j', async (gain, whenHigh, severities) => {
    const found = await findingsOf(floorOf({ gain }, { whenHigh }))
    expect(found.map(({ severity }) => severity)).toEqual(severities)
  })

  it('says nothing of chance, of too little data and of models that are not blind', async () => {
    expect(await findingsOf(floorOf({ verdict: 'chance' }))).toEqual([])
    expect(await findingsOf(floorOf({ verdict: 'not-enough-data' }))).toEqual([])
    expect(await findingsOf(floorOf(undefined))).toEqual([])
  })

  it('tells when guessing in the whole catalog finds half', async () => {
    const random = { id: 'random', kind: 'retrieval', group: 'catalog', metric: 'recall@1', n: 7 } as const
    expect(await findingsOf(floorOf(undefined, { ...random, value: 0.5 }))).toMatchObject([
      {
        code: 'nothing-to-choose',
        severity: 'bad',
        what: 'Guessing finds 50.0 % of the needed tools (recall@1): there are hardly any others to choose from.',
        count: 7,
      },
    ])
    expect(await findingsOf(floorOf(undefined, { ...random, value: 0.49 }))).toEqual([])
    expect(await findingsOf(floorOf(undefined, { ...random, value: 0.9, group: 'pool' }))).toEqual([])
    expect(await findingsOf(floorOf(undefined, { ...random, value: 0.9, id: 'popularity' }))).toEqual([])
  })

  it.each([
    [12, 20, 'care'],
    [19, 20, 'bad'],
    [1, 20, 'bad'],
    [11, 20, undefined],
    [19, 19, undefined],
  ] as const)('takes %s yes of %s for %s', async (yes, of, severity) => {
    const subject = subjectOf(
      Array.from({ length: of }, (_, at) => ({
        kind: 'qa',
        id: `q${at}`,
        tool: 't',
        question: `Is it ${at}?`,
        answer: at < yes ? 'yes' : 'no',
      })),
    )
    subject.floors = async () => []
    const { findings } = await blindNulls.run(subject)
    expect(findings.map((found) => found.severity)).toEqual(severity === undefined ? [] : [severity])
  })
})
