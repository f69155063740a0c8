import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SubjectFailure } from '../../subject/failure.js'
import { makeSample } from '../make-sample.js'
import type { PlannedSample } from '../plan-run.js'
import { sampleLine } from '../sample-line.js'
import { readSampleLines } from '../sample-lines.js'
import { SecretBook } from '../secret-book.js'
import { type JobOutcome, readOutcome, writeOutcome } from './queued-answer.js'

const planned: PlannedSample = {
  benchmark: 'b',
  item: 'i',
  trial: 0,
  seed: 1,
  labels: { A: 'a' },
  request: { kind: 'completion', prompt: 'p', settings: {} },
}
const parts = { subject: { label: 's' }, hash: '0', isCached: false }

const timing = { startedMs: 5, durationMs: 7 }

function carried(outcome: JobOutcome, secrets = new SecretBook()): JobOutcome | undefined {
  return readOutcome(writeOutcome(outcome, secrets))
}

describe('an outcome on its way', () => {
  it('keeps reply, body and times', () => {
    const raw = new Uint8Array([0, 255, 10])
    const reply = { output: { text: 'yes', stopReason: 'stop' as const }, usage: { promptTokens: 1 }, raw }
    expect(carried({ kind: 'answer', answer: { reply, timing, attempts: 2 } })).toEqual({
      kind: 'answer',
      answer: { reply, timing, attempts: 2 },
    })
  })

  it('keeps an error with the body that came with it', () => {
    const error = { kind: 'schema' as const, code: 'c', message: 'm', retryable: true }
    const answer = { error, failedBody: new TextEncoder().encode('<html>'), timing, attempts: 6 }
    expect(carried({ kind: 'answer', answer })).toEqual({ kind: 'answer', answer })
  })

  it('keeps why asking on is in vain, and what is lacking', () => {
    const failure = new SubjectFailure({ code: 'c', what: 'w', where: 'h', fix: 'f', failure: 'auth' })
    const down = carried({ kind: 'down', failure })
    expect(down?.kind === 'down' && down.failure.message).toBe(failure.message)
    expect(carried({ kind: 'lacking', hashes: ['a'] })).toEqual({ kind: 'lacking', hashes: ['a'] })
  })

  it('lets no worker write lines of its own into a message', () => {
    const text = JSON.stringify({
      kind: 'down',
      failure: 'auth',
      code: 'c',
      what: 'w\n::error::x',
      fix: '\n::y',
    })
    const down = readOutcome({ text })
    if (down?.kind !== 'down') throw new Error('it is one')
    expect(down.failure.message).not.toMatch(/^::/m)
  })

  it('replaces secrets in text and body, and says so', () => {
    const secrets = new SecretBook()
    secrets.learn('KEY', 'sk-123456789')
    const raw = new TextEncoder().encode('{"a":"sk-123456789"}')
    const reply = { output: { text: 'sk-123456789', stopReason: 'stop' as const }, raw }
    const written = writeOutcome({ kind: 'answer', answer: { reply, timing, attempts: 1 } }, secrets)
    expect(`${written.text}${new TextDecoder().decode(written.body)}`).not.toContain('sk-1234')
    expect(readOutcome(written)).toMatchObject({
      answer: { isRedacted: true, reply: { output: { text: '«secret:KEY»' } } },
    })
  })

  it.each([
    '',
    'null',
    '{"kind":"answer"}',
    '{"kind":"answer","attempts":1,"timing":{"startedMs":1,"durationMs":1},"reply":{"output":{}}}',
    '{"kind":"answer","attempts":1,"timing":{"startedMs":"1","durationMs":1},"reply":{"output":{"text":"x","stopReason":"stop"}}}',
    '{"kind":"answer","attempts":1,"timing":{"startedMs":1,"durationMs":1},"error":{"kind":"none","code":"c","message":"m"}}',
    '{"kind":"down","failure":"auth"}',
    '{"kind":"lacking","hashes":"all"}',
  ])('%.70s is no outcome', (text) => {
    expect(readOutcome({ text })).toBeUndefined()
  })

  it.each([
    { output: { text: 'x', stopReason: 'stop', tokenIds: [-1] } },
    { promptIds: [1.5] },
    { usage: { promptTokens: -1e12 } },
    { cost: -5 },
    { firstEntropy: -1 },
    { firstEntropy: 'low' },
    { firstTokens: [{}] },
    { continuation: [{ logprob: 'high' }] },
    { choices: { A: 5 } },
    { choiceMethod: [] },
    { output: { text: 'x', stopReason: 'stop', stopDetail: [[[]]] } },
    { output: { text: 'x', stopReason: 'stop', more: [[[]]] } },
    { firstTokens: [{ logprob: -1, more: [[[]]] }] },
    { more: [[[]]] },
  ])('an answer with %j is none, for no run could be read or limited with it', (part) => {
    const reply = { output: { text: 'x', stopReason: 'stop' }, ...part }
    const answer = { kind: 'answer', attempts: 1, timing }
    expect(readOutcome({ text: JSON.stringify({ ...answer, reply }) })).toBeUndefined()
    const plain = { output: { text: 'x', stopReason: 'stop' } }
    expect(readOutcome({ text: JSON.stringify({ ...answer, reply: plain }) })).toBeDefined()
    expect(readOutcome({ text: JSON.stringify({ ...answer, attempts: 0, reply: plain }) })).toBeUndefined()
  })

  it('never throws, whatever came', () => {
    fc.assert(fc.property(fc.json(), (text) => void readOutcome({ text })))
  })

  it('is a line that can be read again, whatever a worker made up', async () => {
    const odd = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom(-1, 0, 1, 'x', null, {}, [], [1], [-1], [{ logprob: 1 }]),
    )
    const message = fc.oneof(
      fc.json(),
      fc.string(),
      fc.nat(1500).map((deep) => '['.repeat(deep) + ']'.repeat(deep)),
    )
    const members = {
      usage: odd,
      cost: odd,
      choices: odd,
      firstTokens: odd,
      firstEntropy: odd,
      continuation: odd,
    }
    const output = fc.record(
      {
        stopReason: fc.constantFrom('stop', 'length'),
        text: fc.string(),
        message,
        tokenIds: odd,
        stopDetail: fc.string(),
      },
      { requiredKeys: ['stopReason'] },
    )
    const replies = fc.record(
      { output, ...members, choiceMethod: fc.constantFrom('logprobs', 'constrained', 'x') },
      { requiredKeys: ['output'] },
    )
    await fc.assert(
      fc.asyncProperty(replies, async (reply) => {
        const outcome = readOutcome({
          text: JSON.stringify({ kind: 'answer', attempts: 1, timing, reply }),
        })
        if (outcome?.kind !== 'answer') return
        const line = sampleLine(makeSample(planned, { ...parts, ...outcome.answer }), new SecretBook())
        const files = {
          stream: async function* () {
            yield new TextEncoder().encode(`${line}\n`)
          },
        }
        for await (const sample of readSampleLines('samples.jsonl', files, () => undefined)) {
          expect(sample.item).toBe('i')
        }
      }),
      { numRuns: 2000 },
    )
  })
})
