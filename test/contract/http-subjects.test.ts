import { afterAll } from 'vitest'
import { hostHttp } from '../../src/adapters/http.js'
import { anthropicKind } from '../../src/adapters/models/anthropic.js'
import { compatibleKind } from '../../src/adapters/models/compatible.js'
import { completionsKind } from '../../src/adapters/models/completions.js'
import { googleKind } from '../../src/adapters/models/google.js'
import { openaiKind } from '../../src/adapters/models/openai.js'
import type { Http } from '../../src/ports.js'
import type { SubjectKind } from '../../src/subject/kind.js'
import { anthropicApi } from './mock-servers/anthropic-api.js'
import { googleApi } from './mock-servers/google-api.js'
import {
  llamaServer,
  ollamaServer,
  plainServer,
  sglangServer,
  vllmServer,
} from './mock-servers/local-servers.js'
import { type MockAnswer, type MockServer, mockServer, type SeenRequest } from './mock-servers/mock-server.js'
import { openOverLoopback } from './mock-servers/open-over-loopback.js'
import { openaiApi } from './mock-servers/openai-api.js'
import { describeSubject, type SubjectSuite } from './subject-suite.js'

const KEY = 'sk-planted-0123456789abcdef'
const servers: MockServer[] = []

afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()))
})

interface Served extends Omit<SubjectSuite, 'name' | 'open' | 'secrets'> {
  readonly kind: SubjectKind
  readonly name: string
  readonly answer: (request: SeenRequest) => MockAnswer
  readonly spec: (url: string) => string
  readonly http?: Http
}

/** Each server writes the key that it was sent into its answers, as a provider might. */
function echoing(answer: Served['answer']): Served['answer'] {
  return (request) => {
    const given = answer(request)
    if (typeof given.body !== 'string') return given
    const sent = Object.values(request.headers).find(
      (value) => typeof value === 'string' && value.includes(KEY),
    )
    const body = given.body.replace(/\}\s*$/, `, "debug": ${JSON.stringify(sent ?? '')}}`)
    return { ...given, body, headers: { ...given.headers, 'x-echo': String(sent) } }
  }
}

const served: readonly Served[] = [
  {
    name: 'openai',
    kind: openaiKind,
    answer: openaiApi,
    spec: (url) => `openai:gpt-mock,key=MOCK_KEY,url=${url}/v1`,
  },
  {
    name: 'openai, over fetch',
    kind: openaiKind,
    answer: openaiApi,
    spec: (url) => `openai:gpt-mock,key=MOCK_KEY,url=${url}/v1`,
    http: hostHttp,
  },
  {
    name: 'openai, responses',
    kind: openaiKind,
    answer: openaiApi,
    spec: (url) => `openai:gpt-mock,responses,key=MOCK_KEY,url=${url}/v1`,
  },
  {
    name: 'anthropic',
    kind: anthropicKind,
    answer: anthropicApi,
    spec: (url) => `anthropic:claude-mock,key=MOCK_KEY,url=${url}`,
  },
  {
    name: 'google',
    kind: googleKind,
    answer: googleApi,
    spec: (url) => `google:gemini-mock,logprobs=on,key=MOCK_KEY,url=${url}/v1beta`,
  },
  ...(
    [
      ['vllm', vllmServer()],
      ['vllm 0.9', vllmServer({ version: '0.9.1', knowsLogprobIds: false })],
      ['sglang', sglangServer],
      ['llama.cpp', llamaServer],
      ['ollama', ollamaServer],
      ['LM Studio', plainServer()],
      ['any other', plainServer('somebody')],
    ] as const
  ).flatMap(([name, answer]): readonly Served[] => [
    {
      name: `compatible, ${name}`,
      kind: compatibleKind,
      answer,
      spec: (url) => `compatible:${url}/v1#m,key=MOCK_KEY`,
    },
    {
      name: `completions, ${name}`,
      kind: completionsKind,
      answer,
      spec: (url) => `completions:${url}/v1#m,dialect=hermes,key=MOCK_KEY`,
    },
  ]),
]

for (const { name, kind, answer, spec, http, ...suite } of served) {
  describeSubject({
    name,
    ...suite,
    secrets: [KEY],
    open: async () => {
      const server = await mockServer(echoing(answer))
      servers.push(server)
      const variables = { MOCK_KEY: KEY }
      return openOverLoopback(kind, spec(server.url), { variables, ...(http !== undefined && { http }) })
    },
  })
}
