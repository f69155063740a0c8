import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Item, McqItem, RetrievalItem } from '../benchmark/item.js'
import { agreementOf } from './agreement.js'
import type { Annotations } from './annotation-file.js'
import { annotatorOrder, stratifiedSample } from './annotation-plan.js'
import { type AnnotationUnit, annotationUnits } from './annotation-unit.js'
import { typedAnswer } from './typed-answer.js'

const mcq = (id: string): McqItem => ({
  kind: 'mcq',
  id,
  tool: 'book',
  question: 'What does this tool do?',
  answer: 'It books a table',
  distractors: ['It orders a meal', 'It pays a bill', 'It cancels a table'],
})

const retrieval: RetrievalItem = {
  kind: 'retrieval',
  id: 'r',
  query: 'a table for two',
  gold: [['book', 'reserve']],
  grades: { book: 2, menu: 1 },
  pool: ['book', 'menu', 'pay', 'reserve'],
}

describe('annotationUnits', () => {
  it('asks of every tool of a pool once, and holds what the benchmark says apart', () => {
    const units = annotationUnits(retrieval, { seed: 0 })
    expect(Object.fromEntries(units.map(({ id, judged }) => [id.split('\u0000')[1], judged]))).toEqual({
      book: 'fully',
      menu: 'partly',
      pay: 'no',
      reserve: 'fully',
    })
  })

  it('shows nothing that differs between right and wrong but the tool itself', () => {
    for (const unit of annotationUnits(retrieval, { seed: 0 })) {
      const { shown, question, choices } = unit
      expect(shown.filter(({ label }) => label !== 'Tool')).toEqual([
        { label: 'Request', text: 'a table for two' },
      ])
      expect([question, choices.length]).toEqual(['Does this tool do what is asked for?', 3])
    }
  })

  it('refuses gold without anything beside it, and dialogues', () => {
    const { pool: _, ...bare } = retrieval
    expect(() => annotationUnits(bare, { seed: 0 })).toThrow(/gold alone would tell/)
    expect(annotationUnits(bare, { seed: 0, rank: () => ['pay'] })).toHaveLength(3)
    expect(() => annotationUnits({ kind: 'dialogue', id: 'd', json: {} }, { seed: 0 })).toThrow(/Dialogues/)
  })

  it('puts the right option at every place, over many items', () => {
    const places = Array.from(
      { length: 400 },
      (_, at) => annotationUnits(mcq(`m${at}`), { seed: 0 })[0]?.judged,
    )
    for (const letter of ['A', 'B', 'C', 'D']) {
      expect(places.filter((place) => place === letter).length).toBeGreaterThan(70)
    }
  })

  it('takes the set of tools of a call item, in whatever order', () => {
    const tools = ['pay', 'book'].map((name) => ({
      name,
      description: `${name}s`,
      inputSchema: { type: 'object' },
    }))
    const gold = {
      calls: [
        { name: 'pay', arguments: {} },
        { name: 'book', arguments: {} },
      ],
      order: 'any',
    }
    const json = { id: 'c', kind: 'call', messages: [{ role: 'user', content: 'both' }], tools, gold }
    const [unit] = annotationUnits({ kind: 'call', id: 'c', json }, { seed: 0 })
    expect(unit?.judged).toBe('book\npay')
    expect(typedAnswer('2, 1', unit as AnnotationUnit)).toEqual({ kind: 'answer', answer: 'book\npay' })
    expect(typedAnswer('0', unit as AnnotationUnit)).toEqual({ kind: 'answer', answer: '' })
  })
})

describe('typedAnswer', () => {
  const [unit] = annotationUnits(mcq('m'), { seed: 0 })
  it.each([
    ['1', { kind: 'answer', answer: 'A' }],
    [' 5  too vague ', { kind: 'answer', answer: 'none', note: 'too vague' }],
    ['u', { kind: 'undo' }],
    ['Q', { kind: 'quit' }],
    ['constructor', { kind: 'unclear' }],
    ['', { kind: 'unclear' }],
    ['0', { kind: 'unclear' }],
    ['6', { kind: 'unclear' }],
    ['1,2', { kind: 'unclear' }],
    ['1e0', { kind: 'unclear' }],
  ])('reads %j', (line, expected) => {
    expect(typedAnswer(line, unit as AnnotationUnit)).toMatchObject(expected)
  })
})

