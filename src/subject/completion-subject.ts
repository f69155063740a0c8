import { InputError } from '../errors.js'
import type { JsonObject } from '../text/json.js'
import { memberOf, textOf } from '../toolcall/payload/api-message.js'
import { withEarlier } from './chat-subject.js'
import type { HttpEndpoint } from './http-endpoint.js'
import type { SubjectOptions } from './kind.js'
import { nextToken } from './next-token.js'
import type { PreflightFinding } from './preflight-finding.js'
import { withChoices } from './protocols/choices.js'
import type { CompletionProtocol, PromptOptions, PromptRequest } from './protocols/completion-protocol.js'
import type { SubjectOutput, SubjectReply } from './reply.js'
import type { ChatRequest, CompletionRequest, SubjectRequest, SubjectRequestKind } from './request.js'
import { sentPrompt } from './sent-prompt.js'
import type { ServerTokenizer } from './server-prompts.js'
import { spelledChoices } from './spelled-choices.js'
import { type AskContext, defineSubject, type PromptRenderer, type Subject } from './subject.js'

export interface CompletionSubjectOptions {
  readonly spec: string
  readonly endpoint: HttpEndpoint
  readonly protocol: CompletionProtocol
  readonly options: SubjectOptions
  readonly extra: JsonObject
  readonly version: string | undefined
  readonly engine: string | undefined
  readonly dialect: string | undefined
  readonly tokenizer: ServerTokenizer | undefined
  /** How conversations become prompts; without it the subject takes none. */
  readonly prompts: PromptRenderer | undefined
  readonly findings: readonly PreflightFinding[]
  /** How many tokens a next-token request lists. */
  readonly depth: number
}

const DEFAULT_CONCURRENCY = 64

/** A model whose prompts are continued as they stand, conversations among them where their template is known. */
export function completionSubject(given: CompletionSubjectOptions): Subject {
  const { spec, endpoint, protocol, options, engine, dialect, prompts, findings } = given
  const answers = new Set<SubjectRequestKind>(['completion', 'next-token', 'logprobs'])
  if (protocol.givesIds) answers.add('token-ids')
  if (prompts !== undefined) {
    answers.add('chat').add('choices')
    if (protocol.holdsSchema) answers.add('json-schema')
  }
  return defineSubject({
    spec,
    label: options.label ?? endpoint.model,
    facts: {
      model: endpoint.model,
      endpoint: endpoint.shown,
      ...(dialect !== undefined && { dialect }),
      ...(engine !== undefined && { engine }),
      ...(protocol.ignores.length > 0 && { ignores: protocol.ignores }),
    },
    answers,
    endpoint: endpoint.host,
    maxConcurrency: options.maxConcurrency ?? DEFAULT_CONCURRENCY,
    ...(options.price !== undefined && { price: options.price }),
    ...(prompts !== undefined && { prompts }),
    findings,
    ask: (request, context) => ask(request, context, given),
  })
}

function ask(
  request: SubjectRequest,
  context: AskContext,
  given: CompletionSubjectOptions,
): Promise<SubjectReply> {
  switch (request.kind) {
    case 'completion':
      return complete(request, context, given)
    case 'next-token':
      return nextToken(request, context, { ...given, prompt: optionsOf(given) })
    case 'chat':
      return chat(request, context, given)
    case 'continuation':
      throw new InputError({
        code: 'subject-unfit',
        what: 'Servers are not asked how likely a given text is.',
        where: given.spec,
        fix: 'Ask the model as gguf:<path>.',
      })
    default:
      return request satisfies never
  }
}

async function chat(
  request: ChatRequest,
  context: AskContext,
  given: CompletionSubjectOptions,
): Promise<SubjectReply> {
  const { prompts, protocol } = given
  if (prompts === undefined) {
    throw new InputError({
      code: 'subject-unfit',
      what: 'Nothing says how a conversation becomes a prompt of this model.',
      where: given.spec,
      fix: 'Name its dialect, e.g. …,dialect=hermes; servers such as vLLM and llama.cpp render their own template.',
    })
  }
  const { text, tokenIds } = await (given.tokenizer?.render?.(request, context) ?? prompts.render(request))
  const { settings, choices: labels, topLogprobs = 0, answerSchema: schema } = request
  const prompt = tokenIds ?? text
  const ask = (more: Partial<PromptRequest>): Promise<SubjectReply> =>
    exchange({ prompt, settings, topLogprobs, ...more }, context, given)
  if (labels === undefined) return ask(schema === undefined || !protocol.holdsSchema ? {} : { schema })
  const { spellings } = request
  if (spellings !== undefined && protocol.givesIds && given.tokenizer !== undefined) {
    const options = { ...given, tokenizer: given.tokenizer, prompt: optionsOf(given) }
    return spelledChoices({ labels, spellings, prompt }, context, options)
  }
  const depth = Math.min(protocol.mostTopLogprobs, Math.max(topLogprobs, given.depth))
  const first = withChoices(await ask({ topLogprobs: depth }), labels)
  if (first.choices !== undefined || !protocol.constrains) return first
  return withEarlier({ ...(await ask({ labels })), choiceMethod: 'constrained' }, first)
}

function complete(
  { prompt, settings, topLogprobs = 0 }: CompletionRequest,
  context: AskContext,
  given: CompletionSubjectOptions,
): Promise<SubjectReply> {
  return exchange({ prompt, settings, topLogprobs }, context, given)
}

async function exchange(
  request: PromptRequest,
  context: AskContext,
  given: CompletionSubjectOptions,
): Promise<SubjectReply> {
  const { endpoint, protocol } = given
  const prompt = await sentPrompt(request.prompt, context, given)
  const topLogprobs = Math.min(request.topLogprobs, protocol.mostTopLogprobs)
  const body = await endpoint.post(
    protocol.write({ ...request, prompt, topLogprobs }, optionsOf(given)),
    context,
  )
  const reply = protocol.read(body)
  const promptIds = reply.promptIds ?? (typeof prompt === 'string' ? undefined : prompt)
  const whole: SubjectReply = {
    ...reply,
    raw: body.raw,
    ...(promptIds !== undefined && { promptIds }),
  }
  const ids = reply.output.tokenIds
  if (!protocol.hidesSpecials || ids === undefined || given.tokenizer === undefined) return whole
  const spelled = await given.tokenizer.detokenize(ids, context)
  const word = textOf(memberOf(body.root, 'stopping_word'))
  return { ...whole, output: { ...reply.output, text: spelledText(spelled, reply.output, word) } }
}

/** The text with its special tokens, up to the stop text. */
function spelledText(spelled: string, { text = '' }: SubjectOutput, stoppingWord = ''): string {
  const at = stoppingWord === '' ? -1 : spelled.lastIndexOf(stoppingWord)
  const kept = at === -1 ? spelled : spelled.slice(0, at)
  // Where ids were cut inside a character, the server's own text is the better one.
  return kept.includes('\ufffd') && !text.includes('\ufffd') ? text : kept
}

function optionsOf({ endpoint, version, extra }: CompletionSubjectOptions): PromptOptions {
  return { model: endpoint.model, version, extra }
}
