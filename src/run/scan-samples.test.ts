import { describe, expect, it } from 'vitest'
import { memoryFiles } from '../../test/contract/memory-files.js'
import { Budget } from './budget.js'
import { sampleKey } from './sample-line.js'
import { type SampleScan, scanSamples } from './scan-samples.js'

const said = { output: { text: 'a', stopReason: 'stop' } }
const wrong = { error: { kind: 'server', code: 'x', message: '', retryable: true } }

function scan(lines: readonly (object | string)[], budget = new Budget({})): Promise<SampleScan> {
  const text = lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('')
  const known = { benchmarks: new Map([['b', new Set(['i', 'j'])]]), trials: 2 }
  return scanSamples('samples.jsonl', memoryFiles({ 'samples.jsonl': text }), { known, budget })
}

const key = (item: string, trial = 0): string => sampleKey({ benchmark: 'b', item, trial })

describe('scanSamples', () => {
  it('lets the later of two lines of one key count', async () => {
    const line = { benchmark: 'b', item: 'i', trial: 0 }
    expect(
      (
        await scan([
          { ...line, ...wrong },
          { ...line, ...said },
        ])
      ).failed.size,
    ).toBe(0)
    const { done, failed, lines } = await scan([
      { ...line, ...said },
      { ...line, ...wrong },
      { benchmark: 'b', item: 'j', trial: 1, ...said },
    ])
    expect([...done]).toEqual([key('i'), key('j', 1)])
    expect([...failed]).toEqual([key('i')])
    expect(lines).toBe(3)
  })

  it('counts what earlier lines cost, superseded ones too, cached ones not', async () => {
    const budget = new Budget({})
    const line = {
      benchmark: 'b',
      item: 'i',
      trial: 0,
      ...said,
      cost: 2,
      usage: { promptTokens: 3, completionTokens: 4 },
    }
    await scan([line, line, { ...line, cached: true }], budget)
    expect([budget.cost, budget.tokens]).toEqual([4, 14])
  })

  it.each([
    ['no JSON', '{"benchmark":"b","item', /line 2.*/],
    ['no object', '7', /holds no object/],
    ['no item', { benchmark: 'b', trial: 0, ...said }, /names no benchmark, item and trial/],
    ['neither output nor error', { benchmark: 'b', item: 'i', trial: 0 }, /either an output or an error/],
    ['an item of another run', { benchmark: 'b', item: 'k', trial: 0, ...said }, /no item "k"/],
    ['a benchmark of another run', { benchmark: 'c', item: 'i', trial: 0, ...said }, /no benchmark "c"/],
    ['a cost below nothing', { benchmark: 'b', item: 'i', trial: 0, ...said, cost: -1 }, /no number from 0/],
    [
      'endless usage',
      '{"benchmark":"b","item":"i","trial":0,"output":{},"usage":{"promptTokens":1e999}}',
      /from 0/,
    ],
    ['a trial beyond the last', { benchmark: 'b', item: 'i', trial: 2, ...said }, /no trial 2/],
  ])('names a line that holds %s', async (_, line, message) => {
    await expect(scan([{ benchmark: 'b', item: 'i', trial: 0, ...said }, line])).rejects.toThrow(message)
    await expect(scan([{ benchmark: 'b', item: 'i', trial: 0, ...said }, line])).rejects.toThrow(
      /samples.jsonl, line 2/,
    )
  })

  it('reads a long line piece by piece in time that grows with its length alone, up to a limit', async () => {
    const begin = new TextEncoder().encode('{"benchmark":"b","item":"i","trial":0,"output":{"text":"')
    const filler = new Uint8Array(1 << 16).fill(0x79)
    const known = { benchmarks: new Map([['b', new Set(['i'])]]), trials: 1 }
    const scanned = (pieces: number): Promise<SampleScan> =>
      scanSamples(
        'samples.jsonl',
        {
          async *stream() {
            yield begin
            for (let at = 0; at < pieces; at++) yield filler
            yield new TextEncoder().encode('"}}\n{"benchmark":"b","item":"i"')
            yield new TextEncoder().encode(',"trial":0,"output":{}}\n')
          },
        },
        { known, budget: new Budget({}) },
      )
    const startedMs = performance.now()
    expect((await scanned(500)).lines).toBe(2)
    await expect(scanned(2000)).rejects.toThrow(/longer than 64 Mi[^]*samples.jsonl, line 1/)
    expect(performance.now() - startedMs).toBeLessThan(3000)
  })
})
