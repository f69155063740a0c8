import { describe, expect, it } from 'vitest'
import { withoutLabel, withoutText } from './abstention.js'

const ruleOf = (text: string, wasCut = false) => {
  const { kind, rule } = withoutLabel(text, wasCut)
  return `${kind} ${rule}`
}

describe('withoutLabel', () => {
  it.each([
    'I do not know',
    "I don't know that",
    'I don’t  really\nknow',
    'I cannot answer this',
    "I can't say",
    'I could not determine it',
    "I couldn't tell",
    'I cannot help',
    "Sorry, I can't answer",
    "I'm sorry, but I cannot answer that",
    'I am sorry. I cannot tell',
    'I am afraid I cannot say',
    'afraid i cannot really say',
    'I am not sure',
    "I'm unable to",
    'I am not able to',
    "I'm unsure",
    'It cannot be determined',
    "This can't be answered",
    'It can not be determined',
    'There is not enough information',
    'Not enough information',
    'Insufficient information',
    'None of the above',
    'None of these',
    'Unknown.',
    'not sure',
    'Unsure',
    'n/a',
    ' **"I do not know"**',
    '(None of these)',
  ])('takes %j for an abstention', (text) => {
    expect(ruleOf(text)).toBe('abstained says-so')
    expect(ruleOf(text, true)).toBe('abstained says-so')
  })

  it.each([
    'I know',
    'I do not think so',
    'Well, I do not know',
    'unknowns',
    'n/a for this one',
    'None',
    'It cannot be',
    'I am sure',
    'There is enough information',
    'sorry',
    'I do not really ever know',
  ])('does not take %j for one', (text) => {
    expect(ruleOf(text)).toBe('unreadable no-label')
    expect(ruleOf(text, true)).toBe('unreadable cut')
  })

  it('takes silence for one, but not an answer that was cut before it began', () => {
    expect(ruleOf('')).toBe('abstained empty')
    expect(ruleOf('', true)).toBe('unreadable cut')
  })

  it('looks at the beginning alone', () => {
    expect(ruleOf(`${' '.repeat(180)}I do not know`)).toBe('abstained says-so')
    expect(ruleOf(`${' '.repeat(195)}I do not know`)).toBe('unreadable no-label')
  })
})

describe('withoutText', () => {
  it('takes a refusal for an abstention, and what never came to an answer for unreadable', () => {
    expect(withoutText({ kind: 'none', why: 'refused' })).toEqual({ kind: 'abstained', rule: 'refused' })
    expect(withoutText({ kind: 'none', why: 'reasoning-open' })).toEqual({
      kind: 'unreadable',
      rule: 'reasoning-open',
    })
  })
})
