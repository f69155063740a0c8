import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostTemplates } from '../../src/adapters/chat-template.js'
import { hostClock } from '../../src/adapters/clock.js'
import { hostFiles } from '../../src/adapters/files.js'
import { hostHttp } from '../../src/adapters/http.js'
import { ggufTokenSource } from '../../src/adapters/models/gguf-next-tokens.js'
import { parametricCommand } from '../../src/cli/commands/parametric.js'
import { beamSearch } from '../../src/parametric/beam-search.js'
import type { NextTokens, TokenSource } from '../../src/parametric/next-tokens.js'
import { TokenTrie } from '../../src/parametric/token-trie.js'
import type { SubjectContext } from '../../src/subject/kind.js'
import { recordCli } from '../contract/cli-run.js'
import { type Bigram, bigramGguf } from '../generators/bigram-gguf.js'

/*
 * Runs where node-llama-cpp is installed: `npm ci --prefix test/assets/local-models`. The part on a real model runs
 * where it was fetched: `node test/assets/chat-templates.mjs`.
 */
const peers = resolve(process.env.ASSAY_PEERS ?? 'test/assets/local-models')
const hasEngine = existsSync(join(peers, 'node_modules/node-llama-cpp'))
const realModel = resolve('.cache/chat-templates/smollm2/model.gguf')

const SERVICES = ['<<Mail>>', '<<Sky>>']
const ENDPOINTS = ['<<&&send>>', '<<&&read>>', '<<&&forecast>>']
const FLAT = ['<<Mail&&send>>', '<<Mail&&read>>', '<<Sky&&forecast>>']
const TOKENS = [
  '<s>',
  '<|end|>',
  ...SERVICES,
  ...ENDPOINTS,
  ...FLAT,
  ...'abcdefghijklmnopqrstuvwxyz',
  'Ġ',
  'Ċ',
]
const END = 1
const logit = (last: number, next: number): number =>
  2.5 * Math.sin(1.9 * last + 2.3 * next + 0.3 * last * next)

function logprob(last: number, next: number): number {
  let sum = 0
  for (let other = 0; other < TOKENS.length; other++) sum += Math.exp(logit(last, other))
  return logit(last, next) - Math.log(sum)
}

const BIGRAM: Bigram = {
  tokens: TOKENS,
  control: [0, 1, ...[...SERVICES, ...ENDPOINTS, ...FLAT].map((token) => TOKENS.indexOf(token))],
  bos: 0,
  eos: END,
  addsBos: true,
  template: "{{ bos_token }}{{ messages[-1]['content'] }}",
  logit,
}

const context = {
  files: hostFiles,
  http: hostHttp,
  clock: hostClock,
  notify: () => undefined,
  templates: hostTemplates(),
  variable: () => undefined,
  mayExecute: true,
  options: {},
  open: () => Promise.reject(new Error('none')),
} satisfies SubjectContext

