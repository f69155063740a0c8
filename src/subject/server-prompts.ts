import { writeJson } from '../text/json.js'
import { memberOf, textOf } from '../toolcall/payload/api-message.js'
import { openaiMessages } from '../toolcall/render/api-chat.js'
import { type FailureKind, SubjectFailure } from './failure.js'
import type { HttpEndpoint } from './http-endpoint.js'
import { idsIn, type WireBody } from './protocols/wire-body.js'
import type { ChatRequest } from './request.js'
import type { Server } from './server.js'
import type { AskContext, PromptRenderer } from './subject.js'

/** Tokenizer and template of a server, for one time of asking. */
export interface ServerTokenizer {
  tokenize(text: string, context: AskContext): Promise<readonly number[]>
  detokenize(tokenIds: readonly number[], context: AskContext): Promise<string>
  /** Ids that the tokenizer puts before a text by itself. */
  opening(context: AskContext): Promise<readonly number[]>
  /** Absent where the server renders no template apart from answering. */
  readonly render?: (request: ChatRequest, context: AskContext) => Promise<RenderedIds>
}

export interface RenderedIds {
  readonly text: string
  readonly tokenIds: readonly number[]
}

/** @returns undefined for servers without such endpoints. */
export function serverTokenizer(
  endpoint: HttpEndpoint,
  { flavour }: Pick<Server, 'flavour'>,
): ServerTokenizer | undefined {
  switch (flavour) {
    case 'vllm':
      return vllmTokenizer(endpoint)
    case 'sglang':
      return sglangTokenizer(endpoint)
    case 'llamacpp':
      return llamaTokenizer(endpoint)
    case 'ollama':
    case 'lmstudio':
    case 'other':
      return undefined
    default:
      return flavour satisfies never
  }
}

function vllmTokenizer(endpoint: HttpEndpoint): ServerTokenizer {
  const { model } = endpoint
  const detokenize = async (tokenIds: readonly number[], context: AskContext): Promise<string> => {
    const body = writeJson({ model, tokens: tokenIds })
    return textFrom(await endpoint.post({ path: '/detokenize', atRoot: true, body }, context), 'prompt')
  }
  const idsOf = async (prompt: string, adds: boolean, context: AskContext): Promise<readonly number[]> => {
    const body = writeJson({ model, prompt, add_special_tokens: adds })
    return idsFrom(await endpoint.post({ path: '/tokenize', atRoot: true, body }, context))
  }
  return {
    detokenize,
    tokenize: (prompt, context) => idsOf(prompt, false, context),
    opening: (context) => idsOf('', true, context),
    render: async ({ messages, tools }, context) => {
      const head = writeJson({ model, add_generation_prompt: true })
      const body = `${head.slice(0, -1)},${openaiMessages(messages, tools).slice(1)}`
      const tokenIds = idsFrom(await endpoint.post({ path: '/tokenize', atRoot: true, body }, context))
      return { tokenIds, text: await detokenize(tokenIds, context) }
    },
  }
}

function sglangTokenizer(endpoint: HttpEndpoint): ServerTokenizer {
  const { model } = endpoint
  const idsOf = async (prompt: string, adds: boolean, context: AskContext): Promise<readonly number[]> => {
    const body = writeJson({ model, prompt, add_special_tokens: adds })
    return idsFrom(await endpoint.post({ path: '/tokenize', body }, context))
  }
  return {
    tokenize: (prompt, context) => idsOf(prompt, false, context),
    opening: (context) => idsOf('', true, context),
    detokenize: async (tokenIds, context) => {
      const body = writeJson({ model, tokens: tokenIds, skip_special_tokens: false })
      return textFrom(await endpoint.post({ path: '/detokenize', body }, context), 'text')
    },
  }
}

function llamaTokenizer(endpoint: HttpEndpoint): ServerTokenizer {
  const idsOf = async (content: string, adds: boolean, context: AskContext): Promise<readonly number[]> => {
    const body = writeJson({ content, add_special: adds, parse_special: true })
    return idsFrom(await endpoint.post({ path: '/tokenize', atRoot: true, body }, context))
  }
  return {
    tokenize: (text, context) => idsOf(text, false, context),
    opening: (context) => idsOf('', true, context),
    detokenize: async (tokens, context) => {
      const body = writeJson({ tokens })
      return textFrom(await endpoint.post({ path: '/detokenize', atRoot: true, body }, context), 'content')
    },
    render: async ({ messages, tools }, context) => {
      const body = openaiMessages(messages, tools)
      const text = textFrom(
        await endpoint.post({ path: '/apply-template', atRoot: true, body }, context),
        'prompt',
      )
      // The server takes a BOS off the template where its tokenizer puts one before every text.
      return { text, tokenIds: await idsOf(text, true, context) }
    },
  }
}

function idsFrom(body: WireBody): readonly number[] {
  const ids = idsIn(memberOf(body.root, 'tokens'))
  if (ids === undefined) throw body.broken('The answer has no list "tokens" of token ids.')
  return ids
}

function textFrom(body: WireBody, key: string): string {
  const text = textOf(memberOf(body.root, key))
  if (text === undefined) throw body.broken(`The answer has no text "${key}".`)
  return text
}

/** Time for one request outside of a sample. */
const ASIDE_MS = 30_000

/** A context for requests that belong to no sample. */
export function contextAside(signal: AbortSignal | undefined): AskContext {
  return { signal: signal ?? new AbortController().signal, timeoutMs: ASIDE_MS }
}

/** Failures that say of a gateway that it hands on chat alone. */
const NOT_OFFERED: ReadonlySet<FailureKind> = new Set(['missing', 'refusal', 'schema', 'server'])

/** What preflight compares. @returns undefined where the server renders nothing, or a gateway does not let it. */
export async function serverPrompts(
  tokenizer: ServerTokenizer | undefined,
  { specials }: Server,
  signal: AbortSignal | undefined,
): Promise<PromptRenderer | undefined> {
  if (tokenizer?.render === undefined) return undefined
  const { render } = tokenizer
  const context = contextAside(signal)
  const idOf = async (text: string | undefined): Promise<number | undefined> => {
    if (text === undefined) return undefined
    const ids = await tokenizer.tokenize(text, context)
    return ids.length === 1 ? ids[0] : undefined
  }
  const opening = await tokenizer.opening(context).catch((error: unknown) => {
    if (error instanceof SubjectFailure && NOT_OFFERED.has(error.failure)) return undefined
    throw error
  })
  if (opening === undefined) return undefined
  const eos = await idOf(specials?.eos)
  const [first, ...others] = opening
  const addsBos = first !== undefined && others.length === 0 && first !== eos
  const bos = (await idOf(specials?.bos)) ?? (addsBos ? first : undefined)
  return {
    render: (request) => render(request, context),
    tokenize: (text) => tokenizer.tokenize(text, context),
    detokenize: (tokenIds) => tokenizer.detokenize(tokenIds, context),
    specials: {
      ...(bos !== undefined && { bos, addsBos: addsBos && first === bos }),
      ...(eos !== undefined && { eos: [eos] }),
    },
  }
}
