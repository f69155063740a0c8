import { describe, expect, it } from 'vitest'
import type { Clock, Http, HttpRequest } from '../ports.js'
import type { SubjectContext } from '../subject/kind.js'
import { beamSearch } from './beam-search.js'
import { serverTokenSource } from './server-source.js'
import { TokenTrie } from './token-trie.js'

const END = 2
const VOCABULARY = 40

/** Log-probabilities after the last token of a prompt. */
function logprobsAfter(last: number): readonly number[] {
  const logits = Array.from(
    { length: VOCABULARY },
    (_, id) => 3 * Math.sin(1.3 * last + 2.1 * id + 0.7 * last * id),
  )
  const total = Math.log(logits.reduce((sum, logit) => sum + Math.exp(logit), 0))
  return logits.map((logit) => logit - total)
}

interface ServerTraits {
  /** What it does with `logprob_token_ids`. */
  readonly knowsIds?: boolean
  /** Whether its lists are made after the mask. */
  readonly isMasked?: boolean
  readonly maxLogprobs?: number
  /** Statuses of the first answers to completions. */
  readonly failures?: number[]
  /** Whether it lists tokens by their text, without ids. */
  readonly isNameless?: boolean
}

/** A vLLM whose model is a bigram. */
function fakeVllm(traits: ServerTraits) {
  const { knowsIds = false, isMasked = false, maxLogprobs = 100, failures = [], isNameless = false } = traits
  const seen: Record<string, unknown>[] = []
  const answer = (body: unknown, status = 200) => ({
    status,
    headers: { 'content-type': 'application/json' },
    body: new TextEncoder().encode(JSON.stringify(body)),
  })
  const http: Http = {
    send: async ({ url, body }: HttpRequest) => {
      const path = new URL(url).pathname
      if (path === '/v1/models') return answer({ object: 'list', data: [{ id: 'm', owned_by: 'vllm' }] })
      if (path === '/version') return answer({ version: '0.11.2' })
      const json = JSON.parse(body ?? '{}')
      if (path === '/tokenize')
        return answer({ tokens: json.prompt === '' ? [] : [5], count: 1, max_model_len: 10 })
      if (path === '/detokenize') return answer({ prompt: json.tokens.join(' ') })
      seen.push(json)
      const status = failures.shift()
      if (status !== undefined) return answer({ error: { message: 'busy' } }, status)
      if (json.logprobs > maxLogprobs) {
        const message = `Requested sample logprobs of ${json.logprobs}, which is greater than max allowed: ${maxLogprobs}`
        return answer({ error: { message, type: 'BadRequestError', code: 400 } }, 400)
      }
      const prompt: number[] = json.prompt
      if (json.prompt_logprobs !== undefined) {
        const id = prompt.at(-1) ?? 0
        const logprob = logprobsAfter(prompt.at(-2) ?? 0)[id]
        return answer({
          choices: [
            { index: 0, text: 'x', prompt_logprobs: [null, { [id]: { logprob, decoded_token: 'x' } }] },
          ],
        })
      }
      let listed = logprobsAfter(prompt.at(-1) ?? 0).map((logprob, id) => ({ id, logprob }))
      const mask: number[] | undefined = json.allowed_token_ids
      if (mask !== undefined && isMasked) {
        listed = listed.filter(({ id }) => mask.includes(id))
        const total = Math.log(listed.reduce((sum, { logprob }) => sum + Math.exp(logprob), 0))
        listed = listed.map(({ id, logprob }) => ({ id, logprob: logprob - total }))
      }
      listed.sort((left, right) => right.logprob - left.logprob)
      const asked: number[] | undefined = knowsIds ? json.logprob_token_ids : undefined
      const shown =
        asked === undefined ? listed.slice(0, json.logprobs) : listed.filter(({ id }) => asked.includes(id))
      const [first = { id: 0, logprob: 0 }] = listed
      const name = (id: number) => (isNameless ? `text ${id}` : `token_id:${id}`)
      return answer({
        choices: [
          {
            index: 0,
            text: 'x',
            token_ids: [first.id],
            finish_reason: 'length',
            logprobs: {
              tokens: [name(first.id)],
              token_logprobs: [first.logprob],
              top_logprobs: [Object.fromEntries(shown.map(({ id, logprob }) => [name(id), logprob]))],
            },
          },
        ],
      })
    },
  }
  return { http, seen }
}

const clock: Clock = { now: () => 0, sleep: async () => undefined }

