import { AskingStopped } from '../../benchmark/generate/ask.js'
import type { CardModel } from '../../benchmark/generate/data-card.js'
import { trainingPairLines } from '../../benchmark/generate/training-pairs.js'
import type { Benchmark, Item } from '../../benchmark/item.js'
import { fingerprintOfItems } from '../../benchmark/item-json.js'
import { writeBenchmark } from '../../benchmark/write.js'
import type { Catalog } from '../../catalog/catalog.js'
import { loadCatalog } from '../../catalog/import.js'
import { Budget } from '../../run/budget.js'
import { ResponseCache } from '../../run/response-cache.js'
import { RunStore } from '../../run/run-store.js'
import { SecretBook } from '../../run/secret-book.js'
import type { Subject } from '../../subject/subject.js'
import { isJsonObject, type JsonObject, writeJson } from '../../text/json.js'
import { cardFloors } from '../../validity/card-floors.js'
import { importContextOf, importOptionsOf } from '../catalog/catalog-flags.js'
import type { CliContext } from '../command.js'
import { readAskedAnswers } from '../generation/asked-answers.js'
import {
  doTask,
  estimateTask,
  type GenerationOutcome,
  type GenerationTask,
  openTask,
  taskToJson,
} from '../generation/generate-items.js'
import { GENERATOR_VERSION, generationCard } from '../generation/generation-card.js'
import {
  checkGeneration,
  type GenerationDocument,
  generationDocument,
} from '../generation/generation-document.js'
import { checkFolder, workFolder } from '../generation/generation-folder.js'
import { checkModelFlags } from '../generation/generation-options.js'
import { GenerationProgress } from '../generation/generation-progress.js'
import { estimateText, stopText, summaryText } from '../generation/generation-text.js'
import { ModelAsker, type OpenedModel } from '../generation/model-asker.js'
import type { ModelFlags } from '../generation/model-flags.js'
import { loadPrompts } from '../generation/model-prompts.js'
import { openModel } from '../generation/open-model.js'
import { guardOutput } from '../output-guard.js'
import { runConfigFile } from '../run/run-config-file.js'
import { type RunHost, runHost } from '../run/run-host.js'
import type { GeneratedKind } from './benchmark-generate-flags.js'

export interface ModelCommand {
  readonly kind: GeneratedKind
  readonly flags: ModelFlags
  readonly context: CliContext
}

/** Default temperature of the generator; the judge has 0, so that it says the same of the same. */
const GENERATOR_TEMPERATURE = 0.7
const DEFAULT_TIMEOUT = 120

/**
 * `assay benchmark generate` with models: opens everything, goes through the pipeline, and writes the benchmark once it is
 * whole. Until then there are only the journal and what was asked for; `--resume` goes on with them.
 *
 * @throws {InputError} what is wrong with flags, files and subjects; nothing is asked by then.
 */
export async function generateWithModel(command: ModelCommand, host: RunHost = runHost()): Promise<void> {
  const { kind, flags, context } = command
  const secrets = new SecretBook()
  const halt = new AbortController()
  const models: Subject[] = []
  try {
    checkModelFlags(kind, flags)
    guardOutput(flags.output, [...flags.catalog, ...(flags.queries === undefined ? [] : [flags.queries])])
    await checkFolder(flags.output, { files: context.files, isResumed: flags.resume === true })
    const prompts = await loadPrompts(context.files, flags.prompts)
    const config = flags.config === undefined ? undefined : await runConfigFile(flags.config, context.files)
    const { catalog } = await loadCatalog(flags.catalog, importContextOf(context), importOptionsOf(flags))
    const task = await openTask({ kind, flags, catalog, context })
    const opening = { config, context, host, secrets, halt: halt.signal }
    const open = async (
      role: 'generator' | 'judge',
      spec: string | undefined,
    ): Promise<Subject | undefined> => {
      if (spec === undefined) return undefined
      const [key, price] =
        role === 'judge'
          ? [flags.judgeKey ?? flags.key, flags.judgePrice ?? flags.price]
          : [flags.key, flags.price]
      const subject = await openModel({ ...opening, spec, role, key, price })
      models.push(subject)
      return subject
    }
    const generator = await open('generator', flags.generator)
    // A model in this process is loaded once, whatever it is asked to do.
    const judge = flags.judge === flags.generator ? generator : await open('judge', flags.judge)
    if (judge === undefined) return
    if (generator?.spec === judge.spec) {
      context.notify('Generator and judge are the same model: what it does not see, nobody sees.')
    }
    const document = generationDocument({
      version: GENERATOR_VERSION,
      ...taskToJson(task),
      catalog: catalog.fingerprint,
      seed: flags.seed,
      ...(generator === undefined
        ? {}
        : { generator: modelToJson(generator, flags.temperature ?? GENERATOR_TEMPERATURE) }),
      judge: modelToJson(judge, 0),
      prompts: Object.fromEntries(Object.values(prompts).map(({ name, hash }) => [name, hash])),
      structured: flags.structured ?? 'auto',
    })
    const lock = await host.locks.take(
      context.files.join(workFolder(flags.output, context.files), 'generation.lock'),
    )
    try {
      await new GenerationWork({
        ...command,
        host,
        secrets,
        task,
        catalog,
        prompts,
        generator,
        judge,
        document,
      }).run()
    } finally {
      await lock.release()
    }
  } finally {
    for (const model of models) await model.close?.()
    halt.abort()
    host.http?.close()
  }
}

