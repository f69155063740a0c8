import { beforeAll, describe, expect, it } from 'vitest'
import { travelPack } from '../../../packs/travel/index.js'
import { memoryDrafts } from '../../../test/contract/memory-drafts.js'
import { type MemoryFiles, memoryFiles } from '../../../test/contract/memory-files.js'
import { hostHash } from '../../adapters/hash.js'
import { dialogueOf } from '../../benchmark/dialogue-item.js'
import { loadBenchmark } from '../../benchmark/load.js'
import { readCsv } from '../../text/csv.js'
import type { Pack, PackWorld } from '../pack.js'
import { planDialogues } from './generate-dialogues.js'
import { writeDialogues } from './write-dialogues.js'

let world: PackWorld
const grammar = travelPack.dialogues
if (grammar === undefined) throw new Error('travel has dialogues')
const pack: Pack = {
  ...travelPack,
  dialogues: { ...grammar, categories: ['hotel'], templates: { train: 1, validation: 1, test: 2 } },
}

beforeAll(async () => {
  world = await travelPack.open({ size: 'small', seed: 0, semantics: 'strict' })
})

async function written(progress = async (_done: number): Promise<void> => {}, files = memoryFiles()) {
  const plan = planDialogues({ pack, world, seed: 0, fillings: 2, hash: hostHash, now: () => 0 })
  const drafts = memoryDrafts(files)
  const made = await writeDialogues(
    { plan, world, size: 'small', seed: 0, assay: '0.0.0', folder: 'out' },
    { files, drafts, progress },
  )
  return { files, drafts, ...made }
}

const textOf = (files: MemoryFiles, path: string): string => String(files.contents.get(path) ?? '')

describe('writeDialogues', () => {
  it('writes items that Assay reads, with the fingerprint that the manifest states', async () => {
    const { files, card } = await written()
    const notices: string[] = []
    const benchmark = await loadBenchmark('out', { files, notify: (line) => notices.push(line) })
    expect(notices).toEqual([])
    expect(benchmark.fingerprint).toBe(card.fingerprint)
    expect(JSON.parse(textOf(files, 'out/benchmark.json'))).toEqual(card)
    expect(card).toMatchObject({
      schema: 'assay.benchmark/1',
      kind: 'dialogue',
      counts: { items: 8, kinds: { dialogue: 8 }, clusters: { named: 4, effective: 4 } },
      pack: { id: 'travel', size: 'small', seed: 0, semantics: 'strict', knowledge: world.knowledge },
      dialogues: { fillings: 2, categories: { hotel: { train: { dialogues: 2 }, test: { dialogues: 4 } } } },
    })
    for (const item of benchmark.items) {
      if (item.kind !== 'dialogue') throw new Error('another kind of item')
      const { turns, cluster, template } = dialogueOf(item)
      expect(cluster).toBe(template)
      const users = turns.filter(({ role }) => role === 'user')
      expect(
        users.every(({ plan, label, cacheBefore, cacheAfter }) => plan && label && cacheBefore && cacheAfter),
      ).toBe(true)
      for (const [at, { cacheBefore }] of users.entries())
        expect(cacheBefore).toEqual(at === 0 ? [] : users[at - 1]?.cacheAfter)
    }
  })

  it('lays out CSV files as the hub does: one filling of every template of a split', async () => {
    const { files } = await written()
    const paths = [...files.contents.keys()].filter((path) => path.endsWith('.csv')).sort()
    expect(paths).toEqual([
      'out/hotel/test/output_file_hotel_test_1.csv',
      'out/hotel/test/output_file_hotel_test_2.csv',
      'out/hotel/train/output_file_hotel_train_1.csv',
      'out/hotel/train/output_file_hotel_train_2.csv',
      'out/hotel/validation/output_file_hotel_validation_1.csv',
      'out/hotel/validation/output_file_hotel_validation_2.csv',
    ])
    const reading = readCsv(textOf(files, paths[0] ?? ''))
    if (reading.kind !== 'rows') throw new Error(reading.what)
    const [head, ...rows] = reading.rows.map(({ cells }) => cells)
    expect(head).toEqual(['ID', 'Filled_Template', 'Filled_Plan'])
    expect(new Set(rows.map(([id]) => id))).toEqual(new Set(['1', '2']))
    for (const [, text = '', plan = ''] of rows) {
      expect(text).toMatch(/^(assistant|user): (?!assistant|user)/)
      expect(plan !== '').toBe(text.startsWith('user: '))
    }
  })

  it('gives the same bytes twice', async () => {
    const [first, second] = [await written(), await written()]
    expect([...second.files.contents]).toEqual([...first.files.contents])
  })

  it('tells of itself in a card that names every category and split', async () => {
    const { files } = await written()
    const card = textOf(files, 'out/README.md')
    expect(card).toContain('      - split: validation\n        path: hotel/validation/*.csv')
    expect(card).toMatch(/\| hotel \| 2 \(\d+\) \| 2 \(\d+\) \| 4 \(\d+\) \|/)
    expect(card).not.toMatch(/undefined|NaN/)
  })

  it('leaves nothing behind when it is ended before all is made', async () => {
    const files = memoryFiles()
    const spoilt: Pack = { ...pack, dialogues: { ...(pack.dialogues ?? grammar), bind: () => undefined } }
    const plan = planDialogues({ pack: spoilt, world, seed: 0, fillings: 1, hash: hostHash, now: () => 0 })
    const drafts = memoryDrafts(files)
    const making = writeDialogues(
      { plan, world, size: 'small', seed: 0, assay: '0.0.0', folder: 'out' },
      { files, drafts, progress: async () => {} },
    )
    await expect(making).rejects.toThrow(/draws led nowhere/)
    expect([files.contents.size, drafts.pending()]).toEqual([0, 0])
  })
})
