import { describe, expect, it } from 'vitest'
import {
  call,
  catalogWith,
  dialogue,
  linesOf,
  mcq,
  qa,
  query,
  resultOf,
  subjectOf,
} from '../../../test/generators/audited-items.js'
import type { JsonObject } from '../../text/json.js'
import { anchor } from './anchor.js'
import { equivalenceSplit } from './equivalence-split.js'
import { goldInCatalog } from './gold-in-catalog.js'
import { goldSelfTest } from './gold-self-test.js'
import { missingSiblings } from './missing-siblings.js'
import { poolEquals } from './pool-equals.js'
import { queryConflicts } from './query-conflicts.js'
import { tiersCheck } from './tiers.js'
import { weakGold } from './weak-gold.js'

/** Two tools that would do for each other. */
const twin = (name: string, service: string) => ({
  name,
  service,
  endpoint: 'settle',
  description: 'Pays an open invoice of a supplier and books it.',
})
const other = { name: 'draw', service: 'maps', endpoint: 'draw', description: 'Draws a map of a town.' }
const twins = [twin('pay_a', 'northpay'), twin('pay_b', 'southpay'), other]

describe('goldSelfTest', () => {
  const oneOf = (...choices: readonly (string | number)[]): JsonObject => ({
    calls: [{ name: 'go', arguments: { to: { $oneOf: choices } } }],
  })

  it('tries eight entries of a choice, and names the first item that fails and why', async () => {
    expect(await linesOf(goldSelfTest, [call('eighth', oneOf(1, 2, 3, 4, 5, 6, 7, 'Lima'))])).toEqual([])
    const ninth = call('ninth', oneOf(1, 2, 3, 4, 5, 6, 7, 8, 'Lima'))
    const stranger = call('stranger', { calls: [{ name: 'fly', arguments: {} }] })
    expect(await linesOf(goldSelfTest, [call('good', oneOf('Lima')), ninth, stranger])).toEqual([
      'bad gold-scores-less [ninth stranger] 2: 2 of 3 items (66.7 %) do not score 1 when answered with their own gold, e.g. ninth: its arguments do not fit the schema of its tool.',
    ])
    const [finding] = await linesOf(goldSelfTest, [stranger, ninth])
    expect(finding).toContain('e.g. stranger: it calls "fly", which it does not offer.')
  })

  it('cuts a long id in its example after sixty characters', async () => {
    const id = 'x'.repeat(61)
    const [finding] = (await resultOf(goldSelfTest, [call(id, oneOf(1))])).findings
    expect(finding?.items).toEqual([id])
    expect(finding?.what).not.toContain(id)
    expect(finding?.what).toContain('x'.repeat(50))
  })

  it('takes saying no for an item without calls as right', async () => {
    expect(await linesOf(goldSelfTest, [call('none', { none: true })])).toEqual([])
  })

  it('is a matter of care below one item in twenty', async () => {
    const good = Array.from({ length: 20 }, (_, at) => mcq(`m${at}`, 't', [`a${at}`, `b${at}`]))
    const bad = mcq('x', 't', ['Lima', 'LIMA!', 'Puno'])
    expect(await linesOf(goldSelfTest, [...good, bad])).toEqual([
      'care options-alike [x] 1: 1 of 21 items (4.8 %) offer two options that differ by case, spaces or punctuation alone.',
    ])
    const [finding] = (await resultOf(goldSelfTest, [...good.slice(1), bad])).findings
    expect(finding?.severity).toBe('bad')
  })

  it('compares options of other scripts and signs as they stand', async () => {
    expect(
      await linesOf(goldSelfTest, [
        mcq('kanji', 't', ['東京', '大阪']),
        mcq('signs', 't', ['+', '-']),
        mcq('empty', 't', ['?', '?']),
      ]),
    ).toEqual([
      'bad options-alike [empty] 1: 1 of 3 items (33.3 %) offer two options that differ by case, spaces or punctuation alone.',
    ])
  })

  it('tells which dialogues call the unknown, and which tear their cache', async () => {
    const turn = (caches: JsonObject, name = 'draw'): readonly JsonObject[] => [
      { role: 'user', text: 'Go.' },
      { role: 'assistant', text: '', calls: [{ name, arguments: {} }], ...caches },
    ]
    const whole = [
      ...turn({ cacheBefore: { a: 1 }, cacheAfter: { a: 2, b: 1 } }),
      ...turn({}),
      ...turn({ cacheBefore: { b: 1, a: 2 } }),
      ...turn({ cacheAfter: {} }),
      ...turn({ cacheBefore: {} }),
    ]
    const torn = [...turn({ cacheAfter: { a: 1 } }), ...turn({}), ...turn({ cacheBefore: {} })]
    const items = [
      dialogue('whole', whole),
      dialogue('torn', torn),
      dialogue('unknown', [...turn({}), ...turn({}, 'gone')]),
    ]
    expect(await linesOf(goldSelfTest, items, [other])).toEqual([
      'bad call-unknown [unknown] 1: 1 of 3 items (33.3 %) call, in their gold, a tool that the catalog lacks.',
      'bad cache-torn [torn] 1: 1 of 3 items (33.3 %) begin a turn with another cache than the turn before it left.',
    ])
    // Without a catalog no tool is unknown.
    expect((await resultOf(goldSelfTest, items)).findings.map(({ code }) => code)).toEqual(['cache-torn'])
  })

  it('finds gold perfect that lists needs, ways and grades in any order', async () => {
    const items = [
      query('ways', 'do', [['c', 'a'], ['b']]),
      query('graded', 'do', [['a'], ['b']], { grades: { c: 1 } }),
    ]
    expect(await linesOf(goldSelfTest, items)).toEqual([])
  })
})

