import { describe, expect, it } from 'vitest'
import type { Benchmark, Item, McqItem, QaItem, RetrievalItem } from '../benchmark/item.js'
import { buildTool, type ToolParts } from '../catalog/build-tool.js'
import { type Catalog, catalogOf } from '../catalog/catalog.js'
import type { JsonObject } from '../text/json.js'
import { auditBenchmark } from './audit-benchmark.js'
import type { AuditRequest } from './audit-subject.js'
import { auditChecks } from './checks/index.js'

const source = { format: 'test', at: '' }
const catalogWith = (...tools: readonly Omit<ToolParts, 'source'>[]): Catalog =>
  catalogOf(tools.map((parts) => buildTool({ ...parts, source })))

/** Things that nobody confuses: each has a word of its own in every place. */
const THINGS =
  'apples bridges candles dragons engines flutes gardens hammers islands jackets kettles lanterns mirrors needles oceans pianos quilts rivers saddles tunnels umbrellas violins wagons xylophones yachts zebras anchors baskets cactuses drums'.split(
    ' ',
  )
const toolOf = (thing: string) => ({
  name: `${thing.slice(0, 3)}_${thing.length}q`,
  service: `${thing.slice(0, 4)}hub`,
  endpoint: 'index',
  description: `Counts ${thing} and tells where ${thing} are kept.`,
})
const catalog = catalogWith(...THINGS.map(toolOf))

const query = (
  id: string,
  thing: string,
  gold: RetrievalItem['gold'],
  more: Partial<RetrievalItem> = {},
): RetrievalItem => ({
  kind: 'retrieval',
  id,
  query: `how many ${thing} do we own`,
  gold,
  ...more,
})
const clean = THINGS.flatMap((thing) =>
  ['a', 'b', 'c', 'd'].map((part, at) => ({
    ...query(`${thing}-${part}`, thing, [[toolOf(thing).name]]),
    query:
      [
        `how many ${thing} do we own`,
        `where did the ${thing} go`,
        `please count all ${thing}`,
        `any ${thing} left in store`,
      ][at] ?? '',
  })),
)

const benchmarkOf = (items: readonly Item[]): Benchmark => ({
  name: 'desk',
  items,
  fingerprint: 'f'.repeat(64),
})
const audit = (items: readonly Item[], more: Partial<AuditRequest> = {}) =>
  auditBenchmark({
    benchmark: benchmarkOf(items),
    catalog,
    seed: 0,
    resamples: 200,
    notify: () => {},
    pause: async () => {},
    ...more,
  })
const find = async (code: string, items: readonly Item[], more: Partial<AuditRequest> = {}) => {
  const { reasons, notes } = await audit(items, more)
  return [...reasons, ...notes].find((finding) => finding.code === code)
}
const mcq = (
  id: string,
  tool: string,
  answer: string,
  distractors: readonly string[],
  question = `What of ${id}?`,
): McqItem => ({
  kind: 'mcq',
  id,
  tool,
  question,
  answer,
  distractors,
})
const qa = (id: string, tool: string, question: string, answer: 'yes' | 'no'): QaItem => ({
  kind: 'qa',
  id,
  tool,
  question,
  answer,
})
const call = (id: string, gold: JsonObject, more: JsonObject = {}): Item => ({
  kind: 'call',
  id,
  json: {
    id,
    kind: 'call',
    messages: [{ role: 'user', content: `Take ${id} to Lima.` }],
    tools: [
      {
        name: 'go',
        inputSchema: {
          type: 'object',
          properties: { to: { type: 'string' }, day: { type: 'string' } },
          required: ['to'],
        },
      },
    ],
    gold,
    ...more,
  },
})

