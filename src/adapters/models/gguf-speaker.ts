import { InputError } from '../../errors.js'
import { SubjectFailure } from '../../subject/failure.js'
import type { SubjectReply } from '../../subject/reply.js'
import type {
  ChatRequest,
  CompletionRequest,
  ContinuationRequest,
  NextTokenRequest,
  SubjectRequest,
} from '../../subject/request.js'
import type { AskContext, PromptRenderer } from '../../subject/subject.js'
import { printable } from '../../text/printable.js'
import { likeliestSpelling, spellingsOf, type WeighedSpelling } from './gguf-choices.js'
import type { GrammarState } from './gguf-engine.js'
import { literalIds } from './gguf-literal.js'
import type { LoadedGguf } from './gguf-model.js'
import { type Ending, endingOf, GgufSession } from './gguf-session.js'

interface SpeakerOptions {
  /** For messages. */
  readonly where: string
  readonly promptOf: (request: ChatRequest) => Promise<string>
}

/** Answers one request after the other. */
export class GgufSpeaker {
  readonly #loaded: LoadedGguf
  readonly #options: SpeakerOptions
  #session: Promise<GgufSession> | undefined
  #last: Promise<unknown> = Promise.resolve()
  readonly prompts: PromptRenderer

  constructor(loaded: LoadedGguf, options: SpeakerOptions) {
    this.#loaded = loaded
    this.#options = options
    const { bos, eos, eot, shouldPrependBosToken: addsBos } = loaded.model.tokens
    this.prompts = {
      render: async (request) => {
        const text = await options.promptOf(request)
        return { text, tokenIds: this.#idsOf(text, request.literal) }
      },
      tokenize: async (text) => loaded.model.tokenize(text, true),
      detokenize: async (ids) => loaded.model.detokenize(ids, true),
      specials: {
        ...(bos === null ? {} : { bos }),
        eos: [eos, eot].filter((id) => id !== null),
        addsBos,
      },
    }
  }

  ask(request: SubjectRequest, context: AskContext): Promise<SubjectReply> {
    const answer = this.#last.then(() => this.#answer(request, context))
    this.#last = answer.catch(() => undefined)
    return answer
  }

  async close(): Promise<void> {
    await this.#last
    await this.#loaded.close()
  }

  async #answer(request: SubjectRequest, context: AskContext): Promise<SubjectReply> {
    const ending = endingOf(context, this.#options.where)
    ending.check()
    this.#session ??= this.#open()
    const session = await this.#session
    const promptIds =
      request.kind === 'chat'
        ? this.#idsOf(await this.#options.promptOf(request), request.literal)
        : typeof request.prompt === 'string'
          ? this.#idsOf(request.prompt)
          : this.#checked(request.prompt)
    if (promptIds.length === 0) throw this.#unfit('prompt-empty', 'The prompt holds no token.')
    await session.begin(promptIds, ending)
    if (request.kind === 'next-token') return this.#nextToken(session, promptIds, request)
    if (request.kind === 'continuation') return this.#weigh(session, promptIds, request, ending)
    if (request.kind === 'chat' && request.choices !== undefined && request.choices.length > 0) {
      return this.#choose(session, promptIds, request, ending.check)
    }
    return this.#generate(session, promptIds, request, ending)
  }

  async #generate(
    session: GgufSession,
    promptIds: readonly number[],
    { settings, topLogprobs = 0, ...request }: ChatRequest | CompletionRequest,
    ending: Ending,
  ): Promise<SubjectReply> {
    const grammar = request.kind === 'chat' ? await this.#grammar(request.answerSchema) : undefined
    const first = topLogprobs > 0 ? await session.next(promptIds) : undefined
    const { tokenIds, ...said } = await session.generate(promptIds, settings, { ending, grammar })
    return {
      output: { tokenIds, ...said },
      promptIds,
      ...(first === undefined
        ? {}
        : {
            firstTokens: first.list([], topLogprobs, (id) => this.#textOf(id)),
            firstEntropy: first.entropy,
          }),
      usage: { promptTokens: promptIds.length, completionTokens: tokenIds.length },
    }
  }

  async #grammar(schema: ChatRequest['answerSchema']): Promise<GrammarState | undefined> {
    if (schema === undefined) return undefined
    try {
      return await this.#loaded.holdTo(schema)
    } catch (cause) {
      throw new SubjectFailure({
        code: 'grammar-refused',
        failure: 'refusal',
        what: `The engine makes no grammar of this schema: ${printable(cause instanceof Error ? cause.message : String(cause), { maxLength: 200 })}`,
        where: this.#options.where,
      })
    }
  }

