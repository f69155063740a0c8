import { describe, expect, it } from 'vitest'
import { memoryFiles } from '../../test/contract/memory-files.js'
import { lastSamples } from './last-samples.js'

const line = (item: string, text: string, more: object = {}): string =>
  `${JSON.stringify({ benchmark: 'b', item, trial: 0, output: { text, stopReason: 'stop' }, ...more })}\n`

async function read(text: string) {
  const told: number[] = []
  const samples = []
  for await (const one of lastSamples('s.jsonl', memoryFiles({ 's.jsonl': text }), ({ sizeBytes }) =>
    told.push(sizeBytes),
  ))
    samples.push(one)
  return { samples, told }
}

describe('lastSamples', () => {
  it('gives each key once, with what its last line says', async () => {
    const { samples } = await read(
      line('a', 'first') +
        line('b', 'only') +
        line('a', 'last', { usage: { promptTokens: 3 } }) +
        line('a', 'v', { variant: 'x' }),
    )
    expect(samples.map(({ item, variant, output }) => [item, variant, output?.text])).toEqual([
      ['b', undefined, 'only'],
      ['a', undefined, 'last'],
      ['a', 'x', 'v'],
    ])
    expect(samples[1]?.effort).toEqual({ promptTokens: 3 })
  })
  it('tells of a torn line once, and refuses a damaged one', async () => {
    expect(await read(`${line('a', 'x')}{"ben`)).toMatchObject({ told: [5], samples: [{ item: 'a' }] })
    await expect(read(`${line('a', 'x')}[]\n`)).rejects.toMatchObject({ code: 'sample-invalid' })
  })
})
