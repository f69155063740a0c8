import { describe, expect, it } from 'vitest'
import { describeBenchmarkReader, readSample } from '../../../test/contract/benchmark-reader.js'
import { foreignTo, logs } from '../../../test/contract/benchmark-samples.js'
import { exchangeReaders } from '../../exchange/readers/index.js'
import { loggedItems } from './logged.js'

for (const reader of exchangeReaders) {
  const sample = logs[reader.id]
  if (sample === undefined) throw new Error(`no sample of ${reader.id}`)
  describeBenchmarkReader({
    reader: loggedItems(reader),
    samples: [sample],
    broken: [],
    foreign: foreignTo(reader.id),
  })
}

describe('loggedItems', () => {
  const requests = exchangeReaders.find(({ id }) => id === 'requests')
  if (requests === undefined) throw new Error('no reader')
  const line = (content: string) =>
    `${JSON.stringify({ request: { messages: [{ role: 'user', content }] }, response: { choices: [{ message: { role: 'assistant', content: 'x' } }] } })}\n`

  it('makes one item of what was asked twice, and tells what was left out once, with its number', async () => {
    const text = `${line('a')}${line('b')}${line('a')}broken\n{\n`
    const { items, notices } = await readSample(loggedItems(requests), {
      path: 'r.jsonl',
      files: { 'r.jsonl': text },
    })
    expect(items).toHaveLength(2)
    expect(notices).toMatchObject([
      { code: 'line-broken', what: expect.stringMatching(/\(2 times\)$/), where: 'r.jsonl, line 4' },
    ])
  })
})
