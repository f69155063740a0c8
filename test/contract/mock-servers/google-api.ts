import type { MockAnswer, SeenRequest } from './mock-server.js'
import { wireDistribution, wireModel } from './wire-model.js'

interface GenerateBody {
  readonly contents?: unknown
  readonly tools?: readonly { readonly functionDeclarations: readonly { readonly name: string }[] }[]
  readonly generationConfig?: { readonly logprobs?: number }
}

/** The Gemini API. */
export function googleApi({ path, json }: SeenRequest): MockAnswer {
  if (!/^\/v1beta\/models\/[^/]+:generateContent$/.test(path)) {
    return {
      status: 404,
      body: { error: { code: 404, message: `${path} is not found`, status: 'NOT_FOUND' } },
    }
  }
  const body = (json ?? {}) as GenerateBody // as our own adapter writes it
  const names =
    body.tools?.flatMap(({ functionDeclarations }) => functionDeclarations.map(({ name }) => name)) ?? []
  const { text, call } = wireModel(JSON.stringify(body.contents), names)
  const part =
    call === undefined
      ? JSON.stringify({ text })
      : `{"functionCall": {"name": "${call.name}", "args": ${call.arguments}}}`
  const top = wireDistribution.slice(0, body.generationConfig?.logprobs ?? 0)
  const listed = top.map(({ id, token, logprob }) => ({ token, tokenId: id, logProbability: logprob }))
  const logprobs =
    top.length === 0
      ? ''
      : `, "logprobsResult": ${JSON.stringify({ topCandidates: [{ candidates: listed }], chosenCandidates: listed.slice(0, 1) })}`
  return {
    body: `{"candidates": [{"content": {"parts": [${part}], "role": "model"}, "finishReason": "STOP", "index": 0${logprobs}}],
 "usageMetadata": {"promptTokenCount": 120, "cachedContentTokenCount": 64, "candidatesTokenCount": 5, "thoughtsTokenCount": 4, "totalTokenCount": 129}}`,
  }
}
