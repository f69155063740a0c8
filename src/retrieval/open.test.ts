import { describe, expect, it } from 'vitest'
import { fakeClock, fakeEmbeddings } from '../../test/contract/fake-embeddings.js'
import { memoryFiles } from '../../test/contract/memory-files.js'
import { contractCatalog } from '../../test/contract/retriever.js'
import type { RetrieverContext } from './kind.js'
import { isRetrieverSpec, openRetriever } from './open.js'

const context: Omit<RetrieverContext, 'open' | 'kindIds'> = {
  files: memoryFiles({ 'a+b#1.jsonl': '{"id":"q","free":["echo"],"ranked":["add"]}' }),
  http: fakeEmbeddings(),
  clock: fakeClock(),
  notify: () => {},
  variable: () => undefined,
  cacheFolder: 'cache',
  seed: 3,
}

const open = (spec: string) => openRetriever(spec, context)
const idOf = async (spec: string): Promise<string> => (await open(spec)).id
const identityOf = async (spec: string) => ({ ...(await open(spec)).identity })

describe('openRetriever', () => {
  it.each([
    ['bm25', 'bm25'],
    ['bm25:t1,lucene,k1=1.2,b=0.75', 'bm25'],
    ['bm25:T3,Okapi', 'bm25:t3,okapi'],
    ['bm25:okapi,k1=1.2', 'bm25:okapi,k1=1.2'],
    [
      'bm25:placeholders=drop,fields=name+description^2,b=0.5',
      'bm25:b=0.5,fields=name+description^2,placeholders=drop',
    ],
    ['random', 'random'],
    ['catalog-order', 'catalog-order'],
    ['hybrid:bm25+random', 'hybrid:bm25+random'],
    ['hybrid:bm25:fields=name+description+random', 'hybrid:bm25:fields=name+description+random'],
    ['hybrid:k=60,weights=1/1:bm25+random', 'hybrid:bm25+random'],
    [
      'hybrid:k=5,depth=9,weights=2/1:bm25+(hybrid:random+bm25:t3)',
      'hybrid:k=5,depth=9,weights=2/1:bm25+(hybrid:random+bm25:t3)',
    ],
    ['dense:compatible:http://here:1/v1/#org/model-1', 'dense:compatible:http://here:1/v1#org/model-1'],
    [
      'dense:compatible:https://here/v1/embeddings?api-version=7#m,batch=8,concurrency=2,dimensions=64,limit=500,fields=title,query-prefix=query:%20,placeholders=drop',
      'dense:compatible:https://here/v1#m,dimensions=64,limit=500,fields=title,placeholders=drop,query-prefix=query%3A%20',
    ],
    ['predictions:a+b#1.jsonl', 'predictions:a+b#1.jsonl#ranked'],
    ['predictions:a+b#1.jsonl#free', 'predictions:a+b#1.jsonl#free'],
    ['hybrid:predictions:a+b#1.jsonl+bm25', 'hybrid:predictions:a+b#1.jsonl#ranked+bm25'],
  ])('opens %s as %s, which opens as the same', async (spec, id) => {
    expect(await idOf(spec)).toBe(id)
    expect(await identityOf(id)).toEqual(await identityOf(spec))
    expect(await idOf(id)).toBe(id)
  })

  it('sets what was asked for', async () => {
    expect(await identityOf('bm25:t2,okapi,b=0.5')).toMatchObject({
      tokenizer: 't2',
      idf: 'okapi',
      k1: 1.5,
      b: 0.5,
    })
    expect(await identityOf('bm25')).toMatchObject({ tokenizer: 't1', idf: 'lucene', k1: 1.2, b: 0.75 })
    expect(await identityOf('random')).toMatchObject({ seed: 3 })
    expect(await identityOf('random:seed=11')).toMatchObject({ seed: 11 })
    expect(await identityOf('hybrid:k=5,depth=9,weights=2/0.5:bm25+random')).toMatchObject({
      k: 5,
      depth: 9,
      weights: [2, 0.5],
    })
  })

  it.each([
    ['bm52', /no retriever "bm52"[^]*Did you mean bm25\[/],
    ['', /no retriever ""[^]*an empty spec[^]*Known are random, /],
    ['colbert:x', /Known are random, catalog-order, bm25, dense, hybrid, predictions/],
    ['bm25:t4', /no option "t4"/],
    ['bm25:okapy', /Did you mean okapi\?/],
    ['bm25:k2=1', /no option "k2=1"\. Did you mean k1=\?/],
    ['bm25:t1=1', /no option "t1=1"/],
    ['bm25:k1', /no option "k1"/],
    ['bm25:k1=x', /k1 must be a number from 0 to 100, not "x"/],
    ['bm25:b=1.5', /b must be a number from 0 to 1/],
    ['bm25:b=1e-1', /b must be a number/],
    ['bm25:fields=', /no field ""/],
    ['bm25:placeholders=no', /placeholders is keep or drop/],
    ['random:7', /no option "7"/],
    ['random:seed=1.5', /a whole number/],
    ['catalog-order:reverse', /takes no options/],
    ['hybrid:', /two retrievers or more/],
    ['hybrid:bm25', /two retrievers or more/],
    ['hybrid:bm25+', /missing beside a "\+"/],
    ['hybrid:bm25+dens', /no retriever "dens"/],
    ['hybrid:(bm25+random', /bracket/],
    ['hybrid:k=1', /two retrievers or more/],
    ['hybrid:k=x:bm25+random', /k must be a number/],
    ['hybrid:weights=1/2/3:bm25+random', /3 weights for 2 retrievers/],
    ['hybrid:weights=0/1:bm25+random', /a weight must be/],
    ['hybrid:k=1,deep=2:bm25+random', /no option "deep=2"/],
    ['dense', /does not say which kind/],
    ['dense:openai:m', /does not say which kind/],
    ['dense:gguf:model.gguf', /cannot be run here[^]*dense:compatible:URL#MODEL/],
    ['dense:compatible:http://here/v1', /model is missing/],
    ['dense:compatible:http://here/v1#', /model is missing/],
    ['dense:compatible:here/v1#m', /not one of http or https/],
    ['dense:compatible:file:///etc/passwd#m', /not one of http or https/],
    ['dense:compatible:http://here/v1#m,dimension=3', /Did you mean dimensions=\?/],
    ['dense:compatible:http://here/v1#m,fields=name^2', /fields have no weights/],
    ['dense:compatible:http://here/v1#m,query-prefix=%', /percent-encoded/],
    ['dense:compatible:http://here/v1#m,key=sk-abc', /key names a variable/],
    ['dense:compatible:http://here/v1#m,batch=0', /batch must be a whole number from 1/],
    ['predictions:', /file is missing/],
    ['predictions:nowhere.run', /no such file/],
  ])('refuses %j', async (spec, message) => {
    await expect(open(spec)).rejects.toThrow(message)
  })

  it('never shows what can be secret in an address', async () => {
    const secret = 'http://me:hush@here/v1?key=hush2#m'
    for (const spec of [
      `dense:compatible:${secret}`,
      `dens:compatible:${secret}`,
      `hybrid:bm25+(dense:compatible:${secret}`,
      `dense:compatible:http://here/v1?key=hush2#m,batch=x`,
    ]) {
      const error: unknown = await open(spec).catch((thrown: unknown) => thrown)
      expect(String(error)).toMatch(/InputError/)
      expect(String(error)).not.toMatch(/hush/)
    }
  })

  it('opens nested retrievers only so deep', async () => {
    let spec = 'bm25'
    for (let level = 0; level < 12; level++) spec = `hybrid:(${spec})+random`
    await expect(open(spec)).rejects.toThrow(/nested more than 8 deep/)
  })
})

describe('isRetrieverSpec', () => {
  it('goes by the first word', () => {
    expect(isRetrieverSpec('bm25:nonsense')).toBe(true)
    expect(isRetrieverSpec('openai:gpt')).toBe(false)
    expect(isRetrieverSpec('bm2')).toBe(false)
  })
})

describe('predictions', () => {
  it('have no answer to items that the file lacks', async () => {
    const index = await (await open('predictions:a+b#1.jsonl')).index(contractCatalog)
    const request = { id: 'other', query: 'x', k: 3 }
    expect(index.covers?.(request)).toBe(false)
    expect(index.covers?.({ ...request, id: 'q' })).toBe(true)
    expect(() => index.rank([request, { query: 'x', k: 3 }])).toThrow(
      /no prediction for "other", an item without id[^]*a\+b#1\.jsonl[^]*fix:/,
    )
  })
  it('decide for a hybrid whether it has an answer', async () => {
    const index = await (await open('hybrid:bm25+predictions:a+b#1.jsonl')).index(contractCatalog)
    expect(index.covers?.({ id: 'other', query: 'x', k: 3 })).toBe(false)
    expect(index.covers?.({ id: 'q', query: 'x', k: 3 })).toBe(true)
  })
  it('pass over strangers and repeats, and say so', async () => {
    const notices: string[] = []
    const files = memoryFiles({ p: '{"id":"q","ranked":["hireBoat","ghost"," rent_boat ","crew_1"]}' })
    const retriever = await openRetriever('predictions:p', {
      ...context,
      files,
      notify: (line) => void notices.push(line),
    })
    const index = await retriever.index(contractCatalog)
    const [ranking] = await index.rank([{ id: 'q', query: '', k: 9 }])
    expect(ranking?.map(({ name }) => name)).toEqual(['hireBoat', 'crew_1'])
    expect(notices).toEqual([
      'p: 1 names are not in the catalog and were passed over, e.g. "ghost"',
      'p: 1 tools were named again for the same item and passed over',
    ])
  })
})