  async #nextToken(
    session: GgufSession,
    promptIds: readonly number[],
    { candidates, top = 5 }: NextTokenRequest,
  ): Promise<SubjectReply> {
    const ids = candidates.map((candidate) => this.#candidate(promptIds, candidate))
    const next = await session.next(promptIds)
    return {
      output: { text: '', tokenIds: [], stopReason: 'stop' },
      promptIds,
      firstTokens: next.list(ids, top, (id) => this.#textOf(id)),
      firstEntropy: next.entropy,
      usage: { promptTokens: promptIds.length, completionTokens: 0 },
    }
  }

  /** Tokens of a text behind the prompt, as many as the context holds. */
  async #weigh(
    session: GgufSession,
    promptIds: readonly number[],
    { continuation, most = Number.POSITIVE_INFINITY }: ContinuationRequest,
    ending: Ending,
  ): Promise<SubjectReply> {
    const room = Math.min(most, session.contextSize - promptIds.length)
    const ids = this.#continuation(promptIds, continuation).slice(0, room)
    const weighed = await session.weigh(promptIds, ids, ending)
    return {
      output: { text: '', tokenIds: [], stopReason: 'stop' },
      promptIds,
      continuation: weighed.map((token) => ({ ...token, text: this.#textOf(token.id ?? -1) })),
      usage: { promptTokens: promptIds.length + ids.length, completionTokens: 0 },
    }
  }

  /** Each label by the probability of its spellings, the tokens of one after the other. */
  async #choose(
    session: GgufSession,
    promptIds: readonly number[],
    request: ChatRequest,
    check: () => void,
  ): Promise<SubjectReply> {
    const { topLogprobs = 0 } = request
    const spellings = spellingsOf(request, (text) => this.#continuation(promptIds, text), this.#options.where)
    const first = await session.next(promptIds)
    const choices: Record<string, number> = {}
    const weighed: WeighedSpelling[] = []
    for (const spelling of spellings) {
      check()
      const [only] = spelling.ids
      const { logprob, bound } =
        only !== undefined && spelling.ids.length === 1
          ? first.of(only)
          : { logprob: await session.logprobOf(promptIds, spelling.ids), bound: undefined }
      choices[spelling.text] = logprob
      weighed.push({ ...spelling, logprob, isKnown: bound === undefined })
    }
    const best = likeliestSpelling(weighed, request, this.#options.where)
    return {
      output: {
        text: best.label,
        tokenIds: best.ids,
        stopReason: 'stop',
        stopDetail: 'choice',
      },
      promptIds,
      ...(topLogprobs === 0 ? {} : { firstTokens: first.list([], topLogprobs, (id) => this.#textOf(id)) }),
      choices,
      choiceMethod: 'logprobs',
      usage: { promptTokens: promptIds.length, completionTokens: 0 },
    }
  }

  async #open(): Promise<GgufSession> {
    const { model, settings } = this.#loaded
    try {
      const engineContext = await model.createContext({ ...settings, batchSize: 512 })
      // It is rounded up to a multiple of 256 and would be filled so far.
      const contextSize = Math.min(settings.contextSize, engineContext.contextSize)
      return new GgufSession({
        model,
        sequence: engineContext.getSequence(),
        contextSize,
        where: this.#options.where,
      })
    } catch (cause) {
      throw new InputError({
        code: 'gguf-unloadable',
        what: `There is no memory for a context of ${settings.contextSize} tokens: ${printable(cause instanceof Error ? cause.message : String(cause), { maxLength: 200 })}`,
        where: this.#options.where,
        fix: 'Set a smaller "contextSize" under "extra" of the subject.',
        cause,
      })
    }
  }

  /** Ids of a prompt, with the beginning-of-sequence token that the model wants, once. */
  #idsOf(text: string, literal: readonly string[] = []): readonly number[] {
    const { model } = this.#loaded
    const { bos, shouldPrependBosToken: addsBos } = model.tokens
    const ids = literalIds({ text, literal, loaded: this.#loaded, where: this.#options.where })
    return addsBos && bos !== null && ids[0] !== bos ? [bos, ...ids] : ids
  }

  #checked(ids: readonly number[]): readonly number[] {
    const pieces = this.#loaded.metadata['tokenizer.ggml.tokens']
    const count = Array.isArray(pieces) ? pieces.length : 0
    const wrong = ids.find((id) => !(Number.isSafeInteger(id) && id >= 0 && id < count))
    if (wrong === undefined) return ids
    throw this.#unfit('token-unknown', `The prompt holds the token ${wrong}, and the model has ${count}.`)
  }

  #candidate(promptIds: readonly number[], candidate: number | string): number {
    if (typeof candidate === 'number') return this.#checked([candidate])[0] as number // as many as were given
    const ids = this.#continuation(promptIds, candidate)
    const [only] = ids
    if (only !== undefined && ids.length === 1) return only
    throw this.#unfit(
      'candidate-tokens',
      `"${printable(candidate, { maxLength: 60 })}" is ${ids.length} tokens of this model, not one.`,
    )
  }

  /** Ids of a text where it follows the prompt: many tokenizers write the beginning of a text in another way. */
  #continuation(promptIds: readonly number[], text: string): readonly number[] {
    const { model } = this.#loaded
    const before = model.detokenize(promptIds.slice(-8), true)
    const head = model.tokenize(before, true)
    const whole = model.tokenize(before + text, true)
    if (head.every((id, at) => whole[at] === id)) return whole.slice(head.length)
    return model.tokenize(text, true)
  }

  #textOf(id: number): string {
    return this.#loaded.model.detokenize([id], true)
  }

  #unfit(code: string, what: string): InputError {
    return new InputError({ code, what, where: this.#options.where, fix: 'Change the request.' })
  }
}
