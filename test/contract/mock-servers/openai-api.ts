import type { MockAnswer, SeenRequest } from './mock-server.js'
import { wireDistribution, wireModel } from './wire-model.js'

interface ChatBody {
  readonly model?: string
  readonly messages?: readonly unknown[]
  readonly input?: readonly unknown[]
  readonly tools?: readonly { readonly name?: string; readonly function?: { readonly name: string } }[]
  readonly logprobs?: boolean
  readonly top_logprobs?: number
}

function toolNamesOf({ tools = [] }: ChatBody): string[] {
  return tools.map((tool) => tool.function?.name ?? tool.name ?? '')
}

/** The OpenAI chat and Responses APIs; what it answers is text as a server writes it, not as we would. */
export function openaiApi({ path, json }: SeenRequest): MockAnswer {
  const body = (json ?? {}) as ChatBody // as our own adapters write it
  if (path.endsWith('/chat/completions')) return { body: chatAnswer(body) }
  if (path.endsWith('/responses')) return { body: responsesAnswer(body) }
  return {
    status: 404,
    body: { error: { message: `Unknown request URL: ${path}`, type: 'invalid_request_error' } },
  }
}

function said(list: ChatBody['messages'] = []): string {
  return JSON.stringify(list)
}

export function chatAnswer(body: ChatBody): string {
  const { text, call } = wireModel(said(body.messages), toolNamesOf(body))
  const top = wireDistribution.slice(0, body.top_logprobs ?? 0)
  const logprobs =
    body.logprobs === true && call === undefined
      ? JSON.stringify({
          content: [
            {
              token: 'Yes',
              logprob: Math.log(0.6),
              bytes: null,
              top_logprobs: top.map(({ token, logprob }) => ({ token, logprob, bytes: null })),
            },
          ],
        })
      : 'null'
  const message =
    call === undefined
      ? `{"role": "assistant", "content": ${JSON.stringify(text)}, "refusal": null}`
      : `{"role": "assistant", "content": null, "tool_calls": [ {"id": "call_9", "type": "function", "function": {"name": "${call.name}", "arguments": ${JSON.stringify(call.arguments)}}} ], "refusal": null}`
  return `{"id": "chatcmpl-1", "object": "chat.completion", "created": 1760000000, "model": ${JSON.stringify(body.model ?? '')}, "choices": [
  {"index": 0, "message": ${message}, "logprobs": ${logprobs}, "finish_reason": "${call === undefined ? 'stop' : 'tool_calls'}"}],
  "usage": {"prompt_tokens": 120, "completion_tokens": 9, "total_tokens": 129, "prompt_tokens_details": {"cached_tokens": 64}, "completion_tokens_details": {"reasoning_tokens": 4}}}`
}

function responsesAnswer(body: ChatBody): string {
  const { text, call } = wireModel(said(body.input), toolNamesOf(body))
  const logprobs =
    body.top_logprobs === undefined
      ? []
      : [{ token: 'Yes', logprob: Math.log(0.6), top_logprobs: wireDistribution.slice(0, body.top_logprobs) }]
  const item =
    call === undefined
      ? JSON.stringify({
          type: 'message',
          id: 'msg_1',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text, annotations: [], logprobs }],
        })
      : `{"type": "function_call", "id": "fc_1", "call_id": "call_9", "name": "${call.name}", "arguments": ${JSON.stringify(call.arguments)}, "status": "completed"}`
  return `{"id": "resp_1", "object": "response", "created_at": 1760000000, "model": "m", "status": "completed", "error": null, "incomplete_details": null,
  "output": [{"type": "reasoning", "id": "rs_1", "summary": []}, ${item}],
  "usage": {"input_tokens": 120, "input_tokens_details": {"cached_tokens": 64}, "output_tokens": 9, "output_tokens_details": {"reasoning_tokens": 4}}}`
}
