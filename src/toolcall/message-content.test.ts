import { describe, expect, it } from 'vitest'
import { InputError } from '../errors.js'
import { messageContent } from './message-content.js'

describe('messageContent', () => {
  it('is the text of a message, and nothing where there is none', () => {
    expect(messageContent({ role: 'assistant', content: 'Hi', tool_calls: [] })).toBe('Hi')
    expect(messageContent({ content: '', tool_calls: null })).toBe('')
    for (const none of ['Hi', null, 5, [{ content: 'Hi' }], {}, { content: null }, { content: ['Hi'] }])
      expect(messageContent(none)).toBeUndefined()
  })

  it('refuses a message whose calls a server has taken out, and says where it stands', () => {
    const thrown = (where?: string): unknown => {
      try {
        return messageContent({ content: 'Hi', tool_calls: [{}] }, where)
      } catch (error) {
        return error
      }
    }
    expect(thrown('log.jsonl, line 3')).toBeInstanceOf(InputError)
    expect(thrown('log.jsonl, line 3')).toMatchObject({
      code: 'message-parsed',
      what: 'The message holds tool_calls: a server has taken the calls out of the text that this dialect reads.',
      where: 'log.jsonl, line 3',
      fix: "Read such messages with --dialect openai, or ask again with the server's own tool parsing off.",
    })
    expect(thrown()).toMatchObject({ where: undefined })
  })
})
