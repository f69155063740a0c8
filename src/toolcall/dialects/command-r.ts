import { dialectOf } from '../marked-dialect.js'
import { cohere } from '../render/frames.js'

/** Command-R and R+: "Action:" and a fenced list. */
export const commandR = dialectOf(
  {
    id: 'command-r',
    describes: 'Action: and a fenced list with "tool_name": Command-R, R+',
    trigger: ['Action:'],
    closer: ['```'],
    payload: 'json-array',
    keys: { name: 'tool_name', arguments: 'parameters' },
    isFenced: true,
    plurality: 'items',
    endOfTurn: ['<|END_OF_TURN_TOKEN|>', '<EOS_TOKEN>'],
    noCallNames: ['directly_answer', 'directly-answer'],
    signature: ['Action:', '"tool_name"'],
    frame: cohere,
  },
  { result: ({ content }) => `<results>\n${content}</results>` },
)
