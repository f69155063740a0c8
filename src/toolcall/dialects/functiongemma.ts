import { readLooseCalls } from '../loose/recover.js'
import { dialectOf } from '../marked-dialect.js'
import { functiongemma as frame } from '../render/frames.js'

/** FunctionGemma. Gemma 1 to 3 have no form of their own: what a prompt asks of them is the user's to declare. */
export const functiongemma = dialectOf(
  {
    id: 'functiongemma',
    describes: 'call:NAME{…} with escaped strings: FunctionGemma',
    trigger: ['<start_function_call>'],
    closer: ['<end_function_call>'],
    payload: 'gemma',
    plurality: 'blocks',
    endOfTurn: ['<start_function_response>', '<end_of_turn>', '<eos>'],
    markers: ['<escape>'],
    signature: ['<start_function_call>', '<escape>'],
    frame,
  },
  { recover: (scan, masks) => readLooseCalls(scan, { form: 'gemma', opener: 'call:', masks }) },
)
