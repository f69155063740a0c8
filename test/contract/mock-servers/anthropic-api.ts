import type { MockAnswer, SeenRequest } from './mock-server.js'
import { wireModel } from './wire-model.js'

interface MessagesBody {
  readonly max_tokens?: number
  readonly messages?: readonly { readonly content?: unknown }[]
  readonly tools?: readonly { readonly name: string }[]
}

/** The Anthropic Messages API. */
export function anthropicApi({ path, headers, json }: SeenRequest): MockAnswer {
  if (path !== '/v1/messages') {
    return { status: 404, body: { type: 'error', error: { type: 'not_found_error', message: 'Not found' } } }
  }
  const body = (json ?? {}) as MessagesBody // as our own adapter writes it
  if (headers['anthropic-version'] === undefined || body.max_tokens === undefined) {
    const message = 'anthropic-version and max_tokens are required'
    return { status: 400, body: { type: 'error', error: { type: 'invalid_request_error', message } } }
  }
  const said = JSON.stringify(body.messages)
  const { text, call } = wireModel(said, body.tools?.map(({ name }) => name) ?? [])
  const block =
    call === undefined
      ? JSON.stringify({ type: 'text', text })
      : `{"type": "tool_use", "id": "toolu_1", "name": "${call.name}", "input": ${call.arguments}}`
  return {
    body: `{"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "content": [${block}],
 "stop_reason": "${call === undefined ? 'end_turn' : 'tool_use'}", "stop_sequence": null,
 "usage": {"input_tokens": 20, "cache_creation_input_tokens": 36, "cache_read_input_tokens": 64, "output_tokens": 9}}`,
  }
}
