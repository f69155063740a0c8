import { describe, expect, it } from 'vitest'
import { SubjectError } from '../../errors.js'
import { PlacedCalls } from './placed-calls.js'
import type { LoggedCall } from './tool-log.js'
import type { ServerReply, ToolServer } from './tool-server.js'

const listing = { server: { name: 'desk' }, tools: [] }
const answer = (words: string): ServerReply => ({ kind: 'answer', result: { words } })

function counting(): { readonly source: ToolServer; readonly count: () => number } {
  let count = 0
  return {
    source: {
      listing,
      call: async (tool) => answer(`${tool} ${++count}`),
      close: async () => undefined,
    },
    count: () => count,
  }
}

describe('PlacedCalls', () => {
  it('asks once at each place, whoever plays it again, and again where more is called', async () => {
    const { source, count } = counting()
    const kept: LoggedCall[] = []
    const calls = new PlacedCalls({ source, known: [], keep: async (call) => void kept.push(call) })
    const first = calls.serverAt(() => 'turn 1', { listing })
    const said = [await first.call('put', { a: 1, b: 2 }), await first.call('put', { b: 2, a: 1 })]
    expect(said).toEqual([answer('put 1'), answer('put 2')])
    const second = calls.serverAt(() => 'turn 1', { listing })
    expect([await second.call('put', { b: 2, a: 1 }), await second.call('put', { a: 1, b: 2 })]).toEqual(said)
    expect(await second.call('put', { a: 1, b: 2 })).toEqual(answer('put 3'))
    expect(await calls.serverAt(() => 'turn 2', { listing }).call('put', { a: 1, b: 2 })).toEqual(
      answer('put 4'),
    )
    expect(count()).toBe(4)
    expect(kept.map(({ place }) => place)).toEqual(['turn 1', 'turn 1', 'turn 1', 'turn 2'])
  })

  it('asks once where two play at the same time', async () => {
    const { source, count } = counting()
    const calls = new PlacedCalls({ source, known: [] })
    const replies = await Promise.all(
      [0, 1, 2].map(() => calls.serverAt(() => 'gold', { listing }).call('put', {})),
    )
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1)
    expect(count()).toBe(1)
  })

  it('knows what was recorded at a place, and nothing of what has none', async () => {
    const { source, count } = counting()
    const call = { tool: 'put', arguments: {}, reply: answer('then') }
    const known = [{ ...call, place: 'turn 1' }, call]
    const server = new PlacedCalls({ source, known }).serverAt(() => 'turn 1', { listing })
    expect(await server.call('put', {})).toEqual(answer('then'))
    expect(await server.call('put', {})).toEqual(answer('put 1'))
    const settled = new PlacedCalls({ source, known }).serverAt(() => 'turn 1', { listing, isSettled: true })
    expect(await settled.call('put', {})).toEqual(answer('then'))
    expect(await settled.call('put', {})).toMatchObject({ kind: 'failure', message: 'not recorded' })
    expect(count()).toBe(1)
  })

  it('asks again where the server was lost', async () => {
    let isLost = true
    const source: ToolServer = {
      listing,
      close: async () => undefined,
      call: async () => {
        if (isLost) throw new SubjectError({ code: 'mcp-lost', what: 'It ended.', retryable: false })
        return answer('here')
      },
    }
    const calls = new PlacedCalls({ source, known: [] })
    await expect(calls.serverAt(() => 'x', { listing }).call('put', {})).rejects.toThrow('It ended.')
    isLost = false
    expect(await calls.serverAt(() => 'x', { listing }).call('put', {})).toEqual(answer('here'))
  })

  it('is asked for nothing without a source, lends what another run was answered, and closes nothing', async () => {
    const call = { place: 'turn 1', tool: 'put', arguments: {} }
    const kept: LoggedCall[] = []
    const borrowed = [answer('one'), answer('two')].map((reply) => ({ ...call, reply }))
    const calls = new PlacedCalls({ known: [], borrowed, keep: async (one) => void kept.push(one) })
    const server = calls.serverAt(() => 'turn 1', { listing })
    expect([await server.call('put', {}), await server.call('put', {})]).toEqual([
      answer('one'),
      answer('two'),
    ])
    expect(kept).toEqual(borrowed)
    const refused = { kind: 'failure', reason: 'refused', message: 'not recorded' }
    expect(await server.call('put', {})).toEqual(refused)
    expect(await calls.serverAt(() => 'turn 2', { listing }).call('put', {})).toEqual(refused)
    const settled = calls.serverAt(() => 'turn 1', { listing, isSettled: true })
    expect([
      await settled.call('put', {}),
      await settled.call('put', {}),
      await settled.call('put', {}),
    ]).toEqual([answer('one'), answer('two'), refused])
    expect(server.listing).toBe(listing)
    expect(await server.close()).toBeUndefined()
  })
})