describe('goldInCatalog', () => {
  it('applies where something is sought or asked about', () => {
    const applies = (...items: Parameters<typeof subjectOf>[0]) => goldInCatalog.applies(subjectOf(items))
    expect(applies()).toBe(false)
    expect(applies(call('c', { none: true }))).toBe(false)
    expect(applies(query('q', 'pay', [['a']]))).toBe(true)
    expect(applies(mcq('m', 'a', ['x', 'y']))).toBe(true)
    expect(applies(qa('q', 'a', 'Does it?', 'yes'))).toBe(true)
  })

  it('counts and names what is not there', async () => {
    const items = [
      query('has', 'pay', [['pay_a']]),
      query('lacks', 'pay', [['pay_a'], ['lost']]),
      mcq('m', 'gone', ['x', 'y']),
      qa('q', 'pay_a', 'Does it?', 'yes'),
    ]
    expect(await linesOf(goldInCatalog, items, twins)).toEqual([
      'bad gold-missing [lacks] 1: 1 of 2 items (50.0 %) have gold that the catalog lacks, e.g. "lost".',
      'bad tool-missing [m] 1: 1 of 2 items (50.0 %) ask about a tool that the catalog lacks, e.g. "gone".',
    ])
    expect((await resultOf(goldInCatalog, items, twins)).counts).toEqual(
      subjectOf(items, { catalog: catalogWith(...twins) }).resolution.counts,
    )
    expect(await resultOf(goldInCatalog, [qa('q', 'pay_a', 'Does it?', 'yes')], twins)).toEqual({
      findings: [],
    })
  })

  it('is a matter of care below one item in ten', async () => {
    const good = Array.from({ length: 10 }, (_, at) => query(`g${at}`, 'pay', [['pay_a']]))
    const probes = Array.from({ length: 10 }, (_, at) => qa(`p${at}`, 'pay_a', 'Does it?', 'yes'))
    const bad = [query('b', 'pay', [['lost']]), qa('x', 'gone', 'Does it?', 'yes')]
    const severities = async (from: number) =>
      (
        await resultOf(goldInCatalog, [...good.slice(from), ...probes.slice(from), ...bad], twins)
      ).findings.map(({ severity }) => severity)
    expect(await severities(0)).toEqual(['care', 'care'])
    expect(await severities(1)).toEqual(['bad', 'bad'])
  })
})

