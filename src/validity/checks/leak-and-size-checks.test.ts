import { describe, expect, it } from 'vitest'
import {
  call,
  dialogue,
  linesOf,
  mcq,
  qa,
  query,
  resultOf,
  subjectOf,
  type TestTool,
} from '../../../test/generators/audited-items.js'
import type { Item } from '../../benchmark/item.js'
import { answerableFromName } from './answerable-from-name.js'
import { distinctItems } from './distinct-items.js'
import { nameLeaks } from './name-leaks.js'
import { publishedMeans } from './published-means.js'
import { resolutionPower } from './resolution-power.js'
import { serviceCoverage } from './service-coverage.js'
import { trainTestOverlap } from './train-test-overlap.js'

describe('nameLeaks', () => {
  /** Whether the question holds a name of the tool, as a name or as an ordinary word. */
  const leak = async (text: string, tool: TestTool, more: readonly TestTool[] = []) => {
    const { findings } = await resultOf(nameLeaks, [query('q', text, [[tool.name]])], [tool, ...more])
    return findings.map(({ code }) => code)
  }
  const named = ['name-in-question']

  it.each([
    ['four letters of a service', 'ask mail now', { name: 'a', service: 'Mail' }, named],
    ['three are too few', 'ask api now', { name: 'a', service: 'API' }, []],
    ['a part of a word is none', 'ask mailer now', { name: 'a', service: 'Mail' }, []],
    ['words in order', 'ask fast mail now', { name: 'a', service: 'Fast Mail' }, named],
    ['words out of order', 'ask mail fast now', { name: 'a', service: 'Fast Mail' }, []],
    ['run together, eight', 'ask fastmail now', { name: 'a', service: 'Fast Mail' }, named],
    ['run together, seven', 'ask bigmail now', { name: 'a', service: 'Big Mail' }, []],
    ['camelCase as one word', 'ask fastmail now', { name: 'a', service: 'fastMail' }, named],
    ['camelCase opened', 'ask big mail now', { name: 'a', service: 'bigMail' }, named],
    ['versions dropped', 'ask big mail now', { name: 'a', service: 'Big Mail_v2_copy3_V12' }, named],
    ['copies dropped', 'ask big mail now', { name: 'a', service: 'Big Mail_copy' }, named],
    ['a version without its number stays', 'ask big mail now', { name: 'a', service: 'Big Mail_v' }, []],
    ['an endpoint of two words', 'get table of it', { name: 'a', endpoint: 'GetTable' }, named],
    ['an endpoint of one', 'table of it', { name: 'a', endpoint: 'Table' }, []],
    ['a title where there is no endpoint', 'get table of it', { name: 'a', title: 'Get table' }, named],
    ['a joined name', 'ask big mail now', { name: 'Big Mail&&send' }, named],
    ['the endpoint of a joined name', 'please get table now', { name: 'x&&getTable' }, named],
    ['a name with signs', 'run a_b-c', { name: 'a_b-c', endpoint: 'x' }, named],
    ['a name of a few signs', 'run a_b', { name: 'a_b', endpoint: 'x' }, []],
    ['a name in camelCase', 'run aB', { name: 'aB', endpoint: 'x' }, named],
    ['a plain word', 'run lookup', { name: 'lookup', endpoint: 'x' }, []],
    ['a plain word with a capital', 'run Lookup', { name: 'Lookup', endpoint: 'x' }, []],
    ['plain words', 'run my lookup', { name: 'my lookup', endpoint: 'x' }, []],
    ['another case of a name', 'run A_B-C', { name: 'a_b-c', endpoint: 'x' }, []],
  ] as const)('%s', async (_about, text, tool, codes) => {
    expect(await leak(text, tool)).toEqual(codes)
  })

  it('takes a title for an ordinary word from five tools on, and half a percent of those with a text', async () => {
    const mail = { name: 'a', service: 'Mail', endpoint: 'x', description: 'Mail.' }
    const others = (holders: number, rest: number): readonly TestTool[] => [
      ...Array.from({ length: holders }, (_, at) => ({ name: `h${at}`, serviceDescription: 'Any mail.' })),
      ...Array.from({ length: rest }, (_, at) => ({ name: `r${at}`, description: 'Draws.' })),
    ]
    expect(await leak('ask mail now', mail, others(3, 0))).toEqual(named)
    expect(await leak('ask mail now', mail, others(4, 0))).toEqual(['generic-name-in-question'])
    // Six of 1200 are half a percent; five of 1200 are less.
    expect(await leak('ask mail now', mail, others(5, 1194))).toEqual(['generic-name-in-question'])
    expect(await leak('ask mail now', mail, others(4, 1195))).toEqual(named)
    // Tools without a text do not count.
    const silent = Array.from({ length: 300 }, (_, at) => ({ name: `s${at}` }))
    expect(await leak('ask mail now', mail, [...others(4, 995), ...silent])).toEqual([
      'generic-name-in-question',
    ])
    // Beside an ordinary word, the name of another tool is still a name.
    const items = [query('q', 'ask mail or fastmail now', [['a'], ['b']])]
    const tools = [mail, { name: 'b', service: 'Fast Mail' }, ...others(4, 0)]
    expect((await resultOf(nameLeaks, items, tools)).findings.map(({ code }) => code)).toEqual(named)
  })

  it('reads queries, questions and what users say in calls, and counts each by group', async () => {
    const said = (id: string, ...messages: readonly (readonly [role: string, content: string])[]) =>
      call(
        id,
        { calls: [{ name: 'go', arguments: { to: 'x' } }] },
        { messages: messages.map(([role, content]) => ({ role, content })) },
      )
    const tools = [
      { name: 'go', service: 'Fast Mail', endpoint: 'x' },
      { name: 'map', service: 'Town Maps', endpoint: 'x' },
    ]
    const items: Item[] = [
      query('q1', 'use town maps', [['go'], ['map']]),
      query('q2', 'use anything', [['go']]),
      mcq('m', 'map', ['a', 'b'], { question: 'What does town maps do?' }),
      qa('y', 'map', 'Does it draw?', 'yes'),
      said('c1', ['user', 'Use fast'], ['assistant', 'What?'], ['user', 'mail.']),
      said('c2', ['user', 'Hello.'], ['assistant', 'I am Fast Mail.'], ['user', 'Go.']),
    ]
    expect(await linesOf(nameLeaks, items, tools)).toEqual([
      'bad name-in-question [q1 m c1] 3: 3 of 6 items (50.0 %) hold the name of a right tool, of its service or of its endpoint.',
    ])
    expect((await resultOf(nameLeaks, items, tools)).counts).toEqual({
      medium: { items: 1, service: 1, any: 1, generic: 0 },
      easy: { items: 1, service: 0, any: 0, generic: 0 },
      mcq: { items: 1, service: 1, any: 1, generic: 0 },
      qa: { items: 1, service: 0, any: 0, generic: 0 },
      call: { items: 2, service: 1, any: 1, generic: 0 },
    })
    expect(nameLeaks.applies(subjectOf([dialogue('d', [{ role: 'user', text: 'Go.' }])]))).toBe(false)
  })
})