describe('auditBenchmark', () => {
  it('finds nothing in a benchmark that has nothing', async () => {
    const result = await audit(clean)
    expect(result).toMatchObject({ schema: 'assay.audit/1', verdict: 'usable', reasons: [] })
    expect(result.nulls.map(({ id }) => id)).toEqual(['random', 'popularity', 'name-match'])
    expect(result.counts).toMatchObject({ items: 120, kinds: { retrieval: 120 } })
    expect(result.unchecked.map(({ check }) => check)).toEqual(['train-test-overlap'])
  })

  it('is the same again, and says with and without a catalog what it did not look at', async () => {
    expect(JSON.stringify(await audit(clean))).toBe(JSON.stringify(await audit(clean)))
    const { unchecked, nulls } = await audit(clean, { catalog: undefined })
    expect(unchecked.map(({ check }) => check)).toEqual([
      'gold-in-catalog',
      'equivalence-split',
      'weak-gold',
      'train-test-overlap',
      'service-coverage',
    ])
    expect(nulls.every(({ value }) => Number.isFinite(value))).toBe(true)
  })

  it('lists codes that are distinct, and no finding has another', async () => {
    const codes = auditChecks.flatMap((check) => check.codes)
    expect(new Set(codes).size).toBe(codes.length)
    expect(new Set(auditChecks.map(({ id }) => id)).size).toBe(auditChecks.length)
  })
})

