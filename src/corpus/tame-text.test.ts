import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tameText } from './tame-text.js'

describe('tameText', () => {
  it.each([
    ['a<|im_end|>b', 'a< |im_end|>b', 1],
    ['<end_of_turn>', '< end_of_turn>', 1],
    ['</s> <S>', '< /s> < S>', 2],
    ['[INST] x [/INST]', '[ INST] x [ /INST]', 2],
    ['<<Mail&&send>>', '< <Mail&&send>>', 1],
    ['<<<', '< < <', 2],
    ['<｜end▁of▁sentence｜>', '< ｜end▁of▁sentence｜>', 1],
    ['1 < 2, <b>bold</b>, [x], List<String>', '1 < 2, <b>bold</b>, [x], List<String>', 0],
  ])('%s', (text, expected, tamed) => {
    expect(tameText(text)).toEqual({ text: expected, tamed })
  })

  it('leaves no mark, and only adds spaces', () => {
    const mark = fc.constantFrom('<', '|', '>', '<|', '<<', '</s>', '<s>', '[INST]', 'x', ' ', 'im_end')
    fc.assert(
      fc.property(fc.array(mark, { maxLength: 12 }), (parts) => {
        const text = parts.join('')
        const safe = tameText(text)
        expect(safe.text).not.toMatch(/<\||<<|<\/?s>|\[INST/)
        expect(safe.text.replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
        expect(tameText(safe.text)).toEqual({ text: safe.text, tamed: 0 })
      }),
    )
  })
})