describe('answerableFromName', () => {
  it('counts queries whose gold stands alone at the top by name', async () => {
    const tools = [{ name: 'pay bill' }, { name: 'draw map' }, { name: 'draw plan' }, { name: 'fly' }]
    const items = [
      query('first', 'pay my bill', [['pay bill']]),
      query('second need', 'pay my bill', [['fly'], ['pay bill']]),
      query('tie', 'draw it', [['draw map']]),
      query('wrong', 'pay my bill', [['fly']]),
      query('nothing', 'go', [['fly']]),
      query('other', 'draw a plan', [['draw plan']]),
    ]
    expect(await linesOf(answerableFromName, items, tools)).toEqual([
      'care found-by-name [first second need other] 3: 3 of 6 items (50.0 %) have a right tool that the words of the names alone put first.',
    ])
    expect((await resultOf(answerableFromName, items, tools)).counts).toEqual({ foundByName: 3, queries: 6 })
  })

  it('counts options that alone share most words with the name', async () => {
    const items = [
      mcq('right', 'payBills', ['Pays bills', 'Draws bills', 'Flies']),
      mcq('one word', 'pay bills', ['Pay', 'Draw', 'Fly']),
      mcq('wrong', 'payBills', ['Flies', 'A bill', 'Draws']),
      mcq('tie', 'payBills', ['A bill', 'the bills', 'Draws']),
      mcq('tie behind', 'payBills', ['Flies', 'A bill', 'the bills']),
      mcq('none', 'payBills', ['Flies', 'Draws', 'Sings']),
      mcq('said twice', 'payBills', ['bill bill bill', 'pay bills', 'Draws']),
    ]
    expect(await linesOf(answerableFromName, items)).toEqual([
      "care option-in-name [right one word] 2: 2 of 7 items (28.6 %) have an answer that shares more words with the tool's name than any other option (4 items have such an option).",
    ])
    expect((await resultOf(answerableFromName, items)).counts).toEqual({ optionsByName: 4, rightByName: 2 })
  })

  it('applies to queries and multiple choice', () => {
    expect(answerableFromName.applies(subjectOf([]))).toBe(false)
    expect(answerableFromName.applies(subjectOf([qa('q', 'a', 'Does it?', 'yes')]))).toBe(false)
    expect(answerableFromName.applies(subjectOf([mcq('m', 'a', ['x', 'y'])]))).toBe(true)
    expect(answerableFromName.applies(subjectOf([query('q', 'x', [['a']])]))).toBe(true)
  })
})

