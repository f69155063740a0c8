import { SubjectFailure } from '../../subject/failure.js'
import type { StopReason, TokenProbability } from '../../subject/reply.js'
import type { GenerationSettings } from '../../subject/request.js'
import type { AskContext } from '../../subject/subject.js'
import { NextTokens } from './gguf-distribution.js'
import type { EngineModel, EngineSequence, GrammarState, SamplerOptions } from './gguf-engine.js'

/** Nothing is cut off and nothing made flatter: the engine's defaults are top-k 40 and top-p 0.95. */
const WHOLE: SamplerOptions = { temperature: 1, topK: 0, topP: 1, minP: 0, seed: 0 }

/**
 * Prompt tokens that are evaluated in one go; between two goes a request can be stopped. What two prompts have in common is
 * evaluated once, in whole batches.
 */
const BATCH = 128

/** Tokens behind which whole distributions are held at once: each is a table of the vocabulary. */
const WEIGHED = 32

const DEFAULT_MAX_TOKENS = 512

/** What the engine's grammars of schemas write behind the JSON, and without end: an end of the turn is not allowed before. */
const AFTER_JSON = '\n\n\n\n'

export interface Generated {
  /** End-of-turn token included, where it was said; with a stop text, up to the token that completed it. */
  readonly tokenIds: readonly number[]
  /** Special tokens written out; without the stop text. */
  readonly text: string
  readonly stopReason: StopReason
  readonly stopDetail?: string
}

/** What ends a request before it is done. */
export interface Ending {
  /** @throws {SubjectFailure} `timeout`, `stopped`. */
  check(): void
}

/**
 * One sequence of one model. Batches of other sizes round differently, so an answer must not depend on what was asked
 * before: of the prompt before only whole batches are kept, which this prompt would have evaluated in the same way. Within
 * a request it branches by erasing.
 */
export class GgufSession {
  readonly #model: EngineModel
  readonly #sequence: EngineSequence
  readonly contextSize: number
  readonly #where: string
  /** Of the prompt that was begun last, as far as it is evaluated. */
  #held: readonly number[] = []

  constructor(options: {
    readonly model: EngineModel
    readonly sequence: EngineSequence
    readonly contextSize: number
    readonly where: string
  }) {
    this.#model = options.model
    this.#sequence = options.sequence
    this.contextSize = options.contextSize
    this.#where = options.where
  }