describe.skipIf(!hasEngine)('parametric on gguf: (needs npm ci --prefix test/assets/local-models)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-parametric-'))
  const path = join(folder, 'bigram.gguf')
  let source: TokenSource

  beforeAll(async () => {
    process.env.ASSAY_PEERS = peers
    writeFileSync(path, bigramGguf(BIGRAM))
    source = await ggufTokenSource(path, context)
  })
  afterAll(async () => {
    await source?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('searches as the closed form does, free and under a trie', async () => {
    const last = TOKENS.indexOf('k')
    const closed: NextTokens = {
      next: async (prefixes) =>
        prefixes.map((prefix) => ({
          logprobs: Float64Array.from(TOKENS, (_, next) => logprob(prefix.at(-1) ?? last, next)),
        })),
    }
    const sequences = [[2, 4], [2, 5], [3, 6], [7], [8], [9]]
    const settings = { end: [END], width: 12, maxNewTokens: 5 }
    for (const more of [
      {},
      { trie: new TokenTrie(sequences) },
      { trie: new TokenTrie(sequences), rule: 'renormalised' as const },
    ]) {
      const next = await source.open([0, last])
      const found = await beamSearch({ next, ...settings, ...more })
      const expected = await beamSearch({ next: closed, ...settings, ...more })
      expect(found.map(({ tokenIds }) => tokenIds.join())).toEqual(
        expected.map(({ tokenIds }) => tokenIds.join()),
      )
      for (const [at, { score }] of found.entries()) expect(score).toBeCloseTo(expected[at]?.score ?? 0, 4)
    }
  })

  it('examines a model from the command line, keeps what it decoded, and goes on with it', async () => {
    const at = (name: string): string => join(folder, name)
    writeFileSync(at('catalog.txt'), `${FLAT.join('\n')}\n`)
    const items = ['ask', 'tell', 'mix'].map((query, place) => ({
      id: query,
      kind: 'retrieval',
      query,
      gold: [(FLAT[place] ?? '').slice(2, -2)],
    }))
    writeFileSync(at('items.jsonl'), items.map((item) => `${JSON.stringify(item)}\n`).join(''))
    const subject = `gguf:${path}`
    const run = (...more: readonly string[]) => runOn(['--subject', subject], more)
    const runOn = async (subjects: readonly string[], more: readonly string[]) => {
      const record = recordCli(hostFiles, { clock: hostClock })
      const program = new Command().exitOverride()
      parametricCommand.register(program, record.context)
      const given = [
        'parametric',
        '--catalog',
        at('catalog.txt'),
        '--benchmark',
        at('items.jsonl'),
        ...subjects,
      ]
      await program.parseAsync([
        'node',
        'assay',
        ...given,
        '--beams',
        '4',
        '--k',
        '1,2',
        '--max-new-tokens',
        '4',
        ...more,
      ])
      return JSON.parse(record.out())
    }
    const flat = await run('--tokens', 'flat', '--save', at('saved.jsonl'), '--json')
    // Flat tokens: the order is that of the first step after the query's last letter, times the end.
    for (const { id, found, values } of flat.items) {
      const last = TOKENS.indexOf(id.at(-1))
      const order = FLAT.map((text) => TOKENS.indexOf(text))
        .map((token) => ({ token, score: (logprob(last, token) + logprob(token, END)) / 2 }))
        .sort((left, right) => right.score - left.score)
        .map(({ token }) => (TOKENS[token] ?? '').slice(2, -2))
      const gold = items.find((item) => item.id === id)?.gold[0] ?? ''
      expect(values['rc@1']).toBe(order[0] === gold ? 1 : 0)
      expect(values['rc@2']).toBe(order.indexOf(gold) < 2 ? 1 : 0)
      expect(found.constrained).toEqual(order.indexOf(gold) < 2 ? [gold] : [])
      const mass = FLAT.reduce((sum, text) => sum + Math.exp(logprob(last, TOKENS.indexOf(text))), 0)
      expect(values['tool-mass']).toBeCloseTo(mass, 4)
    }
    expect(flat.details.tokens).toMatchObject({ mapped: 3, split: [], collisions: [] })
    const again = await run('--tokens', 'flat', '--save', at('saved.jsonl'), '--json')
    expect(again.items).toEqual(flat.items)
    expect(again.details.notices[0]).toMatch(/3 queries were decoded before/)
    await expect(
      run('--tokens', 'flat', '--save', at('saved.jsonl'), '--rule', 'renormalised', '--json'),
    ).rejects.toThrow(/decoded by another subject, with other settings/)
    const hierarchical = await run('--tokens', 'hierarchical', '--widths', '1,2', '--json')
    expect(hierarchical.details.tokens).toMatchObject({ mapped: 3, split: [] })
    expect(hierarchical.scores.some(({ group }: { group?: string }) => group === 'beams 2')).toBe(true)
    await expect(run('--tokens', 'hierarchical', '--max-new-tokens', '2')).rejects.toThrow(
      /2 tokens and an end token/,
    )
    const steps = ['--checkpoints', subject, '--checkpoints', subject]
    const { curve } = await runOn(steps, ['--tokens', 'flat', '--decode', 'constrained', '--json'])
    expect(curve.checkpoints).toEqual([subject, subject])
    const rc = flat.scores.find(
      ({ metric, k }: { metric: string; k?: number }) => metric === 'rc' && k === 2,
    ).value
    expect(
      curve.rows.find(
        ({ metric, k, tier }: Record<string, unknown>) => metric === 'rc' && k === 2 && tier === 'all',
      ).values,
    ).toEqual([rc, rc])
    // The vocabulary has no digits.
    await expect(run('--tokens', 'numeric')).rejects.toThrow(/nothing to decode/)
  })

  it('says so of weights that are not numbers', async () => {
    const broken = join(folder, 'broken.gguf')
    const isBroken = (last: number): boolean => TOKENS[last] === 'z'
    writeFileSync(
      broken,
      bigramGguf({ ...BIGRAM, logit: (last, next) => (isBroken(last) ? Number.NaN : logit(last, next)) }),
    )
    const bad = await ggufTokenSource(broken, context)
    try {
      const next = await bad.open([0, TOKENS.indexOf('z')])
      await expect(beamSearch({ next, end: [END], width: 2, maxNewTokens: 2 })).rejects.toThrow(
        /is not a number/,
      )
      // Behind the first step, where one token alone may follow.
      const later = await bad.open([0, TOKENS.indexOf('k')])
      const trie = new TokenTrie([[TOKENS.indexOf('z')]])
      await expect(beamSearch({ next: later, end: [END], width: 2, maxNewTokens: 2, trie })).rejects.toThrow(
        /is not a number/,
      )
    } finally {
      await bad.close()
    }
  })

  describe('in lanes', () => {
    let reference: TokenSource
    let prompts: readonly (readonly number[])[]
    beforeAll(async () => {
      reference = await ggufTokenSource(resolve('reference/models/flat-s2/model.gguf'), context)
      const requests = [
        'Create an issue',
        'Which players are there? I would like to see them all, one after the other, please.',
        'Star the repository',
        'a',
        'Look up the weather in "Lima" & tell me: is it warm?',
      ]
      prompts = await Promise.all(
        Array.from({ length: 22 }, async (_, at) => {
          const text = `<|user|>${requests[at % 5]} ${'x'.repeat(at)}<|end|><|assistant|>`
          return [1, ...((await reference.prompts.tokenize?.(text)) ?? [])]
        }),
      )
    })
    afterAll(async () => {
      await reference?.close()
    })
    const end = [2]
    const first = 1100 // a tool, as are some two hundred behind it
    const trie = new TokenTrie(Array.from({ length: 200 }, (_, at) => [first + at]))
    const ways = [
      { end, trie, width: 20, maxNewTokens: 3 },
      { end, width: 6, maxNewTokens: 5 },
      { end, trie, width: 5, maxNewTokens: 3, rule: 'renormalised' as const },
    ]

    it('answers the same, to the last bit, alone and among others', async () => {
      const lanes = reference.lanes ?? 1
      expect(lanes).toBeGreaterThan(3)
      const searched = async (at: number, lane: number) => {
        const next = await reference.open(prompts[at] ?? [], lane)
        const way = ways[at % ways.length]
        return way === undefined ? [] : beamSearch({ next, ...way })
      }
      const alone: unknown[] = []
      for (const at of prompts.keys()) alone.push(await searched(at, 0))
      const together: unknown[] = []
      const waiting = [...prompts.keys()].reverse()
      await Promise.all(
        Array.from({ length: lanes }, async (_, lane) => {
          for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
            together[at] = await searched(at, lane)
          }
        }),
      )
      expect(together).toEqual(alone)
    })

    it('tells of the end alone what it tells of it among all', async () => {
      const next = await reference.open(prompts[1] ?? [])
      const tools = Array.from({ length: 60 }, (_, at) => [first + 3 * at])
      const whole = await next.next(tools)
      const short = await next.next(
        tools,
        tools.map(() => Int32Array.from(end)),
      )
      let shortened = 0
      for (const [at, { logprobs, unlistedAtMost }] of short.entries()) {
        if (unlistedAtMost !== undefined) shortened++
        expect(Math.abs((logprobs[2] ?? 0) - (whole[at]?.logprobs[2] ?? 0))).toBeLessThan(4e-6)
      }
      expect(shortened).toBeGreaterThan(30)
    })

    it('says which prompt is too long, and goes on with the others', async () => {
      const long = await reference.open(new Array<number>(510).fill(5), 1)
      const other = await reference.open(prompts[0] ?? [], 0)
      const [failed, found] = await Promise.allSettled([
        beamSearch({ next: long, end, width: 2, maxNewTokens: 8 }),
        beamSearch({ next: other, end, width: 2, maxNewTokens: 8 }),
      ])
      expect(failed).toMatchObject({ status: 'rejected', reason: { code: 'context-overflow' } })
      expect(found.status).toBe('fulfilled')
    })
  })

  it.skipIf(!existsSync(realModel))(
    'branches without a trace of the other branches, on a real model',
    async () => {
      const real = await ggufTokenSource(realModel, context)
      try {
        const tokenize = async (text: string) => (await real.prompts.tokenize?.(text)) ?? []
        const prompt = await tokenize('The three largest cities of France are')
        const prefixes = await Promise.all(
          [' Paris, Lyon', ' Paris, Mars', ' London in', ' Paris, Lyon'].map(tokenize),
        )
        const length = Math.min(...prefixes.map((ids) => ids.length))
        const cut = prefixes.map((ids) => ids.slice(0, length))
        const together = await (await real.open(prompt)).next(cut)
        for (const [at, ids] of cut.entries()) {
          const [alone] = await (await real.open([...prompt, ...ids])).next([[]])
          let most = 0
          for (const [id, value] of (alone?.logprobs ?? []).entries()) {
            const difference = Math.exp(value) - Math.exp(together[at]?.logprobs[id] ?? 0)
            most = Math.max(most, Math.abs(difference))
          }
          // Batches of other sizes round differently.
          expect(most).toBeLessThan(0.02)
        }
        expect(together[0]?.logprobs).toEqual(together[3]?.logprobs)
      } finally {
        await real.close()
      }
    },
  )
})
