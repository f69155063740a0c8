import type { Item } from '../../benchmark/item.js'
import { itemToJson } from '../../benchmark/item-json.js'
import type { StoredSample } from '../../run/sample-lines.js'
import type { Score } from '../../score/score.js'
import { withoutHalfCharacters } from '../../text/half-characters.js'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, writeJson } from '../../text/json.js'
import type { Dialect } from '../../toolcall/dialect.js'
import { type InspectMessage, inputMessages, outputMessage } from './inspect-message.js'

/** What a log of Inspect is made of: one benchmark of one run. */
export interface InspectSource {
  readonly run: {
    readonly id: string
    readonly subject: string
    readonly trials: number
    /** ISO times. */
    readonly createdAt: string
    readonly settings: JsonObject
    /** Codes of the blocking findings of preflight. */
    readonly unmeasured?: readonly string[]
  }
  readonly benchmark: {
    readonly name: string
    readonly path: string
    readonly fingerprint: string
    readonly items: readonly Item[]
  }
  /** Scores of the benchmark, none where the run was not scored. */
  readonly scores: readonly Score[]
  /** Values by metric of an item and variant, trials averaged, by `valuesKey`. */
  readonly values: ReadonlyMap<string, Readonly<Record<string, number>>>
  readonly totals: InspectTotals
  readonly dialect: Dialect | undefined
  /** Version of Assay. */
  readonly assay: string
}

/** What a first reading of the samples found. */
export interface InspectTotals {
  readonly samples: number
  readonly failed: number
  readonly promptTokens: number
  readonly completionTokens: number
  /** Samples by `valuesKey`, failed ones left out. */
  readonly measured: ReadonlyMap<string, number>
}

export function valuesKey(item: string, variant: string | undefined): string {
  return JSON.stringify([item, variant ?? null])
}

/** The version of Inspect's log format that is written. */
const LOG_VERSION = 2

/**
 * A log of Inspect as JSON, in pieces: header and results first, then a sample a line. Each metric of the run is a scorer;
 * the value of a sample is that of its item, averaged over trials, and the result is their mean.
 */
export async function* inspectLog(
  source: InspectSource,
  samples: AsyncIterable<StoredSample>,
): AsyncGenerator<string> {
  yield `${textOf(headOf(source)).slice(0, -1)},"samples":[`
  let isFirst = true
  for await (const sample of samples) {
    yield `${isFirst ? '' : ','}\n${textOf(sampleOf(sample, source))}`
    isFirst = false
  }
  yield '\n]}\n'
}

function textOf(value: JsonValue): string {
  return withoutHalfCharacters(writeJson(value))
}

function headOf(source: InspectSource): JsonObject {
  const { run, benchmark, totals, assay } = source
  const metrics = metricsOf(source)
  const blocked = run.unmeasured ?? []
  return {
    version: LOG_VERSION,
    status: blocked.length === 0 ? 'success' : 'error',
    eval: {
      eval_id: `${run.id}-${benchmark.name}`,
      run_id: run.id,
      created: run.createdAt,
      task: benchmark.name,
      task_id: benchmark.fingerprint,
      task_version: 0,
      task_args: {},
      dataset: {
        name: benchmark.name,
        location: benchmark.path,
        samples: benchmark.items.length,
        shuffled: false,
      },
      model: run.subject,
      model_generate_config: generateConfig(run.settings),
      model_args: {},
      config: { epochs: run.trials },
      packages: { assay },
      scorers: metrics.map(({ name, identity }) => ({
        name,
        options: {},
        metrics: [{ name: 'mean', options: {} }],
        metadata: { assay_scorer: identity },
      })),
      metadata: {
        assay: {
          version: assay,
          benchmark_fingerprint: benchmark.fingerprint,
          // With intervals, chance and floors, which Inspect's results have no place for.
          scores: source.scores.map((score) => score as unknown as JsonObject), // plain data throughout
        },
      },
    },
    plan: { name: 'plan', steps: [], config: {} },
    results: {
      total_samples: totals.samples,
      completed_samples: totals.samples - totals.failed,
      scores: metrics.map(({ name, mean, scored }) => ({
        name,
        scorer: name,
        reducer: 'mean',
        scored_samples: scored,
        unscored_samples: totals.samples - totals.failed - scored,
        params: {},
        metrics: { mean: { name: 'mean', value: mean, params: {} } },
      })),
    },
    stats: {
      started_at: run.createdAt,
      completed_at: run.createdAt,
      model_usage: { [run.subject]: usageOf(totals.promptTokens, totals.completionTokens) },
    },
    ...(blocked.length === 0
      ? {}
      : {
          error: {
            message: `Unmeasured: blocking findings of the preflight of Assay: ${blocked.join(', ')}.`,
            traceback: '',
            traceback_ansi: '',
          },
        }),
  }
}

interface MetricMean {
  readonly name: string
  readonly identity: JsonValue
  /** Over items and variants, as Inspect reduces epochs first. */
  readonly mean: number
  /** Samples with a value. */
  readonly scored: number
}