describe('gold', () => {
  it('that the catalog lacks is named by item', async () => {
    const found = await find('gold-missing', [...clean, query('lost', 'ghosts', [['gone']])])
    expect(found).toMatchObject({ severity: 'care', items: ['lost'], count: 1 })
    const probes = [qa('y', 'gone', 'Does it?', 'yes'), mcq('m', 'gone', 'a', ['b'])]
    expect(await find('tool-missing', probes)).toMatchObject({ severity: 'bad', items: ['m', 'y'] })
  })

  it('whose equal is not gold is told, unless the query tells them apart', async () => {
    const twins = [
      {
        name: 'pay_a',
        service: 'northpay',
        endpoint: 'settle',
        description: 'Pays an open invoice of a supplier and books it.',
      },
      {
        name: 'pay_b',
        service: 'southpay',
        endpoint: 'settle',
        description: 'Pays an open invoice of a supplier and books it.',
      },
    ]
    const tools = catalogOf([...catalog.tools, ...catalogWith(...twins).tools])
    const item = { ...query('pay', '', [['pay_a']]), query: 'settle what the supplier billed' }
    const found = await find('equal-not-gold', [...clean, item], { catalog: tools })
    expect(found).toMatchObject({ items: ['pay'] })
    expect(found?.what).toContain('"pay_a" is gold and "pay_b" is not')
    expect(
      await find('equal-not-gold', [...clean, { ...item, gold: [['pay_a', 'pay_b']] }], { catalog: tools }),
    ).toBeUndefined()
    const apart = { ...item, query: 'settle what the supplier billed through northpay' }
    expect(await find('equal-not-gold', [...clean, apart], { catalog: tools })).toBeUndefined()
    const pooled = { ...item, pool: ['pay_a', 'pay_b', toolOf('apples').name] }
    expect(await find('pool-near-gold', [...clean, pooled], { catalog: tools })).toMatchObject({
      items: ['pay'],
    })
  })

  it('is all split where every tool is the same', async () => {
    const same = Array.from({ length: 40 }, (_, at) => ({
      name: `t${at}`,
      service: `s${at}`,
      endpoint: 'do',
      description: 'Does the thing that it does.',
    }))
    const items = same.map(({ name }, at) => ({ ...query(`i${at}`, '', [[name]]), query: `do thing ${at}` }))
    const result = await audit(items, { catalog: catalogWith(...same) })
    expect(result.verdict).toBe('not-usable')
    expect(result.reasons.map(({ code }) => code)).toContain('equal-not-gold')
  })

  it('of near-identical queries must have something in common', async () => {
    const [one, two] = [toolOf('apples').name, toolOf('rivers').name]
    const pair = [
      { ...query('x', '', [[one]]), query: 'I need a picture of it for my website today' },
      { ...query('y', '', [[two]]), query: 'I need a picture of it for the website today' },
    ]
    expect(await find('gold-disjoint', [...clean, ...pair])).toMatchObject({ items: ['x', 'y'], count: 2 })
    expect(
      await find('gold-disjoint', [...clean, ...pair.map((item) => ({ ...item, gold: [[one] as const] }))]),
    ).toBeUndefined()
    const same = pair.map((item) => ({ ...item, query: 'the very same' }))
    expect(await find('gold-disjoint', [...clean, ...same])).toMatchObject({ count: 2 })
  })

  it('of one question about one tool is one answer', async () => {
    const items = [
      qa('1', 'a', 'Does it?', 'yes'),
      qa('2', 'a', 'does it', 'no'),
      qa('3', 'b', 'Does it?', 'no'),
    ]
    expect(await find('answers-contradict', items)).toMatchObject({ items: ['1', '2'] })
  })

  it('that is cut short in a series is told', async () => {
    const series = ['Asia', 'Europe', 'Africa'].map((region) => ({
      name: `prices_${region}`,
      service: 'ticker',
      description: `Lists the current economic indicators and prices of the region ${region}.`,
    }))
    const tools = catalogOf([...catalog.tools, ...catalogWith(...series).tools])
    const item = { ...query('all', '', [['prices_Asia'], ['prices_Europe']]), query: 'indicators everywhere' }
    const found = await find('sibling-not-gold', [...clean, item], { catalog: tools })
    expect(found).toMatchObject({ items: ['all'] })
    expect(found?.what).toContain('prices_Africa')
    const whole = { ...item, gold: [...item.gold, ['prices_Africa'] as const] }
    expect(await find('sibling-not-gold', [...clean, whole], { catalog: tools })).toBeUndefined()
  })

  it('that looks like a test, or says nothing, or shares no word is told', async () => {
    const weak = [
      { name: 'testtest1', service: 'testing' },
      { name: 'aaa', service: 'bbb', description: 'aaa' },
    ]
    const tools = catalogOf([...catalog.tools, ...catalogWith(...weak).tools])
    const items = [...clean, query('t', 'tickets', [['testtest1']]), query('e', 'letters', [['aaa']])]
    expect((await find('gold-test-like', items, { catalog: tools }))?.items).toEqual(['t'])
    expect((await find('gold-content-free', items, { catalog: tools }))?.items).toContain('e')
    expect((await find('gold-shares-no-word', items, { catalog: tools }))?.items).toEqual(['t', 'e'])
  })

  it('holds the tool that the item was made from, and as many needs as its tier says', async () => {
    const [one, two] = [toolOf('apples').name, toolOf('rivers').name]
    expect(
      await find('anchor-missing', [...clean, query('x', 'apples', [[one]], { anchor: two })]),
    ).toMatchObject({ items: ['x'] })
    expect(await find('tier-broken', [query('x', 'apples', [[one]], { tier: 'hard' })])).toMatchObject({
      items: ['x'],
    })
    expect(await find('tier-broken', [query('x', 'apples', [[one]], { tier: 'easy' })])).toBeUndefined()
  })

  it('scores 1 when it is the answer', async () => {
    expect(await find('gold-scores-less', clean)).toBeUndefined()
    const good = [
      call('a', {
        calls: [{ name: 'go', arguments: { to: { $oneOf: ['Lima', 'LIM'] }, day: { $absent: true } } }],
      }),
      call('b', { calls: [{ name: 'go', arguments: { to: { $oneOf: [5, 'Lima'] } } }] }),
      call('c', { none: true }),
      call('d', { calls: [{ name: 'go', arguments: { to: 'Lima', day: { $date: '2031-05-01' } } }] }),
    ]
    expect(await find('gold-scores-less', good)).toBeUndefined()
    const bad = [
      call('e', { calls: [{ name: 'go', arguments: {} }] }),
      call('f', { calls: [{ name: 'fly', arguments: {} }] }),
    ]
    const found = await find('gold-scores-less', [...good, ...bad])
    expect(found).toMatchObject({ severity: 'bad', items: ['e', 'f'] })
    expect(found?.what).toContain('schema')
    expect(await find('options-alike', [mcq('m', 't', 'Lima', ['lima ', 'Puno'])])).toMatchObject({
      items: ['m'],
    })
  })

  it('of dialogues calls what there is, and goes on from where it was', async () => {
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
    const dialogue: Item = { kind: 'dialogue', id: 'd', json: { id: 'd', kind: 'dialogue', turns } }
    expect(await find('call-unknown', [dialogue])).toMatchObject({ items: ['d'] })
    expect(await find('cache-torn', [dialogue])).toMatchObject({ items: ['d'] })
    const { nulls } = await audit([dialogue])
    expect(nulls.map(({ id, value }) => [id, value])).toEqual([
      ['silent', 0.5],
      ['no-op', 0.5],
      ['re-search', 0],
    ])
  })
})

