import { describe, expect, it } from 'vitest'
import { readCard } from './reference-card.js'

const expectation = {
  id: 'verbose',
  statement: 'Verbose requests find their tool.',
  measure: { probe: 'parametric', items: 'verbose', metric: 'rc', k: 5 },
  expect: { atLeast: 0.8 },
  held: true,
}
const card = {
  schema: 'assay.reference/1',
  name: 'flat-s1',
  set: 'parametric',
  summary: 'Flat tokens.',
  tokens: 'flat',
  training: { minutes: null },
  expectations: [expectation],
  attempts: [],
  observed: [{ id: 'verbose', value: 0.91, n: 255 }],
  weights: { file: 'model.gguf', sha256: 'A'.repeat(64), bytes: 12 },
}
const read = (changes: object) => readCard(JSON.stringify({ ...card, ...changes }), 'card.json')
const readOne = (changes: object) => read({ expectations: [{ ...expectation, ...changes }] })

describe('readCard', () => {
  it('reads what calibration needs', () => {
    const { expectations, observed, weights, decoding } = read({})
    expect(expectations).toEqual([
      {
        id: 'verbose',
        statement: 'Verbose requests find their tool.',
        measure: { subject: 'flat-s1', probe: 'parametric', items: 'verbose', metric: 'rc', k: 5 },
        bound: { kind: 'atLeast', value: 0.8 },
        held: true,
      },
    ])
    expect(observed.get('verbose')).toEqual({ value: 0.91, n: 255 })
    expect(weights).toEqual({ file: 'model.gguf', sha256: 'a'.repeat(64), bytes: 12 })
    expect(decoding).toEqual({ beams: 50, maxNewTokens: 64, rule: 'hf', lengthPenalty: 1 })
  })

  it('reads a card before training, and decoding of its own', () => {
    const before = read({
      weights: null,
      observed: null,
      tokens: null,
      expectations: [{ ...expectation, held: null }],
    })
    expect(before.weights).toBeUndefined()
    expect(before.expectations[0]).not.toHaveProperty('held')
    const decoding = { beams: 10, maxNewTokens: 4, rule: 'renormalised', earlyStopping: false, system: null }
    expect(read({ decoding }).decoding).toEqual({
      beams: 10,
      maxNewTokens: 4,
      rule: 'renormalised',
      lengthPenalty: 1,
    })
  })

  it('reads bounds against another figure, of this subject or another', () => {
    const other = { subject: 'flat-s2', probe: 'mcq', items: 'mcq', metric: 'accuracy' }
    expect(readOne({ expect: { above: other, by: 0.1 } }).expectations[0]?.bound).toEqual({
      kind: 'above',
      than: other,
      by: 0.1,
    })
    const { subject: _, ...own } = other
    expect(readOne({ expect: { below: own, by: 0 } }).expectations[0]?.bound).toMatchObject({
      kind: 'below',
      than: { subject: 'flat-s1' },
    })
  })

  it.each([
    [{ schema: 'assay.reference/2' }, /"schema" is not/],
    [{ name: '../flat' }, /no name of a reference subject/],
    [{ set: 'other' }, /none of parametric, ladder/],
    [{ expectations: {} }, /"expectations" is no list/],
    [{ expectations: [expectation, expectation] }, /Two expectations have one id/],
    [{ observed: [{ id: 'verbose', value: 'high' }] }, /"value" is no number/],
    [{ weights: { ...card.weights, file: '../model.gguf' } }, /plain name of a file/],
    [{ weights: { ...card.weights, sha256: 'abc' } }, /64 hex digits/],
    [{ decoding: { beams: 0 } }, /"beams" is no whole number/],
    [{ decoding: { earlyStopping: true } }, /"earlyStopping" is not false/],
    [{ decoding: { system: 'Be brief.' } }, /"system" is not read/],
  ])('refuses %j', (changes, message) => {
    expect(() => read(changes)).toThrow(message)
  })

  it.each([
    [{ measure: { ...expectation.measure, k: undefined } }, /"k" is missing/],
    [{ measure: { probe: 'mcq', items: 'mcq', metric: 'accuracy', k: 1 } }, /"k" has no meaning/],
    [{ measure: { ...expectation.measure, metric: 'recall' } }, /"metric" is none of/],
    [{ measure: { ...expectation.measure, tier: 'extreme' } }, /"tier" is none of/],
    [{ measure: 'rc' }, /no object/],
    [{ expect: {} }, /none of "atLeast"/],
    [{ expect: { above: expectation.measure } }, /"by" is no number/],
    [{ held: 'yes' }, /neither true, nor false/],
  ])('refuses an expectation with %j, saying which', (changes, message) => {
    expect(() => readOne(changes)).toThrow(message)
    expect(() => readOne(changes)).toThrow(/card\.json, expectation 1/)
  })

  it('names the line of what is no JSON', () => {
    expect(() => readCard('{\n"schema": }', 'card.json')).toThrow(/card\.json, line 2/)
    expect(() => readCard('[]', 'card.json')).toThrow(/no object/)
  })
})

