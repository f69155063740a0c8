import { chatSubject } from '../../subject/chat-subject.js'
import { openEndpoint, optionWord, readEndpointSpec } from '../../subject/endpoint-spec.js'
import { extraOf } from '../../subject/extra-members.js'
import { defineSubjectKind } from '../../subject/kind.js'
import { listingFindings } from '../../subject/model-listing.js'
import { compatibleChat } from '../../subject/protocols/openai-chat.js'
import { isAtLeast, probeServer, type Server, serverFlavours } from '../../subject/server.js'
import { constraintOf } from '../../subject/server-constraint.js'
import { contextAside, serverPrompts, serverTokenizer } from '../../subject/server-prompts.js'

/** Any server that speaks the OpenAI chat API: vLLM, SGLang, llama.cpp, Ollama, LM Studio, gateways. */
export const compatibleKind = defineSubjectKind({
  id: 'compatible',
  usage:
    'compatible:URL#MODEL[,server=vllm|sglang|llamacpp|ollama|lmstudio|other,logprobs=on|off,limit=max_tokens|max_completion_tokens,key=VARIABLE], e.g. compatible:http://localhost:8000/v1#my-model',
  describes: 'a model behind any server that speaks the OpenAI chat API, with native tools',
  async open(argument, context) {
    const spec = readEndpointSpec(argument, {
      kind: this.id,
      usage: this.usage,
      hasAddress: true,
      options: ['server=', 'logprobs=', 'limit=', 'key='],
    })
    const stated = optionWord(spec, 'server', serverFlavours)
    const logprobs = optionWord(spec, 'logprobs', ['on', 'off'])
    const tokenLimit = optionWord(spec, 'limit', ['max_tokens', 'max_completion_tokens']) ?? 'max_tokens'
    const endpoint = openEndpoint(
      spec,
      {
        keyNames: [],
        keyHeaders: (key) => ({ authorization: `Bearer ${key}` }),
        paths: ['/chat/completions'],
      },
      context,
    )
    const server = await probeServer(endpoint, contextAside(context.signal), stated)
    const prompts = await serverPrompts(serverTokenizer(endpoint, server), server, context.signal)
    const constrain = constraintOf(server)
    const givesTokenIds = hasTokenIds(server)
    return chatSubject({
      spec: spec.spec,
      endpoint,
      protocol: compatibleChat,
      wire: { tokenLimit, extra: { ...(givesTokenIds && { return_token_ids: true }), ...extraOf(context) } },
      options: context.options,
      hasLogprobs: logprobs !== 'off',
      holdsSchema: true,
      ...(constrain !== undefined && { constrain }),
      ...(server.engine !== undefined && { engine: server.engine }),
      ...(givesTokenIds && { givesTokenIds }),
      ...(prompts !== undefined && { prompts }),
      findings: listingFindings(server, endpoint.model),
    })
  },
})

/** Since when vLLM gives the ids of prompt and output. */
function hasTokenIds({ flavour, version }: Server): boolean {
  return flavour === 'vllm' && version !== undefined && isAtLeast(version, 0, 11)
}
