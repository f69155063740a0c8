import { describe, expect, it } from 'vitest'
import { fillPrompt, readPrompt } from './prompt-set.js'

describe('prompts', () => {
  it('are filled once: what is put in is no field', () => {
    const prompt = readPrompt('qa-judge', 'A {{tools}} B {{question}}', 'x')
    expect(fillPrompt(prompt, { tools: '{{question}}', question: 'Q $& $1' })).toBe(
      'A {{question}} B Q $& $1',
    )
  })

  it('must have the fields that they need, and no others', () => {
    expect(() => readPrompt('qa-judge', '{{tools}}', 'qa-judge.md')).toThrow(
      /lacks the field "question"[^]*qa-judge\.md/,
    )
    expect(() => readPrompt('qa-judge', '{{tools}}{{question}}{{gold}}', 'x')).toThrow(
      /field "gold" that nothing fills/,
    )
  })
})
