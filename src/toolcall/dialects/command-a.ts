import type { WrittenCall } from '../dialect.js'
import { dialectOf } from '../marked-dialect.js'
import { cohere } from '../render/frames.js'
import { spacedJson } from '../render/spaced-json.js'

/** Command-R7B and A: a list of actions with ids, often after thinking. */
export const commandA = dialectOf(
  {
    id: 'command-a',
    describes: '<|START_ACTION|> and a list with "tool_call_id": Command-R7B, A',
    trigger: ['<|START_ACTION|>'],
    closer: ['<|END_ACTION|>'],
    payload: 'json-array',
    keys: { name: 'tool_name', arguments: 'parameters', ids: ['tool_call_id'] },
    plurality: 'items',
    endOfTurn: ['<|END_OF_TURN_TOKEN|>', '<EOS_TOKEN>'],
    markers: ['<|START_TOOL_RESULT|>', '<|END_TOOL_RESULT|>', '<|START_RESPONSE|>', '<|END_RESPONSE|>'],
    noCallNames: ['directly_answer', 'directly-answer'],
    signature: ['<|START_ACTION|>', '"tool_name"'],
    frame: cohere,
  },
  {
    renderCalls: (calls, { content = '' }) =>
      `${content}<|START_ACTION|>[\n${calls.map(action).join(',\n')}\n]<|END_ACTION|>`,
    result: ({ content, id = '0' }) => commandResult(content, id),
  },
)

/** An action on a line of its own; one without an id gets its place. */
function action({ name, arguments: args, id }: WrittenCall, index: number): string {
  return `    ${spacedJson({ tool_call_id: id ?? String(index), tool_name: name, parameters: args })}`
}

function commandResult(content: string, id: string): string {
  const result = JSON.stringify([{ tool_call_id: id, results: { 0: content }, is_error: null }])
  return `<|START_TOOL_RESULT|>${result}<|END_TOOL_RESULT|>`
}
