import { describe, expect, it } from 'vitest'
import { memoryFiles } from '../../test/contract/memory-files.js'
import { readSampleLines, type StoredSample } from './sample-lines.js'

async function read(text: string | Uint8Array) {
  const samples: StoredSample[] = []
  const torn: { readonly sizeBytes: number; readonly where: string }[] = []
  const files = memoryFiles({ 's.jsonl': text })
  for await (const sample of readSampleLines('s.jsonl', files, (one) => torn.push(one))) samples.push(sample)
  return { samples, torn }
}

const line = (more: object = {}): string =>
  JSON.stringify({
    benchmark: 'b',
    item: 'i',
    trial: 0,
    output: { text: 'A', stopReason: 'stop' },
    ...more,
  })

describe('readSampleLines', () => {
  it('reads what a scorer needs, and nothing else', async () => {
    const { samples, torn } = await read(
      `${line({ variant: 'rotation-1', choices: { A: -0.1, B: -2 }, choiceMethod: 'logprobs', timing: 5 })}\n\n${line({ output: undefined, error: { kind: 'overflow', code: 'too-long', message: 'no' } })}\n`,
    )
    expect(samples).toEqual([
      {
        benchmark: 'b',
        item: 'i',
        variant: 'rotation-1',
        trial: 0,
        output: { text: 'A', stopReason: 'stop' },
        choices: { A: -0.1, B: -2 },
        choiceMethod: 'logprobs',
        where: 's.jsonl, line 1',
      },
      {
        benchmark: 'b',
        item: 'i',
        trial: 0,
        error: { kind: 'overflow', code: 'too-long', message: 'no' },
        where: 's.jsonl, line 3',
      },
    ])
    expect(torn).toEqual([])
  })

  it('reads probabilities of a given text and the entropy of a first token, and refuses what is none', async () => {
    const continuation = [
      { id: 4, text: 'a', logprob: -0.5 },
      { logprob: -103, bound: 'at-most' },
    ]
    const { samples } = await read(`${line({ continuation, firstEntropy: 1.5 })}\n`)
    expect(samples[0]).toMatchObject({ continuation, firstEntropy: 1.5 })
    await expect(read(`${line({ continuation: [{ id: 4 }] })}\n`)).rejects.toThrow(
      /"continuation" has no log/,
    )
    await expect(read(`${line({ continuation: {} })}\n`)).rejects.toThrow(/"continuation" is no list/)
    await expect(read(`${line({ firstEntropy: -1 })}\n`)).rejects.toThrow(
      /"firstEntropy" is no number from 0/,
    )
  })

  it('keeps a message exactly as it stood, doubled keys and spellings of numbers too', async () => {
    const message = '{"role": "assistant",  "n": 5.0, "n": 1e400}'
    const { samples } = await read(
      `{"benchmark":"b","item":"i","trial":0,"output":{"message":${message},"stopReason":"stop"},"attempts":1}\n`,
    )
    expect(samples[0]?.output).toEqual({ message, stopReason: 'stop' })
  })

  it('reads a last line that only lacks its line feed', async () => {
    const { samples, torn } = await read(`${line()}\n${line({ item: 'last' })}`)
    expect(samples.map(({ item, where }) => [item, where])).toEqual([
      ['i', 's.jsonl, line 1'],
      ['last', 's.jsonl, line 2'],
    ])
    expect(torn).toEqual([])
  })

  it.each([1, 5, 20, 60])(
    'passes over a last line of which %i bytes were written, and says so',
    async (cut) => {
      const whole = new TextEncoder().encode(`${line()}\n`)
      const next = new TextEncoder().encode(line({ output: { text: 'ä€'.repeat(9), stopReason: 'stop' } }))
      const { samples, torn } = await read(new Uint8Array([...whole, ...next.subarray(0, cut)]))
      expect(samples).toHaveLength(1)
      expect(torn).toEqual([{ sizeBytes: cut, where: 's.jsonl, line 2' }])
    },
  )

  it('passes over a last line that ends inside a character, or in the zeros of a lost block', async () => {
    const start = new TextEncoder().encode(`${line()}\n{"benchmark":"b`)
    expect((await read(new Uint8Array([...start, 0xe2, 0x82]))).torn).toHaveLength(1)
    expect((await read(new Uint8Array([...start, 0, 0, 0, 0]))).torn).toHaveLength(1)
  })

  it.each<[string, RegExp]>([
    ['{"benchmark":"b","item":"i"', /not valid JSON/],
    ['[1]', /no object/],
    [line({ item: 5 }), /"item" is no text/],
    [line({ benchmark: undefined }), /"benchmark" is no text/],
    [line({ variant: null }), /"variant" is no text/],
    [line({ trial: -1 }), /"trial"/],
    [line({ trial: 0.5 }), /"trial"/],
    [line({ output: undefined }), /neither an output nor an error/],
    [line({ error: { kind: 'server', code: 'x' } }), /an output and an error/],
    [line({ output: undefined, error: 'x' }), /"error" has no kind/],
    [line({ output: 'A' }), /"output" is no object/],
    [line({ output: { text: 'A' } }), /"stopReason"/],
    [line({ output: { text: 5, stopReason: 'stop' } }), /"text" of the output/],
    [line({ output: { stopReason: 'stop' } }), /nothing that was said/],
    [line({ output: { message: 'hi', stopReason: 'stop' } }), /"message" is no object/],
    [line({ output: { tokenIds: [1.5], stopReason: 'stop' } }), /"tokenIds"/],
    [line({ choices: [1] }), /"choices" is no object/],
    [line({ choices: { A: 0.5 } }), /log-probability of "A"/],
    [line({ choices: { A: null } }), /log-probability of "A"/],
    [
      line({ output: { text: '', stopReason: 'stop' } }).replace('"text":""', '"\\u006dessage":{}'),
      /escapes/,
    ],
  ])('refuses %s, naming the line', async (bad, reason) => {
    await expect(read(`${line()}\n${bad}\n${line()}\n`)).rejects.toThrow(reason)
    await expect(read(`${line()}\n${bad}\n${line()}\n`)).rejects.toThrow(/s\.jsonl, line 2/)
  })

  it('ends on a line that nests 200,000 deep', async () => {
    await expect(read(`${'['.repeat(200_000)}\n`)).rejects.toThrow(/s\.jsonl, line 1/)
  })

  it('takes labels by whatever name', async () => {
    const { samples } = await read(`${line().slice(0, -1)},"choices":{"__proto__":-1,"constructor":-2}}\n`)
    expect(Object.entries(samples[0]?.choices ?? {})).toEqual([
      ['__proto__', -1],
      ['constructor', -2],
    ])
  })
})