describe('equivalenceSplit', () => {
  const billed = 'settle what the supplier billed'

  it('applies to queries alone', () => {
    expect(equivalenceSplit.applies(subjectOf([query('q', 'pay', [['a']])]))).toBe(true)
    expect(equivalenceSplit.applies(subjectOf([mcq('m', 'a', ['x', 'y'])]))).toBe(false)
  })

  it('names the first gold whose equal is not gold', async () => {
    const items = [
      query('map', 'draw a map', [['draw']]),
      query('second', billed, [['draw'], ['pay_b']]),
      query('first', billed, [['pay_a']]),
      query('both', billed, [['pay_a'], ['pay_b']]),
      query('graded', billed, [['pay_a']], { grades: { pay_b: 2 } }),
      query('partly', billed, [['pay_a']], { grades: { pay_b: 1 } }),
      query('told', `${billed} through northpay`, [['pay_a']]),
    ]
    expect(await linesOf(equivalenceSplit, items, twins)).toEqual([
      'bad equal-not-gold [second first partly] 3: 3 of 7 items (42.9 %) have gold whose equal is not gold: "pay_b" is gold and "pay_a" is not.',
    ])
    expect((await resultOf(equivalenceSplit, items, twins)).counts).toEqual({
      classes: 1,
      toolsInClasses: 2,
      interchangeable: 1,
      isComplete: true,
    })
  })
})

describe('poolEquals', () => {
  it('finds nothing where every tool is another', async () => {
    const items = [query('q', 'draw a map', [['draw']], { pool: ['draw', 'pay_a'], tier: 'easy' })]
    expect(await linesOf(poolEquals, items, twins)).toEqual([])
  })

  it('counts likeness from 0.8, 0.6 and 0.5 on, each at its very edge', async () => {
    // Of ten words of gold, a rival has the first eight, six, five or four and no others.
    const words = 'apple bridge candle dragon engine flute garden hammer island jacket'.split(' ')
    const tool = (size: number) => ({
      name: `t${size}`,
      title: words[0] ?? '',
      description: words.slice(0, size).join(' '),
    })
    const item = (size: number) =>
      query(`q${size}`, 'anything', [['t10']], { pool: ['t10', `t${size}`], tier: 'easy' })
    const result = await resultOf(poolEquals, [8, 6, 5, 4].map(item), [10, 8, 6, 5, 4].map(tool))
    expect(result.counts).toEqual({
      easy: {
        items: 4,
        'nearGold0.8': 1,
        'nearGold0.6': 2,
        'nearGold0.5': 3,
        notToldApart: 1,
        sameTitle: 4,
      },
    })
    expect(result.findings.map(({ what }) => what)).toEqual([
      '1 of 4 items (25.0 %) have in their pool, as a wrong answer, a tool that is at least 0.8 like a gold one and that the query does not tell from it: "t10" is gold and "t8" is not.',
      '4 of 4 items (100.0 %) have in their pool, as a wrong answer, a tool of the same title as a gold one.',
    ])
    expect(result.findings.map(({ severity }) => severity)).toEqual(['bad', 'care'])
  })

  it('compares titles by endpoint, else title, else name, camelCase opened; none is no title', async () => {
    const pairs = [
      [
        { name: 'a', endpoint: 'payBill' },
        { name: 'b', endpoint: 'pay bill' },
      ],
      [
        { name: 'a', title: 'Pay bill' },
        { name: 'b', title: 'pay-bill' },
      ],
      [{ name: 'payBill' }, { name: 'pay_bill' }],
      [{ name: '支払' }, { name: '地図' }],
      [
        { name: 'a', title: 'pay' },
        { name: 'b', title: 'draw' },
      ],
    ]
    const same: boolean[] = []
    for (const [one = other, two = other] of pairs) {
      const item = query('q', 'x', [[one.name]], { pool: [one.name, two.name] })
      const { findings } = await resultOf(poolEquals, [item], [one, two])
      same.push(findings.some(({ code }) => code === 'pool-same-title'))
    }
    expect(same).toEqual([true, true, true, false, false])
  })
})

