import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readLetter } from './letter-reading.js'

const labels = { A: 'sends mail', B: 'reads mail', C: 'sends', D: 'deletes a mailbox' }
const read = (text: string, wasCut = false) => readLetter(text, { labels, wasCut })

const chosen = (label: string, rule: string) => ({ kind: 'chosen', label, rule })

describe('readLetter', () => {
  it.each([
    ['A', 'A'],
    ['(B)', 'B'],
    ['**C**', 'C'],
    [' D. ', 'D'],
    ['"A"', 'A'],
    ['B)', 'B'],
  ])('reads the letter alone in %j, strictly', (text, label) => {
    expect(read(text)).toEqual({ strict: chosen(label, 'letter'), lenient: chosen(label, 'letter') })
  })

  it.each([
    ['A. sends mail', 'A'],
    ['B) Reads mail.', 'B'],
    ['**C**: sends', 'C'],
    ['D - deletes  a mailbox', 'D'],
  ])('reads the letter before its own option in %j, strictly', (text, label) => {
    expect(read(text).strict).toEqual(chosen(label, 'letter-and-option'))
  })

  it.each([
    ['The answer is B.', 'B', 'stated'],
    ['I think the correct answer is **(C)** because mail…', 'C', 'stated'],
    ['Answer: D', 'D', 'stated'],
    ['**Answer:** B', 'B', 'stated'],
    ['Let me see. \\boxed{A}', 'A', 'boxed'],
    ['A) reads mail', 'A', 'leading'],
    ['**B)** It reads.\n\nA) sends: wrong\nC) no', 'B', 'leading'],
    ['A) sends mail\nB) reads mail\nC) sends\nD) deletes a mailbox\nAnswer: B', 'B', 'stated'],
    ['B\nBecause it reads.', 'B', 'leading'],
    ['It reads mail, of course', 'B', 'option'],
    ['it sends mail', 'A', 'option'],
    ['Sends.', 'C', 'option'],
    ['a', 'A', 'small-letter'],
  ])('reads %j leniently alone', (text, label, rule) => {
    const { strict, lenient } = read(text)
    expect(strict.kind).toBe('unreadable')
    expect(lenient).toEqual(chosen(label, rule))
  })

  it.each([
    'E',
    'A or B',
    'The answer is a good one',
    'The answer is A good way to begin',
    'Answer: A. No wait, the answer is B.',
    'It reads mail and deletes a mailbox',
    'Answer: A, B',
    'The answer is (A)/(B)',
    'The wrong answer is B',
    'A) and B)',
    'A. B. C. D.',
    'A.\nB.',
    'A.I. is used',
    'A) sends mail\nB) reads mail\nC) sends\nD) deletes a mailbox',
    'Apples',
    '7',
  ])('names no letter for %j', (text) => {
    expect(read(text).lenient.kind).toBe('unreadable')
  })

  it.each([
    ['', 'empty'],
    ['I do not know.', 'says-so'],
    ['I don’t know which', 'says-so'],
    ["I'm sorry, but I cannot answer that", 'says-so'],
    ['None of the above', 'says-so'],
  ])('takes %j for an abstention', (text, rule) => {
    expect(read(text)).toEqual({ strict: { kind: 'abstained', rule }, lenient: { kind: 'abstained', rule } })
  })

  it.each([
    // One letter alone, with what may stand around it
    ['\n`A`', 'A letter'],
    ["'B'", 'B letter'],
    ['_C_', 'C letter'],
    ['[D]', 'D letter'],
    ['([*"A"*])', 'A letter'],
    ['A].:,', 'A letter'],
    ['A .', 'A letter'],
    ['AB', 'none'],
    ['-A', 'none'],
    ['A!', 'none'],
    // A letter before its own option
    ['"B" reads mail', 'none option'],
    ['(B) reads mail', 'B letter-and-option'],
    ['[B]: "reads mail"', 'B letter-and-option'],
    ['*B* – `READS  MAIL`.', 'B letter-and-option'],
    ['`B - reads\nmail', 'B letter-and-option'],
    ['B reads mail', 'B letter-and-option'],
    ['Breads mail', 'none'],
    ['B: sends mail', 'none leading'],
    ['E: sends mail', 'none option'],
  ])('reads %j strictly as %s', (text, expected) => {
    const { strict, lenient } = read(text)
    const shown =
      strict.kind === 'chosen'
        ? `${strict.label} ${strict.rule}`
        : lenient.kind === 'chosen'
          ? `none ${lenient.rule}`
          : 'none'
    expect(shown).toBe(expected)
  })

  it.each([
    // Stated
    ['The correct answer would be B, since', 'B stated'],
    ['the Answer must be (C).', 'C stated'],
    ['My choice should be D!', 'D stated'],
    ['ANSWER: A\nBecause', 'A stated'],
    ['CHOICE B it is', 'none'],
    ['CHOICE B, it is', 'B stated'],
    ['The answer is option B!', 'B stated'],
    ['The answer is letter C!', 'C stated'],
    ['**Answer**: **"B"**!', 'B stated'],
    ['The answer\n\nis:   `A`, clearly', 'A stated'],
    ["The answer is A's", 'none'],
    ['The answer is B2', 'B stated'],
    ['The answers are A.', 'none'],
    ['The incorrect answer is B!', 'none'],
    ['A false answer is B!', 'none'],
    ['Wrong answer: B!', 'none'],
    ['The wronganswer is B!', 'none'],
    ['The answer is E!', 'none'],
    ['The answer is A & C!', 'several'],
    ['The answer is A+C!', 'several'],
    ['The answer is A, C!', 'several'],
    ['The answer is A, Cats!', 'A stated'],
    ['The answer is A, C is wrong!', 'A stated'],
    ['The answer is A, E!', 'A stated'],
    ['Choice: A. Choice: A!', 'A stated'],
    // Boxed
    ['so \\boxed{\\text{C}} it is', 'C boxed'],
    ['so \\boxed{C} or \\boxed{D}', 'several'],
    ['so \\boxed{E} it is', 'none'],
    ['so \\boxed{C it is', 'none'],
    ['so \\boxed{ C} it is', 'none'],
    // Leading
    ['A: well', 'A leading'],
    ['A] well', 'A leading'],
    ['A.\nwell', 'A leading'],
    ['**D** well', 'D leading'],
    ['D  \n well', 'D leading'],
    ['E) well', 'none'],
    ['A well', 'none'],
    ['A.b', 'none'],
    ['A) or C) maybe', 'several'],
    ['A), C) maybe', 'several'],
    ['A) & **C** maybe', 'several'],
    ['A) / C', 'several'],
    ['A) E) maybe', 'A leading'],
    ['A) C.b maybe', 'A leading'],
    ['A) but C', 'A leading'],
    ['A: x\nB: y\nC: z\nD: w', 'several'],
    ['A: x\nB: y\nC: z', 'A leading'],
    ['A: x\nC: y\nB: z\nD: w', 'A leading'],
    // Option
    ['it really deletes a mailbox now', 'D option'],
    ['it sends mails', 'C option'],
    ['it resends', 'none'],
    ['"Deletes  A\nMailbox".', 'D option'],
    ['sends mail and sends', 'several'],
    ['sends2', 'none'],
    ['é sends', 'C option'],
    ['ésends', 'none'],
    // Small letter
    ['(b)', 'B small-letter'],
    ['"c".', 'C small-letter'],
    ['e', 'none'],
    ['b c', 'none'],
  ])('reads %j leniently as %s', (text, expected) => {
    const { strict, lenient } = read(text)
    expect(strict.kind).toBe('unreadable')
    const shown =
      lenient.kind === 'chosen'
        ? `${lenient.label} ${lenient.rule}`
        : lenient.rule.endsWith(': several')
          ? 'several'
          : 'none'
    expect(shown).toBe(expected)
  })

  it('finds an option in its place, not one that stands within a longer one, nor an empty one', () => {
    const of = (text: string, options: Readonly<Record<string, string>>) =>
      readLetter(text, { labels: options, wasCut: false }).lenient
    const nested = { A: 'mail', B: 'mail box', C: '' }
    expect(of('the mail box', nested)).toEqual(chosen('B', 'option'))
    expect(of('the mail', nested)).toEqual(chosen('A', 'option'))
    expect(of('a mail in the mail box', nested).kind).toBe('unreadable')
    expect(of('mail box', nested)).toEqual(chosen('B', 'option'))
    expect(of('nothing', nested).kind).toBe('unreadable')
    // Two options of the same words cannot be told apart.
    expect(of('mail', { A: 'mail', B: 'Mail.' })).toEqual({ kind: 'unreadable', rule: 'option: several' })
    expect(of('xmail mail', { A: 'mail', B: 'post' })).toEqual(chosen('A', 'option'))
  })

  it('does not take an answer that was cut before it began for silence', () => {
    expect(read('', true).strict).toEqual({ kind: 'unreadable', rule: 'cut' })
    expect(read('Let me think about', true).strict).toEqual({ kind: 'unreadable', rule: 'cut' })
    // One letter is all that a limit of one token lets through.
    expect(read('A', true).strict).toEqual(chosen('A', 'letter'))
  })

  it('never reads more strictly than leniently, and never a letter that was not offered', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'ABCDEab ().:\n*answeris'), maxLength: 30 }),
        (text) => {
          const { strict, lenient } = read(text)
          if (strict.kind === 'chosen') expect(lenient).toEqual(strict)
          if (lenient.kind === 'chosen') expect(Object.keys(labels)).toContain(lenient.label)
        },
      ),
    )
  })

  it('takes time that grows with the length of the answer alone', () => {
    const began = performance.now()
    for (const piece of [
      'answer is ',
      '*',
      'answer**',
      'A ',
      '((((',
      'sends mail ',
      '   ',
      'answer:  \n',
      '\\boxed{',
    ]) {
      read(`answer${piece.repeat(200_000 / piece.length)}`)
    }
    expect(performance.now() - began).toBeLessThan(5000)
  })
})
