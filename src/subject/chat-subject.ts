import { InputError } from '../errors.js'
import type { JsonObject } from '../text/json.js'
import type { HttpEndpoint } from './http-endpoint.js'
import { joinedRaw } from './joined-raw.js'
import type { SubjectOptions } from './kind.js'
import type { PreflightFinding } from './preflight-finding.js'
import { withChoices } from './protocols/choices.js'
import type { ChatProtocol, WireOptions } from './protocols/wire.js'
import type { SubjectReply } from './reply.js'
import type { ChatRequest, SubjectRequest, SubjectRequestKind } from './request.js'
import { type AskContext, defineSubject, type PromptRenderer, type Subject } from './subject.js'

export interface ChatSubjectOptions {
  readonly spec: string
  readonly endpoint: HttpEndpoint
  readonly protocol: ChatProtocol
  readonly wire: Omit<WireOptions, 'model'>
  readonly options: SubjectOptions
  /** Whether the model may be asked for log-probabilities. */
  readonly hasLogprobs: boolean
  /** Members of the body that hold an answer to some labels, where the server knows such. */
  readonly constrain?: (labels: readonly string[]) => JsonObject
  /** Whether an answer can be held to a schema; a server of which nothing is known may refuse it. */
  readonly holdsSchema?: boolean
  readonly engine?: string
  readonly givesTokenIds?: boolean
  readonly prompts?: PromptRenderer
  readonly findings?: readonly PreflightFinding[]
}

const DEFAULT_CONCURRENCY = 64

/** A model behind an API of chat with tools. */
export function chatSubject(given: ChatSubjectOptions): Subject {
  const {
    spec,
    endpoint,
    protocol,
    options,
    hasLogprobs,
    constrain,
    holdsSchema,
    engine,
    givesTokenIds,
    prompts,
    findings,
  } = given
  const answers = new Set<SubjectRequestKind>(['chat'])
  if (hasLogprobs) answers.add('logprobs')
  if (hasLogprobs || constrain !== undefined) answers.add('choices')
  if (holdsSchema === true) answers.add('json-schema')
  if (givesTokenIds === true) answers.add('token-ids')
  return defineSubject({
    spec,
    label: options.label ?? endpoint.model,
    facts: {
      model: endpoint.model,
      endpoint: endpoint.shown,
      dialect: options.dialect ?? protocol.dialect,
      ...(engine !== undefined && { engine }),
      ...(protocol.ignores.length > 0 && { ignores: protocol.ignores }),
    },
    answers,
    endpoint: endpoint.host,
    maxConcurrency: options.maxConcurrency ?? DEFAULT_CONCURRENCY,
    ...(options.price !== undefined && { price: options.price }),
    ...(prompts !== undefined && { prompts }),
    ...(findings !== undefined && { findings }),
    ask: (request, context) => ask(chatOf(request, given), context, given),
  })
}

async function ask(
  request: ChatRequest,
  context: AskContext,
  given: ChatSubjectOptions,
): Promise<SubjectReply> {
  const { hasLogprobs, constrain } = given
  const { choices: labels } = request
  if (labels === undefined) return exchange(hasLogprobs ? request : plainOf(request), context, given)
  let first: SubjectReply | undefined
  if (hasLogprobs) {
    first = withChoices(await exchange(request, context, given), labels)
    if (first.choices !== undefined || constrain === undefined) return first
  }
  const plain = plainOf(request)
  if (constrain === undefined) return exchange(plain, context, given)
  const held = await exchange(plain, context, given, constrain(labels))
  const reply: SubjectReply = { ...held, choiceMethod: 'constrained' }
  return first === undefined ? reply : withEarlier(reply, first)
}

/** Without what is asked of probabilities. */
function plainOf(request: ChatRequest): ChatRequest {
  if (request.choices === undefined && request.topLogprobs === undefined) return request
  const { choices: _, topLogprobs: __, ...plain } = request
  return plain
}

/** A reply that took two exchanges: the bodies one after another, the counts added up. */
export function withEarlier(reply: SubjectReply, earlier: SubjectReply): SubjectReply {
  const usage = addedUsage(earlier.usage, reply.usage)
  const firstTokens = reply.firstTokens ?? earlier.firstTokens
  return {
    ...reply,
    ...(earlier.raw !== undefined && reply.raw !== undefined && { raw: joinedRaw([earlier.raw, reply.raw]) }),
    ...(firstTokens !== undefined && { firstTokens }),
    ...(usage !== undefined && { usage }),
    ...((earlier.cost !== undefined || reply.cost !== undefined) && {
      cost: (earlier.cost ?? 0) + (reply.cost ?? 0),
    }),
  }
}

function addedUsage(left: SubjectReply['usage'], right: SubjectReply['usage']): SubjectReply['usage'] {
  if (left === undefined || right === undefined) return right ?? left
  const keys = ['promptTokens', 'completionTokens', 'cachedTokens', 'reasoningTokens'] as const
  const sums = keys.flatMap((key) => {
    const known = left[key] !== undefined || right[key] !== undefined
    return known ? [[key, (left[key] ?? 0) + (right[key] ?? 0)] as const] : []
  })
  return Object.fromEntries(sums)
}

async function exchange(
  request: ChatRequest,
  context: AskContext,
  { endpoint, protocol, wire }: ChatSubjectOptions,
  more: JsonObject = {},
): Promise<SubjectReply> {
  const extra = { ...more, ...wire.extra }
  const written = protocol.write(request, { ...wire, extra, model: endpoint.model })
  const body = await endpoint.post(written, context)
  return { ...protocol.read(body), raw: body.raw }
}

function chatOf(request: SubjectRequest, { spec }: ChatSubjectOptions): ChatRequest {
  if (request.kind === 'chat') return request
  throw new InputError({
    code: 'subject-unfit',
    what: 'This subject takes conversations, not prompts to be continued.',
    where: spec,
    fix: 'Name the model as completions:URL#MODEL, where its server offers raw completions.',
  })
}