describe('queryConflicts', () => {
  it('applies from two items on, of any of three kinds', () => {
    const applies = (...items: Parameters<typeof subjectOf>[0]) => queryConflicts.applies(subjectOf(items))
    expect(applies(query('q', 'pay', [['a']]))).toBe(false)
    expect(applies(query('q', 'pay', [['a']]), mcq('m', 'a', ['x', 'y']))).toBe(true)
    expect(applies(mcq('m', 'a', ['x', 'y']), qa('q', 'a', 'Does it?', 'yes'))).toBe(true)
  })

  it('names every item of a conflict, with the first pair in words', async () => {
    const items = [
      query('one', 'pay the open invoice', [['pay_a']]),
      query('two', 'Pay the open invoice!', [['draw']]),
      query('shares', 'pay the open invoice', [['pay_a'], ['draw']]),
      query('alone', 'something else altogether', [['pay_b']]),
    ]
    expect(await linesOf(queryConflicts, items, twins)).toEqual([
      'bad gold-disjoint [one two] 2: 2 of 4 items (50.0 %) share a near-identical query with an item whose gold has no tool in common: "pay the open invoice" ("pay_a") and "Pay the open invoice!" ("draw").',
    ])
  })

  it('lets a differing word stand that speaks of a gold tool, on either side', async () => {
    const pair = (left: string, right: string) => [
      query('x', left, [['pay_a']]),
      query('y', right, [['draw']]),
    ]
    const codes = async (left: string, right: string, tools = twins) =>
      (await resultOf(queryConflicts, pair(left, right), tools)).findings.map(({ code }) => code)
    const long = 'I need one of these for my whole large family today'
    expect(await codes(`${long} invoice`, long)).toEqual([])
    expect(await codes(long, `${long} invoice`)).toEqual([])
    expect(await codes(`${long} zebra`, long)).toEqual(['gold-disjoint'])
    // Without a catalog any other word may be what tells them apart; the same words may not.
    expect(await codes(`${long} zebra`, long, [])).toEqual([])
    expect(await codes(long, `${long}!`, [])).toEqual(['gold-disjoint'])
    expect(await codes('pay a bill for me', 'count all of the stars above us')).toEqual([])
  })

  it('tells answers to one question about one tool that differ in more than spelling', async () => {
    const items = [
      mcq('m1', 'a', ['Lima', 'Puno'], { question: 'Where to?' }),
      mcq('m2', 'a', ['lima!', 'Puno'], { question: 'where to' }),
      mcq('m3', 'b', ['Puno', 'Lima'], { question: 'Where to?' }),
      qa('q1', 'a', 'Where to?', 'yes'),
      qa('q2', 'c', 'Does it pay?', 'yes'),
      qa('q3', 'c', 'does it PAY', 'no'),
    ]
    expect(await linesOf(queryConflicts, items)).toEqual([
      'bad answers-contradict [q2 q3] 2: 2 of 6 items (33.3 %) ask of one tool what another item asks, and have another answer, e.g. "Does it pay?".',
    ])
  })
})

describe('missingSiblings', () => {
  const region = (name: string, service = 'ticker') => ({
    name: `prices_${name}`,
    service,
    endpoint: `prices ${name}`,
    description: `Lists current economic indicators, yields and forecasts.`,
  })
  const series = [region('asia'), region('europe'), region('africa')]
  const pair = (id: string, ...more: readonly string[]) =>
    query(id, 'indicators', [['prices_asia'], ['prices_europe'], ...more.map((name) => [name] as const)])

  it('applies where an item has several gold tools', () => {
    expect(missingSiblings.applies(subjectOf([query('q', 'x', [['a']])]))).toBe(false)
    expect(missingSiblings.applies(subjectOf([query('q', 'x', [['a', 'b']])]))).toBe(true)
  })

  it('names the first series that is cut short', async () => {
    const items = [
      pair('whole', 'prices_africa'),
      pair('cut'),
      query('single', 'indicators', [['prices_asia'], ['draw']]),
      query('later', 'indicators', [['prices_africa'], ['prices_europe']]),
    ]
    expect(await linesOf(missingSiblings, items, [...series, other])).toEqual([
      'bad sibling-not-gold [cut later] 2: 2 of 4 items (50.0 %) name some tools of a series of one service and leave out another that is as like them: "prices_asia" is gold and "prices_africa" is not.',
    ])
  })

  it('leaves alone the sibling of another service, the less like, and gold that is not alike', async () => {
    expect(
      await linesOf(missingSiblings, [pair('q')], [...series.slice(0, 2), region('africa', 'bank')]),
    ).toEqual([])
    const odd = { ...region('africa'), description: 'Lists current economic indicators of islands.' }
    expect(await linesOf(missingSiblings, [pair('q')], [...series.slice(0, 2), odd])).toEqual([])
    const unlike = ['asia', 'europe', 'africa'].map((name) => ({
      name: `prices_${name}`,
      service: 'ticker',
      endpoint: 'prices',
      description: name,
    }))
    expect(await linesOf(missingSiblings, [pair('q')], [...unlike, other])).toEqual([])
  })

  it('looks at gold two alike by half', async () => {
    // Two of three words are shared by every two: Jaccard 2/4.
    const half = ['asia', 'europe', 'africa'].map((name) => ({
      name: `prices_${name}`,
      service: 'ticker',
      title: 'prices',
      description: `yields ${name}`,
    }))
    expect((await resultOf(missingSiblings, [pair('q')], half)).findings).toMatchObject([{ items: ['q'] }])
  })
})