describe('leaks', () => {
  const leak = (text: string, tool: Omit<ToolParts, 'source'>) =>
    find('name-in-question', [...clean, { ...query('x', '', [[tool.name]]), query: text }], {
      catalog: catalogOf([...catalog.tools, ...catalogWith(tool).tools]),
    })
  const named = {
    name: 'Current UFC Rankings_v2&&GetTable',
    service: 'Current UFC Rankings_v2',
    endpoint: 'GetTable',
    description: 'Fighters in order.',
  }

  it.each([
    ['A', 'show me the current ufc rankings', true],
    ['A, accents folded', 'show me the current úfc rankings', true],
    ['B', 'show me currentufc rankings please', true],
    ['C', 'give me the get table of it', true],
    ['D', `call ${'Current UFC Rankings_v2&&GetTable'}`, true],
    ['none', 'who leads the fight table', false],
  ])('by rule %s', async (_rule, text, isLeak) => {
    expect((await leak(text, named))?.items).toEqual(isLeak ? ['x'] : undefined)
  })

  it('takes a common word for a note, and short titles for none', async () => {
    const ordinary = { name: 'Tells&&x', service: 'Tells', endpoint: 'x', description: 'Speaks.' }
    const items = [...clean, { ...query('x', '', [['Tells&&x']]), query: 'who tells me' }]
    const tools = catalogOf([...catalog.tools, ...catalogWith(ordinary).tools])
    expect(await find('generic-name-in-question', items, { catalog: tools })).toMatchObject({
      severity: 'info',
      items: ['x'],
    })
    expect(await leak('an api for it', { name: 'API&&x', service: 'API', endpoint: 'x' })).toBeUndefined()
  })

  it('counts what names alone give away', async () => {
    const items = Array.from({ length: 20 }, (_, at) =>
      mcq(`m${at}`, `Mail&&listVideos_${at}`, 'Videos', ['Maps', 'Prices', 'Songs']),
    )
    expect(await find('option-in-name', items)).toMatchObject({ severity: 'bad', count: 20 })
  })

  it('finds questions in the training data', async () => {
    const training = [
      { id: 'line 1', text: 'how many apples do we own' },
      { id: 'line 2', text: 'How many RIVERS do we own?' },
      { id: 'line 3', text: 'something else altogether' },
    ]
    const { counts, reasons } = await audit(clean, { training })
    expect(reasons.find(({ code }) => code === 'in-training-data')).toMatchObject({
      items: ['apples-a', 'rivers-a'],
    })
    expect(counts.checks['train-test-overlap']).toMatchObject({ trainingTexts: 3, exact: 1, normalised: 1 })
  })
})

describe('size', () => {
  it('counts questions that are asked again', async () => {
    const again = Array.from({ length: 40 }, (_, at) =>
      qa(`q${at}`, `t${at}`, `Does it do ${at % 4}?`, at % 2 === 0 ? 'yes' : 'no'),
    )
    const found = await find('questions-repeated', again)
    expect(found).toMatchObject({ severity: 'bad', count: 36 })
    expect(found?.what).toMatch(
      /^4 of 40 qa items ask something of their own \(10\.0 %\); one is asked 10 times/,
    )
  })

  it('takes the goal of a card for what is asked, where the turn has no text of its own', async () => {
    const card = (id: string, goal: string): Item => ({
      kind: 'dialogue',
      id,
      json: { id, kind: 'dialogue', goal: { text: goal }, turns: [{ role: 'user', text: '', calls: [] }] },
    })
    const goals = THINGS.map((thing) => `You want ${thing} back.`)
    const cards = goals.map((goal, at) => card(`c${at}`, goal))
    expect(await find('questions-repeated', cards)).toBeUndefined()
    const twice = [...cards, ...goals.map((goal, at) => card(`d${at}`, goal))]
    expect(await find('questions-repeated', twice)).toMatchObject({ count: THINGS.length })
  })

  it('says when clusters, items or services are few', async () => {
    const clustered = clean.map((item, at) => ({ ...item, cluster: at < 90 ? 'big' : `c${at}` }))
    const found = await find('few-clusters', clustered)
    expect(found).toMatchObject({ severity: 'care' })
    expect(found?.items).toHaveLength(90)
    expect(found?.what).toContain('31 clusters')
    expect(await find('few-items', clean.slice(0, 8))).toMatchObject({ severity: 'care', count: 8 })
    expect(await find('few-services', clean.slice(0, 8))).toMatchObject({ count: 2 })
  })

  it('says when answers lean to one side', async () => {
    const leaning = Array.from({ length: 50 }, (_, at) =>
      qa(`q${at}`, `t${at}`, `Is it ${THINGS[at % 30]} ${at}?`, at % 5 === 0 ? 'no' : 'yes'),
    )
    expect((await find('answers-unbalanced', leaning))?.what).toMatch(
      /80\.0 % of the 50 yes\/no answers are yes/,
    )
  })

  it('holds published means against how many items there are', async () => {
    const published = [
      { printed: '0.499', n: 100 },
      { printed: '0.5', n: 100 },
      { printed: '0.48', n: 100 },
    ]
    const { reasons, notes } = await audit(clean, { published })
    expect(reasons.map(({ code }) => code)).toEqual(['mean-impossible'])
    expect(reasons[0]?.what).toContain('0.49 and 0.5')
    expect(notes.map(({ code }) => code)).toContain('mean-untestable')
  })
})

