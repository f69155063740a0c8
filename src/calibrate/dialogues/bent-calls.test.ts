import { describe, expect, it } from 'vitest'
import { toyWorld } from '../../../test/generators/toy-world.js'
import type { AgentTurn, SpokenCall } from '../../agent/agents/agent.js'
import { goldTurns } from '../../agent/agents/gold-turns.js'
import type { Dialogue } from '../../benchmark/dialogue-item.js'
import { hashText } from '../../text/hash.js'
import { changedCalls, missedCalls, otherKeys, permutedSets, renamedKeys, twice } from './bent-calls.js'

const world = toyWorld()
const hash = (content: string | Uint8Array): string => hashText(String(content))
const turnWith = (more: Partial<AgentTurn>): AgentTurn => ({
  world,
  history: [],
  cache: [],
  steps: [],
  gold: [],
  at: 0,
  ...more,
})
const toolOf = (role: string): string => world.tools.find((tool) => tool.role === role)?.name ?? role
const [search, filter, save, get] = ['search', 'filter', 'save', 'get'].map(toolOf) as [
  string,
  string,
  string,
  string,
]
const calls: readonly SpokenCall[] = [
  { name: search, arguments: { author: ['Ines Ferro', 'Mara Quill'] } },
  { name: save, arguments: { key: 'found', value: { $ref: 'r1' } } },
]

describe('gold, bent', () => {
  it('has other keys, but for what the cache holds under gold’s', () => {
    const [, renamed] = renamedKeys(calls, turnWith({}))
    expect(renamed?.arguments).toEqual({ key: 'renamed_found', value: { $ref: 'r1' } })
    const cache = [{ key: 'found', summary: '' }]
    expect(renamedKeys(calls, turnWith({ cache }))).toEqual(calls)
  })

  it('has sets turned round and one item said again, and nothing else', () => {
    const pair: SpokenCall = { name: search, arguments: { year: [1990, 2000] } }
    expect(permutedSets([...calls, pair], world)).toEqual([
      { name: search, arguments: { author: ['Mara Quill', 'Ines Ferro', 'Mara Quill'] } },
      calls[1],
      pair,
    ])
  })

  it('is made twice, the second calls upon the second results', () => {
    expect(twice(calls)).toEqual([
      ...calls,
      calls[0],
      { name: save, arguments: { key: 'found', value: { $ref: 'r3' } } },
    ])
    expect(twice([{ name: filter, arguments: { prior: [{ $ref: 'r1' }] } }])[1]?.arguments).toEqual({
      prior: [{ $ref: 'r2' }],
    })
  })

  it('has one value changed, the first that can be', () => {
    const changed = changedCalls(
      [
        { name: save, arguments: { key: 'found', value: { $ref: 'r1' } } },
        { name: search, arguments: { year: [1990, 2000], author: ['Ines Ferro'] } },
        { name: search, arguments: { author: ['Mara Quill'] } },
      ],
      world,
    )
    expect(changed.map((call) => call.arguments)).toEqual([
      { key: 'found', value: { $ref: 'r1' } },
      { year: [1990, 2000], author: ['Other Ines Ferro'] },
      { author: ['Mara Quill'] },
    ])
    expect(changedCalls(calls, world)).toEqual(calls)
  })

  it('asks for a key that nobody saved', () => {
    expect(missedCalls(world)).toEqual([{ name: get, arguments: { key: 'nobody_saved_this' } }])
    expect(missedCalls({ tools: [] })).toEqual([])
  })

  it('takes another result of the same columns, where there is one', async () => {
    const dialogue: Dialogue = {
      id: 'd',
      turns: [
        `one = ${search}(branch="north", author=["Ines Ferro"])\n${save}(key="one", value=one)`,
        `same = ${get}(key="one")\n${save}(key="again", value=same)`,
        `two = ${search}(branch="north", author=["Mara Quill"])\n${save}(key="two", value=two)\nback = ${get}(key="one")`,
        `back = ${get}(key="one")`,
      ].map((plan) => ({ role: 'user', text: '', plan, json: {} })),
    }
    const gold = await goldTurns({ dialogue, world, hash, now: () => 0 })
    expect(gold.map(({ execution }) => execution.error)).toEqual(gold.map(() => undefined))
    const keys = gold.map((_, at) => [...otherKeys(turnWith({ gold, at }))])
    // A copy under another key is the same result, and what the turn itself saves was not there before it.
    expect(keys).toEqual([[], [], [], [['one', 'two']]])
    expect(otherKeys(turnWith({ gold, at: 9 })).size).toBe(0)
  })
})
