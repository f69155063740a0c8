import { cpus } from 'node:os'
import { hostFiles } from '../src/adapters/files.js'
import { catalogOf } from '../src/catalog/catalog.js'
import { readCatalogLines } from '../src/catalog/store.js'
import type { Tool } from '../src/catalog/tool.js'
import { randomStream } from '../src/numeric/random.js'
import { bm25 } from '../src/retrieval/retrievers/bm25.js'

/*
 * BM25 on a large catalog of your own: npm run bench -- large-catalog catalog.jsonl
 * Queries are eight words in a row out of the descriptions of seeded random tools.
 */
const [path] = process.argv.slice(2)
if (path === undefined || path.startsWith('-')) {
  console.log('Large catalog: name one, e.g. npm run bench -- large-catalog catalog.jsonl')
} else {
  const tools: Tool[] = []
  for await (const { tool } of readCatalogLines(hostFiles.stream(path), path)) tools.push(tool)
  const random = randomStream(0, 'large-catalog')
  const requests: { readonly query: string; readonly k: number }[] = []
  while (requests.length < 500) {
    const words = tools[random.below(tools.length)]?.description?.split(/\s+/).slice(0, 8).join(' ') ?? ''
    if (words.length > 20) requests.push({ query: words, k: 50 })
  }
  const started = performance.now()
  const index = await bm25().index(catalogOf(tools))
  const indexed = performance.now()
  const rankings = await index.rank(requests)
  const ended = performance.now()
  console.log(`BM25, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`)
  console.log(`${path}: ${tools.length} tools, ${rankings.length} queries, best 50`)
  console.log(
    `index ${((indexed - started) / 1000).toFixed(2)} s, queries ${((ended - indexed) / 1000).toFixed(2)} s`,
  )
}
