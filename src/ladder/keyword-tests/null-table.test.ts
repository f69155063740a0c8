import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hostFiles } from '../../adapters/files.js'
import type { KeywordItem, KeywordSet } from '../keyword-set.js'
import { readKeywordSet } from './read-keyword-set.js'
import { keywordRuleOf } from './rules/index.js'
import { nullColumns } from './score-keywords.js'

const data = join(process.env.ASSAY_DATA ?? '../shared/data', 'vectrayx')
const read = (file: string): Promise<KeywordSet> => readKeywordSet(join(data, file), { files: hostFiles })

const FILES = {
  b1: 'eval_data/b1_cveqa.jsonl',
  b2: 'eval_data/b2_classification.jsonl',
  b3: 'eval_data/b3_commands.jsonl',
  b4: 'eval_data/b4_tooluse.jsonl',
  b4v2: 'corpus/b4_tooluse_v2.jsonl',
  b5: 'eval_data/b5_conversational.jsonl',
} as const
type Test = keyof typeof FILES

/** Means of a fixed answerer, by measure. */
async function means(
  test: Test,
  answer: (item: KeywordItem, set: KeywordSet) => string,
): Promise<readonly number[]> {
  const set = await read(FILES[test])
  const rule = keywordRuleOf(set)
  const sums = rule.measures.map(() => 0)
  for (const item of set.items) {
    const credit = rule.credit(item, answer(item, set))
    if (credit.kind === 'crash') throw new Error(credit.reason)
    for (const [at, value] of credit.values.entries()) sums[at] = (sums[at] ?? 0) + value
  }
  return sums.map((sum) => Number((sum / set.items.length).toFixed(3)))
}

const prompt = (item: KeywordItem, set: KeywordSet): string => keywordRuleOf(set).promptOf(item)

// ladder.md §4.1, "What null models score under R1-released on the released files", row by row.
const TABLE: readonly (readonly [
  name: string,
  answer: (item: KeywordItem, set: KeywordSet) => string,
  expected: Partial<Record<Test, readonly number[]>>,
])[] = [
  ['an empty text', () => '', { b1: [0], b2: [0.2], b3: [0, 0], b4: [0, 0], b4v2: [0, 0], b5: [0] }],
  [
    'an echo of the user',
    prompt,
    { b1: [0.333], b2: [0.2], b3: [0, 0.25], b4: [0, 0], b4v2: [0, 0], b5: [0.834] },
  ],
  [
    'an echo of system and user',
    (item, set) => `${set.system}\n${prompt(item, set)}`,
    { b1: [0.333], b2: [0.2], b3: [0, 0.25], b4: [0.2, 1], b4v2: [0.06, 1], b5: [0.589] },
  ],
  [
    'one sentence',
    () => 'El barco azul cruzó el lago al anochecer.',
    { b1: [0], b2: [0.2], b3: [0, 0], b4: [0, 0], b4v2: [0, 0], b5: [0.589] },
  ],
  [
    'a greeting',
    () => 'Hola, de nada, es un gusto ayudarte.',
    { b1: [0], b2: [0.2], b3: [0, 0], b4: [0, 0], b4v2: [0, 0], b5: [1] },
  ],
  [
    'a list of all tools',
    () => 'nvd_get_cve, nvd_search, cisa_kev_check, mitre_get_technique, otx_check_ioc, bash_exec',
    { b1: [0], b2: [0.2], b3: [0, 0], b4: [0.2, 1], b4v2: [0.06, 1], b5: [0.589] },
  ],
  [
    'one tool in prose',
    () => 'Se usa bash_exec para eso.',
    { b1: [0], b2: [0.2], b3: [0, 0], b4: [0.2, 0.2], b4v2: [0.6, 0.6], b5: [0.589] },
  ],
  [
    'an echo and the word critical',
    (item, set) => `${prompt(item, set)} critical`,
    { b1: [0.417], b2: [0.2], b3: [0, 0.25], b4: [0, 0], b4v2: [0, 0], b5: [0.834] },
  ],
]

describe.skipIf(!existsSync(data))('null models on the released files (needs ASSAY_DATA/vectrayx)', () => {
  it.each(TABLE)('%s scores as published', async (_name, answer, expected) => {
    for (const test of Object.keys(FILES) as Test[]) {
      expect([test, await means(test, answer)]).toEqual([test, expected[test]])
    }
  })

  it('gives B2 the released "F1", which is accuracy, beside the true one', async () => {
    const set = await read(FILES.b2)
    const rule = keywordRuleOf(set)
    const figures =
      rule.overall?.(
        set.items,
        set.items.map(() => ''),
      ) ?? []
    expect(figures.map(({ name, value }) => [name, Number(value.toFixed(3))])).toEqual([
      ['f1-macro', 0.2],
      ['true-macro-f1', 0.067],
    ])
  })

  it('has a strongest null model of its own for each test', async () => {
    const strongest = await Promise.all(
      (Object.keys(FILES) as Test[]).map(async (test) => {
        const set = await read(FILES[test])
        const columns = nullColumns(set, keywordRuleOf(set))
        const share = (values: readonly number[]) =>
          values.reduce((sum, value) => sum + value, 0) / values.length
        return [
          test,
          ...keywordRuleOf(set).measures.map((_, at) =>
            Number(Math.max(...columns.map(({ values }) => share(values[at] ?? []))).toFixed(3)),
          ),
        ]
      }),
    )
    expect(strongest).toEqual([
      ['b1', 0.417],
      ['b2', 0.2],
      ['b3', 0, 0.35],
      ['b4', 0.2, 1],
      ['b4v2', 0.6, 1],
      ['b5', 1],
    ])
  })

  it('does not give the gold of twelve commands of B3 its tool', async () => {
    const set = await read(FILES.b3)
    const rule = keywordRuleOf(set)
    const failed = set.items.filter((item) => {
      const credit = rule.credit(item, rule.goldReply(item) ?? '')
      return credit.kind === 'crash' || credit.values.some((value) => value < 1)
    })
    expect(failed).toHaveLength(12)
  })
})
