import { InputError } from '../../errors.js'
import { completionPrompts } from '../../subject/completion-prompts.js'
import { completionSubject } from '../../subject/completion-subject.js'
import {
  type EndpointSpec,
  openEndpoint,
  optionWord,
  readEndpointSpec,
  specFault,
} from '../../subject/endpoint-spec.js'
import { extraOf } from '../../subject/extra-members.js'
import { defineSubjectKind } from '../../subject/kind.js'
import { listingFindings } from '../../subject/model-listing.js'
import type { CompletionProtocol } from '../../subject/protocols/completion-protocol.js'
import { llamaCompletion } from '../../subject/protocols/llama-completion.js'
import { ollamaGenerate } from '../../subject/protocols/ollama-generate.js'
import {
  lmStudioCompletions,
  openaiCompletions,
  vllmCompletions,
} from '../../subject/protocols/openai-completions.js'
import { sglangGenerate } from '../../subject/protocols/sglang-generate.js'
import { probeServer, type ServerFlavour, serverFlavours } from '../../subject/server.js'
import { contextAside, serverTokenizer } from '../../subject/server-prompts.js'

const PROTOCOLS: Readonly<Record<ServerFlavour, CompletionProtocol>> = {
  vllm: vllmCompletions,
  sglang: sglangGenerate,
  llamacpp: llamaCompletion,
  ollama: ollamaGenerate,
  lmstudio: lmStudioCompletions,
  other: openaiCompletions,
}

/** Raw completions of a server: the prompt goes to the model as it stands, and its answer comes back as it stands. */
export const completionsKind = defineSubjectKind({
  id: 'completions',
  usage:
    'completions:URL#MODEL[,server=vllm|sglang|llamacpp|ollama|lmstudio|other,dialect=ID,template=server|dialect,depth=N,key=VARIABLE], e.g. completions:http://localhost:8000/v1#my-model,dialect=hermes',
  describes: 'raw completions of a server: own prompts, special tokens, probabilities of tokens',
  async open(argument, context) {
    const spec = readEndpointSpec(argument, {
      kind: this.id,
      usage: this.usage,
      hasAddress: true,
      options: ['server=', 'dialect=', 'template=', 'depth=', 'key='],
    })
    const stated = optionWord(spec, 'server', serverFlavours)
    const template = optionWord(spec, 'template', ['server', 'dialect'])
    const endpoint = openEndpoint(
      spec,
      {
        keyNames: [],
        keyHeaders: (key) => ({ authorization: `Bearer ${key}` }),
        paths: ['/completions', '/completion', '/generate'],
      },
      context,
    )
    const server = await probeServer(endpoint, contextAside(context.signal), stated)
    const protocol = PROTOCOLS[server.flavour]
    const depth = depthOf(spec, protocol)
    const tokenizer = serverTokenizer(endpoint, server)
    const { prompts, dialect } = await completionPrompts({
      spec: spec.spec,
      named: spec.options.get('dialect') ?? context.options.dialect,
      template,
      server,
      tokenizer,
      templates: context.templates,
      signal: context.signal,
    })
    if (template === 'server' && prompts === undefined) {
      throw new InputError({
        code: 'subject-spec',
        what: 'This server renders no chat template apart from answering.',
        where: spec.spec,
        fix: 'Name the dialect of the model instead: …,dialect=hermes.',
      })
    }
    return completionSubject({
      spec: spec.spec,
      endpoint,
      protocol,
      options: context.options,
      extra: extraOf(context),
      version: server.version,
      engine: server.engine,
      dialect,
      tokenizer,
      prompts,
      findings: listingFindings(server, endpoint.model),
      depth,
    })
  },
})

function depthOf(spec: EndpointSpec, { defaultDepth, mostTopLogprobs }: CompletionProtocol): number {
  const text = spec.options.get('depth')
  if (text === undefined) return defaultDepth
  const depth = /^\d{1,7}$/.test(text) ? Number(text) : 0
  if (depth >= 1 && depth <= mostTopLogprobs) return depth
  throw specFault(`depth is a whole number from 1 to ${mostTopLogprobs}, not "${text}".`, spec)
}
