import { sectionDialect } from '../section-dialect.js'

/** DeepSeek V3.1: the name before the separator, the bare object after it. */
export const deepseekV31 = sectionDialect({
  id: 'deepseek-v31',
  describes: 'a section of calls, name before the separator: DeepSeek V3.1',
  rules: {
    open: '<｜tool▁calls▁begin｜>',
    close: '<｜tool▁calls▁end｜>',
    itemOpen: '<｜tool▁call▁begin｜>',
    itemClose: '<｜tool▁call▁end｜>',
    separator: '<｜tool▁sep｜>',
    header: 'name',
    isFenced: false,
    turnEnds: ['<｜end▁of▁sentence｜>'],
  },
  signature: ['<｜tool▁calls▁begin｜>', '<｜tool▁sep｜>'],
})
