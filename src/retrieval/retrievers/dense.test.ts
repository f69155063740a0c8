import { describe, expect, it } from 'vitest'
import { byteFiles } from '../../../test/contract/byte-files.js'
import {
  answer,
  bytes,
  fakeClock,
  fakeEmbeddings,
  letterVector,
  type Mishap,
} from '../../../test/contract/fake-embeddings.js'
import type { MemoryFiles } from '../../../test/contract/memory-files.js'
import { type Catalog, catalogOf } from '../../catalog/catalog.js'
import { emptyInputSchema, type Tool } from '../../catalog/tool.js'
import { openRetriever } from '../open.js'
import type { Ranking, RankRequest } from '../retriever.js'

const tool = (name: string, description?: string): Tool => ({
  name,
  inputSchema: emptyInputSchema(),
  ...(description === undefined ? {} : { description }),
  source: { format: 'test', at: name },
})

const catalog = catalogOf([
  tool('a1', 'abba'),
  tool('b1', 'bib'),
  tool('c1', 'cicci'),
  tool('c2', 'cicci'),
  tool('none'),
  tool('d1', 'daddy'),
])

interface Setting {
  readonly spec?: string
  readonly catalog?: Catalog
  readonly files?: MemoryFiles
  readonly mishap?: Mishap
  readonly vectorOf?: (text: string) => readonly number[]
  readonly variables?: Readonly<Record<string, string>>
}

const SPEC = 'dense:compatible:http://here/v1#m,fields=description,batch=2,concurrency=1'

function setUp(setting: Setting = {}) {
  const { spec = SPEC, files = byteFiles(), mishap, vectorOf, variables = {} } = setting
  const http = fakeEmbeddings({
    ...(mishap === undefined ? {} : { mishap }),
    ...(vectorOf === undefined ? {} : { vectorOf }),
  })
  const clock = fakeClock()
  const notices: string[] = []
  const index = async () => {
    const context = {
      files,
      http,
      clock,
      notify: (line: string) => void notices.push(line),
      variable: (name: string) => variables[name],
      cacheFolder: 'cache',
      seed: 0,
    }
    return (await openRetriever(spec, context)).index(setting.catalog ?? catalog)
  }
  const rank = async (...requests: readonly RankRequest[]): Promise<readonly Ranking[]> =>
    (await index()).rank(requests)
  return { http, clock, notices, files, index, rank }
}

const ask = (query: string, k = 9): RankRequest => ({ query, k })
const namesOf = (ranking: Ranking | undefined) => ranking?.map(({ name }) => name)
const cosine = (left: readonly number[], right: readonly number[]): number => {
  const dot = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
  return dot(left, right) / Math.sqrt(dot(left, left) * dot(right, right))
}

