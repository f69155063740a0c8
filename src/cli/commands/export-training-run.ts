import { version } from '../../adapters/version.js'
import type { Benchmark } from '../../benchmark/item.js'
import { loadBenchmark } from '../../benchmark/load.js'
import type { Catalog } from '../../catalog/catalog.js'
import { loadCatalog } from '../../catalog/import.js'
import { tokenMapOf } from '../../corpus/token-map.js'
import { type ToolTokens, tokensOf, tokensOfMap } from '../../corpus/tool-tokens.js'
import { type RecipeId, recipes } from '../../corpus/training-recipe.js'
import { vocabularyCounter } from '../../corpus/vocabulary-counter.js'
import { InputError } from '../../errors.js'
import { writeTrainingSet } from '../../export/training-set.js'
import { loadTokenCounter, type TokenCounter } from '../../text/count-tokens.js'
import { type JsonObject, writeJson } from '../../text/json.js'
import { readJsonText } from '../../text/jsonl.js'
import { printable } from '../../text/printable.js'
import { importContextOf, importOptionsOf } from '../catalog/catalog-flags.js'
import type { CliContext } from '../command.js'
import { guardOutput } from '../output-guard.js'
import { openNamedRetriever } from '../retriever-opening.js'
import { readVocabulary } from '../vocabulary-option.js'
import { type ExportTrainingFlags, needed, refuseOtherFlags } from './export-training-flags.js'
import { textOfTraining } from './export-training-text.js'

export interface ExportTokensFlags extends ExportTrainingFlags {
  readonly recipe: RecipeId
}

/** @throws {InputError} what reading the inputs and `writeTrainingSet` throw. */
export async function runExportTraining(
  flags: ExportTokensFlags,
  { given, context }: { readonly given: (name: string) => boolean; readonly context: CliContext },
): Promise<void> {
  const { recipe: id, queries = [], test = [] } = flags
  refuseOtherFlags(id, given)
  const sources = needed(flags.catalog, {
    flag: '--catalog',
    recipe: id,
    fix: 'Name the catalog whose tools become tokens.',
  })
  const stage = needed(flags.stage, {
    flag: '--stage',
    recipe: id,
    fix: 'Give --stage 1 for documentation and tokens, --stage 2 for queries and tokens.',
  })
  guardOutput(flags.output, [...sources, ...queries, ...test])
  checkLength(flags)
  // Wrong words and missing files are said before a catalog of 125,000 tools is read.
  const retriever = await openNamedRetriever(flags.negatives, flags, context)
  const counter = await openCounter(flags.tokenizer, context)
  const queryBenchmarks = await loadAll(queries, context)
  const tests = await loadAll(test, context)
  const { catalog } = await loadCatalog(sources, importContextOf(context), importOptionsOf(flags))
  const recipe = recipes[id]
  const card = await writeTrainingSet(
    {
      catalog,
      tokens: await openTokens(flags.tokens ?? recipe.tokens, catalog, context),
      recipe,
      stage,
      update: flags.lora === true ? 'lora' : 'fft',
      queries: queryBenchmarks,
      tests,
      dropNearDuplicates: flags.dropNearDuplicates === true,
      retriever,
      negativeCount: flags.options - 1,
      budget: { counter, maxTokens: flags.maxTokens, reserve: flags.reserve },
      seed: flags.seed,
      assay: version,
      folder: flags.output,
    },
    {
      files: context.files,
      notify: context.notify,
      pause: () => context.clock.sleep(0, context.signal),
    },
  )
  context.print(flags.json ? `${writeJson(card, 2)}\n` : textOf(card, flags.output))
}

function textOf(card: JsonObject, folder: string): string {
  return `${textOfTraining(card)}Written: ${printable(folder)}\n`
}

function checkLength({ maxTokens, reserve }: ExportTrainingFlags): void {
  if (reserve < maxTokens) return
  throw new InputError({
    code: 'token-budget',
    what: `Of ${maxTokens} tokens ${reserve} are kept for the chat template, so that none is left.`,
    where: '--reserve',
    fix: 'Give a smaller --reserve or a larger --max-tokens.',
  })
}

async function openCounter(path: string | undefined, context: CliContext): Promise<TokenCounter> {
  if (path === undefined) return loadTokenCounter()
  return vocabularyCounter(await readVocabulary(path, context), path)
}

async function loadAll(
  paths: readonly string[],
  { files, notify }: CliContext,
): Promise<readonly Benchmark[]> {
  const benchmarks: Benchmark[] = []
  for (const path of paths) benchmarks.push(await loadBenchmark(path, { files, notify }))
  return benchmarks
}

async function openTokens(spec: string, { tools }: Catalog, { files }: CliContext): Promise<ToolTokens> {
  if (spec === 'flat' || spec === 'hierarchical') return tokensOf(tools, spec)
  const text = new TextDecoder().decode(await files.read(spec))
  return tokensOfMap(tools, tokenMapOf(readJsonText(text, { path: spec }), spec), spec)
}
