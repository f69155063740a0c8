import { sectionDialect } from '../section-dialect.js'

/** DeepSeek V3 and R1: a section of calls, each with the word "function", the name and a fenced object. */
export const deepseekV3 = sectionDialect({
  id: 'deepseek-v3',
  describes: 'a section of fenced calls: DeepSeek V3, R1',
  rules: {
    open: '<｜tool▁calls▁begin｜>',
    close: '<｜tool▁calls▁end｜>',
    // Rendered conversations of the V3 template go from a single call straight to its result.
    alsoCloses: ['<｜tool▁outputs▁begin｜>'],
    itemOpen: '<｜tool▁call▁begin｜>',
    itemClose: '<｜tool▁call▁end｜>',
    separator: '<｜tool▁sep｜>',
    header: 'type',
    isFenced: true,
    turnEnds: ['<｜end▁of▁sentence｜>'],
  },
  signature: ['<｜tool▁calls▁begin｜>', '```json'],
})