function contextOf(http: Http): SubjectContext {
  return {
    http,
    clock,
    variable: () => undefined,
    notify: () => undefined,
    options: {},
    templates: { render: async () => ({ kind: 'text', text: '' }) },
    mayExecute: false,
  } as unknown as SubjectContext // what a server does not need is left out
}

interface OwnWay {
  readonly owner: string
  readonly path: string
  /** The answer to a request, of a model that is a bigram. */
  readonly reply: (json: Record<string, unknown>) => object
}

const ranked = (prompt: readonly number[]) =>
  logprobsAfter(prompt.at(-1) ?? 0)
    .map((logprob, id) => ({ id, logprob }))
    .sort((left, right) => right.logprob - left.logprob)

/** SGLang's `/generate`, which gives the log-probability of any ids. */
const sglang: OwnWay = {
  owner: 'sglang',
  path: '/generate',
  reply: ({ input_ids: prompt, top_logprobs_num: depth, token_ids_logprob: asked }) => {
    const all = ranked(prompt as number[])
    const triples = (list: typeof all) => [list.map(({ id, logprob }) => [logprob, id, null])]
    return {
      text: 'x',
      meta_info: {
        finish_reason: { type: 'length', length: 1 },
        output_token_logprobs: triples(all.slice(0, 1))[0],
        output_top_logprobs: triples(all.slice(0, depth as number)),
        ...(asked === undefined
          ? {}
          : { output_token_ids_logprobs: triples(all.filter(({ id }) => (asked as number[]).includes(id))) }),
      },
    }
  },
}

/** llama.cpp's `/completion`, which lists as many of the likeliest as are wanted. */
const llamacpp: OwnWay = {
  owner: 'llamacpp',
  path: '/completion',
  reply: ({ prompt, n_probs: depth }) => {
    const [first, ...rest] = ranked(prompt as number[]).slice(0, depth as number)
    const named = (token: typeof first) => ({ ...token, token: 'x', bytes: [120] })
    return {
      content: 'x',
      tokens: [first?.id],
      stop_type: 'limit',
      completion_probabilities: [{ ...named(first), top_logprobs: [first, ...rest].map(named) }],
    }
  },
}

async function openOwn({ owner, path, reply }: OwnWay, depth: number) {
  const answer = (body: unknown, status = 200) => ({
    status,
    headers: { 'content-type': 'application/json' },
    body: new TextEncoder().encode(JSON.stringify(body)),
  })
  const http: Http = {
    send: async ({ url, body }: HttpRequest) => {
      const at = new URL(url).pathname
      if (at === '/v1/models') return answer({ object: 'list', data: [{ id: 'm', owned_by: owner }] })
      if (at === path) return answer(reply(JSON.parse(body ?? '{}')))
      if (at === '/tokenize') return answer({ tokens: [5], count: 1 })
      if (at === '/detokenize') return answer({ text: 'x', content: 'x' })
      return answer({}, 404)
    },
  }
  return serverTokenSource('http://server/v1#m', contextOf(http), depth)
}

async function open(traits: ServerTraits, depth: number) {
  const { http, seen } = fakeVllm(traits)
  return { source: await serverTokenSource('http://server/v1#m', contextOf(http), depth), seen }
}

const sequences = [[3, 4], [3, 5], [6], [7, 8, 9], [10], [11], [12, 13], [14], [15], [16], [17]]
const trie = new TokenTrie(sequences)
const local = {
  next: async (prefixes: readonly (readonly number[])[]) =>
    prefixes.map((prefix) => ({ logprobs: Float64Array.from(logprobsAfter(prefix.at(-1) ?? 1)) })),
}
const settings = { end: [END], width: 4, maxNewTokens: 5 }