describe('trainTestOverlap', () => {
  const nine = 'one two three four five six seven eight nine'

  it('keeps the worst overlap of each item, in the order of the items', async () => {
    const items = [
      query('clean', 'nothing of the kind', [['a']]),
      query('near', nine, [['a']]),
      query('exact', 'pay the bill', [['a']]),
      query('spelt', 'draw a map', [['a']]),
    ]
    const training = [
      { id: 'line 1', text: 'Draw a map!' },
      { id: 'line 2', text: 'Pay the bill!' },
      { id: 'line 3', text: 'pay the bill' },
      { id: 'line 4', text: 'PAY the bill' },
      { id: 'line 5', text: `${nine} ten` },
      { id: 'line 6', text: `${nine} eleven` },
    ]
    expect(await linesOf(trainTestOverlap, items, [], { training })).toEqual([
      'bad in-training-data [near exact spelt] 3: 3 of 4 items (75.0 %) are in the training file, e.g. "one two three four five six seven eight nine" at line 5.',
    ])
    const { counts } = await resultOf(trainTestOverlap, items, [], { training })
    expect(counts).toEqual({ trainingTexts: 6, exact: 1, normalised: 1, near: 1 })
    const [, , exact] = items
    const [finding] = await linesOf(trainTestOverlap, exact ? [exact] : [], [], { training })
    expect(finding).toContain('"pay the bill" at line 3.')
  })

  it('says nothing where nothing overlaps, and is a matter of care below one in ten', async () => {
    const items = Array.from({ length: 11 }, (_, at) => query(`q${at}`, `ask number${at} alone`, [['a']]))
    const training = [{ id: 'line 1', text: 'ask number3 alone' }]
    const severity = async (own: readonly Item[]) =>
      (await resultOf(trainTestOverlap, own, [], { training })).findings.map((finding) => finding.severity)
    expect(await severity(items)).toEqual(['care'])
    expect(await severity(items.slice(1))).toEqual(['bad'])
    expect(await resultOf(trainTestOverlap, items, [], { training: [] })).toEqual({
      findings: [],
      counts: { trainingTexts: 0, exact: 0, normalised: 0, near: 0 },
    })
  })

  it('lets others have a turn after every 2000 texts', async () => {
    let pauses = 0
    const pause = async () => {
      pauses++
    }
    const training = Array.from({ length: 4001 }, (_, at) => ({ id: `${at}`, text: `x${at}` }))
    await resultOf(trainTestOverlap, [query('q', 'pay', [['a']])], [], { training, pause })
    expect(pauses).toBe(2)
    pauses = 0
    await resultOf(trainTestOverlap, [query('q', 'pay', [['a']])], [], {
      training: training.slice(0, 1999),
      pause,
    })
    expect(pauses).toBe(0)
  })
})

