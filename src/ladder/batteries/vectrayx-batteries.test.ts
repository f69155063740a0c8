import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hostFiles } from '../../adapters/files.js'
import { hostHash } from '../../adapters/hash.js'
import { isInLanguage } from '../../benchmark/generate/language.js'
import { corpusStatistics } from '../../corpus/corpus-statistics.js'
import { readCorpus } from '../../corpus/read-corpus.js'
import { batterySizes } from './battery-sizes.js'
import { buildBatteries } from './build-batteries.js'

const path = join(process.env.ASSAY_DATA ?? '../shared/data', 'vectrayx/corpus/tool_sft_mini_v1.jsonl')

describe.skipIf(!existsSync(path))(
  'batteries of the corpus of VectraYX (skipped where the data is absent)',
  () => {
    it('makes the published 138 prompts with unseen entities out of its 30 templates, and 100 that need no call', async () => {
      const corpus = await readCorpus(path, { files: hostFiles, notify: () => {}, hash: hostHash })
      const input = { corpus, statistics: corpusStatistics(corpus), seed: 0 }
      const { cases, manifest, notices } = buildBatteries({ ...input, sizes: batterySizes.full })
      const verbatim = cases.filter(({ battery }) => battery === 'verbatim')
      expect(verbatim).toHaveLength(269)
      expect(verbatim.filter(({ gold }) => gold?.calls.length === 0)).toHaveLength(22)
      const unseen = cases.filter(({ battery }) => battery === 'unseen')
      const main = unseen.filter(({ group }) => group === 'seen-template/new-entity')
      expect(main).toHaveLength(138)
      expect(new Set(main.map(({ cluster }) => cluster)).size).toBe(30)
      expect(new Set(main.map(({ gold }) => gold?.calls[0]?.name)).size).toBe(5)
      expect(manifest.unseen).toMatchObject({
        templates: 30,
        overlap: { exact: 0, normalised: 0, newEntitiesSeen: 0 },
        rejected: { unreadable: 0 },
      })
      const none = cases.filter(({ battery, gold }) => battery === 'suppression' && gold?.calls.length === 0)
      expect(none.length).toBeGreaterThanOrEqual(100)
      for (const { messages } of none) expect(isInLanguage(messages.at(-1)?.content ?? '', 'es')).toBe(true)
      expect(notices.map(({ code }) => code)).toEqual(expect.arrayContaining(['multi-call-untrained']))
      const standard = buildBatteries(input)
      const generated = standard.cases.filter(({ asking }) => asking.generates).length
      expect(generated).toBeLessThanOrEqual(269 + 190)
    }, 120_000)
  },
)
