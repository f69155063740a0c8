import { basename } from 'node:path'
import { InputError } from '../../errors.js'
import type { NextTokenDistribution, NextTokens, TokenSource } from '../../parametric/next-tokens.js'
import { SubjectFailure } from '../../subject/failure.js'
import type { SubjectContext } from '../../subject/kind.js'
import { dialects } from '../../toolcall/dialects/index.js'
import { hashFile } from './file-hash.js'
import type { GeneratedNext, GenerateNext, SamplerOptions } from './gguf-engine.js'
import type { EngineLanes } from './gguf-lanes.js'
import { type LoadedGguf, loadGguf } from './gguf-model.js'
import { openLanes } from './gguf-open-lanes.js'
import { promptText } from './gguf-prompt.js'
import { framedPrompts } from './gguf-prompt-frame.js'
import { GgufSpeaker } from './gguf-speaker.js'
import { keptTemplate } from './kept-template.js'

/** Nothing is cut off and nothing made flatter. */
const WHOLE: SamplerOptions = { temperature: 1, topK: 0, topP: 1, minP: 0, seed: 0 }

/** The engine's probabilities are single precision: what is below its smallest number counts as that number. */
const LEAST = Math.log(2 ** -149)

/** The likeliest token and its probability. */
const LIKELIEST: GenerateNext = { token: true, confidence: true, options: { temperature: 0 } }

const ALL: GenerateNext = { probabilities: true, options: WHOLE }

/**
 * Largest vocabulary in which the probability of one token is taken as the engine tells it, over a sum in single precision:
 * of 1,310 terms it was off by 1e-6 at most, of 170,000 by 1e-4. Large ones are told whole and divided by their sum.
 */
const MOST_SUMMED = 8192

/**
 * A GGUF model in this process as a source of next-token probabilities. Each lane holds one sequence: beams are visited in
 * the order of their tokens, what two of them share is kept, the rest erased.
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
          template: keptTemplate(loaded),
          dialect: dialects.find(({ id }) => id === context.options.dialect),
          templates: context.templates,
          where,
        }),
      ),
    })
    const contexts = await openLanes(loaded, {
      where,
      mayThread: context.options.extra?.threads === undefined,
    })
    const lanes = contexts.reduce((sum, { count }) => sum + count, 0)
    return {
      spec: where,
      label: context.options.label ?? basename(path).replace(/\.gguf$/i, ''),
      prompts: speaker.prompts,
      facts: {
        engine: loaded.engine,
        fingerprint: await hashFile(loaded.path),
        precision: 'float32 probabilities',
      },
      lanes,
      open(promptIds, lane = 0) {
        const own = contexts[lane % contexts.length]
        if (own === undefined || lane >= lanes) throw new RangeError(`there is no lane ${lane}`)
        const place = Math.floor(lane / contexts.length)
        return openPrompt(promptIds, { lanes: own, lane: place, loaded, where, signal: context.signal })
      },
      close: () => speaker.close(),
    }
  } catch (error) {
    await loaded.close()
    throw error
  }
}

interface PromptParts {
  readonly lanes: EngineLanes
  readonly lane: number
  readonly loaded: LoadedGguf
  readonly where: string
  readonly signal: AbortSignal | undefined
}

async function openPrompt(promptIds: readonly number[], parts: PromptParts): Promise<NextTokens> {
  const { lanes, lane, loaded, where, signal } = parts
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
  const head = promptIds.slice(0, -1)
  await lanes.begin(lane, head, () => signal?.throwIfAborted())
  const last = promptIds.slice(-1)
  /** Tokens behind the head that the sequence holds. */
  let held: readonly number[] = []
  const vocabularySize = vocabularyOf(loaded)

  const behind = async (prefix: readonly number[], wanted: GenerateNext): Promise<GeneratedNext> => {
    signal?.throwIfAborted()
    const tokens = [...last, ...prefix]
    fits(head.length + tokens.length)
    // The last token is always fed again: probabilities come with a token that is evaluated.
    const shared = Math.min(sharedLength(held, tokens), tokens.length - 1)
    const next = await lanes.step(lane, {
      from: head.length + shared,
      tokens: tokens.slice(shared),
      wanted,
    })
    held = tokens
    if (next === undefined) throw silent(where)
    return next
  }

  const distribution = async (prefix: readonly number[]): Promise<NextTokenDistribution> => {
    const { probabilities } = await behind(prefix, ALL)
    if (probabilities === undefined || probabilities.size === 0) throw silent(where)
    return { logprobs: logprobsOf(probabilities, vocabularySize) }
  }

  /**
   * Where one token alone may follow, mostly the end, it nearly always is the likeliest, too; then the engine need not
   * tell what else could.
   */
  const only = async (prefix: readonly number[], id: number): Promise<NextTokenDistribution> => {
    const { token, confidence = 0 } = await behind(prefix, LIKELIEST)
    if (token !== id || confidence <= 0) return distribution(prefix)
    const logprobs = new Float64Array(id + 1).fill(Number.NEGATIVE_INFINITY)
    logprobs[id] = Math.min(0, Math.log(confidence))
    return { logprobs, unlistedAtMost: logprobs[id] }
  }

  return {
    async next(prefixes, allowed) {
      const order = prefixes
        .map((_, at) => at)
        .sort((a, b) => compareIds(prefixes[a] ?? [], prefixes[b] ?? []))
      const found: NextTokenDistribution[] = []
      for (const at of order) {
        const prefix = prefixes[at] ?? []
        const [id] = allowed?.[at] ?? []
        const isAlone = id !== undefined && allowed?.[at]?.length === 1
        // The first step is kept whole: both ways of decoding use it.
        const isShort = isAlone && prefix.length > 0 && vocabularySize <= MOST_SUMMED
        found[at] = isShort ? await only(prefix, id) : await distribution(prefix)
      }
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
