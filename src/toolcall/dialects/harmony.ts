import { messageDialect } from '../message-dialect.js'
import { harmonyHeader, harmonyName, readStripped } from '../payload/harmony.js'
import { renderHarmony } from '../render/harmony-chat.js'

/** gpt-oss: messages on channels; the recipient makes one a call. */
export const harmony = messageDialect({
  id: 'harmony',
  describes: 'messages with a recipient on channels: gpt-oss',
  trigger: ['to=functions.'],
  rules: {
    starts: ['<|start|>', '<|channel|>'],
    bodyStart: '<|message|>',
    closes: ['<|end|>', '<|call|>', '<|return|>'],
    ends: ['<|end|>', '<|call|>', '<|return|>', '<|start|>', '<|channel|>'],
    turnEnds: ['<|return|>'],
    readHeader: harmonyHeader,
    nameOf: harmonyName,
  },
  endOfTurn: ['<|call|>', '<|return|>', '<|end|>'],
  markers: ['<|start|>', '<|channel|>', '<|constrain|>', '<|message|>'],
  signature: ['<|channel|>', 'to=functions.'],
  recover: readStripped,
  ...renderHarmony,
})
