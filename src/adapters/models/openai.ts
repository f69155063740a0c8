import { chatSubject } from '../../subject/chat-subject.js'
import { openEndpoint, optionWord, readEndpointSpec } from '../../subject/endpoint-spec.js'
import { extraOf } from '../../subject/extra-members.js'
import { defineSubjectKind } from '../../subject/kind.js'
import { openaiChat } from '../../subject/protocols/openai-chat.js'
import { openaiResponses } from '../../subject/protocols/openai-responses.js'

/** Models of OpenAI, by the chat API or, with `,responses`, by the Responses API. */
export const openaiKind = defineSubjectKind({
  id: 'openai',
  usage: 'openai:MODEL[,responses,logprobs=on|off,key=VARIABLE,url=ADDRESS], e.g. openai:gpt-4o-mini',
  describes: 'a model of OpenAI, with native tools',
  open(argument, context) {
    const spec = readEndpointSpec(argument, {
      kind: this.id,
      usage: this.usage,
      hasAddress: false,
      options: ['responses', 'logprobs=', 'key=', 'url='],
    })
    const endpoint = openEndpoint(
      spec,
      {
        defaultUrl: 'https://api.openai.com/v1',
        keyNames: ['OPENAI_API_KEY'],
        keyHeaders: (key) => ({ authorization: `Bearer ${key}` }),
        paths: ['/chat/completions', '/responses'],
      },
      context,
    )
    return chatSubject({
      spec: spec.spec,
      endpoint,
      protocol: spec.options.has('responses') ? openaiResponses : openaiChat,
      wire: { extra: extraOf(context) },
      options: context.options,
      holdsSchema: true,
      hasLogprobs: optionWord(spec, 'logprobs', ['on', 'off']) !== 'off',
    })
  },
})
