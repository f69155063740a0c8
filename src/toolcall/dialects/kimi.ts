import { sectionDialect } from '../section-dialect.js'

/** Kimi K2: the name inside an id, `functions.NAME:INDEX`. */
export const kimi = sectionDialect({
  id: 'kimi',
  describes: 'a section of calls with ids functions.NAME:INDEX: Kimi K2',
  rules: {
    open: '<|tool_calls_section_begin|>',
    close: '<|tool_calls_section_end|>',
    itemOpen: '<|tool_call_begin|>',
    itemClose: '<|tool_call_end|>',
    separator: '<|tool_call_argument_begin|>',
    header: 'id',
    isFenced: false,
    turnEnds: ['<|im_end|>'],
  },
  signature: ['<|tool_calls_section_begin|>'],
})
