import { hostHash } from '../../adapters/hash.js'
import { version } from '../../adapters/version.js'
import type { Benchmark } from '../../benchmark/item.js'
import { loadBenchmark } from '../../benchmark/load.js'
import { loadCatalog } from '../../catalog/import.js'
import { type ReadCorpusOptions, readCorpus } from '../../corpus/read-corpus.js'
import type { ToolCorpus } from '../../corpus/tool-corpus.js'
import { vocabularyCounter } from '../../corpus/vocabulary-counter.js'
import { InputError } from '../../errors.js'
import type { EvaluationSet } from '../../export/repair/evaluation-texts.js'
import { writeRepairSet } from '../../export/repair/repair-set.js'
import { testTexts } from '../../export/training-texts.js'
import { readKeywordSet } from '../../ladder/keyword-tests/read-keyword-set.js'
import { keywordRuleOf } from '../../ladder/keyword-tests/rules/index.js'
import type { LadderCase } from '../../ladder/ladder-case.js'
import { loadTokenCounter } from '../../text/count-tokens.js'
import { writeJson } from '../../text/json.js'
import { printable } from '../../text/printable.js'
import { importContextOf, importOptionsOf } from '../catalog/catalog-flags.js'
import type { CliContext } from '../command.js'
import { dialectOption } from '../dialect/dialect-option.js'
import { readCases } from '../ladder/case-files.js'
import { guardOutput } from '../output-guard.js'
import { readVocabulary } from '../vocabulary-option.js'
import { type ExportTrainingFlags, needed, refuseOtherFlags } from './export-training-flags.js'
import { textOfRepair } from './export-training-repair-text.js'

export interface ExportRepairFlags extends ExportTrainingFlags {
  readonly recipe: 'repair'
}

/** As the published repair; adapters take ten times as much. */
const RATES = { fft: 1e-5, lora: 1e-4 } as const

/** @throws {InputError} what reading the inputs and `writeRepairSet` throw. */
export async function runExportRepair(
  flags: ExportRepairFlags,
  { given, context }: { readonly given: (name: string) => boolean; readonly context: CliContext },
): Promise<void> {
  refuseOtherFlags(flags.recipe, given)
  const path = needed(flags.corpus, {
    flag: '--corpus',
    recipe: flags.recipe,
    fix: 'Name the tool corpus that the model was trained on.',
  })
  const { chat = [], test = [], ladder } = flags
  guardOutput(flags.output, [path, ...chat, ...test, ...(ladder === undefined ? [] : [ladder])])
  if (given('maxTokens') && flags.reserve >= flags.maxTokens) throw noTokens(flags)
  const { files, notify } = context
  const counter =
    flags.tokenizer === undefined
      ? await loadTokenCounter()
      : vocabularyCounter(await readVocabulary(flags.tokenizer, context), flags.tokenizer)
  const cases = ladder === undefined ? [] : await ladderCases(ladder, context)
  const tests: EvaluationSet[] = []
  for (const one of test) tests.push(await evaluationSet(one, context))
  const corpus = await readCorpus(
    path,
    { files, notify, hash: hostHash },
    await corpusOptions(flags, context),
  )
  const chats: ToolCorpus[] = []
  for (const one of chat) {
    chats.push(
      await readCorpus(
        one,
        { files, notify, hash: hostHash },
        { dialect: corpus.dialect, needsCalls: false },
      ),
    )
  }
  const update = flags.lora === true ? 'lora' : 'fft'
  const card = await writeRepairSet(
    {
      corpus,
      chats,
      tests,
      cases,
      ...(flags.rows === undefined ? {} : { rows: flags.rows }),
      update,
      learningRate: flags.lr ?? RATES[update],
      counter,
      ...(given('maxTokens') ? { maxTokens: flags.maxTokens } : {}),
      reserve: flags.reserve,
      seed: flags.seed,
      assay: version,
      folder: flags.output,
    },
    { files, notify, hash: hostHash },
  )
  context.print(
    flags.json ? `${writeJson(card, 2)}\n` : `${textOfRepair(card)}Written: ${printable(flags.output)}\n`,
  )
}

function noTokens({ maxTokens, reserve }: ExportRepairFlags): InputError {
  return new InputError({
    code: 'token-budget',
    what: `Of ${maxTokens} tokens ${reserve} are kept for the chat template, so that none is left.`,
    where: '--reserve',
    fix: 'Give a smaller --reserve or a larger --max-tokens.',
  })
}

async function corpusOptions(flags: ExportRepairFlags, context: CliContext): Promise<ReadCorpusOptions> {
  const tools =
    flags.tools === undefined
      ? undefined
      : await loadCatalog([flags.tools], importContextOf(context), importOptionsOf(flags))
  return {
    ...(flags.dialect === undefined
      ? {}
      : { dialect: await dialectOption(flags.dialect, undefined, context) }),
    ...(tools === undefined ? {} : { tools: tools.catalog.tools }),
  }
}

/** @throws {InputError} `ladder-items-missing`. */
async function ladderCases(folder: string, { files }: CliContext): Promise<readonly LadderCase[]> {
  const cases = await readCases(folder, files)
  if (cases.length > 0) return cases
  throw new InputError({
    code: 'ladder-items-missing',
    what: 'There are no cases of a ladder here.',
    where: files.join(folder, 'items'),
    fix: 'Name the folder that `assay ladder` wrote; with --plan-only it writes the cases and asks nobody.',
  })
}

/** A benchmark in any format, or a test by keywords. */
async function evaluationSet(path: string, { files, notify }: CliContext): Promise<EvaluationSet> {
  let benchmark: Benchmark
  try {
    benchmark = await loadBenchmark(path, { files, notify })
  } catch (error) {
    if (!(error instanceof InputError) || error.code !== 'benchmark-unknown') throw error
    const set = await readKeywordSet(path, { files })
    const rule = keywordRuleOf(set)
    const texts = set.items.flatMap((item) => [
      { id: item.id, text: item.prompt },
      { id: item.id, text: rule.promptOf(item) },
    ])
    return { name: set.name, texts: texts.filter(({ text }) => text !== '') }
  }
  return {
    name: benchmark.name,
    texts: [...testTexts([benchmark])].map(({ id, text }) => ({ id, text })),
  }
}
