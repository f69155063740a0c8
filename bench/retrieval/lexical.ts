import { catalogOf } from '../../src/catalog/catalog.js'
import { emptyInputSchema, type Tool } from '../../src/catalog/tool.js'
import { bm25 } from '../../src/retrieval/retrievers/bm25.js'
import { tokenizers } from '../../src/text/tokenize.js'
import type { Corpus } from './corpus.js'
import { loadPeer, type MiniSearchPeer, type SqlitePeer, type WinkPeer } from './peers.js'

export const DEPTH = 50

export type Found = readonly { readonly position: number; readonly score: number }[]

/** Indexes the texts and returns what finds the best 50 for a query. */
export type LexicalContender = (texts: readonly string[]) => (query: string) => Found

export const lexicalContenders: Readonly<Record<string, LexicalContender>> = {
  assay(texts) {
    const tools = texts.map(
      (text, at): Tool => ({
        name: String(at),
        description: text,
        inputSchema: emptyInputSchema(),
        source: { format: 'bench', at: '' },
      }),
    )
    const retriever = bm25({
      recipe: { fields: [{ field: 'description', weight: 1 }], placeholders: 'keep' },
    })
    const index = retriever.index(catalogOf(tools))
    if (index instanceof Promise) throw new Error('BM25 is indexed at once')
    return (query) => {
      const rankings = index.rank([{ query, k: DEPTH }])
      if (rankings instanceof Promise) throw new Error('BM25 ranks at once')
      return (rankings[0] ?? []).map(({ name, score }) => ({ position: Number(name), score }))
    }
  },

  minisearch(texts) {
    const MiniSearch = loadPeer<MiniSearchPeer>('minisearch')
    const index = new MiniSearch({ fields: ['text'] })
    index.addAll(texts.map((text, id) => ({ id, text })))
    return (query) =>
      index
        .search(query)
        .slice(0, DEPTH)
        .map(({ id, score }) => ({ position: id, score }))
  },

  'better-sqlite3'(texts) {
    const Database = loadPeer<SqlitePeer>('better-sqlite3')
    const database = new Database(':memory:')
    database.exec('CREATE VIRTUAL TABLE tools USING fts5(text); BEGIN')
    const insert = database.prepare('INSERT INTO tools(rowid, text) VALUES (?, ?)')
    for (const [position, text] of texts.entries()) insert.run(position, text)
    database.exec('COMMIT')
    const select = database.prepare(
      'SELECT rowid AS position, -rank AS score FROM tools WHERE tools MATCH ? ORDER BY rank LIMIT ?',
    )
    return (query) => {
      const terms = tokenizers.t1.tokens(query).map((term) => `"${term}"`)
      return terms.length === 0 ? [] : (select.all(terms.join(' OR '), DEPTH) as Found) // as selected
    }
  },

  'wink-bm25-text-search'(texts) {
    const index = loadPeer<WinkPeer>('wink-bm25-text-search')()
    index.defineConfig({ fldWeights: { text: 1 }, bm25Params: { k1: 1.2, b: 0.75, k: 1 } })
    index.definePrepTasks([(text) => tokenizers.t1.tokens(text)])
    for (const [position, text] of texts.entries()) index.addDoc({ text }, position)
    index.consolidate(9)
    return (query) => index.search(query, DEPTH).map(([id, score]) => ({ position: Number(id), score }))
  },
}

export interface LexicalResult {
  readonly indexMs: number
  readonly queriesMs: number
  readonly queryMs: readonly number[]
  readonly peakBytes: number
  readonly found: readonly Found[]
}

/** What a child process does: index, ask every query once, report. */
export function runLexical(contender: LexicalContender, { texts, queries }: Corpus): LexicalResult {
  const started = performance.now()
  const search = contender(texts)
  const indexed = performance.now()
  const queryMs: number[] = []
  const found = queries.map((query) => {
    const before = performance.now()
    const result = search(query)
    queryMs.push(performance.now() - before)
    return result
  })
  const done = performance.now()
  return {
    indexMs: indexed - started,
    queriesMs: done - indexed,
    queryMs,
    peakBytes: process.resourceUsage().maxRSS * 1024,
    found,
  }
}
