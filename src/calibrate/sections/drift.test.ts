import { describe, expect, it } from 'vitest'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import type { DriftDocument, DriftTensor } from '../../checkpoint/drift-document.js'
import type { CalibrationContext } from '../calibration-context.js'
import { driftSection } from './drift.js'

type Made = Pick<DriftTensor, 'name' | 'elements' | 'rows' | 'rowsTouched' | 'identicalShare'>

const drifted = (name: string, identicalShare: number, more: Partial<Made> = {}): Made => ({
  name,
  elements: 100,
  rows: 10,
  rowsTouched: identicalShare === 1 ? 0 : 10,
  identicalShare,
  ...more,
})
/** What the section looks at of a comparison. */
const documentOf = (tensors: readonly Made[]): DriftDocument => ({ tensors }) as unknown as DriftDocument

const drift = (where: string, expect: object) => ({
  id: `drift-${where}`,
  statement: `It drifts ${where}.`,
  measure: { probe: 'ladder', figure: 'drift', parent: 'talker', where },
  expect,
  held: true,
})
const cardOf = (name: string, training: object, expectations: readonly object[]) =>
  JSON.stringify({
    schema: 'assay.reference/1',
    name,
    set: 'ladder',
    summary: 'Made.',
    training: { corpus: { file: 'ladder/corpus.jsonl' }, ...training },
    expectations,
  })
const trained = { tensors: ['blk.2.attn_q.weight', 'blk.2.ffn_down.weight'], rows: [{ id: 6 }, { id: 7 }] }
const repaired = cardOf('repaired', { init: 'talker', trained }, [
  drift('trained', { atLeast: 0.5 }),
  drift('elsewhere', { atMost: 0 }),
])
const talker = cardOf('talker', {}, [])
const weights = { 'r/models/repaired/model.safetensors': 'x', 'r/models/talker/model.safetensors': 'x' }
const cards = { 'r/models/repaired/card.json': repaired, 'r/models/talker/card.json': talker }

async function run(files: Readonly<Record<string, string>>, tensors: readonly Made[], itself = true) {
  const compared: (readonly string[])[] = []
  const context = {
    files: memoryFiles(files),
    notify: () => undefined,
    folder: async () => 'r',
    compareWeights: async (a: string, b: string) => {
      compared.push([a, b])
      return documentOf(a === b && itself ? tensors.map(({ name }) => drifted(name, 1)) : tensors)
    },
  } as unknown as CalibrationContext // the section asks for no more
  const { checks } = await driftSection.run(context)
  return { compared, verdicts: Object.fromEntries(checks.map(({ id, verdict }) => [id, verdict])), checks }
}

const within = [
  drifted('model.layers.2.self_attn.q_proj.weight', 0.2),
  drifted('model.layers.2.mlp.down_proj.weight', 0.4),
]
const still = drifted('model.layers.1.self_attn.q_proj.weight', 1)
const table = (rowsTouched: number) => drifted('model.embed_tokens.weight', 0.8, { rowsTouched })

describe('the drift section', () => {
  it('finds drift in what was trained, by the names of either library, and nowhere else', async () => {
    const { verdicts, compared, checks } = await run({ ...cards, ...weights }, [...within, still, table(2)])
    expect(verdicts).toEqual({
      'repaired/itself': 'passed',
      'repaired/drift-trained': 'passed',
      'repaired/drift-elsewhere': 'passed',
    })
    expect(compared[0]).toEqual(['r/models/talker/model.safetensors', 'r/models/repaired/model.safetensors'])
    // (80 + 60) of 200 elements.
    expect(checks.find(({ id }) => id === 'repaired/drift-trained')?.measured).toBe('drift = 0.700, n = 200')
  })

  it('names of GGUF are the same', async () => {
    const { verdicts } = await run({ ...cards, ...weights }, [
      drifted('blk.2.attn_q.weight', 0),
      drifted('blk.2.ffn_down.weight', 0),
      drifted('token_embd.weight', 0.8, { rowsTouched: 1 }),
    ])
    expect(verdicts).toMatchObject({
      'repaired/drift-trained': 'passed',
      'repaired/drift-elsewhere': 'passed',
    })
  })

  it('sees drift elsewhere: in another layer, and in more rows than were trained', async () => {
    const layer = await run({ ...cards, ...weights }, [
      ...within,
      drifted('model.layers.1.self_attn.q_proj.weight', 0.99),
    ])
    expect(layer.verdicts['repaired/drift-elsewhere']).toBe('failed')
    const rows = await run({ ...cards, ...weights }, [...within, table(3)])
    expect(rows.verdicts['repaired/drift-elsewhere']).toBe('failed')
    const norm = await run({ ...cards, ...weights }, [
      ...within,
      drifted('model.norm.weight', 0.9, { rows: 1, rowsTouched: 1 }),
    ])
    expect(norm.verdicts['repaired/drift-elsewhere']).toBe('failed')
  })

  it('sees that nothing drifted where it should, and that weights differ from themselves', async () => {
    const none = await run({ ...cards, ...weights }, [drifted('blk.2.attn_q.weight', 0.9)])
    expect(none.verdicts['repaired/drift-trained']).toBe('failed')
    const odd = await run({ ...cards, ...weights }, within, false)
    expect(odd.verdicts['repaired/itself']).toBe('failed')
    expect((await run({ ...cards, ...weights }, [])).verdicts['repaired/itself']).toBe('failed')
  })

  it('is missing, not passed, without weights or without such a card', async () => {
    const { verdicts, compared } = await run(cards, within)
    expect(compared).toEqual([])
    expect(verdicts).toEqual({
      'repaired/drift-trained': 'missing',
      'repaired/drift-elsewhere': 'missing',
    })
    const none = await run({ 'r/models/talker/card.json': talker }, within)
    expect(none.verdicts).toEqual({ drift: 'missing' })
  })
})
