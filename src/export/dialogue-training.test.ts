import { describe, expect, it } from 'vitest'
import { memoryFiles } from '../../test/contract/memory-files.js'
import { toyDialogue } from '../../test/generators/toy-dialogues.js'
import { toyWorld } from '../../test/generators/toy-world.js'
import { hostHash } from '../adapters/hash.js'
import { type DialogueTrainingRequest, writeDialogueTraining } from './dialogue-training.js'

const request = (more: Partial<DialogueTrainingRequest> = {}): DialogueTrainingRequest => ({
  dialogues: [toyDialogue('d1'), toyDialogue('d2')],
  world: toyWorld(),
  source: { path: 'dialogues', fingerprint: 'f', split: 'train' },
  seed: 0,
  assay: '0.0.0',
  folder: 'out',
  hash: hostHash,
  now: () => 0,
  ...more,
})

describe('writeDialogueTraining', () => {
  it('writes a pair for each turn of the user, the cache as gold left it', async () => {
    const files = memoryFiles()
    const card = await writeDialogueTraining(request(), files)
    expect(card).toMatchObject({
      schema: 'assay.training/1',
      recipe: 't1-sft',
      rows: 8,
      dialogues: 2,
      labels: { noop: 2, refine: 2, search: 2, seek: 2 },
    })
    const rows = String(files.contents.get('out/train.jsonl'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(rows.map(({ id }) => id).slice(0, 4)).toEqual(['d1/1', 'd1/3', 'd1/5', 'd1/7'])
    const [, , refine] = rows
    expect(refine.completion).toEqual([
      { role: 'assistant', content: expect.stringMatching(/^<CODE>\nbooks = get_from_cache[^]*\n<\/CODE>$/) },
    ])
    expect(refine.prompt[1].content).toContain('"good": "Books in north; 4 books found."')
    expect(refine.prompt[1].content).not.toContain('Thank you')
    expect([...files.contents.keys()].sort()).toEqual([
      'out/README.md',
      'out/manifest.json',
      'out/train.jsonl',
      'out/trl.yaml',
    ])
  })

  it('gives the same bytes twice, over its own folder and no other', async () => {
    const files = memoryFiles()
    await writeDialogueTraining(request(), files)
    const before = new Map(files.contents)
    await writeDialogueTraining(request(), files)
    expect(new Map(files.contents)).toEqual(before)
    await files.write('out/mine.txt', ['x'])
    files.contents.delete('out/manifest.json')
    await expect(writeDialogueTraining(request(), files)).rejects.toMatchObject({ code: 'output-occupied' })
  })

  it('refuses dialogues without plans, and plans that do not run', async () => {
    const { turns, ...rest } = toyDialogue('d')
    const bare = turns.map(({ plan: _, ...turn }) => turn)
    await expect(
      writeDialogueTraining(request({ dialogues: [{ ...rest, turns: bare }] }), memoryFiles()),
    ).rejects.toMatchObject({ code: 'training-empty' })
    const broken = turns.map((turn) => (turn.plan === undefined ? turn : { ...turn, plan: 'x = y' }))
    await expect(
      writeDialogueTraining(request({ dialogues: [{ ...rest, turns: broken }] }), memoryFiles()),
    ).rejects.toMatchObject({ code: 'plan-fails', where: 'item "d", turn 2' })
  })
})
