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