describe('stratifiedSample', () => {
  const items: readonly Item[] = Array.from({ length: 300 }, (_, at) => ({
    ...retrieval,
    id: `r${at}`,
    tier: at < 200 ? 'easy' : at < 250 ? 'medium' : 'hard',
    cluster: at % 3 === 0 ? 'small' : `c${at % 40}`,
  }))

  it('keeps the shares of the tiers', () => {
    const sample = stratifiedSample({ items, size: 60, seed: 1 })
    const counts = ['easy', 'medium', 'hard'].map(
      (tier) => sample.filter((item) => item.kind === 'retrieval' && item.tier === tier).length,
    )
    expect(counts).toEqual([40, 10, 10])
  })

  it('takes whole benchmarks as they are, and always as many as asked', () => {
    expect(stratifiedSample({ items, size: 300, seed: 1 })).toBe(items)
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 299 }), fc.nat(), (size, seed) => {
        const sample = stratifiedSample({ items, size, seed })
        return sample.length === size && new Set(sample).size === size
      }),
      { numRuns: 50 },
    )
  })

  it('lets no cluster crowd out the others', () => {
    const sample = stratifiedSample({ items, size: 60, seed: 1 })
    expect(sample.filter(({ cluster }) => cluster === 'small').length).toBeLessThan(8)
  })
})

describe('annotatorOrder', () => {
  it('is an order of the annotator’s own, the same every time', () => {
    const items = Array.from({ length: 30 }, (_, at) => mcq(`m${at}`))
    const of = (annotator: string) => annotatorOrder(items, { annotator, seed: 0 })
    expect(of('ana')).toEqual(of('ana'))
    expect(of('ana')).not.toEqual(of('ben'))
    expect(new Set(of('ana'))).toEqual(new Set(items))
  })
})

const qa = { kind: 'qa', id: 'q', tool: 'book', question: 'Does this tool book?', answer: 'yes' } as const

describe('agreementOf', () => {
  const units = ['a', 'b', 'c', 'd'].flatMap((id) => annotationUnits({ ...qa, id }, { seed: 0 }))
  const said = (annotator: string, ...answers: readonly string[]): Annotations => ({
    annotator,
    fingerprint: 'f',
    seed: 0,
    answers: new Map(
      answers.flatMap((answer, at) =>
        answer === '' ? [] : [[['a', 'b', 'c', 'd'][at] as string, { unit: 'x', answer }]],
      ),
    ),
  })
  const agreed = (...annotators: readonly Annotations[]) =>
    agreementOf({ units, annotators, seed: 0, resamples: 200 })[0]

  it('computes Fleiss by hand', () => {
    // P = 1, 1/3, 1, 1/3; shares yes 7/12, no 5/12.
    const found = agreed(
      said('ana', 'yes', 'yes', 'no', 'no'),
      said('ben', 'yes', 'yes', 'no', 'yes'),
      said('eve', 'yes', 'no', 'no', 'yes'),
    )
    const expected = (7 / 12) ** 2 + (5 / 12) ** 2
    expect(found?.rawAgreement).toBeCloseTo(2 / 3, 12)
    expect(found?.fleiss?.value).toBeCloseTo((2 / 3 - expected) / (1 - expected), 12)
    expect(found?.unanimous).toBe(0.5)
    expect(found?.disagreements.map(({ item }) => item)).toEqual(['b', 'd'])
  })

  it('holds the benchmark against the majority, and counts ties', () => {
    const found = agreed(said('ana', 'yes', 'no', 'no', 'no'), said('ben', 'yes', 'no', 'no', 'yes'))
    expect(found?.judge).toMatchObject({ n: 3, ties: 1, agreed: 1, confusion: { yes: { yes: 1, no: 2 } } })
  })

  it('leaves units that some left out to alpha', () => {
    const found = agreed(said('ana', 'yes', 'no', 'no'), said('ben', 'yes', 'no', '', 'yes'))
    expect([found?.units, found?.complete, found?.alpha?.items]).toEqual([4, 2, 2])
  })

  it('says undefined, not 1 or 0, where all say the same one thing', () => {
    const found = agreed(said('ana', 'no', 'no'), said('ben', 'no', 'no'))
    expect([found?.rawAgreement, found?.fleiss, found?.alpha]).toEqual([1, undefined, undefined])
    expect(agreed(said('ana', 'no'))?.rawAgreement).toBeUndefined()
    expect(agreementOf({ units, annotators: [], seed: 0 })).toEqual([])
  })
})
