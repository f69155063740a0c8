import { describe, expect, it } from 'vitest'
import { hierarchicalTokens } from '../../corpus/tool-tokens.js'
import { practiceInstrument } from '../faults/practice-instrument.js'
import { harbourQueries, harbourTools } from './harbour.js'
import { END_ID, PracticeMind, practiceVocabulary } from './practice-mind.js'
import { practicePrompts, practiceSubject } from './practice-model.js'

const asked = { signal: new AbortController().signal, timeoutMs: 1000 }

async function mindFor(query: string): Promise<PracticeMind> {
  const messages = [{ role: 'user', content: query }] as const
  const { tokenIds = [] } = await practicePrompts.render({ kind: 'chat', messages, tools: [], settings: {} })
  return new PracticeMind(tokenIds)
}

describe('the practice model', () => {
  it('recalls what its figures say, counted over all tools without a beam', async () => {
    const found = { 1: 0, 2: 0, free: 0 }
    const { items } = harbourQueries()
    for (const item of items) {
      if (item.kind !== 'retrieval') continue
      const mind = await mindFor(item.query)
      const first = mind.next([])
      const ranked = harbourTools
        .map((tool) => {
          const ids = hierarchicalTokens(tool).map((token) => practiceVocabulary.id(token))
          const sum = [...ids, END_ID].reduce(
            (total, id, at) => total + (mind.next(ids.slice(0, at))[id] ?? 0),
            0,
          )
          return { name: tool.name, first: ids[0] ?? -1, sum }
        })
        .sort((left, right) => right.sum - left.sum)
      const place = ranked.findIndex(({ name }) => name === item.gold[0]?.[0])
      if (place < 1) found[1]++
      if (place < 2) found[2]++
      // Four beams: a tool whose first token is not among the four likeliest is not reached without a trie.
      const likeliest = Array.from(first.keys())
        .sort((a, b) => (first[b] ?? 0) - (first[a] ?? 0))
        .slice(0, 4)
      if (place === 0 && likeliest.includes(ranked[0]?.first ?? -1)) found.free++
    }
    const { recall } = practiceInstrument().expected
    expect(found[1] / items.length).toBe(recall['rc@1'])
    expect(found[2] / items.length).toBe(recall['rc@2'])
    expect(found.free / items.length).toBe(recall['rf@1'])
  })

  it('gives probabilities that add up to one, whatever went before', async () => {
    const mind = await mindFor('reserve a mooring please')
    for (const prefix of [[], [3], [5, 9, 14], [END_ID]]) {
      const sum = mind.next(prefix).reduce((total, logprob) => total + Math.exp(logprob), 0)
      expect(sum).toBeCloseTo(1, 9)
    }
  })

  it('is lost with two beginning tokens, with none, and with markers that are spelled', async () => {
    const text = '<|im_start|>user\nhello<|im_end|>\n<|im_start|>assistant\n'
    const ids = practiceVocabulary.tokenize(text)
    const saysOf = async (prompt: readonly number[]): Promise<string | undefined> =>
      (await practiceSubject().ask({ kind: 'completion', prompt, settings: { maxTokens: 9 } }, asked)).output
        .text
    const [bos = 0] = practiceVocabulary.tokenize('<s>')
    const spelled = [bos, ...practiceVocabulary.tokenize(text, false)]
    for (const prompt of [[bos, bos, ...ids], ids, spelled])
      expect(await saysOf(prompt)).toBe('hm, hm<|im_end|>')
    expect(await saysOf([bos, ...ids])).not.toContain('hm')
  })

  it('draws by its seed, and says the likeliest without a temperature', async () => {
    const say = async (settings: { temperature?: number; seed?: number }) =>
      (
        await practiceSubject().ask(
          {
            kind: 'chat',
            messages: [{ role: 'user', content: 'How are you?' }],
            tools: harbourTools,
            settings,
          },
          asked,
        )
      ).output.text
    expect(await say({})).toBe('I cannot help with that.<|im_end|>')
    expect(await say({ temperature: 2, seed: 3 })).toBe(await say({ temperature: 2, seed: 3 }))
    expect(await say({ temperature: 2, seed: 3 })).not.toBe(await say({ temperature: 2, seed: 4 }))
  })
})
