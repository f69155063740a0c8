import { describe, expect, it } from 'vitest'
import type { HttpEndpoint } from '../subject/http-endpoint.js'
import type { CompletionProtocol } from '../subject/protocols/completion-protocol.js'
import type { TokenProbability } from '../subject/reply.js'
import { lookAtServer, type ServerAsking, serverNextTokens } from './server-next-tokens.js'

type Tokens = readonly TokenProbability[]

/** A server that gives one list after the other, and what it was asked. */
function scripted(lists: readonly Tokens[], more: { readonly id?: string; readonly listing?: string } = {}) {
  const seen: Record<string, unknown>[] = []
  const left = [...lists]
  const asking = {
    endpoint: { where: 'http://server', post: async () => left.shift() ?? [] } as unknown as HttpEndpoint,
    protocol: {
      id: more.id ?? 'vllm',
      write: ({ prompt, topLogprobs, listed }: Record<string, unknown>, { extra }: { extra?: object }) => {
        seen.push({ prompt, topLogprobs, listed, ...extra })
        return { path: '/completions', body: '' }
      },
      read: (firstTokens: Tokens) => ({ firstTokens }),
    } as unknown as CompletionProtocol,
    prompt: { model: 'm' },
    depth: 3,
    concurrency: 2,
    clock: { now: () => 0, sleep: async () => undefined },
    context: { signal: new AbortController().signal, timeoutMs: 1 },
    listing: more.listing ?? 'ids',
  } as unknown as ServerAsking // a script answers in place of a server
  return { asking, seen }
}

const token = (id: number, logprob: number) => ({ id, text: 'x', logprob })
const none = Number.NEGATIVE_INFINITY

describe('serverNextTokens', () => {
  it('tells the allowed tokens alone, and what the others have at most', async () => {
    const { asking, seen } = scripted([[token(2, -0.5), token(1, -2), token(3, -3)]])
    const [found] = await serverNextTokens([9], asking).next([[8]], [Int32Array.of(1, 3)])
    expect([...(found?.logprobs ?? [])]).toEqual([none, -2, none, -3])
    expect(found?.unlistedAtMost).toBe(-3)
    expect(seen).toEqual([{ prompt: [9, 8], topLogprobs: 1, listed: [1, 3] }])
  })
  it('tells the likeliest where nothing is said of what is allowed', async () => {
    const { asking, seen } = scripted([[token(0, -1), { text: 'nameless', logprob: -4 }]])
    const [found] = await serverNextTokens([9], asking).next([[]])
    expect(found).toEqual({ logprobs: Float64Array.of(-1), unlistedAtMost: -4 })
    expect(seen).toEqual([{ prompt: [9], topLogprobs: 3, listed: [] }])
  })
  it('sets shares under a mask off against one plain probability, and drops what the mask forbids', async () => {
    // Share −0.25 of the best has −1.25 plainly: all are 1 lower.
    const { asking, seen } = scripted(
      [
        [token(5, -0.1), token(1, -0.25), token(2, -1.5)],
        [token(5, -0.3), token(1, -1.25)],
      ],
      { listing: 'mask' },
    )
    const [found] = await serverNextTokens([9], asking).next([[]], [Int32Array.of(1, 2)])
    expect(found).toEqual({ logprobs: Float64Array.of(none, -1.25, -2.5), unlistedAtMost: -2.5 })
    expect(seen[0]).toMatchObject({ topLogprobs: 3, allowed_token_ids: [1, 2] })
    expect(seen[1]).toEqual({ prompt: [9], topLogprobs: 3, listed: [] })
  })
  it('tells nothing where the mask leaves nothing', async () => {
    const { asking } = scripted([[token(5, -0.1)]], { listing: 'mask' })
    const [found] = await serverNextTokens([9], asking).next([[]], [Int32Array.of(1, 2)])
    expect(found).toEqual({ logprobs: new Float64Array(), unlistedAtMost: 0 })
  })
})

describe('lookAtServer', () => {
  const top = [token(1, -0.5), token(2, -1), token(3, -2)]
  it('takes ids, a mask whose shares make one, or the list', async () => {
    const half = Math.log(0.5)
    const shares = (...logprobs: readonly number[]) => logprobs.map((logprob, at) => token(2 + at, logprob))
    const look = async (...lists: readonly Tokens[]) => lookAtServer([9], scripted(lists).asking)
    expect(await look(top, [token(2, -1), token(3, -2)])).toBe('ids')
    expect(await look(top, [token(2, -1)], shares(half, half))).toBe('mask')
    expect(await look(top, [], shares(half, Math.log(0.4)))).toBe('top')
    expect(await look(top, [], shares(half, Math.log(0.6)))).toBe('top')
    expect(await look(top, [], [token(7, half), { text: 'x', logprob: half }, token(2, half)])).toBe('top')
  })
  it('asks for the last two of the list, and holds no other server than vLLM to a mask', async () => {
    const vllm = scripted([top])
    await lookAtServer([9], vllm.asking)
    expect(vllm.seen.map(({ listed }) => listed)).toEqual([[], [2, 3], []])
    expect(vllm.seen[2]).toMatchObject({ allowed_token_ids: [2, 3], topLogprobs: 3 })
    const other = scripted([top], { id: 'llamacpp' })
    expect(await lookAtServer([9], other.asking)).toBe('top')
    expect(other.seen).toHaveLength(2)
  })
  it('refuses a list that is short', async () => {
    await expect(lookAtServer([9], scripted([top.slice(1)]).asking)).rejects.toMatchObject({
      code: 'logprobs-too-few',
      what: expect.stringMatching(/the 3 log-probabilities[^]*It listed 2/),
      where: 'http://server',
    })
  })
})
