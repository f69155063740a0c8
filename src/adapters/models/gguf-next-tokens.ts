import { basename } from 'node:path'
import { InputError } from '../../errors.js'
import type { NextTokenDistribution, NextTokens, TokenSource } from '../../parametric/next-tokens.js'
import { SubjectFailure } from '../../subject/failure.js'
import type { SubjectContext } from '../../subject/kind.js'
import { printable } from '../../text/printable.js'
import { dialects } from '../../toolcall/dialects/index.js'
import { type TemplateSource, templateOfGguf } from '../../toolcall/template-source.js'
import { hashFile } from './file-hash.js'
import type { EngineSequence, SamplerOptions } from './gguf-engine.js'
import { type LoadedGguf, loadGguf } from './gguf-model.js'
import { promptText } from './gguf-prompt.js'
import { framedPrompts } from './gguf-prompt-frame.js'
import { GgufSpeaker } from './gguf-speaker.js'

/** Nothing is cut off and nothing made flatter. */
const WHOLE: SamplerOptions = { temperature: 1, topK: 0, topP: 1, minP: 0, seed: 0 }

/** The engine's probabilities are single precision: what is below its smallest number counts as that number. */
const LEAST = Math.log(2 ** -149)

/** Tokens that are evaluated in one go. */
const BATCH = 512

/**
 * A GGUF model in this process as a source of next-token probabilities. It holds one sequence: beams are visited in the
 * order of their tokens, what two of them share is kept, the rest erased.
 *
 * @throws {InputError} as opening the subject `gguf:<path>` does.
 */
export async function ggufTokenSource(path: string, context: SubjectContext): Promise<TokenSource> {
  const loaded = await loadGguf(path, context.options.extra, context.signal)
  const where = `gguf:${path}`
  try {
    const speaker = new GgufSpeaker(loaded, {
      where,
      promptOf: framedPrompts((request) =>
        promptText(request, {
          template: templateIn(loaded),
          dialect: dialects.find(({ id }) => id === context.options.dialect),
          templates: context.templates,
          where,
        }),
      ),
    })
    const sequence = await sequenceOf(loaded, where)
    return {
      spec: where,
      label: context.options.label ?? basename(path).replace(/\.gguf$/i, ''),
      prompts: speaker.prompts,
      facts: {
        engine: loaded.engine,
        fingerprint: await hashFile(loaded.path),
        precision: 'float32 probabilities',
      },
      open: (promptIds) => openPrompt(promptIds, { sequence, loaded, where, signal: context.signal }),
      close: () => speaker.close(),
    }
  } catch (error) {
    await loaded.close()
    throw error
  }
}

function templateIn({ metadata, path }: LoadedGguf): TemplateSource | undefined {
  try {
    return templateOfGguf(metadata, path)
  } catch (error) {
    if (error instanceof InputError && error.code === 'template-missing') return undefined
    throw error
  }
}

async function sequenceOf({ model, settings }: LoadedGguf, where: string): Promise<EngineSequence> {
  try {
    return (await model.createContext({ ...settings, batchSize: BATCH })).getSequence()
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

interface PromptParts {
  readonly sequence: EngineSequence
  readonly loaded: LoadedGguf
  readonly where: string
  readonly signal: AbortSignal | undefined
}

async function openPrompt(promptIds: readonly number[], parts: PromptParts): Promise<NextTokens> {
  const { sequence, loaded, where, signal } = parts
  const { contextSize } = loaded.settings
  if (promptIds.length === 0) {
    throw new InputError({
      code: 'prompt-empty',
      what: 'The prompt holds no token.',
      where,
      fix: 'Give the query a text.',
    })
  }
  const fits = (length: number): void => {
    if (length <= contextSize) return
    throw new SubjectFailure({
      code: 'context-overflow',
      failure: 'overflow',
      what: `Prompt and new tokens have ${length} tokens, and the context holds ${contextSize}.`,
      where,
      fix: 'Allow fewer new tokens, or raise "contextSize" where the model allows it.',
    })
  }
  fits(promptIds.length)
  // An empty memory, so that an answer does not depend on what was asked before.
  await sequence.clearHistory()
  const head = promptIds.slice(0, -1)
  for (let at = 0; at < head.length; at += BATCH) {
    signal?.throwIfAborted()
    await sequence.evaluateWithoutGeneratingNewTokens(head.slice(at, at + BATCH))
  }
  const last = promptIds.slice(-1)
  /** Tokens behind the head that the sequence holds. */
  let held: readonly number[] = []
  const vocabularySize = vocabularyOf(loaded)

  const distribution = async (prefix: readonly number[]): Promise<NextTokenDistribution> => {
    signal?.throwIfAborted()
    const wanted = [...last, ...prefix]
    fits(head.length + wanted.length)
    // The last token is always fed again: probabilities come with a token that is evaluated.
    const shared = Math.min(sharedLength(held, wanted), wanted.length - 1)
    const start = head.length + shared
    const end = sequence.nextTokenIndex
    if (end > start) await sequence.eraseContextTokenRanges([{ start, end }])
    const fed = wanted.slice(shared)
    const outputs = await sequence.controlledEvaluate(
      fed.map((token, at) =>
        at === fed.length - 1
          ? ([token, { generateNext: { probabilities: true, options: WHOLE } }] as const)
          : token,
      ),
    )
    held = wanted
    const probabilities = outputs.at(-1)?.next.probabilities
    if (probabilities === undefined || probabilities.size === 0) throw silent(where)
    return { logprobs: logprobsOf(probabilities, vocabularySize) }
  }

  return {
    async next(prefixes) {
      const order = prefixes
        .map((_, at) => at)
        .sort((a, b) => compareIds(prefixes[a] ?? [], prefixes[b] ?? []))
      const found: NextTokenDistribution[] = []
      for (const at of order) found[at] = await distribution(prefixes[at] ?? [])
      return found
    },
  }
}

/** Divided by their sum, which is off by up to 1e-4 for large vocabularies. NaN stays NaN. */
function logprobsOf(probabilities: ReadonlyMap<number, number>, vocabularySize: number): Float64Array {
  let sum = 0
  for (const value of probabilities.values()) sum += value
  const logSum = Math.log(sum)
  const logprobs = new Float64Array(vocabularySize).fill(LEAST)
  for (const [id, value] of probabilities) {
    if (value > 0) logprobs[id] = Math.min(0, Math.log(value) - logSum)
    else if (Number.isNaN(value)) logprobs[id] = Number.NaN
  }
  return logprobs
}

function vocabularyOf({ metadata }: LoadedGguf): number {
  const pieces = metadata['tokenizer.ggml.tokens']
  return Array.isArray(pieces) ? pieces.length : 0
}

function sharedLength(left: readonly number[], right: readonly number[]): number {
  const length = Math.min(left.length, right.length)
  for (let at = 0; at < length; at++) if (left[at] !== right[at]) return at
  return length
}

function compareIds(left: readonly number[], right: readonly number[]): number {
  const at = sharedLength(left, right)
  return (left[at] ?? -1) - (right[at] ?? -1)
}

function silent(where: string): SubjectFailure {
  return new SubjectFailure({
    code: 'engine-silent',
    failure: 'server',
    what: 'The engine gave no probabilities.',
    where,
    retryable: false,
  })
}