interface WorkParts extends ModelCommand {
  readonly host: RunHost
  readonly secrets: SecretBook
  readonly task: GenerationTask
  readonly catalog: Catalog
  readonly prompts: Awaited<ReturnType<typeof loadPrompts>>
  readonly generator: Subject | undefined
  readonly judge: Subject
  readonly document: GenerationDocument
}

class GenerationWork {
  readonly #parts: WorkParts
  readonly #budget: Budget

  constructor(parts: WorkParts) {
    this.#parts = parts
    const { maxCost, maxTokens } = parts.flags
    this.#budget = new Budget({
      ...(maxCost === undefined ? {} : { cost: maxCost }),
      ...(maxTokens === undefined ? {} : { tokens: maxTokens }),
    })
  }

  async run(): Promise<void> {
    const { flags, context, host, secrets, document, task, catalog, prompts, generator, judge } = this.#parts
    const { files } = context
    const folder = workFolder(flags.output, files)
    const path = files.join(folder, 'generation.json')
    if (flags.resume === true) await checkGeneration(path, document, files)
    else {
      // Another process may have begun one in the meantime.
      await checkFolder(flags.output, { files, isResumed: false })
      await files.write(path, [secrets.clean(`${JSON.stringify(document, undefined, 2)}\n`)])
    }
    const notify = (line: string): void => context.notify(secrets.clean(line))
    const store = await RunStore.open({
      folder,
      files,
      journals: host.journals,
      hash: host.hash,
      secrets,
      notify,
    })
    const opened: OpenedModel[] = []
    try {
      const temperature = flags.temperature ?? GENERATOR_TEMPERATURE
      const writing =
        generator === undefined ? undefined : await this.#withCache(generator, temperature, opened)
      const judging = await this.#withCache(judge, 0, opened)
      const asker = new ModelAsker({
        generator: writing,
        judge: judging,
        structured: flags.structured ?? 'auto',
        seed: flags.seed,
        store,
        budget: this.#budget,
        asked: await readAskedAnswers(files.join(folder, 'samples.jsonl'), { files, budget: this.#budget }),
        retriesErrors: flags.retryErrors === true,
        concurrency: flags.concurrency,
        timeoutMs: (flags.answerTimeout ?? DEFAULT_TIMEOUT) * 1000,
        clock: context.clock,
        hash: host.hash,
        notify,
        clean: (text) => secrets.clean(text),
        signal: context.signal,
      })
      notify(
        estimateText(estimateTask(task, catalog, prompts), {
          generator: generator?.price,
          judge: judge.price,
        }),
      )
      const progress = new GenerationProgress({ clock: context.clock, notify, budget: this.#budget, asker })
      const result = await this.#make(asker, progress)
      if (result !== undefined) await this.#finish(result, asker, progress)
    } finally {
      for (const { cache } of opened) await cache?.close()
      await store.close()
    }
  }

  /** Undefined when it stopped; what was said is told and the exit code is set. */
  async #make(asker: ModelAsker, progress: GenerationProgress): Promise<GenerationOutcome | undefined> {
    const { task, catalog, prompts, flags, context, secrets } = this.#parts
    try {
      return await doTask({
        task,
        catalog,
        prompts,
        seed: flags.seed,
        ask: asker.ask,
        concurrency: flags.concurrency,
        context,
        progress: progress.report,
      })
    } catch (error) {
      if (!(error instanceof AskingStopped)) throw error
      const { ending } = asker
      if (ending?.kind === 'fault') throw ending.error
      const spent = progress.spent()
      const text = secrets.clean(
        `${stopText(ending)}${spent.length === 0 ? '' : ` So far: ${spent.join(', ')}.`}\n`,
      )
      if (flags.json === true) context.complain(text)
      else context.print(text)
      context.exit(ending === undefined || ending.kind === 'interrupted' ? 130 : 3)
      return undefined
    }
  }

  async #withCache(subject: Subject, temperature: number, opened: OpenedModel[]): Promise<OpenedModel> {
    const { flags, context, host, secrets } = this.#parts
    const { files, clock } = context
    if (flags.cache === false || subject.isRecorded === true) return { subject, temperature }
    const { engine: _, ...facts } = subject.facts
    const cache = await ResponseCache.open({
      folder: typeof flags.cache === 'string' ? flags.cache : files.join('.cache', 'assay', 'responses'),
      identity: JSON.stringify({ spec: subject.spec, ...facts, generation: GENERATOR_VERSION }),
      files,
      journals: host.journals,
      hash: host.hash,
      secrets,
      session: `${clock.now()}-${host.processId}-generate-${opened.length}`,
    })
    const model = { subject, temperature, cache }
    opened.push(model)
    return model
  }

  /** Writes what belongs to the benchmark, its data card last: a folder without it is not whole. */
  async #finish(result: GenerationOutcome, asker: ModelAsker, progress: GenerationProgress): Promise<void> {
    const { flags, context, secrets, catalog, generator, judge, prompts, document, task } = this.#parts
    const { files } = context
    const items: readonly Item[] = result.outcome.items
    const benchmark: Benchmark = { name: flags.output, items, fingerprint: fingerprintOfItems(items) }
    const isTwin = task.kind === 'rrb' && task.tests !== undefined
    const temperature = flags.temperature ?? GENERATOR_TEMPERATURE
    const pause = (): Promise<void> => context.clock.sleep(0, context.signal)
    const card = generationCard({
      result,
      benchmark,
      catalog,
      seed: flags.seed,
      writer: generator === undefined ? undefined : cardModel(generator, temperature),
      judge: cardModel(judge, 0),
      prompts,
      config: document.hash,
      isTwin,
      // A training set has no scores, so no floors.
      floors: isTwin ? [] : await cardFloors({ benchmark, catalog, seed: flags.seed, pause }),
    })
    const written: string[] = []
    const write = async (name: string, lines: Iterable<string>): Promise<void> => {
      await files.write(files.join(flags.output, name), lines)
      written.push(name)
    }
    if (result.kind === 'queries' && result.outcome.refusals.length > 0) {
      await write(
        'refusals.jsonl',
        result.outcome.refusals.map((refusal) => `${writeJson({ ...refusal })}\n`),
      )
    }
    if (items.length > 0) {
      if (isTwin && result.kind === 'rrb') await write('pairs.jsonl', trainingPairLines(result.outcome.items))
      await writeBenchmark({ benchmark, manifest: card, folder: flags.output }, files)
      written.push('items.jsonl', 'benchmark.json')
    } else context.exit(1)
    const text =
      flags.json === true
        ? `${writeJson(card, 2)}\n`
        : summaryText({
            result,
            folder: flags.output,
            files: written,
            shortfall: shortfallIn(card),
            spent: progress.spent(),
            counts: asker.counts,
          })
    context.print(secrets.clean(text))
  }
}

function shortfallIn(card: JsonObject): string | undefined {
  const made = card.yield
  return isJsonObject(made) && typeof made.shortfall === 'string' ? made.shortfall : undefined
}

function cardModel({ spec }: Subject, temperature: number): CardModel {
  return { subject: spec, temperature }
}

/** What decides a model's answers, as far as it is known. */
function modelToJson({ spec, facts }: Subject, temperature: number): JsonObject {
  const { model, endpoint, dialect, fingerprint } = facts
  return {
    spec,
    model,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(dialect === undefined ? {} : { dialect }),
    ...(fingerprint === undefined ? {} : { fingerprint }),
    temperature,
  }
}
