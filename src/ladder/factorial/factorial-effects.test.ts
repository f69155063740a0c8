import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { FactorialRun } from '../factorial-run.js'
import { type FactorialEffect, factorialEffects } from './factorial-effects.js'

interface OracleEffect {
  readonly kind: string
  readonly name: string
  readonly value: number
  readonly low: number
  readonly high: number
  readonly p: number
  readonly holm: number
}

interface OracleTable {
  readonly runs: readonly (Readonly<Record<string, string>> & {
    readonly seed: number
    readonly right: number
    readonly n: number
  })[]
  readonly degrees: number
  readonly effects: readonly OracleEffect[]
  readonly declared:
    | (Omit<OracleEffect, 'kind' | 'name' | 'holm'> & {
        readonly factor: string
        readonly from: string
        readonly to: string
        readonly within: Readonly<Record<string, string>>
      })
    | null
}

/** By statsmodels; see test/oracles/factorial.py. */
const oracle = JSON.parse(readFileSync('test/fixtures/statistics/factorial.json', 'utf8')) as Record<
  string,
  OracleTable
>

function runsOf({ runs }: OracleTable): readonly FactorialRun[] {
  return runs.map(({ seed, right, n, ...factors }, at) => ({
    name: `run ${at}`,
    factors,
    seed,
    isComplete: true,
    counts: { unseen: { right, n } },
    figures: {},
  }))
}

const named = (effects: readonly FactorialEffect[], name: string) =>
  effects.find((effect) => effect.name === name)

describe('factorialEffects', () => {
  it.each(Object.entries(oracle))('gives what statsmodels gives: %s', (_name, table) => {
    const contrast = table.declared === null ? {} : { contrast: { measure: 'unseen', ...table.declared } }
    const effects = factorialEffects({ runs: runsOf(table), ...contrast })
    for (const expected of table.effects) {
      const found = named(effects, expected.name)
      expect(found).toMatchObject({
        kind: expected.kind,
        state: 'estimated',
        degrees: table.degrees,
        value: expect.closeTo(expected.value, 9),
        interval: [expect.closeTo(expected.low, 7), expect.closeTo(expected.high, 7)],
        p: expect.closeTo(expected.p, 8),
        adjustedP: expect.closeTo(expected.holm, 8),
      })
    }
    const [declared] = effects
    if (table.declared !== null) {
      const { value, low, high, p } = table.declared
      expect(declared).toMatchObject({
        kind: 'declared',
        value: expect.closeTo(value, 9),
        interval: [expect.closeTo(low, 7), expect.closeTo(high, 7)],
        p: expect.closeTo(p, 8),
      })
    }
  })

  it('leaves an interaction with an empty cell open, and says that main effects assume none', () => {
    const effects = factorialEffects({ runs: runsOf(oracle.emptyCell as OracleTable) })
    expect(effects.filter(({ kind }) => kind === 'interaction')).toMatchObject([{ state: 'open' }])
    expect(effects.filter(({ kind }) => kind === 'main')).toMatchObject([
      { isAdditive: true },
      { isAdditive: true },
    ])
  })

  it('leaves out incomplete runs, runs without the measure, and factors that do not change', () => {
    const runs = runsOf(oracle.balanced as OracleTable).map((run) => ({
      ...run,
      factors: { ...run.factors, optimiser: 'adam' },
    }))
    const plain = factorialEffects({ runs })
    const odd = { ...(runs[0] as FactorialRun), counts: { unseen: { right: 0, n: 100 } } }
    const more = [
      ...runs,
      { ...odd, name: 'partial', isComplete: false },
      { ...odd, name: 'unmeasured', counts: {} },
    ]
    expect(factorialEffects({ runs: more })).toEqual(plain)
    expect(plain.some(({ name }) => name.includes('adam'))).toBe(false)
  })

  it('has no interval for the five runs of one seed a cell', () => {
    const cells = ['diverse', 'narrow'].flatMap((corpus) => ['1e-5', '2e-6'].map((lr) => ({ corpus, lr })))
    const runs = [...cells, cells[0] as { corpus: string; lr: string }].map((factors, at) => ({
      name: `run ${at}`,
      factors,
      seed: at < 4 ? 1 : 2,
      isComplete: at < 4,
      counts: { suppression: { right: 10 * at, n: 100 } },
      figures: {},
    }))
    const effects = factorialEffects({ runs })
    expect(effects.filter(({ kind, state }) => kind === 'interaction' && state === 'open')).toHaveLength(1)
    // Four runs and an additive model leave one degree of freedom: an interval of 12.7 errors.
    expect(named(effects, 'lr: 2e-6 → 1e-5')).toMatchObject({
      state: 'estimated',
      degrees: 1,
      isAdditive: true,
    })
  })

  it('leaves factors that change together open', () => {
    const runs = [1, 2, 3].flatMap((seed) =>
      ['x', 'y'].map((level) => ({
        name: `${level}${seed}`,
        factors: { corpus: level, lr: level },
        seed,
        isComplete: true,
        counts: { unseen: { right: seed + (level === 'x' ? 0 : 10), n: 20 } },
        figures: {},
      })),
    )
    expect(factorialEffects({ runs }).map(({ state }) => state)).toEqual(['open', 'open', 'open'])
  })

  it('says what a declared contrast lacks', () => {
    const contrast = { measure: 'unseen', factor: 'corpus', from: 'diverse', to: 'huge', within: {} }
    expect(factorialEffects({ runs: runsOf(oracle.balanced as OracleTable), contrast })[0]).toMatchObject({
      kind: 'declared',
      state: 'open',
      reason: 'no complete run has corpus at huge',
    })
  })

  it('takes a level that all runs share as kept, and names the level that none has', () => {
    const runs = ['1e-5', '2e-6'].flatMap((lr, at) =>
      [1, 2].map((seed) => ({
        name: `${lr}, seed ${seed}`,
        factors: { corpus: 'diverse', lr },
        seed,
        isComplete: true,
        counts: { suppression: { right: 17 + 30 * at + 4 * seed, n: 100 } },
        figures: {},
      })),
    )
    const contrast = { measure: 'suppression', factor: 'lr', from: '1e-5', to: '2e-6' }
    const shared = factorialEffects({ runs, contrast: { ...contrast, within: { corpus: 'diverse' } } })[0]
    expect(shared).toMatchObject({ kind: 'declared', state: 'estimated', n: 4, isAdditive: false })
    const bare = factorialEffects({ runs, contrast: { ...contrast, within: {} } })[0]
    expect(shared).toMatchObject({ ...bare, name: 'lr: 1e-5 → 2e-6 (corpus diverse)' })
    expect(
      factorialEffects({ runs, contrast: { ...contrast, within: { corpus: 'narrow' } } })[0],
    ).toMatchObject({
      state: 'open',
      reason: 'no complete run has corpus at narrow',
    })
    const one = { ...contrast, factor: 'corpus', from: 'diverse', to: 'narrow', within: {} }
    expect(factorialEffects({ runs, contrast: one })[0]).toMatchObject({
      reason: 'no complete run has corpus at narrow',
    })
  })
})