function metricsOf({ values, totals, scores }: InspectSource): readonly MetricMean[] {
  const sums = new Map<string, { sum: number; items: number; samples: number }>()
  for (const [key, count] of totals.measured) {
    for (const [metric, value] of Object.entries(values.get(key) ?? {})) {
      const known = sums.get(metric) ?? { sum: 0, items: 0, samples: 0 }
      sums.set(metric, { sum: known.sum + value, items: known.items + 1, samples: known.samples + count })
    }
  }
  return [...sums].map(([name, { sum, items, samples }]) => {
    const score = scores.find(({ metric, k }) => (k === undefined ? metric : `${metric}@${k}`) === name)
    return {
      name,
      identity: score === undefined ? null : { name: score.scorer.name, version: score.scorer.version },
      mean: sum / items,
      scored: samples,
    }
  })
}

const SETTINGS = [
  ['maxTokens', 'max_tokens'],
  ['temperature', 'temperature'],
  ['topP', 'top_p'],
  ['topK', 'top_k'],
  ['seed', 'seed'],
  ['stop', 'stop_seqs'],
] as const

function generateConfig(settings: JsonObject): JsonObject {
  return Object.fromEntries(
    SETTINGS.flatMap(([ours, theirs]) => {
      const value = settings[ours]
      return value === undefined ? [] : [[theirs, value]]
    }),
  )
}

function usageOf(input: number, output: number): JsonObject {
  return { input_tokens: input, output_tokens: output, total_tokens: input + output }
}

function sampleOf(sample: StoredSample, source: InspectSource): JsonObject {
  const { item: id, variant, trial, output, error, effort = {} } = sample
  const { run, benchmark } = source
  const item = itemsById(benchmark.items).get(id)
  const asked = item === undefined ? [] : askedOf(item)
  const { message, stopReason } = outputMessage(sample, { dialect: source.dialect, model: run.subject })
  const values = error === undefined ? source.values.get(valuesKey(id, variant)) : undefined
  const { promptTokens, completionTokens, durationMs } = effort
  const usage =
    promptTokens === undefined && completionTokens === undefined
      ? undefined
      : usageOf(promptTokens ?? 0, completionTokens ?? 0)
  return {
    id: variant === undefined ? id : `${id} (${variant})`,
    epoch: trial + 1,
    input: asked.map(plain),
    target: item === undefined ? '' : targetOf(item),
    messages: [...asked, ...(output === undefined ? [] : [message])].map(plain),
    output: {
      model: run.subject,
      choices: output === undefined ? [] : [{ message: plain(message), stop_reason: stopReason }],
      completion: output === undefined ? '' : message.content,
      ...(usage === undefined ? {} : { usage }),
      ...(durationMs === undefined ? {} : { time: durationMs / 1000 }),
    },
    metadata: {
      assay_item: id,
      ...(variant === undefined ? {} : { assay_variant: variant }),
      ...(item?.cluster === undefined ? {} : { assay_cluster: item.cluster }),
      ...(output?.message === undefined ? {} : { assay_message: output.message }),
    },
    scores: Object.fromEntries(
      Object.entries(values ?? {}).map(([metric, value]) => [metric, { value, answer: message.content }]),
    ),
    ...(usage === undefined ? {} : { model_usage: { [run.subject]: usage } }),
    ...(error === undefined
      ? {}
      : { error: { message: `${error.code}: ${error.message}`, traceback: '', traceback_ansi: '' } }),
  }
}

/** Plain data throughout: a JSON value by another name. */
function plain(message: InspectMessage): JsonObject {
  return message as unknown as JsonObject
}

const byId = new WeakMap<readonly Item[], ReadonlyMap<string, Item>>()

function itemsById(items: readonly Item[]): ReadonlyMap<string, Item> {
  const known = byId.get(items) ?? new Map(items.map((item) => [item.id, item]))
  byId.set(items, known)
  return known
}

/** What an item asks, as a chat. The prompt around it is the run's and not stored; its hash is. */
function askedOf(item: Item): readonly InspectMessage[] {
  switch (item.kind) {
    case 'retrieval':
      return [{ role: 'user', content: item.query, source: 'input' }]
    case 'mcq':
    case 'qa':
      return [{ role: 'user', content: item.question, source: 'input' }]
    case 'call':
      return inputMessages(item.json.messages)
    case 'dialogue':
      return (isJsonArray(item.json.turns) ? item.json.turns : [])
        .filter(isJsonObject)
        .filter(({ text }) => typeof text === 'string')
        .map(({ text }) => ({ role: 'user', content: String(text), source: 'input' }))
    default:
      return item satisfies never
  }
}

function targetOf(item: Item): JsonValue {
  switch (item.kind) {
    case 'retrieval':
      return item.gold.map((need) => need.join(' | '))
    case 'mcq':
    case 'qa':
      return item.answer
    case 'call':
    case 'dialogue': {
      const { gold } = itemToJson(item)
      return gold === undefined ? '' : writeJson(gold)
    }
    default:
      return item satisfies never
  }
}
