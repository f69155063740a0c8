import { describe, expect, it } from 'vitest'
import type { Item, McqItem, QaItem, RetrievalItem } from '../benchmark/item.js'
import { buildTool, type ToolParts } from '../catalog/build-tool.js'
import { catalogOf } from '../catalog/catalog.js'
import type { JsonObject } from '../text/json.js'
import { auditBenchmark } from './audit-benchmark.js'
import { MAX_CITED, percentOf, severityOf, shareFinding } from './audit-finding.js'
import type { AuditRequest } from './audit-subject.js'

const catalogWith = (...tools: readonly Omit<ToolParts, 'source'>[]) =>
  catalogOf(tools.map((parts) => buildTool({ ...parts, source: { format: 'test', at: '' } })))

const region = (name: string) => ({
  name: `prices_${name.toLowerCase()}`,
  service: 'ticker',
  description: `Lists current economic indicators and prices of the region ${name}.`,
})
const payer = (name: string, service: string) => ({
  name,
  service,
  endpoint: 'settle',
  description: 'Pays an open invoice of a supplier and books it.',
})
const ranks = 'Fighter Ranks_v2&&GetTable'
/** Two tools that do the same, a series of three, one that says nothing, one of a telling name, and a test. */
const desk = catalogWith(
  payer('pay_a', 'northpay'),
  payer('pay_b', 'southpay'),
  ...['Asia', 'Europe', 'Africa'].map(region),
  { name: 'aaa', service: 'bbb', description: 'aaa' },
  { name: ranks, service: 'Fighter Ranks_v2', endpoint: 'GetTable', description: 'Boxers in order.' },
  { name: 'testtest1', service: 'testing' },
)

const query = (
  id: string,
  text: string,
  gold: RetrievalItem['gold'],
  more: Partial<RetrievalItem> = {},
): RetrievalItem => ({ kind: 'retrieval', id, query: text, gold, ...more })
const mcq = (id: string, tool: string, [answer = '', ...distractors]: readonly string[]): McqItem => ({
  kind: 'mcq',
  id,
  tool,
  question: `What of ${id}?`,
  answer,
  distractors,
})
const qa = (id: string, question: string, answer: 'yes' | 'no'): QaItem => ({
  kind: 'qa',
  id,
  tool: 'pay_a',
  question,
  answer,
})
const call = (id: string, gold: JsonObject): Item => {
  const inputSchema = { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] }
  const messages = [{ role: 'user', content: `Take ${id} to Lima.` }]
  return {
    kind: 'call',
    id,
    json: { id, kind: 'call', messages, tools: [{ name: 'go', inputSchema }], gold },
  }
}

/** Every finding as a reader gets it, worst first, and what was counted. */
async function told(items: readonly Item[], more: Partial<AuditRequest> = {}) {
  const { verdict, reasons, notes, counts, nulls } = await auditBenchmark({
    benchmark: { name: 'desk', items, fingerprint: 'f'.repeat(64) },
    catalog: desk,
    seed: 0,
    resamples: 50,
    notify: () => {},
    pause: async () => {},
    ...more,
  })
  return {
    verdict,
    checks: counts.checks,
    nulls: nulls.map(
      ({ kind, group, id, metric, describes, value, chance, n }) =>
        `${kind}${group === undefined ? '' : ` ${group}`}: ${id} ${describes}; ${metric} ${value.toFixed(3)} of ${n}, chance ${chance.toFixed(3)}`,
    ),
    findings: [...reasons, ...notes].map(
      ({ severity, group, code, items: cited, what }) =>
        `${severity} ${group} ${code} [${cited.join(' ')}] ${what}`,
    ),
  }
}