describe('dense', () => {
  it('ranks by cosine; tools without text are not found, tools of one text tie', async () => {
    const [ranking] = await setUp().rank(ask('cc'))
    expect(namesOf(ranking)).toEqual(['c1', 'c2', 'b1', 'a1', 'd1'])
    expect(ranking?.[0]?.score).toBeCloseTo(cosine(letterVector('cc'), letterVector('cicci')), 6)
    expect(ranking?.[1]?.score).toBe(ranking?.[0]?.score)
    expect(ranking?.[2]?.score).toBeCloseTo(cosine(letterVector('cc'), letterVector('bib')), 6)
  })

  it('counts tools, not texts, up to k', async () => {
    const { rank } = setUp()
    const [one, two, three] = await rank(ask('cc', 1), ask('cc', 2), ask('cc', 3))
    expect([namesOf(one), namesOf(two), namesOf(three)]).toEqual([
      ['c1', 'c2'],
      ['c1', 'c2'],
      ['c1', 'c2', 'b1'],
    ])
  })

  it('asks for each text once, and for none when all are cached', async () => {
    const files = byteFiles()
    const first = setUp({ files })
    const rankings = await first.rank(ask('cc'), ask(' '), ask('cc'), ask('dd'))
    expect(first.http.asked).toEqual([
      ['abba', 'bib'],
      ['cicci', 'daddy'],
      ['cc', 'dd'],
    ])
    expect(rankings[1]).toEqual([])
    const offline = setUp({ files, mishap: () => answer({ status: 500 }) })
    expect(await offline.rank(ask('cc'), ask(''), ask('cc'), ask('dd'))).toEqual(rankings)
    expect(offline.http.asked).toEqual([])
    expect([...files.contents.keys()].toSorted()).toEqual([
      expect.stringMatching(/^cache\/vectors\/m-queries-[0-9a-f]{16}\.vectors$/),
      expect.stringMatching(/^cache\/vectors\/m-tools-[0-9a-f]{16}\.vectors$/),
    ])
  })

  it('keeps what came before a failure and goes on from there', async () => {
    const files = byteFiles()
    const failing = setUp({
      files,
      mishap: (texts) => (texts.includes('cicci') ? answer({ status: 503 }) : undefined),
    })
    await expect(failing.rank(ask('cc'))).rejects.toThrow(/answered 503/)
    expect(failing.clock.sleeps).toHaveLength(5)
    const resumed = setUp({ files })
    await resumed.rank(ask('cc'))
    expect(resumed.http.asked).toEqual([['cicci', 'daddy'], ['cc']])
  })

  it.each([
    ['NaN', '{"data":[{"index":0,"embedding":[NaN]},{"index":1,"embedding":[1]}]}', /NaN or Infinity/],
    [
      'other dimensions',
      '{"data":[{"index":0,"embedding":[1]},{"index":1,"embedding":[1]}]}',
      /1 dimensions after others had 11/,
    ],
  ])('stops at %s half-way, keeping what was cached', async (_, body, message) => {
    const files = byteFiles()
    const failing = setUp({
      files,
      mishap: (texts) => (texts.includes('cicci') ? answer({ body: bytes(body) }) : undefined),
    })
    await expect(failing.rank(ask('cc'))).rejects.toThrow(message)
    const resumed = setUp({ files })
    await resumed.rank(ask('cc'))
    expect(resumed.http.asked[0]).toEqual(['cicci', 'daddy'])
  })

  it('refuses a model that gives queries other dimensions', async () => {
    const { rank } = setUp({ vectorOf: (text) => (text === 'cc' ? [1, 2] : letterVector(text)) })
    await expect(rank(ask('cc'))).rejects.toThrow(/2 dimensions after others had 11/)
  })

  it.each([
    ['another catalog', { catalog: catalogOf(catalog.tools.slice(0, 3)) }],
    ['another model', { spec: SPEC.replace('#m', '#n') }],
    ['another recipe', { spec: SPEC.replace('fields=description', 'fields=description+title') }],
    ['another limit', { spec: `${SPEC},limit=900` }],
    ['another prefix', { spec: `${SPEC},tool-prefix=p:` }],
    ['another endpoint', { spec: SPEC.replace('here', 'there') }],
    ['other dimensions', { spec: `${SPEC},dimensions=11` }],
  ])('does not take the cached vectors of %s', async (_, other) => {
    const files = byteFiles()
    await setUp({ files }).index()
    const second = setUp({ files, ...other })
    await second.index()
    expect(second.http.asked.flat().length).toBeGreaterThan(2)
  })

  it('heals a damaged cache and says so', async () => {
    const files = byteFiles()
    await setUp({ files }).index()
    const [path = ''] = [...files.contents.keys()]
    const stored = files.contents.get(path) as Uint8Array // written as bytes
    files.contents.set(path, stored.slice(0, -3))
    const { http, notices, rank } = setUp({ files })
    const [ranking] = await rank(ask('dd'))
    expect(namesOf(ranking)?.[0]).toBe('d1')
    expect(http.asked).toEqual([['daddy'], ['dd']])
    expect(notices[0]).toMatch(/damaged and were cut off; 3 vectors are kept/)
  })

  it('sends prefixes and texts cut to the limit, never half a character', async () => {
    const { http, rank } = setUp({
      spec: 'dense:compatible:http://here/v1#m,fields=description,limit=3,tool-prefix=passage:%20,query-prefix=query:%20',
      catalog: catalogOf([tool('x', 'ab🌧️cd'), tool('y', ' ')]),
    })
    await rank(ask('hi'))
    expect(http.asked).toEqual([['passage: ab'], ['query: hi']])
  })

  it('has an answer when nothing can be embedded', async () => {
    const { http, rank } = setUp({ catalog: catalogOf([tool('x'), tool('y', ' ')]) })
    expect(await rank(ask('hi'))).toEqual([[]])
    expect(http.asked).toEqual([])
  })

  describe('keys', () => {
    const sent = async (spec: string, variables: Readonly<Record<string, string>>) => {
      const { http, index } = setUp({ spec, variables })
      await index()
      return http.requests[0]?.headers?.authorization
    }
    const all = { OPENAI_API_KEY: 'open', ASSAY_EMBEDDINGS_KEY: 'ours', MINE: ' mine\n' }
    it('go where they belong', async () => {
      expect(await sent('dense:compatible:https://api.openai.com/v1#m', all)).toBe('Bearer open')
      expect(await sent('dense:compatible:http://here/v1#m', all)).toBe('Bearer ours')
      expect(await sent('dense:compatible:http://here/v1#m,key=MINE', all)).toBe('Bearer mine')
      expect(await sent('dense:compatible:http://here/v1#m', { OPENAI_API_KEY: 'open' })).toBeUndefined()
    })
    it('must be there where they are needed, and look like one', async () => {
      await expect(sent('dense:compatible:https://api.openai.com/v1#m', {})).rejects.toThrow(
        /OPENAI_API_KEY is not set/,
      )
      await expect(sent('dense:compatible:http://here/v1#m,key=MINE', {})).rejects.toThrow(/MINE is not set/)
      const odd = sent('dense:compatible:http://here/v1#m,key=MINE', { MINE: 'a b' })
      await expect(odd).rejects.toThrow(/characters that no key has/)
      await expect(odd).rejects.not.toThrow(/a b/)
    })
    it('are not written to the cache', async () => {
      const files = byteFiles()
      const { rank } = setUp({
        files,
        spec: 'dense:compatible:http://here/v1?token=hush#m,key=MINE',
        variables: { MINE: 'hush' },
      })
      await rank(ask('hi'))
      for (const [path, content] of files.contents) {
        expect(path + new TextDecoder('latin1').decode(content as Uint8Array)).not.toContain('hush')
      }
    })
  })
})
