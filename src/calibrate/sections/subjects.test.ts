import { describe, expect, it } from 'vitest'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import { itemToJson } from '../../benchmark/item-json.js'
import { catalogLine } from '../../catalog/store.js'
import { InputError } from '../../errors.js'
import { hashText } from '../../text/hash.js'
import type { CalibrationContext } from '../calibration-context.js'
import { harbourQueries, harbourQuestions, harbourTools } from '../practice/harbour.js'
import { practiceSource, practiceSubject } from '../practice/practice-model.js'
import { subjectsSection } from './subjects.js'

const WEIGHTS = 'weights of the practice model'

const expectation = (id: string, measure: object, expect: object, held: boolean | null = true) => ({
  id,
  statement: `It shows ${id}.`,
  measure,
  expect,
  held,
})
const rc = { probe: 'parametric', items: 'verbose', metric: 'rc', k: 1 }
const card = {
  schema: 'assay.reference/1',
  name: 'practice',
  set: 'parametric',
  summary: 'The practice model as a reference subject.',
  tokens: 'hier',
  decoding: { beams: 4, maxNewTokens: 4, rule: 'hf', lengthPenalty: 1 },
  expectations: [
    expectation('recalls', rc, { atLeast: 0.6 }),
    expectation('is-lower-freely', { ...rc, metric: 'rf' }, { below: rc, by: 0.1 }),
    expectation('internalises', { ...rc, metric: 'is' }, { atLeast: 0.7 }),
    expectation('recalls-nearly-all', rc, { atLeast: 0.9 }, false),
    expectation('knows-tokens', { probe: 'mcq', items: 'mcq', metric: 'accuracy' }, { atLeast: 0.75 }),
  ],
  observed: [{ id: 'recalls', value: 16 / 24, n: 24 }],
  weights: { file: 'model.gguf', sha256: hashText(WEIGHTS), bytes: WEIGHTS.length },
}

const lines = (values: readonly object[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('')

/** Worlds are of no use here. */
const stage = { worlds: async () => [], hash: String }

function run(
  changes: object = {},
  { weights = WEIGHTS, mostItems = 1000 }: { weights?: string | undefined; mostItems?: number } = {},
) {
  const opened: string[] = []
  const files = memoryFiles({
    'reference/catalog.jsonl': harbourTools.map(catalogLine).join(''),
    'reference/items/verbose.jsonl': lines(harbourQueries().items.map(itemToJson)),
    'reference/items/mcq.jsonl': lines(harbourQuestions().items.map(itemToJson)),
    'reference/models/practice/card.json': JSON.stringify({ ...card, ...changes }),
    ...(weights === '' ? {} : { 'reference/models/practice/model.gguf': weights }),
  })
  const context: CalibrationContext = {
    files,
    notify: () => undefined,
    signal: new AbortController().signal,
    seed: 0,
    mostItems,
    folder: async () => 'reference',
    hashFile: async (path) => hashText(new TextDecoder().decode(await files.read(path))),
    compareWeights: () => Promise.reject(new Error('no weights are compared here')),
    openModel: async (path) => {
      opened.push(path)
      return { subject: practiceSubject(), source: practiceSource(), close: async () => undefined }
    },
    stage,
  }
  return subjectsSection.run(context).then((result) => ({ ...result, opened }))
}
const verdicts = ({ checks }: Awaited<ReturnType<typeof run>>) =>
  Object.fromEntries(checks.map(({ id, verdict }) => [id.replace('practice/', ''), verdict]))

describe('the section of subjects', () => {
  it('measures what the card names, and passes what it expects', async () => {
    const result = await run()
    expect(verdicts(result)).toEqual({
      weights: 'passed',
      recalls: 'passed',
      'is-lower-freely': 'passed',
      internalises: 'passed',
      'recalls-nearly-all': 'passed',
      'knows-tokens': 'passed',
    })
    expect(result.checks.map(({ measured }) => measured)).toEqual(
      expect.arrayContaining([
        'Rc@1 on verbose = 0.667, n = 24',
        'IS@1 on verbose = 0.750, n = 24',
        'accuracy on mcq = 0.750, n = 12',
      ]),
    )
    expect(result.opened).toEqual(['reference/models/practice/model.gguf'])
    expect(result.notes).toEqual([])
  })

  it('is red where the card expects more than there is, and where it saw another figure', async () => {
    const changed = card.expectations.map((one) =>
      one.id === 'recalls' ? { ...one, expect: { atLeast: 0.7 } } : one,
    )
    expect(verdicts(await run({ expectations: changed })).recalls).toBe('failed')
    expect(verdicts(await run({ observed: [{ id: 'recalls', value: 0.9, n: 24 }] })).recalls).toBe('failed')
  })

  it('does not open weights that are missing, not named, or not those of the card', async () => {
    for (const [result, verdict] of [
      [await run({}, { weights: '' }), 'missing'],
      [await run({ weights: null }), 'missing'],
      [await run({}, { weights: 'other weights' }), 'failed'],
    ] as const) {
      expect(verdicts(result)).toMatchObject({ weights: verdict, recalls: 'missing' })
      expect(result.opened).toEqual([])
    }
  })

  it('takes a figure near its bound for the card’s, whatever side a draw falls on, and no other', async () => {
    const nearBound = { ...card.observed[0], id: 'recalls-nearly-all' }
    const near = await run({ observed: [{ ...nearBound, value: 0.75 }] }, { mostItems: 20 })
    expect(near.checks.find(({ id }) => id === 'practice/recalls-nearly-all')?.verdict).toBe('passed')
    const far = await run({ observed: [{ ...nearBound, value: 0.05 }] }, { mostItems: 20 })
    expect(far.checks.find(({ id }) => id === 'practice/recalls-nearly-all')?.verdict).toBe('failed')
  })

  it('draws items of large sets, always the same ones, and says so', async () => {
    const first = await run({}, { mostItems: 10 })
    expect(first.notes).toEqual([
      'Drawn with the seed 0: 10 of 24 items of verbose, 10 of 12 items of mcq.',
      'Not tried, for they need free decoding of every item (--items 1000): is-lower-freely, internalises.',
    ])
    expect(first.checks.map(({ id }) => id)).toEqual([
      'practice/weights',
      'practice/recalls',
      'practice/recalls-nearly-all',
      'practice/knows-tokens',
    ])
    expect(first.checks[1]?.measured).toMatch(/n = 10$/)
    expect((await run({}, { mostItems: 10 })).checks).toEqual(first.checks)
  })

  it('names a card that is not in its folder, and a folder without cards', async () => {
    await expect(run({ name: 'other' })).rejects.toThrow(/that of "other", and lies in the folder "practice"/)
    const empty = memoryFiles({ 'reference/README.md': 'none' })
    await expect(
      subjectsSection.run({
        files: empty,
        notify: () => undefined,
        signal: new AbortController().signal,
        seed: 0,
        mostItems: 1,
        folder: async () => 'reference',
        hashFile: async () => '',
        compareWeights: () => Promise.reject(new Error('no weights are compared here')),
        stage,
        openModel: () => Promise.reject(new InputError({ code: 'none', what: 'none' })),
      }),
    ).rejects.toThrow(/holds no card/)
  })
})
