import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import { hostFiles } from '../../adapters/files.js'
import { hostHash } from '../../adapters/hash.js'
import { corpusStatistics } from '../../corpus/corpus-statistics.js'
import { PromptIndex } from '../../corpus/prompt-overlap.js'
import { readCorpus } from '../../corpus/read-corpus.js'
import { batterySizes } from '../../ladder/batteries/battery-sizes.js'
import { buildBatteries } from '../../ladder/batteries/build-batteries.js'
import { writeRepairSet } from './repair-set.js'

const data = process.env.ASSAY_DATA ?? '../shared/data'
const corpora = [join(data, 'vectrayx/corpus/tool_sft_mini_v1.jsonl'), 'reference/ladder/corpus.jsonl'].map(
  (path) => ({ path, isThere: existsSync(path) }),
)

describe.each(corpora)('a repair mix of $path', ({ path, isThere }) => {
  it.skipIf(!isThere)('teaches to abstain, favours no tool, repeats no case of the ladder', async () => {
    const context = { notify: () => {}, hash: hostHash }
    const corpus = await readCorpus(path, { files: hostFiles, ...context })
    const statistics = corpusStatistics(corpus)
    const { cases } = buildBatteries({ corpus, statistics, seed: 0, sizes: batterySizes.quick })
    const files = memoryFiles()
    const card = await writeRepairSet(
      {
        corpus,
        chats: [],
        tests: [],
        cases,
        update: 'fft',
        learningRate: 1e-5,
        counter: { tokenizer: 'characters', count: (text) => text.length },
        reserve: 64,
        seed: 0,
        assay: '0.0.0',
        folder: 'out',
      },
      { files, ...context },
    )
    const written = await readCorpus('out/train.jsonl', { files, ...context }, { dialect: corpus.dialect })
    const own = corpusStatistics(written)
    expect(own.proseWithEntities.rows).toBeGreaterThan(100)
    expect(own.attempted.rows + own.foreign.rows).toBe(0)
    expect(Math.max(...own.repetition.map(({ times }) => times))).toBe(1)
    const rows = own.tools.map((tool) => tool.rows)
    const calls = rows.reduce((sum, count) => sum + count, 0)
    expect((Math.max(...rows) * rows.length) / calls).toBeLessThanOrEqual(1.5)
    expect(card).toMatchObject({ tools: { limit: 1.5 } })
    // The ladder knows prompts of the corpus itself for seen ones.
    const known = new Set(corpus.examples.map(({ prompt }) => prompt))
    const asked = cases.flatMap(({ id, messages }) => {
      const text = messages.at(-1)?.content ?? ''
      return known.has(text) ? [] : [{ id, text }]
    })
    const index = new PromptIndex(asked)
    const overlaps = written.examples.filter(({ prompt }) => index.overlap(prompt).kind !== 'none')
    expect(overlaps.map(({ prompt }) => prompt)).toEqual([])
    const prompts = written.examples.map(({ prompt }) => prompt.toLowerCase())
    const fresh = cases.flatMap(({ group = '', entities }) => (group.endsWith('new-entity') ? entities : []))
    const trained = fresh.filter(({ value }) =>
      prompts.some((prompt) => prompt.split(/[\s?.,]+/).includes(value.toLowerCase())),
    )
    expect(fresh.length).toBeGreaterThan(0)
    expect(trained).toEqual([])
    // What was trained on leaves the ladder values and wordings for a second one.
    const second = buildBatteries({
      corpus: written,
      statistics: own,
      seed: 0,
      sizes: batterySizes.quick,
      only: new Set(['unseen', 'suppression']),
    })
    const count = (list: typeof cases, battery: string): number =>
      list.filter((one) => one.battery === battery).length
    expect(count(second.cases, 'unseen')).toBeGreaterThanOrEqual(0.9 * count(cases, 'unseen'))
    expect(count(second.cases, 'suppression')).toBeGreaterThanOrEqual(0.9 * count(cases, 'suppression'))
  })
})