describe('the report', () => {
  it('is usable with care where a finding asks for it, and not usable where one is bad', async () => {
    const apples = toolOf('apples').name
    const careful = await audit([...clean, query('x', 'apples', [[apples]], { anchor: 'gone' }), ...clean])
    expect(careful.reasons.map(({ severity }) => severity)).toContain('bad')
    expect(careful.verdict).toBe('not-usable')
    const few = await audit(clean.slice(0, 88))
    expect(few.reasons.map(({ code, severity, check, group }) => [code, severity, check, group])).toEqual([
      ['few-items', 'care', 'power', 'size'],
    ])
    expect(few.verdict).toBe('usable-with-care')
  })

  it('says what it looks at, check by check, and counts only where a check does', async () => {
    const said: string[] = []
    const { counts, seed, nulls, unchecked } = await audit(clean, {
      seed: 7,
      notify: (line) => said.push(String(line)),
    })
    const looked = auditChecks.filter(({ id }) => counts.checks[id] !== undefined)
    expect(Object.keys(counts.checks)).toEqual(looked.map(({ id }) => id))
    expect(counts.checks).not.toHaveProperty('blind-nulls')
    expect(said[0]).toBe('desk: what models that know no tool score')
    expect(said).toContain('desk: whether the gold answer itself scores 1')
    expect(unchecked).toEqual([
      {
        check: 'train-test-overlap',
        looksAt: 'questions that the training file holds, word for word or nearly (Jaccard 0.8 of words)',
        why: 'no training file was given (--train)',
      },
    ])
    expect(seed).toBe(7)
    for (const floor of nulls) {
      expect(floor).not.toHaveProperty('whenHigh')
      expect(floor).not.toHaveProperty('right')
    }
  })
})

describe('odd input', () => {
  it('with one tool has nothing to choose from', async () => {
    const tools = catalogWith(toolOf('apples'))
    const { verdict, reasons } = await audit([query('x', 'apples', [[toolOf('apples').name]])], {
      catalog: tools,
    })
    expect(verdict).toBe('not-usable')
    expect(reasons.map(({ code }) => code)).toContain('nothing-to-choose')
  })

  it('of mixed kinds is looked at kind by kind', async () => {
    const mixed = [
      ...clean,
      ...Array.from({ length: 8 }, (_, at) =>
        mcq(`m${at}`, toolOf('apples').name, `a${at}`, [`b${at}`, `c${at}`]),
      ),
      qa('q', toolOf('apples').name, 'Does it count?', 'yes'),
      call('k', { none: true }),
    ]
    const { nulls, counts } = await audit(mixed)
    expect(new Set(nulls.map(({ kind }) => kind))).toEqual(new Set(['retrieval', 'mcq', 'qa', 'call']))
    expect(counts.kinds).toEqual({ retrieval: 120, mcq: 8, qa: 1, call: 1 })
  })

  it('without any gold in the catalog ends well', async () => {
    const { verdict } = await audit([query('x', 'ghosts', [['gone']]), query('y', 'ghosts', [['lost']])])
    expect(verdict).toBe('not-usable')
  })

  it('without items is none to believe', async () => {
    expect(await audit([])).toMatchObject({ verdict: 'not-usable', nulls: [] })
  })
})
