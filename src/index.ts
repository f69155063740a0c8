/** Assay as a library: public names in the order in which data flows. */

// The main jobs, on this machine
export { type AuditOptions, audit } from './adapters/audit-here.js'
// Adapters: files, network and clocks of this machine
export { hostTemplates } from './adapters/chat-template.js'
export { hostClock } from './adapters/clock.js'
export { hostDrafts } from './adapters/drafts.js'
export { hostFiles } from './adapters/files.js'
export { hostHttp } from './adapters/http.js'
export { type ReadOptions, readBenchmark, readCatalog } from './adapters/read-here.js'
export { type CallScores, type GivenOutput, type ScoreRequest, score } from './adapters/score-here.js'
// Dialogues: packs, plans and calls carried out
export { CacheState } from './agent/cache-state.js'
export type { CallInterceptor } from './agent/call-tool.js'
export type { DialogueTemplate } from './agent/dialogue-template.js'
export {
  type CallsOutcome,
  type CallsRequest,
  executeCalls,
  executeCallsSync,
} from './agent/execute-calls.js'
export { executePlan, executePlanSync, type PlanOutcome, type PlanRequest } from './agent/execute-plan.js'
export {
  type DialogueGrammar,
  definePack,
  type Pack,
  type PackOpening,
  type PackTool,
  type PackWorld,
} from './agent/pack.js'
export { type ParsedPlan, type ParseLimits, parsePlan } from './agent/python/parse-plan.js'
export type { ToolResult } from './agent/tool-result.js'
export type { TurnRecord } from './agent/turn-record.js'
// Agreement
export { agreementOf } from './annotation/agreement.js'
// Benchmark
export { type CallGold, type CallTask, callTaskOf, type GoldCall } from './benchmark/call-item.js'
export { type Dialogue, dialogueOf } from './benchmark/dialogue-item.js'
export type { Ask } from './benchmark/generate/ask.js'
export { balanceOptions } from './benchmark/generate/balance/balance-options.js'
export { balancePairs } from './benchmark/generate/balance/balance-pairs.js'
export { completedCard, type DataCardRequest, dataCard } from './benchmark/generate/data-card.js'
// Benchmarks made
export {
  type FactsOutcome,
  type FactsRequest,
  generateFacts,
} from './benchmark/generate/facts/generate-facts.js'
export { generateMcq, generateQa } from './benchmark/generate/probe/generate-probes.js'
export { generateRrb, type RrbOutcome, type RrbRequest } from './benchmark/generate/rrb/generate-rrb.js'
export { judgeQueries } from './benchmark/generate/rrb/judge-queries.js'
export type { Benchmark, Item, McqItem, Need, QaItem, RetrievalItem, Tier } from './benchmark/item.js'
export { loadBenchmark } from './benchmark/load.js'
export type { NullRanker } from './benchmark/nulls/null-ranker.js'
export { nullRankers } from './benchmark/nulls/null-rankers.js'
// Benchmarks audited
export { type OptionRule, optionRules } from './benchmark/nulls/option-rules.js'
export { type BenchmarkReader, defineBenchmarkReader } from './benchmark/reader.js'
export { type Resolution, type ResolvedItem, resolveItems } from './benchmark/resolve.js'
// Catalog
export { type Catalog, catalogOf } from './catalog/catalog.js'
export { loadCatalog } from './catalog/import.js'
export { type LintOptions, type LintReport, lintCatalog } from './catalog/lint/lint.js'
export type { CatalogSource, SourceContext, SourceInput, ToolRecord } from './catalog/source.js'
export { defineCatalogSource } from './catalog/source.js'
export type { Tool, ToolSource } from './catalog/tool.js'
export type { DriftDocument } from './checkpoint/drift-document.js'
// Weights
export { type DriftRequest, measureDrift } from './checkpoint/measure-drift.js'
export { type CheckpointHost, openCheckpoint } from './checkpoint/open-checkpoint.js'
export { type CorpusStatistics, corpusStatistics } from './corpus/corpus-statistics.js'
// The ladder
export { type ReadCorpusOptions, readCorpus } from './corpus/read-corpus.js'
export type { CorpusExample, ToolCorpus } from './corpus/tool-corpus.js'
// Errors and ports
export { AssayError, BugError, type Fault, InputError, StoreError, SubjectError } from './errors.js'
// Logs of other tools
export type { Exchange, ExchangeAnswer } from './exchange/exchange.js'
export { defineExchangeReader, type ExchangeReader } from './exchange/exchange-reader.js'
export { openLog } from './exchange/open-log.js'
export { exchangeReaders } from './exchange/readers/index.js'
export { carryItems } from './experiment/carry-items.js'
// Experiments
export {
  type CatalogExperiment,
  catalogExperiment,
  type ExperimentRequest,
} from './experiment/catalog-experiment.js'
export { confusionItems } from './experiment/confusion-items.js'
export { judgeDescriptions } from './experiment/description-judge.js'
export { type SizePoint, sizeCurve } from './experiment/size-curve.js'
export { readMapping, type ToolMapping } from './experiment/tool-mapping.js'
export { type Battery, defineBattery } from './ladder/batteries/battery.js'
export { type BatteryInput, type BuiltBatteries, buildBatteries } from './ladder/batteries/build-batteries.js'
export { type ClimbRequest, climb } from './ladder/climb.js'
export type { KeywordSet } from './ladder/keyword-set.js'
export { readKeywordSet } from './ladder/keyword-tests/read-keyword-set.js'
export { caseTask, type LadderCase } from './ladder/ladder-case.js'
export type { LadderDocument } from './ladder/ladder-document.js'
export type { LadderEvidence } from './ladder/ladder-evidence.js'
export { defineRung, type Rung, type RungId, type RungResult } from './ladder/rung.js'
export { type LadderVerdict, ladderVerdict } from './ladder/verdict.js'
// Parametric tool knowledge
export { type BeamSettings, beamSearch, type Hypothesis } from './parametric/beam-search.js'
export type { NextTokens, TokenSource } from './parametric/next-tokens.js'
export { readTokenMap } from './parametric/read-token-map.js'
export { TokenTrie } from './parametric/token-trie.js'
export { tokenizeMap } from './parametric/tokenize-map.js'
export type { Clock, Files, Http, HttpRequest, HttpResponse, Notify } from './ports.js'
// Probes
export { type ProbeFacts, type ProbePlan, type ProbePlanOptions, planProbe } from './probe/probe-plan.js'
export { mcqPrompt, type ProbePrompt, qaPrompt, type ShownText } from './probe/probe-prompts.js'
export { type ToolDisplay, ToolDisplays } from './probe/tool-display.js'
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
export { importLogs, type LogImport, type LogImportOutcome } from './run/readers/import-logs.js'
// Scores
export { type CallMatching, type MatchingRequest, matchCalls } from './score/calls/call-matching.js'
export { type CallVerdict, judgeCalls, type ReadOutput, readOutputOf } from './score/calls/call-verdict.js'
export { type OutputScoreRequest, type OutputScores, scoreOutputs } from './score/calls/score-outputs.js'
export type { ScoredItem } from './score/calls/scored-item.js'
export { isSameValue } from './score/calls/value-equality.js'
export type { VerdictList } from './score/calls/verdict-list.js'
export {
  DialogueScorer,
  type DialogueScores,
  type DialogueScoring,
  type PlayedDialogue,
  scoreDialogues,
} from './score/dialogue/score-dialogues.js'
export type { DialogueVerdict } from './score/dialogue/strict/turn-verdict.js'
export { defineRetrievalScorer, type RetrievalScorer } from './score/retrieval-scorer.js'
export type { Score, ScoredValue, UnscoredValue } from './score/score.js'
export { type RetrievalRequest, type RetrievalScores, scoreRetrieval } from './score/score-retrieval.js'
export { toolgenHits, toolgenNdcg } from './score/scorers/ndcg-toolgen.js'
// Audit
export { type AuditConfig, defineConfig } from './sections/config.js'
export { type AuditMaterial, defineSection, type Section } from './sections/section.js'
// Statistics
export { bootstrapMeans } from './stats/bootstrap.js'
export { bcaMeans } from './stats/bootstrap-bca.js'
export { clopperPearsonInterval } from './stats/clopper-pearson.js'
export { cohenKappa } from './stats/cohen-kappa.js'
export {
  type CompareRequest,
  type ComparisonVerdict,
  comparePaired,
  type PairedComparison,
} from './stats/compare-paired.js'
export { fleissKappa } from './stats/fleiss-kappa.js'
export { grim, grimSplits } from './stats/grim.js'
export { holmAdjusted } from './stats/holm.js'
export type { Interval } from './stats/interval.js'
export { kishEffectiveSize } from './stats/kish.js'
export { krippendorffAlpha } from './stats/krippendorff-alpha.js'
export { maxStatisticTest } from './stats/max-statistic.js'
export { exactMcNemar } from './stats/mcnemar.js'
export { moverInterval, newcombeInterval } from './stats/mover.js'
export { newcombePairedInterval, type PairCounts } from './stats/newcombe-paired.js'
export { minimumDetectableDifference, neededUnits } from './stats/power.js'
export { signFlipTest } from './stats/sign-flip.js'
export { wilsonInterval } from './stats/wilson.js'
// Subjects
export { SubjectFailure } from './subject/failure.js'
export { type PreflightOptions, preflight } from './subject/preflight.js'
export type { PreflightFinding } from './subject/preflight-finding.js'
export type { SubjectReply } from './subject/reply.js'
export type { ChatRequest, ContinuationRequest, SubjectRequest } from './subject/request.js'
export { readScript, type Script } from './subject/script.js'
export { type ScriptedOptions, scriptedSubject } from './subject/scripted.js'
export { type AskContext, defineSubject, type Subject } from './subject/subject.js'
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
// Tool calls
export { type Detection, detectDialect } from './toolcall/detect-dialect.js'
export { type Dialect, defineDialect, type Message, type WrittenCall } from './toolcall/dialect.js'
export { type DialectConfig, dialectFromJson } from './toolcall/dialect-config.js'
export type { DialectData, PayloadKind } from './toolcall/dialect-data.js'
export { dialects } from './toolcall/dialects/index.js'
export { createOutputParser, type OutputParser } from './toolcall/output-parser.js'
export { type OfferedTools, type ParseRequest, parse } from './toolcall/parse.js'
export { type OutputText, type ParseOptions, parseOutput } from './toolcall/parse-output.js'
export type { CallFault, Flag, Level, Outcome, ParsedCall, Parsing, Repair } from './toolcall/parsed-call.js'
export { parsingToJson } from './toolcall/parsing-json.js'
export {
  checkSchema,
  type PreparedSchema,
  preparedSchema,
  type SchemaCheck,
  type SchemaOptions,
  STRICT,
} from './toolcall/schema/check-schema.js'
export { type Coercion, type CoercionReport, coercionsOf } from './toolcall/schema/coercions.js'
export type { SchemaLimits } from './toolcall/schema/limits.js'
export type { SchemaFault, SchemaGap } from './toolcall/schema/schema-fault.js'
export { type ToolTable, toolTable } from './toolcall/tool-table.js'
export { type AuditVerdict, auditBenchmark, type BenchmarkAudit } from './validity/audit-benchmark.js'
export type { AuditCheck } from './validity/audit-check.js'
export type { AuditRequest } from './validity/audit-subject.js'
export { auditChecks } from './validity/checks/index.js'
