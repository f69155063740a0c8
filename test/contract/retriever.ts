import { beforeAll, describe, expect, it } from 'vitest'
import { type Catalog, catalogOf } from '../../src/catalog/catalog.js'
import { emptyInputSchema, type Tool } from '../../src/catalog/tool.js'
import type { Ranking, RankRequest, Retriever, RetrieverIndex } from '../../src/retrieval/retriever.js'
import { canonicalJson } from '../../src/text/json.js'

export interface RetrieverSuite {
  readonly name: string
  /** A new retriever each time. It may not remember what another one was asked. */
  readonly open: () => Retriever | Promise<Retriever>
  /** Laws that do not hold for this retriever, each with the reason. */
  readonly exceptions?: Readonly<Partial<Record<RetrieverLaw, string>>>
}

/** The laws that a retriever may be excepted from. */
export type RetrieverLaw =
  | 'blank query finds nothing'
  | 'query decides'
  | 'the order of the catalog has no say'

/** Requests of the laws carry these ids, so that retrievers whose answers are stored can hold them. */
export const contractQueries: readonly { readonly id: string; readonly query: string }[] = [
  { id: 'q-boat', query: 'Hire a sailing boat for two days' },
  { id: 'q-tide', query: 'when is high tide tomorrow?' },
  { id: 'q-weather', query: 'Wetter für Zürich — 天気 🌧️' },
  { id: 'q-long', query: 'berth harbour berth boat tide weather '.repeat(200) },
  { id: 'q-none', query: 'xyzzy' },
]

function tool(name: string, fields: Partial<Tool> = {}): Tool {
  return { name, inputSchema: emptyInputSchema(), source: { format: 'contract', at: name }, ...fields }
}

/** Names and texts of every awkward kind: no text, the same text twice, other scripts, white space, markup. */
export const contractCatalog: Catalog = catalogOf([
  tool('hireBoat', { description: 'Hire a boat for some days', aliases: ['rent_boat'] }),
  tool('tide_table', { title: 'Tide table', description: 'Times of high and low tide in a harbour' }),
  tool('天気', { description: '天気 weather forecast' }),
  tool('twin_a', { description: 'Reserve a berth in the harbour', service: 'Harbour' }),
  tool('twin_b', { description: 'Reserve a berth in the harbour', service: 'Harbour' }),
  tool('nothing'),
  tool(' spaced  name ', { description: 'weather <b>now</b>' }),
  tool('__proto__', { description: 'A name that is also a key of objects' }),
  tool('constructor', { description: 'Another such name, about boats' }),
  tool('Sky Watch&&by town', {
    service: 'Sky Watch',
    endpoint: 'by town',
    description: 'Weather for sailors',
  }),
  ...Array.from({ length: 30 }, (_, at) =>
    tool(`crew_${at}`, { description: `Crew list number ${at} of a boat` }),
  ),
])

