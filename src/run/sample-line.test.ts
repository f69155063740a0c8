import { describe, expect, it } from 'vitest'
import type { Sample } from './sample.js'
import { sampleKey, sampleLine } from './sample-line.js'
import { SecretBook } from './secret-book.js'

const sample: Sample = {
  benchmark: 'b',
  item: 'i "1"',
  trial: 0,
  subject: 'm',
  request: { hash: 'h' },
  decode: { temperature: 0 },
  output: { message: '{"a":1,\n"a":25.0}', stopReason: 'stop' },
  timing: { startedMs: 1, durationMs: 2 },
  attempts: 1,
}

describe('sampleLine', () => {
  it('writes the message as it stood, doubled keys and digits kept, on one line', () => {
    const line = sampleLine(sample, new SecretBook())
    expect(line).toContain('"output":{"message":{"a":1, "a":25.0},"stopReason":"stop"}')
    expect(line).not.toContain('\n')
    expect(JSON.parse(line)).toMatchObject({ benchmark: 'b', item: 'i "1"', trial: 0, attempts: 1 })
  })

  it('begins with the key, whatever order the members have and whether there is an output', () => {
    const { benchmark, item, trial, output, ...rest } = sample
    const turned = { ...rest, output, trial, variant: 'v', item, benchmark } as Sample
    const failed = { ...rest, item, trial, benchmark } as Sample
    const key = '{"benchmark":"b","item":"i \\"1\\"",'
    const head = new SecretBook()
    expect(sampleLine(turned, head).startsWith(`${key}"variant":"v","trial":0,"output":{"message":`)).toBe(
      true,
    )
    expect(sampleLine(failed, head)).toBe(
      `${key}"trial":0,"subject":"m","request":{"hash":"h"},"decode":{"temperature":0},"timing":{"startedMs":1,"durationMs":2},"attempts":1}`,
    )
    expect(JSON.parse(sampleLine(turned, head))).toMatchObject({ ...rest, variant: 'v' })
  })

  it('marks a line in which a secret was replaced', () => {
    const secrets = new SecretBook()
    secrets.learn('K', 'sk-123456')
    const line = sampleLine(
      { ...sample, output: { text: 'my key is sk-123456', stopReason: 'stop' } },
      secrets,
    )
    expect(JSON.parse(line)).toMatchObject({ output: { text: 'my key is «secret:K»' }, redacted: true })
  })
})

describe('sampleKey', () => {
  it('differs in every part', () => {
    const keys = [
      sampleKey({ benchmark: 'a', item: 'b', trial: 0 }),
      sampleKey({ benchmark: 'a', item: 'b', trial: 1 }),
      sampleKey({ benchmark: 'a', item: 'b', variant: 'c', trial: 0 }),
      sampleKey({ benchmark: 'ab', item: '', trial: 0 }),
    ]
    expect(new Set(keys).size).toBe(4)
  })
})
