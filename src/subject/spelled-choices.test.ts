import { describe, expect, it } from 'vitest'
import { letterSpellings } from '../probe/probe-prompts.js'
import type { NextTokenOptions } from './next-token.js'
import type { CompletionProtocol } from './protocols/completion-protocol.js'
import type { TokenProbability } from './reply.js'
import type { ServerTokenizer } from './server-prompts.js'
import { spelledChoices } from './spelled-choices.js'
import type { AskContext } from './subject.js'

const context: AskContext = { signal: new AbortController().signal, timeoutMs: 1000 }
const vocabulary = ['\n', 'A', ' A', 'B', ' B', 'C', ' C', 'x']

/** The longest piece first. */
function tokenize(text: string): readonly number[] {
  const ids: number[] = []
  for (let at = 0; at < text.length; ) {
    const found = [...vocabulary]
      .sort((left, right) => right.length - left.length)
      .find((piece) => text.startsWith(piece, at))
    ids.push(found === undefined ? 99 : vocabulary.indexOf(found))
    at += found?.length ?? 1
  }
  return ids
}

function options(
  listed: readonly TokenProbability[],
): NextTokenOptions & { readonly tokenizer: ServerTokenizer } {
  const reply = { output: { text: 'A', stopReason: 'length' as const }, firstTokens: listed }
  const protocol = {
    id: 'llamacpp',
    givesIds: true,
    takesIds: true,
    changesTexts: false,
    mostTopLogprobs: 100,
    write: () => ({ path: '/completion', body: '{}' }),
    read: () => reply,
  }
  return {
    spec: 'completions:here',
    // What is used of them.
    endpoint: { post: async () => ({ raw: new Uint8Array() }) } as never,
    protocol: protocol as unknown as CompletionProtocol,
    tokenizer: {
      tokenize: async (text) => tokenize(text),
      detokenize: async () => '',
      opening: async () => [],
    },
    depth: 20,
    prompt: { model: 'm', version: undefined, extra: {} as never },
  }
}
const labels = ['A', 'B', 'C']
const ask = (listed: readonly TokenProbability[]) =>
  spelledChoices({ labels, spellings: letterSpellings(labels), prompt: 'p' }, context, options(listed))
const token = (text: string, share: number): TokenProbability => ({
  id: vocabulary.indexOf(text),
  text,
  logprob: Math.log(share),
})

describe('spelledChoices', () => {
  it('weighs a letter by both spellings', async () => {
    const { choices, choiceMethod } = await ask([
      token('B', 0.3),
      token('A', 0.2),
      token(' A', 0.15),
      token(' B', 0.02),
      token('C', 0.01),
      token(' C', 0.01),
    ])
    expect(choiceMethod).toBe('logprobs')
    expect(choices).toEqual({
      A: Math.log(0.2),
      ' A': Math.log(0.15),
      B: Math.log(0.3),
      ' B': Math.log(0.02),
      C: Math.log(0.01),
      ' C': Math.log(0.01),
    })
  })
  it('leaves out what is not listed where it could not win', async () => {
    const { choices } = await ask([token('A', 0.6), token('B', 0.2), token('x', 0.05)])
    expect(choices).toEqual({ A: Math.log(0.6), B: Math.log(0.2) })
  })
  it('says that too few were listed where it could', async () => {
    await expect(ask([token('x', 0.5), token('A', 0.2), token('B', 0.15)])).rejects.toMatchObject({
      code: 'logprobs-too-few',
    })
    await expect(ask([token('x', 0.9)])).rejects.toMatchObject({ code: 'logprobs-too-few', retryable: false })
  })
  it('refuses letters that the tokenizer splits', async () => {
    await expect(
      spelledChoices(
        { labels: ['AB'], spellings: letterSpellings(['AB']), prompt: 'p' },
        context,
        options([token('A', 0.5)]),
      ),
    ).rejects.toMatchObject({ code: 'label-split' })
  })
})