describe('serverTokenSource', () => {
  it.each([
    ['ids', { knowsIds: true }, 8],
    ['mask', { isMasked: true }, 12],
    ['top', {}, VOCABULARY],
  ] as const)('searches as in process, with allowed tokens by %s', async (listing, traits, depth) => {
    const { source, seen } = await open(traits, depth)
    const next = await source.open([1])
    expect(source.facts.allowedTokens).toBe(listing)
    for (const rule of ['hf', 'renormalised'] as const) {
      const found = await beamSearch({ next, trie, rule, ...settings })
      const expected = await beamSearch({ next: local, trie, rule, ...settings })
      expect(found.map(({ entry }) => entry)).toEqual(expected.map(({ entry }) => entry))
      for (const [at, { score }] of found.entries())
        expect(score).toBeCloseTo(expected[at]?.score ?? Number.NaN, 8)
    }
    const free = await beamSearch({ next, ...settings })
    expect(free.map(({ tokenIds }) => tokenIds)).toEqual(
      (await beamSearch({ next: local, ...settings })).map(({ tokenIds }) => tokenIds),
    )
    expect(seen.every(({ max_tokens: tokens, temperature }) => tokens === 1 && temperature === 0)).toBe(true)
  })
  it.each([
    ['SGLang, by ids', sglang, 8, 'ids'],
    ['llama.cpp, off its list', llamacpp, VOCABULARY, 'top'],
  ] as const)('searches as in process through %s', async (_name, way, depth, listing) => {
    const source = await openOwn(way, depth)
    const next = await source.open([1])
    expect(source.facts.allowedTokens).toBe(listing)
    for (const constrained of [{ trie, rule: 'hf' as const }, {}]) {
      const found = await beamSearch({ next, ...constrained, ...settings })
      const expected = await beamSearch({ next: local, ...constrained, ...settings })
      expect(found.map(({ tokenIds }) => tokenIds)).toEqual(expected.map(({ tokenIds }) => tokenIds))
      for (const [at, { score }] of found.entries())
        expect(score).toBeCloseTo(expected[at]?.score ?? Number.NaN, 8)
    }
  })
  it('does not take llama.cpp’s short list for the whole', async () => {
    const next = await (await openOwn(llamacpp, 8)).open([1])
    await expect(beamSearch({ next, trie, ...settings })).rejects.toThrow(/too few log-probabilities/)
  })
  it('says at the start that the list is too short, whatever way the server takes', async () => {
    const refusing = await open({ maxLogprobs: 20 }, 100)
    await expect(refusing.source.open([1])).rejects.toThrow(
      /does not list the 100 log-probabilities[^]*max allowed: 20[^]*--max-logprobs 100/,
    )
    const short = await open({}, VOCABULARY + 10)
    await expect(short.source.open([1])).rejects.toThrow(/It listed 40/)
  })
  it('does not guess where the allowed tokens are not on the list', async () => {
    const { source } = await open({}, 8)
    const next = await source.open([1])
    await expect(beamSearch({ next, trie, ...settings })).rejects.toThrow(/too few log-probabilities/)
  })
  it('names the fault by a code, and where it is', async () => {
    const nameless = await open({ isNameless: true }, 8)
    await expect(nameless.source.open([1])).rejects.toThrow(
      expect.objectContaining({
        code: 'logprobs-without-ids',
        where: expect.stringContaining('http://server'),
      }),
    )
    await expect(nameless.source.open([1])).rejects.toThrow(/by their text alone[^]*--predictions/)
    const short = await open({ maxLogprobs: 20 }, 100)
    await expect(short.source.open([1])).rejects.toThrow(
      expect.objectContaining({ code: 'logprobs-too-few', where: expect.stringContaining('http://server') }),
    )
  })
  it('tries four times, each after four times the pause before, and no more', async () => {
    const pauses: number[] = []
    const slow: Clock = { now: () => 0, sleep: async (ms) => void pauses.push(ms) }
    const { http, seen } = fakeVllm({ failures: [503, 503, 503, 503, 503] })
    const source = await serverTokenSource('http://server/v1#m', { ...contextOf(http), clock: slow }, 8)
    await expect(source.open([1])).rejects.toThrow()
    expect(seen).toHaveLength(4)
    expect(pauses).toEqual([500, 2000, 8000])
  })
  it('asks for more allowed tokens than one request holds in several, and misses none', async () => {
    const { source, seen } = await open({ knowsIds: true }, 8)
    const next = await source.open([1])
    const asked = seen.length
    const allowed = Int32Array.from({ length: 1025 }, (_, id) => (id + 3) % 1030)
    const [found] = await next.next([[3]], [allowed])
    expect(seen.slice(asked).map(({ logprob_token_ids: ids }) => (ids as number[]).length)).toEqual([1024, 1])
    const expected = logprobsAfter(3)
    for (let id = 3; id < VOCABULARY; id++)
      expect(found?.logprobs[id]).toBeCloseTo(expected[id] ?? Number.NaN, 12)
    expect(found?.logprobs[2]).toBe(Number.NEGATIVE_INFINITY)
  })
  it('asks again after a failure that passes, and not after one that stays', async () => {
    const passing = await open({ failures: [503, 429] }, 8)
    await expect(passing.source.open([1])).resolves.toBeDefined()
    const staying = await open({ failures: [401] }, 8)
    await expect(staying.source.open([1])).rejects.toThrow(/key/)
  })
})
