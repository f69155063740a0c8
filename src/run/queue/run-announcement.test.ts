import { describe, expect, it } from 'vitest'
import { readAnnouncement } from './run-announcement.js'

const announced = {
  schema: 'assay.queue/1',
  key: '0'.repeat(32),
  id: 'runs/one',
  assay: '0.1.0',
  queue: `assay-0.1.0-${'0'.repeat(16)}`,
  subject: { spec: 'openai:m', facts: { model: 'm' } },
  benchmarks: [{ name: 'b', fingerprint: 'f' }],
  timeoutMs: 1000,
}

describe('readAnnouncement', () => {
  it('gives what was announced', () => {
    expect(readAnnouncement(JSON.stringify(announced))).toEqual(announced)
  })

  it.each([
    { schema: 'assay.queue/2' },
    { key: 'x' },
    { key: `${'0'.repeat(31)}:` },
    { queue: '' },
    { queue: 'a:b' },
    { queue: `assay-{x}-${'0'.repeat(16)}` },
    { timeoutMs: 0 },
    { subject: { spec: 'openai:m' } },
    { requestsPerMinute: -1 },
    { benchmarks: [{}] },
  ])('%j makes it none', (part) => {
    expect(readAnnouncement(JSON.stringify({ ...announced, ...part }))).toBeUndefined()
  })

  it('is none when it is no JSON, or longer than any', () => {
    expect(readAnnouncement('{')).toBeUndefined()
    expect(readAnnouncement(`${' '.repeat(1024 * 1024)}${JSON.stringify(announced)}`)).toBeUndefined()
  })
})
