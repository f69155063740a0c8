import { chatSubject } from '../../subject/chat-subject.js'
import { openEndpoint, readEndpointSpec } from '../../subject/endpoint-spec.js'
import { extraOf } from '../../subject/extra-members.js'
import { defineSubjectKind } from '../../subject/kind.js'
import { anthropicChat } from '../../subject/protocols/anthropic.js'

/** Version of the API that the requests are written for. */
const API_VERSION = '2023-06-01'

/** Models of Anthropic, by the Messages API. */
export const anthropicKind = defineSubjectKind({
  id: 'anthropic',
  usage: 'anthropic:MODEL[,key=VARIABLE,url=ADDRESS], e.g. anthropic:claude-sonnet-4-5',
  describes: 'a model of Anthropic, with native tools',
  open(argument, context) {
    const spec = readEndpointSpec(argument, {
      kind: this.id,
      usage: this.usage,
      hasAddress: false,
      options: ['key=', 'url='],
    })
    const endpoint = openEndpoint(
      spec,
      {
        defaultUrl: 'https://api.anthropic.com',
        keyNames: ['ANTHROPIC_API_KEY'],
        keyHeaders: (key) => ({ 'x-api-key': key }),
        headers: { 'anthropic-version': API_VERSION },
        paths: ['/messages', '/v1'],
      },
      context,
    )
    return chatSubject({
      spec: spec.spec,
      endpoint,
      protocol: anthropicChat,
      wire: { extra: extraOf(context) },
      options: context.options,
      hasLogprobs: false,
    })
  },
})
