import { describe, expect, it } from 'vitest'
import { callTaskOf } from '../../benchmark/call-item.js'
import { judgeCalls } from './call-verdict.js'
import { scoredItem } from './scored-item.js'

const task = (forbidden: string[]) =>
  callTaskOf({
    kind: 'call',
    id: 'a',
    json: {
      messages: [],
      tools: ['go', 'stop'],
      gold: {
        calls: [
          { name: 'go', arguments: { to: 'Lima', by: 'bus' } },
          { name: 'go', arguments: { to: 'Puno' } },
          { name: 'stop', arguments: {} },
        ],
      },
      forbidden,
    },
  })
const calls = [
  { name: 'go', arguments: { to: 'Lima', by: 'bus', at: 5, for: 2 } },
  { name: 'go', arguments: { to: 'Puno' } },
  { name: 'look', arguments: { far: true } },
  { name: 'look', arguments: { far: true } },
]

describe('scoredItem', () => {
  it('gives counts of calls and arguments, and of gold calls which have an equal partner', () => {
    const item = scoredItem(judgeCalls(task([]), { outcome: 'called', ok: false, level: 'S4', calls }))
    expect(item).toEqual({
      expects: 'calls',
      outcome: 'called',
      level: 'S4',
      match: false,
      exact: false,
      selection: false,
      lenientSelection: undefined,
      arguments: false,
      schemaValid: false,
      wellFormed: true,
      keyword: undefined,
      perCall: [false, true, false],
      calls: { gold: 3, emitted: 4, equal: 1, missing: 1, extra: 2, repeated: 1 },
      argumentCounts: { right: 3, asked: 3, given: 7 },
    })
  })

  it('names forbidden tools that were called, and says nothing where there were none', () => {
    const verdict = judgeCalls(task(['look', 'wait']), { outcome: 'called', ok: false, level: 'S4', calls })
    expect(scoredItem(verdict).forbidden).toEqual(['look'])
  })
})
