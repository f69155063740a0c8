import { describe, expect, it } from 'vitest'
import { wordsOfName } from '../../text/shingles.js'
import { actionsOf, contradict } from './action-words.js'

const against = (left: string, right: string): boolean =>
  contradict(actionsOf(wordsOfName(left)), actionsOf(wordsOfName(right)))

describe('contradict', () => {
  it('tells reading, creating, changing and removing apart', () => {
    expect(against('getUser', 'deleteUser')).toBe(true)
    expect(against('GET /users/{id}', 'PATCH /users/{id}')).toBe(true)
    expect(against('Create a key', 'Update a key')).toBe(true)
    expect(against('list_users', 'find_users')).toBe(false)
    expect(against('create or update a key', 'update a key')).toBe(false)
  })

  it('tells opposites apart', () => {
    expect(against('enable alerts', 'disable alerts')).toBe(true)
    expect(against('Encode text', 'Decode text')).toBe(true)
    expect(against('import and export', 'export')).toBe(false)
  })

  it('has nothing against labels that say nothing of actions', () => {
    expect(against('weather', 'get weather')).toBe(false)
    expect(against('open ticket', 'create ticket')).toBe(false)
    expect(against('users', 'delete users')).toBe(false)
  })
})

describe('actionsOf', () => {
  it('keeps the words that are no mere reading', () => {
    expect(actionsOf(['get', 'daily', 'prices', 'delete']).rest).toEqual(['daily', 'prices', 'delete'])
  })
})
