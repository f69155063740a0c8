import { describe, expect, it } from 'vitest'
import { saidBy } from './sample-said.js'

const message = '{"role":"assistant","content":"A","content":"B"}'

describe('saidBy', () => {
  it('hands an API its message and other readers the text, where there are both', () => {
    const both = { text: 'A', message, stopReason: 'stop' } as const
    expect(saidBy(both, false)).toEqual({ kind: 'text', text: 'A' })
    expect(saidBy(both, true)).toEqual({
      kind: 'message',
      text: message,
      message: { role: 'assistant', content: 'B' },
    })
  })

  it('takes what there is', () => {
    expect(saidBy({ message, stopReason: 'stop' }, false)).toMatchObject({ kind: 'message', text: message })
    expect(saidBy({ text: '', stopReason: 'stop' }, true)).toEqual({ kind: 'text', text: '' })
    expect(saidBy({ tokenIds: [1, 2], stopReason: 'stop' }, true)).toEqual({
      kind: 'tokens',
      tokenIds: [1, 2],
    })
    expect(saidBy({ text: 'A', tokenIds: [1], stopReason: 'stop' }, false)).toEqual({
      kind: 'text',
      text: 'A',
    })
    expect(saidBy({ stopReason: 'refused' }, true)).toBeUndefined()
  })

  it('reads a message that is no JSON, or hostilely deep, as null', () => {
    for (const broken of ['{"a"', `${'['.repeat(1500)}${']'.repeat(1500)}`]) {
      expect(saidBy({ message: broken, stopReason: 'stop' }, true)).toMatchObject({
        text: broken,
        message: null,
      })
    }
    const deep = `${'['.repeat(900)}${']'.repeat(900)}`
    const said = saidBy({ message: deep, stopReason: 'stop' }, true)
    expect(said?.kind === 'message' && said.message !== null).toBe(true)
  })
})
