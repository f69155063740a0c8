import { InputError } from '../errors.js'
import { completionPrompts } from '../subject/completion-prompts.js'
import {
  type EndpointSpec,
  openEndpoint,
  optionWord,
  readEndpointSpec,
  specFault,
} from '../subject/endpoint-spec.js'
import { extraOf } from '../subject/extra-members.js'
import type { SubjectContext } from '../subject/kind.js'
import type { CompletionProtocol } from '../subject/protocols/completion-protocol.js'
import { llamaCompletion } from '../subject/protocols/llama-completion.js'
import { vllmCompletions } from '../subject/protocols/openai-completions.js'
import { sglangGenerate } from '../subject/protocols/sglang-generate.js'
import { probeServer, type ServerFlavour, serverFlavours } from '../subject/server.js'
import { contextAside, serverTokenizer } from '../subject/server-prompts.js'
import type { TokenSource } from './next-tokens.js'
import { type AllowedListing, lookAtServer, serverNextTokens } from './server-next-tokens.js'

/** Servers whose answers carry token ids. */
const PROTOCOLS: ReadonlyMap<ServerFlavour, CompletionProtocol> = new Map([
  ['vllm', vllmCompletions],
  ['sglang', sglangGenerate],
  ['llamacpp', llamaCompletion],
])

const USAGE =
  'completions:URL#MODEL[,server=vllm|sglang|llamacpp,dialect=ID,template=server|dialect,depth=N,key=VARIABLE]'
const CONCURRENCY = 16
const REQUEST_MS = 300_000

/**
 * A completions server as a source of next-token probabilities. It is looked at when the first prompt is opened.
 *
 * @param depth how many log-probabilities a token it must list: at least twice the beam width.
 * @throws {InputError} `subject-spec`, `subject-unfit`, and what opening the subject `completions:` throws.
 */
export async function serverTokenSource(
  argument: string,
  context: SubjectContext,
  depth: number,
): Promise<TokenSource> {
  const spec = readEndpointSpec(argument, {
    kind: 'completions',
    usage: USAGE,
    hasAddress: true,
    options: ['server=', 'dialect=', 'template=', 'depth=', 'key='],
  })
  const endpoint = openEndpoint(
    spec,
    {
      keyNames: [],
      keyHeaders: (key) => ({ authorization: `Bearer ${key}` }),
      paths: ['/completions', '/completion', '/generate'],
    },
    context,
  )
  const server = await probeServer(
    endpoint,
    contextAside(context.signal),
    optionWord(spec, 'server', serverFlavours),
  )
  const protocol = PROTOCOLS.get(server.flavour)
  const tokenizer = serverTokenizer(endpoint, server)
  if (protocol === undefined || tokenizer === undefined) {
    throw new InputError({
      code: 'subject-unfit',
      what: 'This server gives no token ids and no tokenizer, so beams cannot be followed on it.',
      where: spec.spec,
      fix: 'Serve the model with vLLM, SGLang or llama.cpp, or decode elsewhere and give --predictions.',
    })
  }
  const { prompts } = await completionPrompts({
    spec: spec.spec,
    named: spec.options.get('dialect') ?? context.options.dialect,
    template: optionWord(spec, 'template', ['server', 'dialect']),
    server,
    tokenizer,
    templates: context.templates,
    signal: context.signal,
  })
  const aside = contextAside(context.signal)
  const asking = {
    endpoint,
    protocol,
    prompt: { model: endpoint.model, version: server.version, extra: extraOf(context) },
    depth: depthOf(spec, depth),
    concurrency: context.options.maxConcurrency ?? CONCURRENCY,
    clock: context.clock,
    context: { ...aside, timeoutMs: REQUEST_MS },
  }
  let listing: AllowedListing | undefined
  const facts: Record<string, string> = {
    ...(server.engine === undefined ? {} : { engine: server.engine }),
    endpoint: endpoint.shown,
    model: endpoint.model,
  }
  return {
    spec: spec.spec,
    label: context.options.label ?? endpoint.model,
    prompts: {
      render: async (request) => {
        if (prompts !== undefined) return prompts.render(request)
        throw new InputError({
          code: 'subject-unfit',
          what: 'Nothing says how a query becomes a prompt of this model.',
          where: spec.spec,
          fix: 'Name its dialect, e.g. …,dialect=hermes, or write the prompt yourself with --prompt.',
        })
      },
      tokenize: (text) => tokenizer.tokenize(text, aside),
      detokenize: (ids) => tokenizer.detokenize(ids, aside),
      ...(prompts?.specials === undefined ? {} : { specials: prompts.specials }),
    },
    facts,
    open: async (promptIds) => {
      listing ??= await lookAtServer(promptIds, asking)
      facts.allowedTokens = listing
      return serverNextTokens(promptIds, { ...asking, listing })
    },
    close: async () => undefined,
  }
}

/** A server that cannot be asked for ids must list deeper than the beams alone need. */
function depthOf(spec: EndpointSpec, least: number): number {
  const text = spec.options.get('depth')
  if (text === undefined) return least
  if (/^[1-9]\d{0,6}$/.test(text)) return Math.max(least, Number(text))
  throw specFault(`depth is a whole number from 1, not "${text}".`, spec)
}
