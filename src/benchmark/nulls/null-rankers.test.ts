import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildTool } from '../../catalog/build-tool.js'
import { catalogOf } from '../../catalog/catalog.js'
import type { ResolvedItem } from '../resolve.js'
import { rankingByScore } from './null-ranker.js'
import { nullRankers } from './null-rankers.js'
import { popularity } from './popularity.js'

const catalogWith = (...names: readonly string[]) =>
  catalogOf(names.map((name) => buildTool({ name, source: { format: 'test', at: '' } })))

const resolved = (
  id: string,
  gold: readonly string[],
  more: Partial<ResolvedItem['item']> = {},
): ResolvedItem => ({
  item: { kind: 'retrieval', id, query: 'q', gold: gold.map((name) => [name] as const), ...more },
  needs: gold.map((name) => [name]),
  tier: 'easy',
})

const rankerOf = (id: string) => {
  const ranker = nullRankers.find((one) => one.id === id)
  if (ranker === undefined) throw new Error(`no ranker ${id}`)
  return ranker
}

describe('null rankers', () => {
  it('have the ids that results are stored under', () => {
    expect(nullRankers.map(({ id }) => id)).toEqual(['random', 'popularity', 'pool-order', 'name-match'])
  })

  it('random puts all tools in one block', () => {
    const prepared = rankerOf('random').prepare([], catalogWith('a', 'b', 'c'))
    expect(prepared.inCatalog?.(resolved('1', ['a']), 5).of('b')).toMatchObject({ offset: 0, size: 3 })
    expect(prepared.inPool?.(resolved('1', ['a']), ['a', 'c']).of('c')).toMatchObject({ offset: 0, size: 2 })
  })

  it('pool-order leaves a pool as it is, and has nothing to say of a catalog', () => {
    const prepared = rankerOf('pool-order').prepare([], catalogWith('a', 'b', 'c'))
    const ranking = prepared.inPool?.(resolved('1', ['a']), ['c', 'a'])
    expect(ranking?.of('c')).toMatchObject({ offset: 0, size: 1 })
    expect(ranking?.of('a')).toMatchObject({ offset: 1, size: 1 })
    expect(prepared.inCatalog).toBeUndefined()
  })

  it('name-match goes by names alone, camelCase open and plurals cut', () => {
    const tools = catalogWith('Mail&&sendMessage', 'Mail&&listFolders', 'Weather&&now')
    const prepared = rankerOf('name-match').prepare([], tools)
    const item = resolved('1', ['Mail&&sendMessage'], { query: 'send messages to a folder' })
    const ranking = prepared.inCatalog?.(item, 5)
    expect(ranking?.of('Mail&&sendMessage')).toMatchObject({ offset: 0, size: 1 })
    expect(ranking?.of('Mail&&listFolders')).toMatchObject({ offset: 1, size: 1 })
    expect(ranking?.of('Weather&&now')).toBeUndefined()
    expect(prepared.inPool?.(item, ['Weather&&now', 'Mail&&sendMessage']).of('Weather&&now')).toMatchObject({
      offset: 1,
    })
  })
})

describe('popularity', () => {
  const catalog = catalogWith('a', 'b', 'c', 'd')

  it('counts gold in other clusters alone', () => {
    const items = [
      resolved('1', ['a'], { cluster: 'k' }),
      resolved('2', ['a'], { cluster: 'k' }),
      resolved('3', ['b'], { cluster: 'l' }),
      resolved('4', ['b'], { cluster: 'm' }),
    ]
    const prepared = popularity.prepare(items, catalog)
    const [first, , third] = items as [ResolvedItem, ResolvedItem, ResolvedItem, ResolvedItem]
    const ofFirst = prepared.inCatalog?.(first, 5)
    expect(ofFirst?.of('b')).toEqual({ offset: 0, size: 1, score: 2 })
    expect(ofFirst?.of('a')).toEqual({ offset: 1, size: 3, score: 0 })
    const ofThird = prepared.inCatalog?.(third, 5)
    expect(ofThird?.of('a')).toEqual({ offset: 0, size: 1, score: 2 })
    expect(ofThird?.of('b')).toEqual({ offset: 1, size: 1, score: 1 })
    expect(prepared.inPool?.(third, ['c', 'b', 'a']).of('b')).toMatchObject({ offset: 1, size: 1 })
  })

  it('stands where counting from scratch puts it', () => {
    const names = ['a', 'b', 'c', 'd']
    const item = fc.record({
      gold: fc.uniqueArray(fc.constantFrom(...names), { minLength: 1 }),
      cluster: fc.option(fc.constantFrom('k', 'l', 'm'), { nil: undefined }),
    })
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 12 }), (raw) => {
        const items = raw.map(({ gold, cluster }, at) =>
          resolved(`${at}`, gold, cluster === undefined ? {} : { cluster }),
        )
        const prepared = popularity.prepare(items, catalog)
        for (const one of items) {
          const others = items.filter((other) =>
            one.item.cluster === undefined ? other !== one : other.item.cluster !== one.item.cluster,
          )
          const counts = new Map(
            names.map((name) => [name, others.filter(({ needs }) => needs.flat().includes(name)).length]),
          )
          const oracle = rankingByScore(counts)
          const ranking = prepared.inCatalog?.(one, 5)
          for (const name of names) expect(ranking?.of(name)).toEqual(oracle.of(name))
        }
      }),
    )
  })
})
