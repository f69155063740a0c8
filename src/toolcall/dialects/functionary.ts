import { messageDialect } from '../message-dialect.js'
import { functionaryHeader, functionaryName } from '../payload/functionary.js'
import { renderFunctionary } from '../render/functionary-chat.js'

/** Functionary v3: every message names whom it is for; `all` is the user. */
export const functionary = messageDialect({
  id: 'functionary',
  describes: 'messages with a recipient line: Functionary v2, v3',
  trigger: ['<|recipient|>'],
  rules: {
    starts: ['<|from|>', '<|recipient|>'],
    bodyStart: '<|content|>',
    closes: ['<|stop|>'],
    ends: ['<|stop|>', '<|from|>', '<|recipient|>'],
    turnEnds: ['<|stop|>'],
    readHeader: functionaryHeader,
    nameOf: functionaryName,
  },
  endOfTurn: ['<|stop|>', '<|eot_id|>'],
  markers: ['<|from|>', '<|content|>'],
  signature: ['<|recipient|>', '<|content|>'],
  ...renderFunctionary,
})
