import { describe, expect, it } from 'vitest'
import { withoutTurnEnds } from './turn-end.js'

const ends = ['<|im_end|>', '</s>']

describe('withoutTurnEnds', () => {
  it.each([
    ['Hi', 'Hi'],
    ['Hi<|im_end|>', 'Hi'],
    ['Hi</s>', 'Hi'],
    ['Hi <|im_end|>\r\n\t </s> \n', 'Hi '],
    ['Hi \n', 'Hi \n'],
    ['<|im_end|>Hi', '<|im_end|>Hi'],
    ['<|im_end|>', ''],
    ['Hi<|im_end', 'Hi<|im_end'],
    ['Hi</s>.', 'Hi</s>.'],
    ['Hi\u00a0</s>\u00a0', 'Hi\u00a0</s>\u00a0'],
    ['', ''],
  ])('%j is %j', (text, expected) => {
    expect(withoutTurnEnds({ text }, ends)).toBe(expected)
    expect(withoutTurnEnds({ text, stopReason: 'stop' }, ends)).toBe(expected)
  })

  it.each([
    ['Hi<|im_end', 'Hi'],
    ['Hi<|', 'Hi'],
    ['Hi</s', 'Hi'],
    // A single character is no sign of a marker.
    ['Hi<', 'Hi<'],
    ['a < b', 'a < b'],
    ['Hi<|im_end|><|im', 'Hi<|im_end|>'],
    ['Hi<|im_end|>', 'Hi'],
    ['Hi<|im_end ', 'Hi<|im_end '],
    ['Hi', 'Hi'],
  ])('%j that the limit cut is %j', (text, expected) => {
    expect(withoutTurnEnds({ text, stopReason: 'length' }, ends)).toBe(expected)
  })

  it('takes the longest beginning of a marker', () => {
    expect(withoutTurnEnds({ text: 'x<a<a', stopReason: 'length' }, ['<a<ab', '<ab'])).toBe('x')
    expect(withoutTurnEnds({ text: 'x<a<a', stopReason: 'length' }, ['<ab', '<a<ab'])).toBe('x')
  })

  it('leaves what ordinary tokens spell', () => {
    const text = 'Hi</s></s>'
    const asked: [number, string][] = []
    const isGenuine = (at: number, marker: string): boolean => {
      asked.push([at, marker])
      return at > 4
    }
    expect(withoutTurnEnds({ text, isGenuine }, ends)).toBe('Hi</s>')
    expect(asked).toEqual([
      [6, '</s>'],
      [2, '</s>'],
    ])
  })
})