describe('distinctItems', () => {
  it('counts questions, answers and both, and lists the most repeated first', async () => {
    const items = [
      query('a1', 'pay', [['a'], ['b']]),
      query('b1', 'draw', [['a']]),
      query('a2', ' pay ', [['b', 'a']]),
      query('b2', 'draw', [['c']]),
      query('b3', 'draw', [['a']]),
      query('c1', 'fly', [['a']]),
    ]
    expect(await linesOf(distinctItems, items)).toEqual([
      'bad questions-repeated [b1 a1] 3: 3 of 6 retrieval items ask something of their own (50.0 %); one is asked 3 times.',
    ])
    expect((await resultOf(distinctItems, items)).counts).toEqual({
      retrieval: { items: 6, questions: 3, answers: 3, distinct: 4, mostRepeated: 3 },
    })
  })

  it('compares calls and dialogues by their gold and turns, kind by kind', async () => {
    const goes = (to: string) => ({ calls: [{ name: 'go', arguments: { to } }] })
    const ask = { messages: [{ role: 'user', content: 'Go.' }] }
    const said = (text: string, name: string) => [
      { role: 'user', text },
      { role: 'assistant', text: '', calls: [{ name, arguments: {} }] },
    ]
    const items = [
      call('c1', goes('Lima'), ask),
      call('c2', goes('Puno'), ask),
      call('c3', goes('Lima'), ask),
      dialogue('d1', said('Go.', 'go')),
      dialogue('d2', said('Go.', 'fly')),
      dialogue('d3', said('Stay.', 'go')),
      mcq('m1', 't', ['a', 'b'], { question: 'Go.' }),
      mcq('m2', 't', ['b', 'a'], { question: 'Go.' }),
      qa('q1', 't', 'Go.', 'yes', { pair: 'p' }),
      qa('q2', 't', 'Go.', 'no', { pair: 'p' }),
    ]
    const { findings, counts } = await resultOf(distinctItems, items)
    expect(counts).toEqual({
      call: { items: 3, questions: 1, answers: 2, distinct: 2, mostRepeated: 3 },
      dialogue: { items: 3, questions: 2, answers: 3, distinct: 3, mostRepeated: 2 },
      mcq: { items: 2, questions: 1, answers: 2, distinct: 2, mostRepeated: 1 },
      qa: { items: 2, questions: 1, answers: 2, distinct: 2, mostRepeated: 1 },
    })
    expect(findings.map(({ items: cited, count }) => [cited, count])).toEqual([
      [['c1'], 2],
      [['d1'], 1],
    ])
  })

  it('is a note below one in twenty and bad from half on', async () => {
    const repeated = async (own: number) => {
      const items = Array.from({ length: own }, (_, at) => query(`q${at}`, `ask ${at}`, [['a']]))
      const [finding] = (await resultOf(distinctItems, [...items, query('x', 'ask 0', [['a']])])).findings
      return finding?.severity
    }
    expect([await repeated(20), await repeated(19), await repeated(2), await repeated(1)]).toEqual([
      'info',
      'care',
      'care',
      'bad',
    ])
  })
})