  /** @throws {SubjectFailure} `overflow` when no token fits behind the prompt. */
  async begin(promptIds: readonly number[], ending: Ending): Promise<void> {
    if (promptIds.length >= this.contextSize) {
      throw new SubjectFailure({
        code: 'context-overflow',
        failure: 'overflow',
        what: `The prompt has ${promptIds.length} tokens, and the context holds ${this.contextSize}.`,
        where: this.#where,
        fix: 'Show fewer tools, or raise "contextSize" where the model allows it.',
      })
    }
    const kept = await this.#keep(promptIds)
    for (let at = kept; at < promptIds.length - 1; at += BATCH) {
      ending.check()
      await this.#sequence.evaluateWithoutGeneratingNewTokens([
        ...promptIds.slice(at, Math.min(at + BATCH, promptIds.length - 1)),
      ])
    }
    this.#held = promptIds.slice(0, -1)
    ending.check()
  }

  /** Forgets all but the whole batches that this prompt begins with; returns their tokens. */
  async #keep(promptIds: readonly number[]): Promise<number> {
    const most = Math.min(this.#held.length, promptIds.length - 1)
    let common = 0
    while (common < most && this.#held[common] === promptIds[common]) common++
    const kept = common - (common % BATCH)
    this.#held = []
    if (kept > 0) await this.#eraseFrom(kept)
    // Memories that cannot be cut at every place are cut further, or not at all.
    if (kept > 0 && this.#sequence.nextTokenIndex === kept) return kept
    await this.#sequence.clearHistory()
    return 0
  }

  /** What comes after the prompt that was begun; its last token is taken back afterwards. */
  async next(promptIds: readonly number[]): Promise<NextTokens> {
    const [first] = await this.#distributions(promptIds.slice(-1), 1)
    await this.#eraseFrom(promptIds.length - 1)
    return first as NextTokens // one was asked for
  }

  /**
   * Natural logarithm of the probability that the prompt that was begun goes on with these tokens. That it stops there
   * is not part of it.
   */
  async logprobOf(promptIds: readonly number[], continuation: readonly number[]): Promise<number> {
    const weighed = await this.weigh(promptIds, continuation)
    return weighed.reduce((sum, { logprob }) => sum + logprob, 0)
  }

  /** The same, token by token, each given the prompt that was begun and all before it. */
  async weigh(
    promptIds: readonly number[],
    continuation: readonly number[],
    ending?: Ending,
  ): Promise<readonly TokenProbability[]> {
    const fed = [...promptIds.slice(-1), ...continuation.slice(0, -1)]
    const weighed: TokenProbability[] = []
    for (let at = 0; at < fed.length; at += WEIGHED) {
      ending?.check()
      const piece = fed.slice(at, at + WEIGHED)
      const distributions = await this.#distributions(piece, piece.length)
      for (const [offset, next] of distributions.entries()) {
        const id = continuation[at + offset] as number // as many as were fed
        weighed.push({ id, ...next.of(id) })
      }
    }
    await this.#eraseFrom(promptIds.length - 1)
    return weighed
  }

  async generate(
    promptIds: readonly number[],
    settings: GenerationSettings,
    { ending, grammar }: { readonly ending: Ending; readonly grammar?: GrammarState | undefined },
  ): Promise<Generated> {
    const limit = Math.min(settings.maxTokens ?? DEFAULT_MAX_TOKENS, this.contextSize - promptIds.length)
    const stops = [...(settings.stop ?? []), grammar === undefined ? '' : AFTER_JSON].filter(
      (text) => text !== '',
    )
    const tokenIds: number[] = []
    const written = (): string => this.#model.detokenize(tokenIds, true, promptIds.slice(-16))
    if (limit < 1) return { tokenIds, text: '', stopReason: 'length' }
    for await (const id of this.#sequence.evaluate(promptIds.slice(-1), {
      ...samplerOf(settings),
      yieldEogToken: true,
      ...(grammar === undefined ? {} : { grammarEvaluationState: grammar }),
    })) {
      ending.check()
      tokenIds.push(id)
      if (this.#model.isEogToken(id)) {
        return {
          tokenIds,
          text: written(),
          stopReason: 'stop',
          stopDetail: this.#model.detokenize([id], true),
        }
      }
      const cut = stops.length === 0 ? undefined : firstStop(written(), stops)
      if (cut !== undefined) return { tokenIds, text: cut.text, stopReason: 'stop', stopDetail: cut.stop }
      if (tokenIds.length >= limit) break
    }
    return { tokenIds, text: written(), stopReason: 'length' }
  }

  /** Feeds tokens and gives what comes after each of the last `count`. */
  async #distributions(tokens: readonly number[], count: number): Promise<readonly NextTokens[]> {
    const wanted = { generateNext: { probabilities: true, options: WHOLE } } as const
    const outputs = await this.#sequence.controlledEvaluate(
      tokens.map((token, at) => (at >= tokens.length - count ? ([token, wanted] as const) : token)),
    )
    return outputs.slice(-count).map((output) => {
      const probabilities = output?.next.probabilities
      if (probabilities !== undefined && probabilities.size > 0) return new NextTokens(probabilities)
      throw new SubjectFailure({
        code: 'engine-silent',
        failure: 'server',
        what: 'The engine gave no probabilities.',
        where: this.#where,
        retryable: false,
      })
    })
  }

  async #eraseFrom(start: number): Promise<void> {
    const end = this.#sequence.nextTokenIndex
    if (end > start) await this.#sequence.eraseContextTokenRanges([{ start, end }])
  }
}

/** Greedy unless a temperature is given; then nothing is cut but what is asked for, and the seed is 0 unless given. */
function samplerOf({ temperature = 0, topK = 0, topP = 1, seed = 0 }: GenerationSettings): SamplerOptions {
  if (temperature === 0) return { temperature: 0 }
  return { temperature, topK, topP, minP: 0, seed: seed % 2 ** 32 }
}

function firstStop(
  text: string,
  stops: readonly string[],
): { readonly text: string; readonly stop: string } | undefined {
  let found: { readonly text: string; readonly stop: string } | undefined
  for (const stop of stops) {
    const at = text.indexOf(stop)
    if (at !== -1 && (found === undefined || at < found.text.length))
      found = { text: text.slice(0, at), stop }
  }
  return found
}

/** Ends a request in this process as a server's would be ended. */
export function endingOf({ signal, timeoutMs }: AskContext, where: string): Ending {
  const timeout = AbortSignal.timeout(Math.min(timeoutMs, 2 ** 31 - 1))
  const fail = (failure: 'timeout' | 'stopped', what: string): never => {
    throw new SubjectFailure({ code: `model-${failure}`, failure, what, where })
  }
  return {
    check() {
      if (timeout.aborted) fail('timeout', `No whole answer within ${timeoutMs} ms.`)
      if (!signal.aborted) return
      if (signal.reason instanceof SubjectFailure) throw signal.reason
      const isTime = signal.reason instanceof Error && signal.reason.name === 'TimeoutError'
      fail(
        isTime ? 'timeout' : 'stopped',
        isTime ? 'The time for this sample is up.' : 'The run was stopped.',
      )
    },
  }
}
