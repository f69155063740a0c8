import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hostHash } from '../../adapters/hash.js'
import type { Tool } from '../../catalog/tool.js'
import type { SubjectRequest } from '../../subject/request.js'
import { ExactNumber, type JsonObject, parseJson } from '../../text/json.js'
import type { AskedQuestion } from '../asking.js'
import { requestHash } from '../plan-run.js'
import { jobDataOf, jobId, packQuestion, readQuestion, readTools } from './queued-question.js'

const run = 'a'.repeat(32)
const sample = { benchmark: 'b', item: 'i', trial: 0 }

function tool(description: string): Tool {
  const schema = parseJson('{"type":"object","properties":{"n":{"maximum":9007199254740993,"default":25.0}}}')
  if (schema.kind === 'fault') throw new Error('the schema is JSON')
  return {
    name: 'find',
    description,
    inputSchema: schema.value as JsonObject,
    source: { format: 'f', at: 'a' },
  }
}

function chat(content: string, tools: readonly Tool[] = []): AskedQuestion {
  const messages = [{ role: 'user' as const, content }]
  return { request: { kind: 'chat', messages, tools, settings: { temperature: 0.1, stop: ['\n'] } }, sample }
}

/** Packs, carries as JSON, and reads as a worker does. */
function carried(question: AskedQuestion): AskedQuestion {
  const packed = packQuestion(question, { run, id: 'id', hash: hostHash })
  const data = jobDataOf(JSON.parse(JSON.stringify(packed.job.data)))
  const parcels = new Map([...packed.own, ...packed.shared].map(({ hash, text }) => [hash, text]))
  const text = data?.question ?? parcels.get(data?.questionAt ?? '') ?? ''
  const tools = data?.toolsAt === undefined ? undefined : readTools(parcels.get(data.toolsAt) ?? '')
  const reading = readQuestion(text, tools)
  if (reading.kind === 'poisoned') throw new Error(reading.reason)
  return reading.question
}

describe('packQuestion', () => {
  it('keeps small questions inside the job, and large ones and long lists of tools beside it', () => {
    const small = packQuestion(chat('hello', [tool('short')]), { run, id: 'id', hash: hostHash })
    expect([small.own, small.shared]).toEqual([[], []])
    const large = packQuestion(chat('x'.repeat(40_000), [tool('y'.repeat(9000))]), {
      run,
      id: 'id',
      hash: hostHash,
    })
    expect(large.job.data).toEqual({ run, questionAt: large.own[0]?.hash, toolsAt: large.shared[0]?.hash })
    expect(large.own[0]?.hash).toBe(hostHash(large.own[0]?.text ?? ''))
  })

  it('carries numbers digit for digit, so that the request has the same hash on the other side', () => {
    for (const description of ['short', 'long'.repeat(3000)]) {
      const question = chat('hello', [tool(description)])
      const there = carried(question)
      expect(requestHash(there.request, hostHash)).toBe(requestHash(question.request, hostHash))
      const [first] = there.request.kind === 'chat' ? there.request.tools : []
      expect(JSON.stringify(first?.inputSchema)).toContain('9007199254740993')
      expect(first?.inputSchema.properties).toMatchObject({ n: { default: new ExactNumber('25.0') } })
    }
  })

  it('carries any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (content) => {
        const { request } = carried(chat(content))
        expect(request.kind === 'chat' && request.messages[0]?.content).toBe(content)
      }),
    )
  })

  it('carries every kind of request', () => {
    const requests: readonly SubjectRequest[] = [
      { kind: 'completion', prompt: [1, 2], settings: {}, topLogprobs: 3 },
      { kind: 'next-token', prompt: 'so', candidates: [1, 'a'] },
      { kind: 'continuation', prompt: 'so', continuation: ' on', most: 2 },
    ]
    for (const request of requests) expect(carried({ request, sample }).request).toEqual(request)
  })
})

describe('jobId', () => {
  it('is the same for the same sample of a run, and another for any other', () => {
    const id = jobId(run, sample, hostHash)
    expect(jobId(run, { ...sample }, hostHash)).toBe(id)
    const others = [
      { ...sample, trial: 1 },
      { ...sample, variant: 'v' },
      { ...sample, item: 'j' },
    ]
    expect(new Set([id, ...others.map((other) => jobId(run, other, hostHash))]).size).toBe(4)
    // The engine separates the parts of its keys by colons.
    expect(id).not.toContain(':')
  })
})

describe('what a stranger puts into a queue', () => {
  it.each([
    null,
    [],
    'text',
    {},
    { run },
    { run: 'short', question: '{}' },
    { run, question: 1 },
    { run, question: '{}', questionAt: 'a'.repeat(64) },
    { run, questionAt: '../etc/passwd' },
    { run, question: '{}', toolsAt: 'A'.repeat(64) },
    { run, question: '{}', refusals: -1 },
    { run, question: '{}', more: 1 },
  ])('%j is no job', (data) => {
    expect(jobDataOf(data)).toBeUndefined()
  })

  it.each([
    ['{"sample":', 'it is no JSON'],
    ['[]', 'it is no object'],
    ['{"request":{}}', 'it does not say which sample it is for'],
    [told({ kind: 'shell', command: 'rm' }), 'there is no such kind of request'],
    [told({ kind: 'chat', messages: 'x' }), '"messages" are no list'],
    [told({ kind: 'chat', messages: [{ content: 'x' }], tools: [], settings: {} }), 'a message has no role'],
    [told({ kind: 'chat', messages: [], tools: [{ name: 1 }], settings: {} }), '"tools" are no tools'],
    [
      told({ kind: 'chat', messages: [], tools: [], settings: { maxTokens: 'x' } }),
      '"settings.maxTokens" is no number',
    ],
    [told({ kind: 'completion', prompt: [0.5], settings: {} }), '"prompt" is neither a text nor token ids'],
    [`{"sample":{"benchmark":"b","item":"i","trial":0},"request":${'['.repeat(2000)}`, 'it is no JSON'],
  ])('%.60s is refused with the reason', (text, reason) => {
    expect(readQuestion(text, undefined)).toEqual({
      kind: 'poisoned',
      reason: `The job is no question: ${reason}.`,
    })
  })

  it('never throws, whatever the text', () => {
    fc.assert(fc.property(fc.json(), (text) => void readQuestion(text, undefined)))
    fc.assert(fc.property(fc.anything(), (data) => void jobDataOf(data)))
  })
})

function told(request: object): string {
  return JSON.stringify({ sample, request })
}
