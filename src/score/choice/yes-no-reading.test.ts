import { describe, expect, it } from 'vitest'
import { readYesNo } from './yes-no-reading.js'

describe('readYesNo', () => {
  it.each([
    ['yes', 'yes'],
    ['No.', 'no'],
    ['**YES**', 'yes'],
    ['"no"', 'no'],
  ])('reads the word alone in %j, strictly', (text, label) => {
    expect(readYesNo(text, false).strict).toEqual({ kind: 'chosen', label, rule: 'word' })
  })

  it.each([
    ['Yes, it does.', 'yes', 'leading'],
    ['No — it only reads.', 'no', 'leading'],
    ['I would say the answer is no.', 'no', 'stated'],
    ['Yes, at first sight. But the answer is: **No**', 'no', 'stated'],
    ['It reads mail.\n\nyes', 'yes', 'last-line'],
  ])('reads %j leniently alone', (text, label, rule) => {
    const { strict, lenient } = readYesNo(text, false)
    expect(strict.kind).toBe('unreadable')
    expect(lenient).toEqual({ kind: 'chosen', label, rule })
  })

  it.each(['No one knows', 'yesterday', 'not', 'The answer is yes. The answer is no.', 'maybe', 'yes or no'])(
    'says neither for %j',
    (text) => {
      expect(readYesNo(text, false).lenient.kind).toBe('unreadable')
    },
  )

  it.each([
    ['(yes)', 'yes word'],
    ['[`No`]!', 'no word'],
    ["_'yes'_:,", 'yes word'],
    ['yes?', 'none'],
    ['yess', 'none'],
    ['The answer would be yes', 'yes stated'],
    ['Answer: "No"', 'no stated'],
    ['**Response**: yes', 'yes stated'],
    ['The response must be **no** here', 'no stated'],
    ['the answer\nshould be no', 'no stated'],
    ['The answers yes', 'none'],
    ['The answer is nothing', 'none'],
    ['The answer is no longer known', 'none'],
    ['The answer is no doubt hard', 'none'],
    ['The answer is no more', 'none'],
    ['The answer is no one', 'none'],
    ['No, never', 'no leading'],
    ['**No**: never', 'no leading'],
    ['"Yes"; it does', 'yes leading'],
    ['yes - it does', 'yes leading'],
    ['Yes! It does', 'yes leading'],
    ['(yes)\nit does', 'yes leading'],
    ['Yes it does', 'none'],
    ['No\tone', 'none'],
    ['It reads.\n**No.**', 'no last-line'],
    ['yes\nIt reads.\nno', 'yes leading'],
    ['It reads.\nno\n', 'none'],
  ])('reads %j as %s', (text, expected) => {
    const { lenient } = readYesNo(text, false)
    expect(lenient.kind === 'chosen' ? `${lenient.label} ${lenient.rule}` : 'none').toBe(expected)
  })

  it('takes silence and ignorance for abstention', () => {
    expect(readYesNo('', false).strict).toEqual({ kind: 'abstained', rule: 'empty' })
    expect(readYesNo('I am not sure.', false).lenient).toEqual({ kind: 'abstained', rule: 'says-so' })
  })

  it('takes time that grows with the length of the answer alone', () => {
    const began = performance.now()
    for (const piece of ['answer is ', '*', 'answer**', 'yes ', '((((', '\n', 'no, ']) {
      readYesNo(`answer${piece.repeat(200_000 / piece.length)}`, false)
    }
    expect(performance.now() - began).toBeLessThan(5000)
  })
})
