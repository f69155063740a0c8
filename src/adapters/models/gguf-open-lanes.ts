import { availableParallelism } from 'node:os'
import { InputError } from '../../errors.js'
import { printable } from '../../text/printable.js'
import type { EngineContext } from './gguf-engine.js'
import { BATCH, EngineLanes, STEP } from './gguf-lanes.js'
import type { LoadedGguf } from './gguf-model.js'

/** Sequences that are evaluated together. More of them save little: what is left is each one's own. */
const MOST_SEQUENCES = 8

/** Contexts side by side, on a processor core each; one thread hands all of them their work. */
const MOST_CONTEXTS = 2

/** Keys and values of all lanes together. */
const MOST_BYTES = 64 * 1024 * 1024

/**
 * The engine's fused attention is made for long contexts. For models this small it took half of all time, and it adds up
 * in half precision: log-probabilities were off by 7.1e-4 (root mean square of 1,000 outputs, against double precision),
 * and by 4.8e-4 without it.
 */
const IS_ATTENTION_FUSED = false

/**
 * Opens contexts for decoding, with lanes in which prompts are open side by side: several where the model is so small
 * that calling it costs more than its work, and where it rounds a row of a product alike in every batch. That is so of
 * llama's layers in single precision; kernels of quantised weights take four rows at once, or one.
 *
 * @param mayThread whether each context may have a core of its own.
 * @throws {InputError} `gguf-unloadable` when there is no memory for them.
 */
export async function openLanes(
  loaded: LoadedGguf,
  { where, mayThread }: { readonly where: string; readonly mayThread: boolean },
): Promise<readonly EngineLanes[]> {
  const { model, settings } = loaded
  const perLane = cacheBytes(loaded)
  const contexts = mayThread ? Math.min(MOST_CONTEXTS, availableParallelism()) : 1
  const fitting = Math.floor(MOST_BYTES / perLane / contexts)
  const sequences = Math.min(MOST_SEQUENCES, fitting)
  try {
    // Two at least, or a lone row would be rounded in its own way.
    if (sequences < 2) return [lanesOf(await model.createContext({ ...settings, batchSize: BATCH }), 1)]
    // A waiting lane holds tokens beyond its own for a moment.
    const contextSize = settings.contextSize + STEP
    const opened: EngineLanes[] = []
    while (opened.length < contexts) {
      const context = await model.createContext({
        ...settings,
        contextSize,
        batchSize: BATCH,
        sequences,
        flashAttention: IS_ATTENTION_FUSED,
      })
      opened.push(lanesOf(context, sequences))
    }
    return opened
  } catch (cause) {
    throw new InputError({
      code: 'gguf-unloadable',
      what: `There is no memory for a context of ${settings.contextSize} tokens: ${printable(cause instanceof Error ? cause.message : String(cause), { maxLength: 200 })}`,
      where,
      fix: 'Set a smaller "contextSize" under "extra" of the subject.',
      cause,
    })
  }
}

function lanesOf(context: EngineContext, sequences: number): EngineLanes {
  return new EngineLanes(Array.from({ length: sequences }, () => context.getSequence()))
}

/** Of the keys and values of one lane, in half precision; infinite where a model is to have one lane only. */
function cacheBytes({ metadata, isSinglePrecision, settings }: LoadedGguf): number {
  const number = (name: string): number => Number(metadata[`llama.${name}`] ?? Number.NaN)
  const isPlain = metadata['general.architecture'] === 'llama' && metadata['llama.expert_count'] === undefined
  if (!isSinglePrecision || !isPlain) return Number.POSITIVE_INFINITY
  // At most the width of the embedding, less where heads share their keys.
  const bytes = number('block_count') * 2 * number('embedding_length') * 2 * settings.contextSize
  return bytes > 0 ? bytes : Number.POSITIVE_INFINITY
}