const climbed = {
  id: 'verdict',
  statement: 'It is capable.',
  measure: { probe: 'ladder', figure: 'verdict' },
  expect: { equals: 'capable' },
  held: null,
}
const ladderCard = {
  ...card,
  name: 'caller',
  set: 'ladder',
  tokens: null,
  training: { corpus: { file: 'ladder/corpus.jsonl' }, init: null },
  expectations: [climbed],
  observed: [{ id: 'verdict', value: 'capable' }],
}
const readLadder = (changes: object) => readCard(JSON.stringify({ ...ladderCard, ...changes }), 'card.json')
const readClimbed = (changes: object) => readLadder({ expectations: [{ ...climbed, ...changes }] })

describe('readCard of the ladder set', () => {
  it('reads verdicts, and the corpus that the ladder stands on', () => {
    const { expectations, climbed: read, training, observed } = readLadder({})
    expect(expectations).toEqual([])
    expect(read).toEqual([
      {
        id: 'verdict',
        statement: 'It is capable.',
        measure: { subject: 'caller', figure: 'verdict' },
        bound: { kind: 'equals', word: 'capable' },
      },
    ])
    expect(training).toEqual({ corpus: 'ladder/corpus.jsonl' })
    expect(observed.get('verdict')).toEqual({ value: 'capable' })
  })

  it('reads what was trained, and drift against a parent', () => {
    const measure = { probe: 'ladder', figure: 'drift', parent: 'talker', where: 'elsewhere' }
    const { climbed: read, training } = readLadder({
      training: {
        corpus: { file: 'ladder/corpus.jsonl' },
        init: 'talker',
        trained: { tensors: ['blk.2.attn_q.weight'], rows: [{ id: 6, token: '<x>' }] },
      },
      expectations: [{ ...climbed, measure, expect: { atMost: 0 }, held: true }],
    })
    expect(training).toEqual({
      corpus: 'ladder/corpus.jsonl',
      init: 'talker',
      trained: { tensors: ['blk.2.attn_q.weight'], rows: [6] },
    })
    expect(read[0]).toMatchObject({
      measure: { subject: 'caller', figure: 'drift', parent: 'talker', where: 'elsewhere' },
      bound: { kind: 'atMost', value: 0 },
      held: true,
    })
  })

  it('reads a bound against another figure, of this subject or another', () => {
    const than = { probe: 'ladder', figure: 'p-first-call' }
    expect(
      readClimbed({ expect: { above: { ...than, subject: 'talker' }, by: 0.5 } }).climbed[0]?.bound,
    ).toEqual({
      kind: 'above',
      than: { subject: 'talker', figure: 'p-first-call' },
      by: 0.5,
    })
    expect(readClimbed({ expect: { above: than, by: 0 } }).climbed[0]?.bound).toMatchObject({
      than: { subject: 'caller' },
    })
  })

  it.each([
    [{ measure: { probe: 'mcq', figure: 'verdict' } }, /"probe" is none of ladder/],
    [{ measure: { probe: 'ladder', figure: 'rc' } }, /"figure" is none of/],
    [{ measure: { probe: 'ladder', figure: 'drift', where: 'trained' } }, /"parent" is no text/],
    [
      { measure: { probe: 'ladder', figure: 'drift', parent: '../x', where: 'trained' } },
      /no name of a reference/,
    ],
    [{ measure: { probe: 'ladder', figure: 'drift', parent: 'talker', where: 'all' } }, /"where" is none of/],
    [{ expect: { equals: 7 } }, /"equals" is no text/],
    [{ expect: {} }, /none of "equals"/],
    [{ expect: { above: climbed.measure } }, /"by" is no number/],
    [{ held: 1 }, /neither true, nor false/],
  ])('refuses an expectation with %j, saying which', (changes, message) => {
    expect(() => readClimbed(changes)).toThrow(message)
    expect(() => readClimbed(changes)).toThrow(/card\.json, expectation 1/)
  })

  it.each([
    ['/etc/passwd', /no file of the reference folder/],
    ['../corpus.jsonl', /no file of the reference folder/],
    ['ladder/../../x', /no file of the reference folder/],
  ])('refuses the corpus %s', (file, message) => {
    expect(() => readLadder({ training: { corpus: { file } } })).toThrow(message)
  })
})
