import { describe, expect, it } from 'vitest'
import { neutralDrill, worseDrill } from '../../test/generators/catalog-drill.js'
import { describedCatalog, noisySelector } from '../../test/generators/noisy-selector.js'
import type { CarriedItem } from './carry-items.js'
import { catalogExperiment } from './catalog-experiment.js'
import type { Answers, ItemAnswer } from './item-answer.js'
import { TermContributions } from './term-contributions.js'
import { toolReports } from './tool-report.js'

const side = { kind: 'retrieval' } as CarriedItem['before'] // not looked at by the tests that use it
const item = (id: string, tool: string, cluster?: string): CarriedItem => ({
  id,
  query: id,
  tools: [tool],
  before: side,
  after: side,
  ...(cluster === undefined ? {} : { cluster }),
})
const answer = (value: number): ItemAnswer => ({ value, named: [] })
const answers = (values: Readonly<Record<string, readonly number[]>>): Answers =>
  new Map(Object.entries(values).map(([id, trials]) => [id, trials.map(answer)]))
const settings = { margin: 0.03, seed: 0, permutations: 2000 }

/** Twelve items of each tool, by the values of one tool before and after. */
function experiment(
  tools: Readonly<Record<string, readonly [before: readonly number[], after: readonly number[]]>>,
  {
    varies = false,
    cluster,
  }: { readonly varies?: boolean; readonly cluster?: (tool: string, at: number) => string } = {},
) {
  const names = Object.keys(tools)
  const items = names.flatMap((tool) =>
    Array.from({ length: 12 }, (_, at) => item(`${tool}${at}`, tool, cluster?.(tool, at))),
  )
  const of = (which: 0 | 1) =>
    answers(Object.fromEntries(items.map(({ id, tools: [tool = ''] }) => [id, tools_(tool, which)])))
  const tools_ = (tool: string, which: 0 | 1): readonly number[] => tools[tool]?.[which] ?? []
  return catalogExperiment({ items, measured: { before: of(0), after: of(1), varies }, ...settings })
}

describe('catalogExperiment', () => {
  it('pairs items, and gives each tool its own p, adjusted by Holm', () => {
    const found = experiment({ a: [[1], [0]], b: [[1], [1]], c: [[0], [0]] })
    const [all] = found.overall
    expect(all).toMatchObject({ verdict: 'worse', before: 2 / 3, after: 1 / 3, lost: 12, gained: 0, n: 36 })
    expect(all.difference).toBeCloseTo(-1 / 3)
    const [a, ...others] = found.tools
    expect(a).toMatchObject({ tool: 'a', verdict: 'worse', lost: 12 })
    expect(a?.p).toBeCloseTo(2 / 2 ** 12)
    expect(a?.adjustedP).toBeCloseTo(6 / 2 ** 12)
    expect(others.map(({ verdict, p }) => [verdict, p])).toEqual([
      ['not-enough-data', 1],
      ['not-enough-data', 1],
    ])
  })

  it('does not believe a difference that is smaller than runs of one prompt lie apart', () => {
    const wild = experiment(
      {
        a: [
          [1, 1, 0],
          [0, 0, 1],
        ],
      },
      { varies: true },
    )
    expect(wild.overall[0]).toMatchObject({
      verdict: 'not-enough-data',
      doubt: expect.stringMatching(/100\.0 points apart/),
    })
    expect(wild.tools[0]?.verdict).toBe('not-enough-data')
    const tame = experiment(
      {
        a: [
          [1, 1, 1],
          [0, 0, 1],
        ],
      },
      { varies: true },
    )
    expect(tame.overall[0].verdict).toBe('not-enough-data')
    const sure = experiment(
      {
        a: [
          [1, 1, 1],
          [0, 0, 0],
        ],
      },
      { varies: true },
    )
    expect(sure.overall[0]).toMatchObject({ verdict: 'worse', runs: { runs: 3, spread: 0 } })
  })

  it('wants three runs of a model before it says better or worse', () => {
    const found = experiment({ a: [[1], [0]] }, { varies: true })
    expect(found.overall[0]).toMatchObject({
      verdict: 'not-enough-data',
      doubt: expect.stringMatching(/3 runs[^]*there is 1/),
    })
  })

  it('counts clusters within a tool where they part its items, and items where they only name the tool', () => {
    const nested = experiment({ a: [[1], [0]], b: [[1], [1]] }, { cluster: (tool) => tool })
    expect(nested.tools[0]).toMatchObject({ tool: 'a', units: 'items', verdict: 'worse' })
    const parted = experiment({ a: [[1], [0]], b: [[1], [1]] }, { cluster: (tool, at) => `${tool}${at % 4}` })
    expect(parted.tools[0]).toMatchObject({
      tool: 'a',
      units: 'clusters',
      clusters: 4,
      verdict: 'not-enough-data',
    })
  })

  it('leaves out items that one side did not answer', () => {
    const items = ['x', 'y', 'z'].map((id) => item(id, 't'))
    const measured = {
      before: answers({ x: [1], y: [1] }),
      after: answers({ x: [1], z: [0] }),
      varies: false,
    }
    const found = catalogExperiment({ items, measured, ...settings })
    expect([found.overall[0].n, found.unmeasured]).toEqual([1, ['y', 'z']])
  })
})

const CONTENT =
  'amber basin cedar delta ember fjord grove heath inlet jetty knoll lagoon marsh notch orchard plateau quarry ridge spring tundra'.split(
    ' ',
  )

/** Sixteen tools with ten words of their own each. */
const catalog = describedCatalog(
  Array.from({ length: 16 }, (_, tool) => ({
    name: `tool_${'abcdefghijklmnop'[tool]}`,
    description: Array.from(
      { length: 10 },
      (_unused, at) => `${CONTENT[(tool + at) % 20]}${'abcdefghijklmnop'[tool]}`,
    ).join(' '),
  })),
)

describe('drills', () => {
  it.each(['bm25', noisySelector({ seed: 0, noise: 0.3, wobble: 0.3 })] as const)(
    'find the three tools of twelve that were made worse, and no other (%#)',
    async (subject) => {
      const drill = await worseDrill({ catalog, tools: 12, worsened: 3, itemsATool: 12, subject, seed: 0 })
      expect(drill.tools).toBe(12)
      expect([...drill.found].sort()).toEqual([...drill.worsened].sort())
      expect(drill.others).toEqual([])
      const { experiment: found, carried, measured } = drill
      const contributions = {
        before: new TermContributions(drill.before),
        after: new TermContributions(drill.after),
      }
      const [worst] = toolReports({ experiment: found, carried, measured, contributions })
      expect(worst?.lostQueries.length).toBe(worst?.lost)
      expect(worst?.worthTesting[0]).toMatchObject({ kind: 'restore-words', tool: worst?.tool })
      const own = new Set(
        drill.before.tools[drill.before.position(worst?.tool ?? '') ?? 0]?.description?.split(' '),
      )
      expect(worst?.lostWords.every(({ word }) => own.has(word))).toBe(true)
    },
  )

  it('take neutral rewrites for no change, but for what chance allows', async () => {
    const drill = await neutralDrill({ simulations: 5, seed: 0, noise: 2.5, wobble: 1 })
    expect(drill.alarms).toBeLessThanOrEqual(2)
    expect(drill.items).toBe(400)
  })
})