describe('resolutionPower', () => {
  const items = (count: number, clusterOf: (at: number) => string | undefined = () => undefined) =>
    Array.from({ length: count }, (_, at) => {
      const cluster = clusterOf(at)
      return query(`q${at}`, `ask ${at}`, [['a']], cluster === undefined ? {} : { cluster })
    })

  it('wants a hundred distinct items', async () => {
    expect(await linesOf(resolutionPower, items(100))).toEqual([])
    // (z0.975 + z0.8) √0.2 / √99 = 0.126.
    expect(await linesOf(resolutionPower, items(99))).toEqual([
      'care few-items [] 99: 99 distinct items: two subjects must differ by 13 points for a test to find it four times in five.',
    ])
    const twice = [...items(60), ...items(60)]
    expect((await resultOf(resolutionPower, twice)).findings.map(({ count }) => count)).toEqual([60])
    // One item finds nothing less than a whole point, which is the most.
    expect((await linesOf(resolutionPower, items(1)))[0]).toContain('must differ by 100 points')
    expect(await resultOf(resolutionPower, [])).toEqual({
      findings: [{ code: 'few-items', severity: 'bad', what: 'There is no item.', items: [], count: 0 }],
    })
  })

  it('wants twenty effective clusters, and names the items of the largest', async () => {
    expect(
      await linesOf(
        resolutionPower,
        items(100, (at) => `c${at % 20}`),
      ),
    ).toEqual([])
    const few = items(120, (at) => (at < 50 ? `c${at % 5}` : at < 55 ? undefined : 'big'))
    const [finding, ...rest] = (await resultOf(resolutionPower, few)).findings
    expect(rest).toEqual([])
    // Five clusters of 10, five items alone, one of 65: 120² / (5·100 + 5 + 4225) = 3.04.
    expect(finding).toEqual({
      code: 'few-clusters',
      severity: 'care',
      what: 'The 120 items fall into 11 clusters, as good as 3.0 of equal size: below 20 every interval speaks of these items only.',
      items: Array.from({ length: 65 }, (_, at) => `q${at + 55}`),
      count: 120,
    })
    const { counts } = await resultOf(resolutionPower, few)
    expect(counts).toMatchObject({ clusters: 11, namedClusters: 6 })
    expect(counts?.effectiveClusters).toBeCloseTo(14400 / 4730, 10)
    expect(counts?.minimumDetectableDifference).toEqual({
      discordant: 0.2,
      byItems: expect.closeTo((2.8015852 * Math.sqrt(0.2)) / Math.sqrt(120), 4),
      byClusters: expect.closeTo((2.8015852 * Math.sqrt(0.2)) / Math.sqrt(14400 / 4730), 4),
    })
  })
})

describe('serviceCoverage', () => {
  const services = (count: number): readonly TestTool[] =>
    Array.from({ length: count }, (_, at) => ({ name: `t${at}`, service: `s${at}` }))
  const one = [query('q', 'go', [['t0']]), query('r', 'go', [['gone']])]

  it('speaks from twenty services on, of less than a tenth', async () => {
    expect(await linesOf(serviceCoverage, one, services(19))).toEqual([])
    expect(await linesOf(serviceCoverage, one, services(20))).toEqual([
      'care few-services [] 1: The items ask for tools of 1 of 20 services (5.0 %): they say little about the rest.',
    ])
    const two = [...one, query('s', 'go', [['t1']])]
    expect(await linesOf(serviceCoverage, two, services(20))).toEqual([])
  })

  it('counts tools that name no service as tools alone', async () => {
    const bare = [{ name: 't0' }, { name: 't1' }]
    expect((await resultOf(serviceCoverage, one, bare)).counts).toEqual({
      tools: 1,
      ofTools: 2,
      services: 0,
      ofServices: 0,
    })
    expect((await resultOf(serviceCoverage, [mcq('m', 't0', ['a', 'b'])], bare)).counts).toMatchObject({
      tools: 1,
    })
  })
})

describe('publishedMeans', () => {
  it('parts means into impossible, possible and untestable ones', async () => {
    const published = [
      { printed: '0.345', n: 10 },
      { printed: '0.300', n: 10 },
      { printed: '0.33', n: 100 },
      { printed: '0.12', n: 10, stepsPerItem: 3 },
    ]
    expect(await linesOf(publishedMeans, [], [], { published })).toEqual([
      'care mean-impossible [] 10: The published mean 0.345 over 10 items is impossible: the nearest possible ones are 0.3 and 0.4.',
      'info mean-untestable [] 100: The published mean 0.33 over 100 items cannot be tested: 100 steps, and 2 printed decimals tell only 100 means apart.',
      'care mean-impossible [] 10: The published mean 0.12 over 10 items of 3 steps is impossible: the nearest possible ones are 0.1 and 0.133333.',
    ])
    expect((await resultOf(publishedMeans, [], [], { published })).counts).toEqual({
      checked: 4,
      possible: 1,
    })
    expect(publishedMeans.applies(subjectOf([]))).toBe(false)
    expect(publishedMeans.applies(subjectOf([], { published }))).toBe(true)
  })
})