describe('findings, word for word', () => {
  it('of queries with every fault of gold and text', async () => {
    const training = [
      { id: 'line 7', text: 'send letters' },
      { id: 'line 8', text: 'Trial TICKETS' },
    ]
    const { verdict, findings, checks, nulls } = await told(
      [
        query('settle', 'settle what the supplier billed', [['pay_a']], {
          pool: ['pay_a', 'pay_b', 'aaa'],
          anchor: 'pay_b',
          tier: 'medium',
        }),
        query('series', 'indicators everywhere', [['prices_asia'], ['prices_europe']], {
          tier: 'medium',
          anchor: 'prices_asia',
        }),
        query('letters', 'send letters', [['aaa']], { tier: 'easy' }),
        query('test', 'trial tickets', [['testtest1']]),
        query('ranks', 'show me the fighter ranks', [[ranks]]),
        query('lost', 'where are ghosts', [['gone']]),
        query('same-1', 'a picture of it for my website today', [['aaa']]),
        query('same-2', 'a picture of it for the website today', [['pay_b']]),
      ],
      { training },
    )
    expect(nulls).toEqual([
      'retrieval catalog: random ranks tools in any order; recall@1 0.125 of 7, chance 0.125',
      'retrieval catalog: popularity ranks tools by how often they are gold in other clusters; recall@1 0.041 of 7, chance 0.125',
      'retrieval catalog: name-match ranks tools by the words that query and name share; recall@1 0.143 of 7, chance 0.125',
      'retrieval pool: random ranks tools in any order; r-precision 0.333 of 1, chance 0.333',
      'retrieval pool: popularity ranks tools by how often they are gold in other clusters; r-precision 0.000 of 1, chance 0.333',
      'retrieval pool: pool-order leaves the pool in the order in which the item lists it; r-precision 1.000 of 1, chance 0.333',
      'retrieval pool: name-match ranks tools by the words that query and name share; r-precision 0.333 of 1, chance 0.333',
    ])
    expect(verdict).toBe('not-usable')
    expect(findings).toEqual([
      'bad gold gold-missing [lost] 1 of 8 items (12.5 %) have gold that the catalog lacks, e.g. "gone".',
      'bad gold equal-not-gold [settle same-2] 2 of 7 items (28.6 %) have gold whose equal is not gold: "pay_a" is gold and "pay_b" is not.',
      'bad gold pool-near-gold [settle] 1 of 1 items (100.0 %) have in their pool, as a wrong answer, a tool that is at least 0.8 like a gold one and that the query does not tell from it: "pay_a" is gold and "pay_b" is not.',
      'bad gold gold-disjoint [same-1 same-2] 2 of 8 items (25.0 %) share a near-identical query with an item whose gold has no tool in common: "a picture of it for my website today" ("aaa") and "a picture of it for the website today" ("pay_b").',
      'bad gold gold-content-free [letters test same-1] 3 of 7 items (42.9 %) have gold that says nothing: no query can be judged against it.',
      'bad gold anchor-missing [settle] 1 of 2 items (50.0 %) were made from a tool that is not among their gold.',
      'bad gold tier-broken [settle] 1 of 3 items (33.3 %) state a tier that their needs do not have once tools that would do for each other count as one.',
      'bad leaks in-training-data [letters test] 2 of 8 items (25.0 %) are in the training file, e.g. "send letters" at line 7.',
      'care gold pool-same-title [settle] 1 of 1 items (100.0 %) have in their pool, as a wrong answer, a tool of the same title as a gold one.',
      'care gold sibling-not-gold [series] 1 of 7 items (14.3 %) name some tools of a series of one service and leave out another that is as like them: "prices_asia" is gold and "prices_africa" is not.',
      "care gold gold-test-like [test] 1 of 7 items (14.3 %) have gold that looks like somebody's test or demo.",
      'care gold gold-shares-no-word [letters test same-1 same-2] 4 of 7 items (57.1 %) have gold that shares no word of content with the query.',
      'care leaks name-in-question [ranks] 1 of 7 items (14.3 %) hold the name of a right tool, of its service or of its endpoint.',
      // (z₀.₉₇₅ + z₀.₈) √0.2 / √8 = 0.443.
      'care size few-items [] 8 distinct items: two subjects must differ by 44 points for a test to find it four times in five.',
      'info leaks found-by-name [ranks] 1 of 7 items (14.3 %) have a right tool that the words of the names alone put first.',
    ])
    expect(checks).toMatchObject({
      'equivalence-split': { classes: 2, toolsInClasses: 5, interchangeable: 1, isComplete: true },
      'pool-equals': {
        medium: {
          items: 1,
          'nearGold0.8': 1,
          'nearGold0.6': 1,
          'nearGold0.5': 1,
          notToldApart: 1,
          sameTitle: 1,
        },
      },
      'weak-gold': {
        easy: { items: 5, testLike: 1, contentFree: 3, either: 3, needs: 5, needsSharingNoWord: 4 },
        medium: { items: 2, testLike: 0, contentFree: 0, either: 0, needs: 3, needsSharingNoWord: 0 },
      },
      anchor: { medium: 1 },
      'name-leaks': {
        medium: { items: 2, service: 0, any: 0, generic: 0 },
        easy: { items: 5, service: 1, any: 1, generic: 0 },
      },
      'answerable-from-name': { foundByName: 1, queries: 7 },
      'train-test-overlap': { trainingTexts: 2, exact: 1, normalised: 1, near: 0 },
      'distinct-items': {
        retrieval: { items: 8, questions: 8, answers: 7, distinct: 8, mostRepeated: 1 },
      },
      power: {
        clusters: 8,
        namedClusters: 0,
        effectiveClusters: 8,
        minimumDetectableDifference: { discordant: 0.2, byItems: expect.closeTo(0.443, 3) },
      },
      'service-coverage': { tools: 7, ofTools: 8, services: 6, ofServices: 6 },
    })
  })

  it('of questions about tools', async () => {
    const { findings, checks, nulls } = await told([
      mcq('named', 'pay_a', ['Pay', 'Maps', 'Songs']),
      mcq('alike', 'aaa', ['Lima', 'lima ', 'Puno']),
      mcq('gone', 'gone', ['x', 'y']),
      qa('yes', 'Does it pay?', 'yes'),
      qa('no', 'does it pay', 'no'),
      qa('again', 'Does it pay?', 'yes'),
    ])
    // Shortest: right of 3, 4 and 5 letters, then two ties of two: (1 + ½ + ½)/3. Chance: (⅓ + ⅓ + ½)/3.
    expect(nulls).toEqual([
      'mcq: shortest always chooses the shortest option; accuracy 0.667 of 3, chance 0.389',
      'mcq: longest always chooses the longest option; accuracy 0.167 of 3, chance 0.389',
      'mcq: question-overlap chooses the option that shares most words with the question; accuracy 0.389 of 3, chance 0.389',
      'mcq: random chooses any option as often as any other; accuracy 0.389 of 3, chance 0.389',
      'mcq: constant always gives the answer that is right most often in other clusters, wherever it is offered; accuracy 0.389 of 3, chance 0.389',
      'mcq: option-prior chooses the option that is right most often where it is offered; accuracy 0.389 of 3, chance 0.389',
      'mcq: word-rule the word of the options that gives the answer away best; accuracy 0.389 of 3, chance 0.389',
      'qa: random answers either way; balanced-accuracy 0.500 of 3, chance 0.500',
      'qa: constant always gives the more frequent answer; balanced-accuracy 0.500 of 3, chance 0.500',
      'qa: word-rule the word of the question that gives the answer away best; balanced-accuracy 0.500 of 3, chance 0.500',
      'qa: bag-of-words Naive Bayes over the words of the question; balanced-accuracy 0.000 of 3, chance 0.500',
    ])
    expect(findings).toEqual([
      'bad gold options-alike [alike] 1 of 3 items (33.3 %) offer two options that differ by case, spaces or punctuation alone.',
      'bad gold tool-missing [gone] 1 of 6 items (16.7 %) ask about a tool that the catalog lacks, e.g. "gone".',
      'bad gold answers-contradict [yes no again] 3 of 6 items (50.0 %) ask of one tool what another item asks, and have another answer, e.g. "Does it pay?".',
      "care leaks option-in-name [named] 1 of 3 items (33.3 %) have an answer that shares more words with the tool's name than any other option (1 items have such an option).",
      'care size questions-repeated [yes] 2 of 3 qa items ask something of their own (66.7 %); one is asked 2 times.',
      'care size few-items [] 5 distinct items: two subjects must differ by 56 points for a test to find it four times in five.',
    ])
    expect(checks).toMatchObject({
      'answerable-from-name': { optionsByName: 1, rightByName: 1 },
      'distinct-items': {
        mcq: { items: 3, questions: 3, answers: 3, distinct: 3, mostRepeated: 1 },
        qa: { items: 3, questions: 2, answers: 2, distinct: 2, mostRepeated: 2 },
      },
    })
  })

  it('of calls and dialogues whose gold fails', async () => {
    const turns = [
      { role: 'user', text: 'Go.' },
      {
        role: 'assistant',
        text: '',
        calls: [{ name: 'gone', arguments: {} }],
        cacheBefore: {},
        cacheAfter: { a: 1 },
      },
      { role: 'user', text: 'And?' },
      { role: 'assistant', text: '', calls: [], cacheBefore: {}, cacheAfter: {} },
    ]
    const { findings, nulls } = await told([
      call('right', { calls: [{ name: 'go', arguments: { to: 'Lima' } }] }),
      call('bare', { calls: [{ name: 'go', arguments: {} }] }),
      call('stranger', { calls: [{ name: 'fly', arguments: {} }] }),
      { kind: 'dialogue', id: 'torn', json: { id: 'torn', kind: 'dialogue', turns } },
    ])
    expect(nulls).toEqual([
      'call: silent says nothing; exact 0.000 of 3, chance 0.000',
      'call: greeting one canned greeting; exact 0.000 of 3, chance 0.000',
      'call: echo repeats the last user message; exact 0.000 of 3, chance 0.000',
      'call: echo-all repeats all messages; exact 0.000 of 3, chance 0.000',
      'call: list-all lists every tool name; exact 0.000 of 3, chance 0.000',
      'call: name-in-prose names the right tool in a sentence; exact 0.000 of 3, chance 0.000',
      'call: constant-in-prose always names the most frequent tool in a sentence; exact 0.000 of 3, chance 0.000',
      'call: constant always calls the most frequent tool, with entities copied from the prompt; exact 0.333 of 3, chance 0.000',
      'dialogue: silent says nothing: right where nothing changes; turns 0.500 of 2, chance 0.000',
      'dialogue: no-op always says that there is nothing to do; turns 0.500 of 2, chance 0.000',
      'dialogue: re-search repeats the calls of the last turn that had some; turns 0.000 of 2, chance 0.000',
    ])
    expect(findings.filter((text) => text.startsWith('bad gold'))).toEqual([
      'bad gold gold-scores-less [bare stranger] 2 of 3 items (66.7 %) do not score 1 when answered with their own gold, e.g. bare: its arguments do not fit the schema of its tool.',
      'bad gold call-unknown [torn] 1 of 1 items (100.0 %) call, in their gold, a tool that the catalog lacks.',
      'bad gold cache-torn [torn] 1 of 1 items (100.0 %) begin a turn with another cache than the turn before it left.',
    ])
    const [stranger] = (await told([call('s', { calls: [{ name: 'fly', arguments: {} }] })])).findings
    expect(stranger).toContain('e.g. s: it calls "fly", which it does not offer.')
  })

  it('of means that cannot be, and of a benchmark without items', async () => {
    const published = [
      { printed: '0.499', n: 100 },
      { printed: '0.5', n: 100 },
    ]
    const { findings, checks } = await told([query('q', 'pay', [['pay_a']])], { published })
    expect(findings).toContain(
      'care size mean-impossible [] The published mean 0.499 over 100 items is impossible: the nearest possible ones are 0.49 and 0.5.',
    )
    expect(checks).toMatchObject({ 'published-means': { checked: 2, possible: 0 } })
    expect((await told([])).findings).toEqual(['bad size few-items [] There is no item.'])
  })
})

describe('shareFinding', () => {
  const scale = { care: 0.1, bad: 0.5 }
  it('is worse from the limit itself on', () => {
    expect([0.09, 0.1, 0.49, 0.5].map((share) => severityOf(share, scale))).toEqual([
      'info',
      'care',
      'care',
      'bad',
    ])
  })
  it('counts all and cites some', () => {
    const items = Array.from({ length: MAX_CITED + 1 }, (_, at) => `i${at}`)
    const [found] = shareFinding({ code: 'c', scale, items, of: 1010, what: 'err.' })
    expect(found).toMatchObject({
      code: 'c',
      severity: 'care',
      count: 101,
      what: '101 of 1010 items (10.0 %) err.',
    })
    expect(found?.items).toEqual(items.slice(0, 100))
  })
  it('says nothing where nothing is concerned, or could be', () => {
    expect(shareFinding({ code: 'c', scale, items: [], of: 5, what: '' })).toEqual([])
    expect(shareFinding({ code: 'c', scale, items: ['i'], of: 0, what: '' })).toEqual([])
    expect(percentOf(0, 0)).toBe('0 %')
    expect(percentOf(1, 3)).toBe('33.3 %')
  })
})
