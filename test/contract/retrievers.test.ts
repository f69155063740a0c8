import { describe, expect, it } from 'vitest'
import type { RetrieverContext } from '../../src/retrieval/kind.js'
import { openRetriever } from '../../src/retrieval/open.js'
import { retrieverKinds } from '../../src/retrieval/retrievers/index.js'
import { byteFiles } from './byte-files.js'
import { fakeClock, fakeEmbeddings } from './fake-embeddings.js'
import { contractQueries, describeRetriever, type RetrieverSuite } from './retriever.js'

const predictions = [
  { id: 'q-boat', ranked: ['hireBoat', ' rent_boat', 'unknown', 'crew_1', 'twin_a'] },
  { id: 'q-tide', ranked: ['tide_table', 'twin_b'], scores: [0.5, 0.5] },
  { id: 'q-weather', ranked: ['天気', ' spaced  name ', '__proto__'] },
  { id: 'q-long', ranked: Array.from({ length: 30 }, (_, at) => `crew_${at}`), scores: Array(30).fill(1) },
  { id: 'q-none', ranked: [] },
]

const run = contractQueries
  .filter(({ id }) => id !== 'q-none')
  .flatMap(({ id }, query) => [7, 1, 4].map((at) => `${id} Q0 crew_${at + query} 0 ${-at} mine`))

function context(): Omit<RetrieverContext, 'open' | 'kindIds'> {
  return {
    files: byteFiles({
      'mine.jsonl': predictions.map((line) => JSON.stringify(line)).join('\n'),
      'mine.run': [...run, 'q-none Q0 nothing 1 1 mine'].join('\n'),
    }),
    http: fakeEmbeddings(),
    clock: fakeClock(),
    notify: () => {},
    variable: () => undefined,
    cacheFolder: 'cache',
    seed: 7,
  }
}

const always = 'ranks without looking at the query'
const stored = 'knows an item by its id, not by its query'

const suites: readonly (Omit<RetrieverSuite, 'open' | 'name'> & { readonly spec: string })[] = [
  { spec: 'random', exceptions: { 'blank query finds nothing': always } },
  {
    spec: 'catalog-order',
    exceptions: {
      'blank query finds nothing': always,
      'query decides': always,
      'the order of the catalog has no say': 'it is all that counts',
    },
  },
  { spec: 'bm25' },
  { spec: 'bm25:t3,okapi,k1=2,b=0.3,fields=nameWords^2+description+parameters,placeholders=drop' },
  { spec: 'bm25:t2' },
  { spec: 'dense:compatible:http://here/v1#letters' },
  { spec: 'dense:compatible:http://here/v1#letters,fields=description,query-prefix=query:%20' },
  { spec: 'hybrid:bm25+dense:compatible:http://here/v1#letters' },
  {
    spec: 'hybrid:k=10,depth=20,weights=2/1/0.5:bm25:t3+(hybrid:bm25+random)+random',
    exceptions: { 'blank query finds nothing': always },
  },
  { spec: 'predictions:mine.jsonl', exceptions: { 'blank query finds nothing': stored } },
  { spec: 'predictions:mine.run', exceptions: { 'blank query finds nothing': stored } },
]

for (const { spec, ...rest } of suites) {
  describeRetriever({ name: spec, open: () => openRetriever(spec, context()), ...rest })
}

describe('kinds of retrievers', () => {
  it('are all tried here', () => {
    const tried = new Set(suites.map(({ spec }) => spec.split(':', 1)[0]))
    expect(retrieverKinds.map(({ id }) => id).filter((id) => !tried.has(id))).toEqual([])
  })
  it('say how they are written and what they do', () => {
    for (const { id, usage, describes } of retrieverKinds) {
      expect(usage.startsWith(id)).toBe(true)
      expect(describes).not.toBe('')
    }
  })
})
