import { describe, expect, it } from 'vitest'
import { catalogOf } from '../../catalog/catalog.js'
import { emptyInputSchema } from '../../catalog/tool.js'
import { writeJson } from '../../text/json.js'
import type { Benchmark, Item } from '../item.js'
import { completedCard, type DataCardRequest, dataCard } from './data-card.js'

const catalog = catalogOf(
  ['a', 'b', 'c', 'd'].map((name, at) => ({
    name,
    service: at < 3 ? 'one' : 'two',
    inputSchema: emptyInputSchema(),
    source: { format: 'test', at: name },
  })),
)
const benchmarkOf = (items: readonly Item[]): Benchmark => ({ name: 'x', items, fingerprint: 'f' })
const card = (items: readonly Item[], more: Partial<DataCardRequest> = {}) =>
  dataCard({
    benchmark: benchmarkOf(items),
    catalog,
    generator: { name: 'facts', version: 1 },
    assay: '0.0.0',
    seed: 3,
    yield: { eligible: 4, tried: 4, wanted: 9, rejected: { 'test-like': 2 }, shortfall: 'Too few tools.' },
    ...more,
  })
const mcq = (id: string, tool: string, answer: string, distractors: readonly string[]): Item => ({
  kind: 'mcq',
  id,
  tool,
  question: 'Which?',
  answer,
  distractors,
  cluster: tool,
})

const floor = {
  null: 'shortest',
  kind: 'mcq',
  metric: 'accuracy',
  value: 0.25,
  interval: [0.2, 0.3],
  chance: 0.25,
} as const

describe('dataCard', () => {
  it('says where items come from and what became of what was tried', () => {
    expect(card([mcq('1', 'a', 'x', ['yy', 'zzz', 'wwww'])])).toMatchObject({
      schema: 'assay.benchmark/1',
      kind: 'mcq',
      catalog: catalog.fingerprint,
      catalogTools: 4,
      seed: 3,
      generator: { name: 'facts', version: 1 },
      yield: {
        eligible: 4,
        tried: 4,
        wanted: 9,
        items: 1,
        rejected: { 'test-like': 2 },
        shortfall: 'Too few tools.',
      },
      coverage: { tools: 1, services: 1, catalogServices: 2, effectiveServices: 1 },
      counts: { items: 1, clusters: { named: 1 } },
    })
  })

  it('counts places in length, ties apart, and how often one text is the answer', () => {
    const items = [
      mcq('1', 'a', 'x', ['yy', 'zzz', 'wwww']),
      mcq('2', 'b', 'yy', ['x', 'zzz', 'wwww']),
      mcq('3', 'c', 'yy', ['uu', 'zzz', 'wwww']),
      mcq('4', 'd', 'vvvvv', ['uu', 'zzz', 'wwww']),
    ]
    expect(card(items)).toMatchObject({
      options: { lengthRanks: [1, 1, 0, 1], lengthTied: 1, distinctAnswers: 3, mostFrequentAnswer: 2 },
      coverage: { tools: 4, services: 2, effectiveServices: 1.6 },
    })
  })

  it('has labels of yes and no, and needs of retrieval, but no options where there are none', () => {
    const qa: Item = { kind: 'qa', id: '1', tool: 'a', question: 'Q', answer: 'yes' }
    const retrieval: Item = { kind: 'retrieval', id: '2', query: 'q', gold: [['a', 'b'], ['gone']] }
    const made = card([qa, retrieval])
    expect(made).toMatchObject({
      kind: 'mixed',
      counts: { answers: { yes: 1, no: 0 }, retrieval: { needs: 2 } },
      coverage: { tools: 2 },
    })
    expect(made.options).toBeUndefined()
  })

  it('carries models, prompts, cost, leaks and floors where there are any, and is JSON without holes', () => {
    const made = card([], {
      writer: { subject: 'openai:x', temperature: 0.7 },
      judge: { subject: 'openai:y', temperature: 0 },
      prompts: { mcq: 'ab' },
      config: 'cd',
      cost: { amount: 1.25, currency: 'USD' },
      leaks: { checked: 8, refused: 3, kept: 2 },
      nearDuplicateGold: 1,
      answers: { 'judge schema': 3 },
      floors: [floor],
    })
    expect(made).toMatchObject({
      writer: { subject: 'openai:x', temperature: 0.7 },
      judge: { subject: 'openai:y' },
      leaks: { checked: 8, refused: 3, kept: 2, rate: 0.25 },
      answers: { 'judge schema': 3 },
      floors: [{ null: 'shortest', interval: [0.2, 0.3] }],
    })
    expect(JSON.parse(writeJson(made))).toEqual(JSON.parse(JSON.stringify(made)))
    expect('floors' in card([])).toBe(false)
  })

  it('is completed by what is found out later, which replaces what was found before', () => {
    const found = {
      floors: [floor],
      verdict: 'usable',
      reasons: { 'name-in-query': 2 },
      unchecked: ['weak-gold'],
    }
    const people = [
      {
        kind: 'mcq' as const,
        annotators: 3,
        units: 9,
        complete: 8,
        majorities: 9,
        asBenchmark: 7,
        kappa: { value: 0.8 },
      },
    ]
    const first = completedCard(card([], { seed: 7 }), { ...found, people })
    expect(first).toMatchObject({ seed: 7, ...found, people })
    const second = completedCard(first, { ...found, verdict: 'not-usable' })
    expect(second).toMatchObject({ seed: 7, verdict: 'not-usable' })
    expect('people' in second).toBe(false)
    expect(JSON.parse(writeJson(second))).toEqual(JSON.parse(JSON.stringify(second)))
  })
})
