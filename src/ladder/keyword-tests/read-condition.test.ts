import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type JsonObject, parseJson } from '../../text/json.js'
import type { KeywordItem } from '../keyword-set.js'
import { creditedTexts, exampleReply, judgeOf } from './judge-condition.js'
import { readCondition } from './read-condition.js'

const itemWith = (members: JsonObject): KeywordItem => ({ id: '1', prompt: '', members })
const worth = (condition: JsonObject, reply: string, members: JsonObject = {}): number =>
  judgeOf(readCondition(condition, 'test'))(itemWith(members), reply)

describe('conditions', () => {
  it.each<[JsonObject, string, number]>([
    [{ any: ['hola', 'buen'] }, 'BUENOS días', 1],
    [{ any: ['hola'], case: 'exact' }, 'Hola', 0],
    [{ any: 'hola' }, 'Hola', 1],
    [{ all: ['a', 'b'] }, 'cab', 1],
    [{ all: ['a', 'b'] }, 'ca', 0],
    [{ none: ['sorry'] }, 'I am SORRY', 0],
    [{ none: ['sorry'] }, 'Done.', 1],
    [{ share: ['a', 'b', 'x', 'y'] }, 'ab', 0.5],
    [{ equals: ['yes'] }, '  Yes\n', 1],
    [{ equals: ['yes'] }, 'yes!', 0],
    [{ any: ['nada'], window: { first: 6 } }, 'de nada', 0],
    [{ any: ['nada'], window: { first: 7 } }, 'de nada', 1],
    [{ any: ['de'], window: { last: 4 } }, 'de nada', 0],
    [{ any: ['🙂x'], window: { first: 2 } }, '🙂x', 1],
    [{ regex: '^T\\d{4}$' }, 't1059', 1],
    [{ regex: '^T\\d{4}$', case: 'exact' }, 't1059', 0],
    [{ longer: 5 }, '🙂🙂🙂🙂🙂', 0],
    [{ longer: 5 }, '🙂🙂🙂🙂🙂🙂', 1],
    [{ every: [{ longer: 2 }, { share: ['a', 'z'] }] }, 'abc', 0.5],
    [{ some: [{ longer: 9 }, { share: ['a', 'z'] }] }, 'abc', 0.5],
  ])('%j gives %j a credit of %d', (condition, reply, expected) => {
    expect(worth(condition, reply)).toBe(expected)
  })

  it('takes texts from a member of the item, and gives nothing where it has none', () => {
    const condition = { share: { member: 'keys' } }
    expect(worth(condition, 'alpha', { keys: ['Alpha', 'beta'] })).toBe(0.5)
    expect(worth(condition, 'alpha', { keys: 'alpha' })).toBe(1)
    expect(worth(condition, 'alpha')).toBe(0)
    expect(worth({ all: { member: 'keys' } }, 'alpha')).toBe(1)
  })

  it('takes a pattern that would hold a backtracking engine for years in linear time', () => {
    expect(worth({ regex: '^(a+)+$' }, `${'a'.repeat(5000)}b`)).toBe(0)
  })

  it('names a reply that earns everything, and the texts that earn credit', () => {
    const condition = readCondition({ every: [{ all: ['Uno', 'Dos'] }, { none: ['tres'] }] }, 'test')
    const reply = exampleReply(condition, itemWith({})) ?? ''
    expect(judgeOf(condition)(itemWith({}), reply)).toBe(1)
    expect(creditedTexts(condition, itemWith({}))).toEqual(['uno', 'dos'])
    expect(exampleReply(readCondition({ regex: 'x' }, 'test'), itemWith({}))).toBeUndefined()
  })

  it.each<[JsonObject, RegExp]>([
    [{}, /exactly one of/],
    [{ any: ['a'], all: ['b'] }, /this one has 2/],
    [{ anny: ['a'] }, /Did you mean "any"/],
    [{ any: [] }, /1 to 10,000 texts/],
    [{ any: [''] }, /empty or no text/],
    [{ any: [3] }, /no text/],
    [{ any: { mumber: 'x' } }, /Texts are a list/],
    [{ regex: '(' }, /no pattern of RE2/],
    [{ regex: '(?=x)' }, /no pattern of RE2/],
    [{ regex: 'x'.repeat(5000) }, /4096/],
    [{ longer: -1 }, /no number of characters/],
    [{ any: ['a'], case: 'upper' }, /"case"/],
    [{ any: ['a'], window: { first: 1, last: 1 } }, /"window"/],
    [{ any: ['a'], window: { first: 0 } }, /"window"/],
    [{ every: [] }, /no list of conditions/],
  ])('refuses %j', (condition, message) => {
    expect(() => readCondition(condition, 'test')).toThrow(message)
  })

  it('refuses conditions that stand too deep in each other', () => {
    const text = `${'{"every":['.repeat(12)}{"longer":1}${']}'.repeat(12)}`
    const reading = parseJson(text)
    expect(() => readCondition(reading.kind === 'value' ? reading.value : null, 'test')).toThrow(/deep/)
  })

  it('never gives less than 0 or more than 1, and never throws on a reply', () => {
    const texts = fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 4 })
    const leaf = fc.oneof(
      fc
        .tuple(fc.constantFrom('any', 'all', 'none', 'share', 'equals'), texts)
        .map(([kind, list]) => ({ [kind]: list })),
      fc.nat(9).map((longer) => ({ longer })),
    )
    fc.assert(
      fc.property(
        fc.constantFrom('every', 'some'),
        fc.array(leaf, { minLength: 1 }),
        fc.string(),
        (kind, parts, reply) => {
          const value = worth({ [kind]: parts }, reply)
          expect(value).toBeGreaterThanOrEqual(0)
          expect(value).toBeLessThanOrEqual(1)
        },
      ),
    )
  })
})
