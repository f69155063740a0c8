import { describe, expect, it } from 'vitest'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import { factorialCells } from './factorial-cells.js'
import { readFactorialRuns } from './read-runs.js'

const score = (metric: string, value: number, n: number, group?: string) => ({
  kind: 'scored',
  metric,
  value,
  n,
  ...(group === undefined ? {} : { group }),
})
const ladder = JSON.stringify({
  schema: 'assay.ladder/1',
  rungs: [
    {
      id: 3,
      evidence: [
        score('well-formed', 0.95, 40, 'verbatim'),
        score('unseen-pass', 0.536, 138),
        { kind: 'unscored', metric: 'novel-pass' },
        score('abstention', 0.17, 100, 'suppression'),
      ],
    },
    { id: 4, evidence: [score('p-first', 0.997, 32, 'call')] },
  ],
})
const read = (paths: readonly string[], files: Readonly<Record<string, string>>) =>
  readFactorialRuns(paths, memoryFiles(files))

describe('readFactorialRuns', () => {
  it('takes results of the ladder, with factors from their names', async () => {
    const name = 'r/corpus=diverse,lr=1e-5,seed=3.json'
    expect((await read([name], { [name]: ladder })).runs).toEqual([
      {
        name: 'corpus=diverse,lr=1e-5,seed=3',
        factors: { corpus: 'diverse', lr: '1e-5' },
        seed: 3,
        isComplete: true,
        counts: {
          'well-formed': { right: 38, n: 40 },
          unseen: { right: 74, n: 138 },
          suppression: { right: 17, n: 100 },
        },
        figures: { 'p-first': 0.997 },
      },
    ])
  })

  it('takes a list with a declared contrast, and reports that fill it in', async () => {
    const list = JSON.stringify({
      contrast: {
        measure: 'suppression',
        factor: 'lr',
        from: '1e-5',
        to: 2e-6,
        within: { corpus: 'diverse' },
      },
      runs: [
        {
          factors: { corpus: 'diverse', lr: 1e-5, frozen: true },
          seed: 1,
          steps: 2202,
          counts: { unseen: '7/8' },
          report: 'x.json',
        },
        { name: 'b', complete: false, counts: { unseen: { right: 0, n: 0 } } },
      ],
    })
    const { runs, contrast } = await read(['r/l.json'], { 'r/l.json': list, 'r/x.json': ladder })
    expect(contrast).toEqual({
      measure: 'suppression',
      factor: 'lr',
      from: '1e-5',
      to: '2e-6',
      within: { corpus: 'diverse' },
    })
    expect(runs[0]).toMatchObject({
      name: 'run #1',
      steps: 2202,
      factors: { corpus: 'diverse', lr: '1e-5', frozen: 'true' },
      counts: { unseen: { right: 7, n: 8 }, suppression: { right: 17, n: 100 } },
    })
    expect(runs[1]).toMatchObject({ name: 'b', isComplete: false, counts: { unseen: { right: 0, n: 0 } } })
  })

  it('takes CSV: counts by their look, the rest as factors', async () => {
    const csv =
      'run,corpus,lr,seed,complete,p-first,unseen\nx,diverse,1e-5,1,yes,0.9,7/8\ny,narrow,2e-6,2,partial,,\n'
    expect((await read(['l.csv'], { 'l.csv': csv })).runs).toEqual([
      {
        name: 'x',
        factors: { corpus: 'diverse', lr: '1e-5' },
        seed: 1,
        isComplete: true,
        counts: { unseen: { right: 7, n: 8 } },
        figures: { 'p-first': 0.9 },
      },
      {
        name: 'y',
        factors: { corpus: 'narrow', lr: '2e-6' },
        seed: 2,
        isComplete: false,
        counts: {},
        figures: {},
      },
    ])
  })

  it.each([
    ['{"schema": "other"}', /neither runs/],
    ['[3]', /no object/],
    ['[{"counts": {"unseen": "9/8"}}]', /neither "7\/8"/],
    ['[{"counts": {"unseen": 3}}]', /neither "7\/8"/],
    ['[{"complete": "maybe"}]', /neither true nor false/],
    ['[{"seed": -1}]', /no whole number/],
    ['[{"figures": {"p-first": 2}}]', /from 0 to 1/],
    ['[{"factors": {"lr": []}}]', /no text/],
    ['[{"report": "gone.json"}]', /no such file/],
    ['{"runs": [], "contrast": {"measure": "x"}}', /no "factor"/],
  ])('refuses %s', async (text, message) => {
    await expect(read(['l.json'], { 'l.json': text })).rejects.toThrow(message)
  })
})

describe('factorialCells', () => {
  it('marks cells that are missing, incomplete or have few seeds', () => {
    const run = (corpus: string, lr: string, seed: number, isComplete = true) => ({
      name: `${corpus}${lr}${seed}`,
      factors: { corpus, lr },
      seed,
      isComplete,
      counts: {},
      figures: {},
    })
    const { cells, factors } = factorialCells([
      ...[1, 2, 3].map((seed) => run('a', '1', seed)),
      run('a', '2', 1),
      run('b', '1', 1, false),
    ])
    expect(factors.map(({ levels }) => levels)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
    expect(cells.map(({ levels, state }) => [levels.corpus, levels.lr, state])).toEqual([
      ['a', '1', 'whole'],
      ['a', '2', 'few-seeds'],
      ['b', '1', 'incomplete'],
      ['b', '2', 'missing'],
    ])
  })
})