describe('weakGold', () => {
  it('tells test-like gold, empty gold and gold apart from the query, tier by tier', async () => {
    const tools = [
      { name: 'testtest1', service: 'testing' },
      { name: 'aaa', service: 'bbb', description: 'aaa' },
      ...twins,
    ]
    const items = [
      query('test', 'book the invoice', [['pay_a'], ['testtest1']]),
      query('empty', 'draw a map', [['draw'], ['aaa']]),
      query('either', 'nothing of it', [['gone', 'draw']]),
      query('stop', 'of the', [['draw']]),
      query('good', 'draw a map', [['pay_a', 'draw']]),
    ]
    const { findings, counts } = await resultOf(weakGold, items, tools)
    expect(findings.map(({ severity, code, items: cited }) => [severity, code, cited])).toEqual([
      ['care', 'gold-test-like', ['test']],
      ['bad', 'gold-content-free', ['test', 'empty']],
      ['care', 'gold-shares-no-word', ['test', 'empty', 'either']],
    ])
    expect(counts).toEqual({
      easy: { items: 3, testLike: 0, contentFree: 0, either: 0, needs: 3, needsSharingNoWord: 1 },
      medium: { items: 2, testLike: 1, contentFree: 2, either: 2, needs: 4, needsSharingNoWord: 2 },
    })
  })
})

describe('anchor', () => {
  it('counts by stated tier, else by needs, and passes items without one over', async () => {
    const items = [
      query('a', 'x', [['a']], { anchor: 'a' }),
      query('b', 'x', [['a'], ['b', 'c']], { anchor: 'c' }),
      query('c', 'x', [['a'], ['b']], { anchor: 'z', tier: 'hard' }),
      query('d', 'x', [['a']], { anchor: 'z' }),
      query('e', 'x', [['a']]),
    ]
    expect(await linesOf(anchor, items)).toEqual([
      'bad anchor-missing [c d] 2: 2 of 4 items (50.0 %) were made from a tool that is not among their gold.',
    ])
    expect((await resultOf(anchor, items)).counts).toEqual({ easy: 1, medium: 0, hard: 1 })
    expect(anchor.applies(subjectOf([query('e', 'x', [['a']])]))).toBe(false)
    expect(anchor.applies(subjectOf(items))).toBe(true)
  })
})

describe('tiersCheck', () => {
  it('counts needs, tools that would do for each other once', async () => {
    const items = [
      query('easy', 'x', [['draw']], { tier: 'easy' }),
      query('twice', 'x', [['pay_a'], ['pay_b']], { tier: 'medium' }),
      query('once', 'x', [['pay_a'], ['pay_b']], { tier: 'easy' }),
      query('two', 'x', [['pay_a'], ['draw']], { tier: 'medium' }),
      query(
        'ways',
        'x',
        [
          ['pay_a', 'draw'],
          ['draw', 'pay_b'],
        ],
        { tier: 'easy' },
      ),
      query('joined', 'x', [['a', 'b'], ['ab']], { tier: 'medium' }),
      query('four', 'x', [['a'], ['b'], ['c'], ['d']], { tier: 'hard' }),
      query('three', 'x', [['a'], ['b'], ['c']], { tier: 'hard' }),
      query('stateless', 'x', [['a'], ['b']]),
    ]
    expect(await linesOf(tiersCheck, items, twins)).toEqual([
      'bad tier-broken [twice three] 2: 2 of 8 items (25.0 %) state a tier that their needs do not have once tools that would do for each other count as one.',
    ])
    // Without a catalog nobody knows that the twins are one.
    expect((await resultOf(tiersCheck, items)).findings[0]?.items).toEqual(['once', 'ways', 'three'])
    expect(tiersCheck.applies(subjectOf([query('q', 'x', [['a']])]))).toBe(false)
  })
})
