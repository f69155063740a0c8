import { describe, expect, it } from 'vitest'
import { catalogWith, query, subjectOf } from '../../../test/generators/audited-items.js'
import type { RetrievalItem } from '../../benchmark/item.js'
import type { NullFamily } from './null-family.js'
import { retrievalFamilies } from './retrieval-families.js'

const familiesOf = (items: readonly RetrievalItem[], names: readonly string[]): readonly NullFamily[] => {
  const catalog = catalogWith(...names.map((name) => ({ name })))
  return retrievalFamilies(subjectOf(items, { catalog }).resolution.items, catalog)
}
const rightOf = (family: NullFamily | undefined) =>
  Object.fromEntries((family?.nulls ?? []).map(({ id, right }) => [id, Array.from(right)]))
const numbered = (count: number) => Array.from({ length: count }, (_, at) => `t${at}`)

describe('retrievalFamilies', () => {
  const items = [
    query('one', 'pay a bill', [['pay']], { pool: ['draw', 'pay', 'fly', 'sing'], cluster: 'k' }),
    query('two', 'draw and pay', [['draw'], ['pay']], { pool: ['draw', 'pay', 'fly', 'sing'] }),
    query('poolless', 'sing', [['sing']]),
    query('empty', 'fly', [['fly']], { pool: [] }),
  ]
  const [inCatalog, inPool, ...rest] = familiesOf(items, ['pay', 'draw', 'fly', 'sing', 'hum'])

  it('measures recall in the catalog for all, and R-precision for items with a pool', () => {
    expect(rest).toEqual([])
    expect(inCatalog).toMatchObject({
      kind: 'retrieval',
      group: 'catalog',
      metric: 'recall@1',
      ids: ['one', 'two', 'poolless', 'empty'],
      clusters: ['k', undefined, undefined, undefined],
      texts: ['pay a bill', 'draw and pay', 'sing', 'fly'],
      hasOpposites: false,
      whenHigh: 'bad',
    })
    expect(inPool).toMatchObject({
      group: 'pool',
      metric: 'r-precision',
      ids: ['one', 'two'],
      texts: ['pay a bill', 'draw and pay'],
      hasOpposites: false,
      whenHigh: 'care',
    })
    expect(inCatalog).not.toHaveProperty('drawnFrom')
  })

  it('takes random order for chance: one of five tools, one or two of four in a pool', () => {
    for (const [at, value] of [0.2, 0.2, 0.2, 0.2].entries()) {
      expect(inCatalog?.chance[at]).toBeCloseTo(value, 12)
    }
    expect(rightOf(inPool).random).toEqual([0.25, 0.5])
    expect(Array.from(inPool?.chance ?? [])).toEqual([0.25, 0.5])
  })

  it('ranks the pool as it stands, and by names', () => {
    expect(Object.keys(rightOf(inCatalog))).toEqual(['random', 'popularity', 'name-match'])
    expect(Object.keys(rightOf(inPool))).toEqual(['random', 'popularity', 'pool-order', 'name-match'])
    expect(rightOf(inPool)['pool-order']).toEqual([0, 1])
    expect(rightOf(inPool)['name-match']).toEqual([1, 1])
    expect(rightOf(inCatalog)['name-match']).toEqual([1, 0.5, 1, 1])
  })

  it('says which null models are made from the items, and which are blind', () => {
    expect(inPool?.nulls.map(({ id, isBlind, isLearnt }) => [id, isBlind, isLearnt])).toEqual([
      ['random', true, undefined],
      ['popularity', true, true],
      ['pool-order', true, undefined],
      ['name-match', false, undefined],
    ])
    expect(inPool?.nulls[0]).not.toHaveProperty('isLearnt')
  })

  it('looks five deep from fifty tools on', () => {
    const one = [query('q', 'pay', [['t0']])]
    expect(familiesOf(one, numbered(49)).map(({ metric }) => metric)).toEqual(['recall@1'])
    const [family] = familiesOf(one, numbered(50))
    expect(family?.metric).toBe('recall@5')
    expect(family?.chance[0]).toBeCloseTo(0.1, 12)
  })

  it('draws five thousand of more at even distances', () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => query(`q${at}`, 'x', [['t0']]))
    const [all] = familiesOf(many(5000), ['t0', 't1'])
    expect(all?.ids).toHaveLength(5000)
    expect(all).not.toHaveProperty('drawnFrom')
    const [half] = familiesOf(many(10_000), ['t0', 't1'])
    expect(half?.drawnFrom).toBe(10_000)
    expect(half?.ids).toEqual(Array.from({ length: 5000 }, (_, at) => `q${2 * at}`))
  })
})
