import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../text/json.js'
import { dialogueOf } from '../dialogue-item.js'
import { goldTurns, nullSpeakers } from './null-speakers.js'

const turnsOf = (...turns: readonly JsonObject[]) =>
  goldTurns(dialogueOf({ kind: 'dialogue', id: 'd', json: { turns } }))
const user = (text: string): JsonObject => ({ role: 'user', text })
const agent = (more: JsonObject): JsonObject => ({ role: 'assistant', text: '', ...more })
const search = { name: 'search', arguments: { city: 'Lima' } }

describe('goldTurns', () => {
  it('gathers what follows a user message until the next', () => {
    const turns = turnsOf(
      user('Find one.'),
      agent({ calls: [search], cacheBefore: {}, cacheAfter: { r: 1 }, label: 'call' }),
      user('Thanks.'),
      agent({ calls: [], cacheBefore: { r: 1 }, cacheAfter: { r: 1 } }),
    )
    expect(turns).toEqual([
      { calls: [search], label: 'call', keepsCache: false },
      { calls: [], keepsCache: true },
    ])
  })
  it('leaves out what an item does not say', () => {
    expect(turnsOf(user('a'), agent({}))).toEqual([])
    expect(turnsOf(user('a'), agent({ plan: 'x()' }), user('b'), agent({ calls: [] }))).toEqual([
      { calls: [] },
    ])
    expect(turnsOf(agent({ calls: [search] }))).toEqual([])
  })
})

describe('null speakers', () => {
  const right = (id: string, turns: ReturnType<typeof turnsOf>): readonly boolean[] =>
    turns.map(
      (turn, at) => nullSpeakers.find((one) => one.id === id)?.isRight(turn, turns.slice(0, at)) ?? false,
    )
  const dialogue = turnsOf(
    user('Find one.'),
    agent({ calls: [search] }),
    user('Again.'),
    agent({ calls: [{ name: 'search', arguments: { city: 'Lima' } }] }),
    user('Seat?'),
    agent({ calls: [], label: 'no-op' }),
    user('Which?'),
    agent({ calls: [], label: 'seek' }),
  )

  it('have the ids that results are stored under', () => {
    expect(nullSpeakers.map(({ id }) => id)).toEqual(['silent', 'no-op', 're-search'])
  })
  it('are right where doing nothing, or the same again, is right', () => {
    expect(right('silent', dialogue)).toEqual([false, false, true, true])
    expect(right('no-op', dialogue)).toEqual([false, false, true, false])
    expect(right('re-search', dialogue)).toEqual([false, true, false, false])
  })
  it('go by the cache where the item gives one', () => {
    const [turn] = turnsOf(
      user('Filter.'),
      agent({ calls: [search], cacheBefore: { a: 1 }, cacheAfter: { a: 1 } }),
    )
    expect(nullSpeakers[0]?.isRight(turn as NonNullable<typeof turn>, [])).toBe(true)
  })
})