/** Laws of every retriever; retrievers of users can be run through them, too. */
export function describeRetriever({ name, open, exceptions = {} }: RetrieverSuite): void {
  const law = (which: RetrieverLaw, check: () => Promise<void>): void => {
    const reason = exceptions[which]
    if (reason === undefined) it(which, check)
    else it.skip(`${which} (excepted: ${reason})`, check)
  }
  const requests = (fields: Partial<RankRequest> = {}): readonly RankRequest[] =>
    contractQueries.map((query) => ({ ...query, k: 10, ...fields }))

  describe(`retriever ${name}`, () => {
    let index: RetrieverIndex
    let rankings: readonly Ranking[]

    beforeAll(async () => {
      index = await (await open()).index(contractCatalog)
      rankings = await index.rank(requests())
    })

    it('has an id, and an identity that is plain data and always the same', async () => {
      const [one, other] = [await open(), await open()]
      expect(one.id).not.toBe('')
      expect(other.id).toBe(one.id)
      expect(canonicalJson(other.identity)).toBe(canonicalJson(one.identity))
      expect(canonicalJson(one.identity)).toMatch(/"kind"/)
    })

    it('gives one ranking a request, in order', async () => {
      expect(rankings).toHaveLength(contractQueries.length)
      const turned = await index.rank(requests().toReversed())
      expect(turned.toReversed()).toEqual(rankings)
      expect(await index.rank([])).toEqual([])
    })

    it('gives the same again: asked twice, asked alone, and by another one', async () => {
      expect(await index.rank(requests())).toEqual(rankings)
      for (const [at, request] of requests().entries())
        expect(await index.rank([request])).toEqual([rankings[at]])
      const other = await (await open()).index(contractCatalog)
      expect(await other.rank(requests())).toEqual(rankings)
    })

    it('ranks tools of the catalog, each once, by falling scores that are numbers', () => {
      const names = new Set(contractCatalog.tools.map((one) => one.name))
      for (const ranking of rankings) {
        expect(new Set(ranking.map((ranked) => ranked.name)).size).toBe(ranking.length)
        for (const [at, ranked] of ranking.entries()) {
          expect(names).toContain(ranked.name)
          expect(Number.isFinite(ranked.score)).toBe(true)
          expect(ranked.score).toBeLessThanOrEqual(ranking[at - 1]?.score ?? Number.POSITIVE_INFINITY)
        }
      }
    })

    it('gives k tools at most, and beyond them only what ties with the k-th', () => {
      for (const ranking of rankings) {
        for (const extra of ranking.slice(10)) expect(extra.score).toBe(ranking[9]?.score)
      }
    })

    it('gives the head of a longer ranking when fewer are wanted, ties with the last included', async () => {
      const all = await index.rank(requests({ k: contractCatalog.tools.length + 5 }))
      for (const k of [1, 2, 5, 10]) {
        const short = await index.rank(requests({ k }))
        for (const [at, ranking] of short.entries()) {
          const whole = all[at] ?? []
          const last = whole[k - 1]?.score ?? Number.NEGATIVE_INFINITY
          expect(ranking).toEqual(whole.filter((ranked) => ranked.score >= last))
        }
      }
    })

    it('keeps to a pool, by names or aliases, and passes over what is no tool', async () => {
      const pool = ['crew_3', 'rent_boat', 'no such tool', 'crew_3', '__proto__', '天気']
      const allowed = new Set(['crew_3', 'hireBoat', '__proto__', '天気'])
      for (const ranking of await index.rank(requests({ pool }))) {
        expect(new Set(ranking.map((ranked) => ranked.name)).size).toBe(ranking.length)
        for (const ranked of ranking) expect(allowed).toContain(ranked.name)
      }
      expect(await index.rank(requests({ pool: [] }))).toEqual(contractQueries.map(() => []))
    })

    it('has nothing to rank in an empty catalog', async () => {
      const empty = await (await open()).index(catalogOf([]))
      expect(await empty.rank(requests())).toEqual(contractQueries.map(() => []))
    })

    law('blank query finds nothing', async () => {
      const blank = await index.rank(['', ' \t\n'].map((query) => ({ query, k: 10 })))
      expect(blank).toEqual([[], []])
    })

    law('query decides', async () => {
      expect(rankings[0]).not.toEqual(rankings[1])
    })

    law('the order of the catalog has no say', async () => {
      const turned = await (await open()).index(catalogOf(contractCatalog.tools.toReversed()))
      const byName = (ranking: Ranking) => new Map(ranking.map(({ name: ranked, score }) => [ranked, score]))
      for (const [at, ranking] of (await turned.rank(requests())).entries()) {
        const wanted = byName(rankings[at] ?? [])
        const found = byName(ranking)
        expect([...found.keys()].toSorted()).toEqual([...wanted.keys()].toSorted())
        for (const [ranked, score] of wanted) expect(found.get(ranked)).toBeCloseTo(score, 9)
      }
    })
  })
}
