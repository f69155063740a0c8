import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TokenCounter } from '../text/count-tokens.js'
import { fitRecord, type RecordDraft } from './fit-record.js'
import { cutAtWord, shrinkable } from './shrinkable-text.js'

/** Every character is a token, so that counts can be read off. */
const characters: TokenCounter = { tokenizer: 'characters', count: (text) => text.length }
const budget = (maxTokens: number, reserve = 0, counter = characters) => ({ counter, maxTokens, reserve })

const draft = (text: string, extra: Partial<RecordDraft> = {}): RecordDraft => ({
  id: 'f1/x',
  format: 'f1',
  tool: 'x',
  user: [{ kind: 'shrinkable', text: shrinkable(text) }],
  assistant: [{ kind: 'tokens', tokens: ['<<Service>>', '<<&&endpoint>>'] }],
  ...extra,
})

describe('fitRecord', () => {
  it('leaves a record that fits as it is; a token of a tool counts as one', () => {
    const { record, isTruncated } = fitRecord(draft('12345678'), budget(10))
    expect(record).toEqual({
      id: 'f1/x',
      format: 'f1',
      tool: 'x',
      messages: [
        { role: 'user', content: '12345678' },
        { role: 'assistant', content: '<<Service>><<&&endpoint>>' },
      ],
    })
    expect(isTruncated).toBe(false)
  })

  it('cuts the text and never the target, system message and template reserve counted', () => {
    const fitted = fitRecord(draft('123456789', { system: 'abc' }), budget(12, 2))
    expect(fitted).toMatchObject({ isTruncated: true })
    expect(fitted.record.messages.map(({ content }) => content)).toEqual([
      'abc',
      '12345',
      '<<Service>><<&&endpoint>>',
    ])
  })

  it('cuts the documentation where it is the target itself', () => {
    const fitted = fitRecord(
      draft('', {
        user: [
          { kind: 'text', text: 'What is ' },
          { kind: 'tokens', tokens: ['<<x>>'] },
        ],
        assistant: [{ kind: 'shrinkable', text: shrinkable('abcdef') }],
      }),
      budget(12),
    )
    expect(fitted.record.messages[1]?.content).toBe('abc')
  })

  it('says which record cannot fit', () => {
    expect(() => fitRecord(draft('abc'), budget(1))).toThrow(
      /does not fit into 1 tokens[^]*f1\/x[^]*--max-tokens/,
    )
    expect(() => fitRecord(draft('abc', { system: 'too long a system message' }), budget(10))).toThrow(
      /f1\/x/,
    )
  })

  it('takes its time from the budget, not from the text', () => {
    let counted = 0
    const counter: TokenCounter = {
      tokenizer: 'half',
      count(text) {
        counted += text.length
        return text.length / 2
      },
    }
    const fitted = fitRecord(draft('x'.repeat(5_000_000)), budget(102, 0, counter))
    expect(fitted.record.messages[0]?.content.length).toBe(200)
    expect(counted).toBeLessThan(40_000)
  })

  it('fits every record within the budget, cutting only where it must and by no more than a word', () => {
    const words = fc.array(fc.constantFrom('a', 'tool', 'reads', '😀', 'documentation'), { maxLength: 40 })
    fc.assert(
      fc.property(words, fc.integer({ min: 2, max: 120 }), (parts, maxTokens) => {
        const text = parts.join(' ')
        const { record, isTruncated } = fitRecord(draft(text), budget(maxTokens))
        const [user, assistant] = record.messages.map(({ content }) => content)
        expect(assistant).toBe('<<Service>><<&&endpoint>>')
        expect((user ?? '').length + 2).toBeLessThanOrEqual(maxTokens)
        expect(text.startsWith(user ?? '')).toBe(true)
        expect(isTruncated).toBe(text.length + 2 > maxTokens)
        if (isTruncated) expect((user ?? '').length).toBeGreaterThanOrEqual(maxTokens - 2 - 25)
      }),
    )
  })
})

describe('cutAtWord', () => {
  it('ends at white space where there is some near, and never inside a character', () => {
    expect(cutAtWord('one two three', 9)).toBe('one two')
    expect(cutAtWord('one two', 7)).toBe('one two')
    expect(cutAtWord(`a ${'x'.repeat(60)}`, 40)).toBe(`a ${'x'.repeat(38)}`)
    expect(cutAtWord('😀😀', 3)).toBe('😀')
    expect(cutAtWord('abc', 0)).toBe('')
  })
})
