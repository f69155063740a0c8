/** Assay as a library: public names in the order in which data flows. */

// Benchmark
export type { Benchmark, Item, McqItem, Need, QaItem, RetrievalItem, Tier } from './benchmark/item.js'
export { loadBenchmark } from './benchmark/load.js'
export { type BenchmarkReader, defineBenchmarkReader } from './benchmark/reader.js'
export { type Resolution, type ResolvedItem, resolveItems } from './benchmark/resolve.js'
// Catalog
export { type Catalog, catalogOf } from './catalog/catalog.js'
export { loadCatalog } from './catalog/import.js'
export { type LintOptions, type LintReport, lintCatalog } from './catalog/lint/lint.js'
export type { CatalogSource, SourceContext, SourceInput, ToolRecord } from './catalog/source.js'
export { defineCatalogSource } from './catalog/source.js'
export type { Tool, ToolSource } from './catalog/tool.js'
// Errors and ports
export { AssayError, BugError, type Fault, InputError, StoreError, SubjectError } from './errors.js'
export type { Clock, Files, Http, HttpRequest, HttpResponse, Notify } from './ports.js'
// Report
export type { Finding, ReportDocument, ScoreTable, SectionReport } from './report/document.js'
// Retrieval
export { defineRetrieverKind, type RetrieverContext, type RetrieverKind } from './retrieval/kind.js'
export { isRetrieverSpec, openRetriever } from './retrieval/open.js'
export {
  defineRetriever,
  type RankedTool,
  type Ranking,
  type RankRequest,
  type Retriever,
  type RetrieverIndex,
} from './retrieval/retriever.js'
export { type Bm25Settings, bm25 } from './retrieval/retrievers/bm25.js'
export { catalogOrder } from './retrieval/retrievers/catalog-order.js'
export { dense } from './retrieval/retrievers/dense.js'
export { type HybridSettings, hybrid } from './retrieval/retrievers/hybrid.js'
export { predictions } from './retrieval/retrievers/predictions.js'
export { randomRetriever } from './retrieval/retrievers/random.js'
// Scores
export { defineRetrievalScorer, type RetrievalScorer } from './score/retrieval-scorer.js'
export type { Score, ScoredValue, UnscoredValue } from './score/score.js'
export { type RetrievalRequest, type RetrievalScores, scoreRetrieval } from './score/score-retrieval.js'
export { toolgenHits, toolgenNdcg } from './score/scorers/ndcg-toolgen.js'
// Audit
export { type AuditConfig, defineConfig } from './sections/config.js'
export { type AuditMaterial, defineSection, type Section } from './sections/section.js'
// Statistics
export { bootstrapMeans } from './stats/bootstrap.js'
export type { Interval } from './stats/interval.js'
export { kishEffectiveSize } from './stats/kish.js'
export { wilsonInterval } from './stats/wilson.js'
// Text
export {
  canonicalJson,
  ExactNumber,
  type JsonArray,
  type JsonObject,
  type JsonReading,
  type JsonReadOptions,
  type JsonValue,
  parseJson,
  writeJson,
} from './text/json.js'
export type { JsonFault } from './text/json-scanner.js'
