import { chatSubject } from '../../subject/chat-subject.js'
import { openEndpoint, optionWord, readEndpointSpec } from '../../subject/endpoint-spec.js'
import { extraOf } from '../../subject/extra-members.js'
import { defineSubjectKind } from '../../subject/kind.js'
import { googleChat } from '../../subject/protocols/google.js'

/** Models of Google, by the Gemini API. */
export const googleKind = defineSubjectKind({
  id: 'google',
  usage: 'google:MODEL[,logprobs=on|off,key=VARIABLE,url=ADDRESS], e.g. google:gemini-2.5-flash',
  describes: 'a model of Google, with native tools',
  open(argument, context) {
    const spec = readEndpointSpec(argument, {
      kind: this.id,
      usage: this.usage,
      hasAddress: false,
      options: ['logprobs=', 'key=', 'url='],
    })
    const endpoint = openEndpoint(
      spec,
      {
        defaultUrl: 'https://generativelanguage.googleapis.com/v1beta',
        keyNames: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
        keyHeaders: (key) => ({ 'x-goog-api-key': key }),
        paths: ['/models'],
      },
      context,
    )
    return chatSubject({
      spec: spec.spec,
      endpoint,
      protocol: googleChat,
      wire: { extra: extraOf(context) },
      options: context.options,
      // Many models of this API refuse to list probabilities.
      hasLogprobs: optionWord(spec, 'logprobs', ['on', 'off']) === 'on',
    })
  },
})
