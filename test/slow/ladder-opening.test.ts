import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostTemplates } from '../../src/adapters/chat-template.js'
import { hostFileParts } from '../../src/adapters/checkpoint-files.js'
import { hostClock } from '../../src/adapters/clock.js'
import { hostFiles } from '../../src/adapters/files.js'
import { hostHttp } from '../../src/adapters/http.js'
import { ggufKind } from '../../src/adapters/models/gguf.js'
import { type GraftPart, graftBytes, graftOf, graftPair } from '../../src/checkpoint/graft-gguf.js'
import { openCheckpoint } from '../../src/checkpoint/open-checkpoint.js'
import { openingRequests } from '../../src/ladder/opening/opening-requests.js'
import { readOpening } from '../../src/ladder/opening/read-opening.js'
import { openSubject } from '../../src/subject/open.js'
import type { AskContext, Subject } from '../../src/subject/subject.js'
import { bigramGguf } from '../generators/bigram-gguf.js'
import { madeCase } from '../generators/ladder-readings.js'

/* Runs where node-llama-cpp is installed: `npm ci --prefix test/assets/local-models`. */
const peers = resolve(process.env.ASSAY_PEERS ?? 'test/assets/local-models')
const hasEngine = existsSync(join(peers, 'node_modules/node-llama-cpp'))

const TOKENS = ['a', 'b', 'c']
const asked: AskContext = { signal: new AbortController().signal, timeoutMs: 60_000 }
const one = madeCase({ id: 'x', calls: true })

const logitA = (last: number, next: number): number => [0.3, 1.7, -2][(last + next) % 3] ?? 0
const logitB = (last: number, next: number): number => [2.5, -1, 0.4][(2 * last + next) % 3] ?? 0

function softmax(logit: typeof logitA, last: number, next: number): number {
  const sum = TOKENS.reduce((total, _token, other) => total + Math.exp(logit(last, other)), 0)
  return Math.exp(logit(last, next)) / sum
}

function open(path: string): Promise<Subject> {
  return openSubject(
    `gguf:${path}`,
    {
      files: hostFiles,
      http: hostHttp,
      clock: hostClock,
      notify: () => undefined,
      templates: hostTemplates(),
      variable: () => undefined,
      mayExecute: true,
      options: {},
    },
    [ggufKind],
  )
}

async function probabilityOf(
  subject: Subject,
  prompt: readonly number[],
  trigger: readonly number[],
): Promise<number> {
  const sequences = [trigger]
  const replies = []
  for (const { position, prefix, request } of openingRequests({ prompt, sequences })) {
    const { firstTokens = [] } = await subject.ask(request, asked)
    replies.push({ position, prefix, firstTokens })
  }
  const result = readOpening({ case: one, sequences, replies })
  return result.kind === 'read' ? Math.exp(result.openings[0]?.logprob ?? 0) : Number.NaN
}

describe.skipIf(!hasEngine)(
  'the first-token probe on an engine (needs npm ci --prefix test/assets/local-models)',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-opening-'))
    const at = (name: string): string => join(folder, name)

    beforeAll(() => {
      process.env.ASSAY_PEERS = peers
      const model = { tokens: TOKENS, control: [], eos: 2 }
      writeFileSync(at('a.gguf'), bigramGguf({ ...model, logit: logitA }))
      writeFileSync(at('b.gguf'), bigramGguf({ ...model, logit: logitB, contextLength: 512 }))
    })
    afterAll(() => rmSync(folder, { recursive: true, force: true }))

    it('equals the analytic softmax of a model of three tokens, whatever was generated before', async () => {
      const subject = await open(at('a.gguf'))
      try {
        const before = await probabilityOf(subject, [0], [1])
        expect(before).toBeCloseTo(softmax(logitA, 0, 1), 5)
        expect(await probabilityOf(subject, [2], [1, 1, 0])).toBeCloseTo(
          softmax(logitA, 2, 1) * softmax(logitA, 1, 1) * softmax(logitA, 1, 0),
          5,
        )
        for (const temperature of [0, 2]) {
          const settings = { temperature, topK: 1, topP: 0.1, maxTokens: 4, seed: 3 }
          await subject.ask({ kind: 'completion', prompt: [0], settings }, asked)
          expect(await probabilityOf(subject, [0], [1])).toBe(before)
        }
      } finally {
        await subject.close?.()
      }
    })

    it('weighs a given text token by token, and tells the entropy of the first, as worked out by hand', async () => {
      const subject = await open(at('a.gguf'))
      try {
        const ids = Array.from({ length: 40 }, (_, place) => (7 * place * place + place) % 3)
        const text = ids.map((id) => TOKENS[id]).join('')
        const weigh = (most?: number) =>
          subject.ask(
            {
              kind: 'continuation',
              prompt: [0, 2],
              continuation: text,
              ...(most === undefined ? {} : { most }),
            },
            asked,
          )
        const { continuation = [], output } = await weigh()
        expect(output).toEqual({ text: '', tokenIds: [], stopReason: 'stop' })
        expect(continuation.map((token) => `${token.id}${token.text}`)).toEqual(
          ids.map((id) => `${id}${TOKENS[id]}`),
        )
        const expected = ids.map((id, place) => Math.log(softmax(logitA, ids[place - 1] ?? 2, id)))
        for (const [place, { logprob }] of continuation.entries()) {
          expect(logprob, `token ${place}`).toBeCloseTo(expected[place] ?? 1, 4)
        }
        expect((await weigh(5)).continuation).toEqual(continuation.slice(0, 5))
        const shares = [0, 1, 2].map((next) => softmax(logitA, 2, next))
        const entropy = shares.reduce((sum, share) => sum - share * Math.log(share), 0)
        const first = await subject.ask({ kind: 'next-token', prompt: [0, 2], candidates: [] }, asked)
        expect(first.firstEntropy).toBeCloseTo(entropy, 5)
      } finally {
        await subject.close?.()
      }
    })

    it('follows the part that is put over: the output head carries the difference of these two models', async () => {
      const host = { files: hostFiles, parts: hostFileParts }
      const pair = graftPair(
        await openCheckpoint(at('a.gguf'), host),
        await openCheckpoint(at('b.gguf'), host),
      )
      const probe = async (body: 'a' | 'b', part: GraftPart): Promise<number> => {
        const path = at('hybrid.gguf')
        await hostFiles.write(path, graftBytes(graftOf(pair, body, part), hostFileParts))
        const subject = await open(path)
        try {
          return await probabilityOf(subject, [0], [1])
        } finally {
          await subject.close?.()
        }
      }
      const [ofA, ofB] = [softmax(logitA, 0, 1), softmax(logitB, 0, 1)]
      expect(Math.abs(ofA - ofB)).toBeGreaterThan(0.3)
      expect(await probe('a', { kind: 'none' })).toBeCloseTo(ofA, 5)
      expect(await probe('a', { kind: 'output' })).toBeCloseTo(ofB, 5)
      expect(await probe('b', { kind: 'output' })).toBeCloseTo(ofA, 5)
      expect(await probe('b', { kind: 'embedding' })).toBeCloseTo(ofB, 5)
      expect(await probe('a', { kind: 'blocks', first: 0, last: 0 })).toBeCloseTo(ofA, 5)
    })
  },
)
