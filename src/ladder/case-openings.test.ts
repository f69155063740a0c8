import { describe, expect, it } from 'vitest'
import { madeCase, madeOpening } from '../../test/generators/ladder-readings.js'
import type { PlannedSample } from '../run/plan-run.js'
import type { StoredSample } from '../run/sample-lines.js'
import type { TokenProbability } from '../subject/reply.js'
import type { PromptRenderer, Subject } from '../subject/subject.js'
import { hermes } from '../toolcall/dialects/hermes.js'
import { llamaJson } from '../toolcall/dialects/llama-json.js'
import { type CallOpener, callOpener, OpeningReader, openingSamples, thinkingShare } from './case-openings.js'
import { caseChat } from './case-requests.js'

/** One id for each character of a text, behind a beginning token. */
const prompts: PromptRenderer = {
  render: async ({ messages }) => ({
    text: messages.at(-1)?.content ?? '',
    tokenIds: [1, 50],
  }),
  tokenize: async (text) => [1, ...Array.from(text, (character) => character.codePointAt(0) ?? 0)],
  specials: { bos: 1 },
}
const subject = (
  answers: readonly ('next-token' | 'chat')[],
  renderer?: PromptRenderer,
): Pick<Subject, 'answers' | 'facts' | 'prompts'> => ({
  answers: new Set(answers),
  facts: { model: 'made' },
  ...(renderer === undefined ? {} : { prompts: renderer }),
})
const one = madeCase({ id: 'a', calls: true })
const plan = { dialect: hermes, seed: 0 }

/** The stored answer to a question. */
function stored(
  { benchmark, item, variant, trial }: Pick<PlannedSample, 'benchmark' | 'item' | 'variant' | 'trial'>,
  firstTokens: readonly TokenProbability[],
): StoredSample {
  return {
    benchmark,
    item,
    trial,
    where: 'samples.jsonl, line 1',
    output: { text: '', stopReason: 'stop' },
    firstTokens,
    ...(variant === undefined ? {} : { variant }),
  }
}

function read(opener: CallOpener, samples: readonly StoredSample[], cases = [one]) {
  const reader = new OpeningReader(cases, opener)
  for (const sample of samples) reader.take(sample)
  return reader.finish()
}

describe('callOpener', () => {
  it('is the trigger, by its ids without a beginning token where there is a tokenizer', async () => {
    expect(await callOpener(hermes, undefined)).toEqual({
      text: '<tool_call>',
      sequences: [['<tool_call>']],
    })
    const opener = await callOpener(hermes, prompts)
    expect(opener?.sequences[0]).toHaveLength('<tool_call>'.length)
    expect(opener?.sequences[0]?.[0]).toBe('<'.codePointAt(0))
  })

  it('is what all calls begin with where the dialect has no trigger', async () => {
    const opener = await callOpener(llamaJson, undefined)
    expect(opener?.text).toMatch(/^\{"name": ?"$/)
    const { renderCalls } = llamaJson
    expect(renderCalls([{ name: 'zebra', arguments: { a: 1 } }]).startsWith(opener?.text ?? 'x')).toBe(true)
  })

  it('is nothing where calls have no common beginning, or cannot be written', async () => {
    const own = {
      ...llamaJson,
      renderCalls: (calls: readonly { readonly name: string }[]) => calls[0]?.name ?? '',
    }
    expect(await callOpener(own, undefined)).toBeUndefined()
    const broken = {
      ...llamaJson,
      renderCalls: () => {
        throw new Error('no calls here')
      },
    }
    expect(await callOpener(broken, undefined)).toBeUndefined()
  })

  it('leaves out ways that tokenize to nothing', async () => {
    const mute = { ...prompts, tokenize: async () => [1] }
    expect((await callOpener(hermes, mute))?.sequences).toEqual([])
  })
})

describe('openingSamples', () => {
  it('asks the prompt that the subject really gets, by its ids', async () => {
    const opener = { text: '<c>', sequences: [[9]] }
    const samples = await openingSamples(
      [one, { ...one, asking: { generates: true, probesOpening: false } }],
      {
        ...plan,
        subject: subject(['next-token'], prompts),
        opener,
      },
    )
    expect(samples).toEqual([
      {
        benchmark: 'verbatim',
        item: one.id,
        variant: '["first"]',
        trial: 0,
        seed: 0,
        request: { kind: 'next-token', prompt: [1, 50], candidates: [9], top: 20 },
      },
    ])
  })

  it('asks a trigger of several tokens behind each of its beginnings', async () => {
    const samples = await openingSamples([one], {
      ...plan,
      subject: subject(['next-token'], prompts),
      opener: { text: '<c>', sequences: [[9, 8, 7]] },
    })
    expect(samples.map(({ variant }) => variant)).toEqual(['["first"]', '["first",9]', '["first",9,8]'])
    expect(samples[2]?.request).toMatchObject({ prompt: [1, 50, 9, 8], candidates: [7] })
  })

  it('writes the prompt in the dialect where the subject shows none', async () => {
    const [sample] = await openingSamples([one], {
      ...plan,
      subject: subject(['next-token']),
      opener: { text: '<tool_call>', sequences: [['<tool_call>']] },
    })
    expect(sample?.request).toMatchObject({ prompt: hermes.render(one.messages, one.tools) })
  })

  it('looks behind an empty thought as well, in the form of the prompt', async () => {
    const given = { ...plan, opener: { text: '<c>', sequences: [[9]] }, emptyThought: 'hm' }
    const ids = await openingSamples([one], { ...given, subject: subject(['next-token'], prompts) })
    expect(ids.map(({ variant }) => variant)).toEqual(['["first"]', '["content"]'])
    expect(ids[1]?.request).toMatchObject({ prompt: [1, 50, 104, 109] })
    const text = await openingSamples([one], {
      ...given,
      subject: subject(['next-token']),
      opener: { text: '<c>', sequences: [['<c>']] },
    })
    expect(text[1]?.request).toMatchObject({ prompt: `${hermes.render(one.messages, one.tools)}hm` })
  })

  it('asks one token of an answer where the subject lists the likeliest and no more', async () => {
    const samples = await openingSamples([one], {
      ...plan,
      subject: subject(['chat']),
      opener: { text: '<tool_call>', sequences: [['<tool_call>']] },
    })
    const { settings, ...chat } = caseChat(one, plan)
    expect(samples).toMatchObject([{ request: { ...chat, settings: { ...settings, maxTokens: 1 } } }])
    expect(samples[0]).not.toHaveProperty('variant')
  })
})

describe('OpeningReader', () => {
  const opener = { text: '<c>', sequences: [[9, 8]] }
  const half = Math.log(0.5)

  it('reads the questions of openingSamples back: of several tokens the product', async () => {
    const samples = await openingSamples([one], {
      ...plan,
      subject: subject(['next-token'], prompts),
      opener,
    })
    const [first, second] = samples
    if (first === undefined || second === undefined) throw new Error('two questions are asked')
    const { openings, missing } = read(opener, [
      stored(second, [{ id: 8, logprob: half }]),
      stored(first, [
        { id: 9, logprob: half },
        { id: 3, logprob: Math.log(0.25) },
      ]),
    ])
    expect(missing).toEqual([])
    expect(openings).toMatchObject([
      {
        position: 'first',
        logprob: expect.closeTo(Math.log(0.25), 12),
        isBound: false,
        isArgmax: true,
        rank: 1,
      },
    ])
  })

  it('keeps both positions, and takes a sample without a variant for the first', () => {
    const one9 = { text: '<c>', sequences: [[9]] }
    const { openings } = read(one9, [
      stored({ ...keyOf(), variant: '["content"]' }, [{ id: 9, logprob: -1 }]),
      stored(keyOf(), [{ id: 9, logprob: -2 }]),
    ])
    expect(openings.map(({ position, logprob }) => [position, logprob]).toSorted()).toEqual([
      ['content', -1],
      ['first', -2],
    ])
  })

  it('passes over variants that it did not write, and other items', () => {
    const odd = ['{', '["last"]', '["first",{}]', '7', 'null', '[]']
    const { openings, missing } = read(
      opener,
      odd.map((variant) => stored({ ...keyOf(), variant }, [{ id: 9, logprob: -1 }])),
    )
    expect(openings).toEqual([])
    expect(missing).toMatchObject([{ what: 'opening', path: 'direct', reason: 'It was not asked.' }])
    expect(read(opener, [stored({ ...keyOf(), item: 'other' }, [])]).missing).toHaveLength(1)
  })

  it('says why there is none: the error, or that there are no probabilities', () => {
    const failed: StoredSample = {
      ...keyOf(),
      where: 'x',
      error: { kind: 'refusal', code: 'x', message: 'No such endpoint.' },
    }
    expect(read(opener, [failed]).missing[0]?.reason).toBe('No such endpoint.')
    expect(read(opener, [stored(keyOf(), [])]).missing[0]?.reason).toMatch(/gave no probabilities/)
  })

  it('takes the later of two answers to one question', () => {
    const { openings } = read({ text: '<c>', sequences: [[9]] }, [
      stored(keyOf(), [{ id: 9, logprob: -1 }]),
      stored(keyOf(), [{ id: 9, logprob: -3 }]),
    ])
    expect(openings.map(({ logprob }) => logprob)).toEqual([-3])
  })
})

function keyOf(): Pick<PlannedSample, 'benchmark' | 'item' | 'trial'> {
  return { benchmark: one.battery, item: one.id, trial: 0 }
}

describe('thinkingShare', () => {
  const likeliest = (text: string) => madeOpening(one, 0.1, { top: [{ text, logprob: -0.1 }] })

  it('is the share of first tokens that open reasoning', () => {
    expect(
      thinkingShare(
        [likeliest('<think>'), likeliest(' <think>\n'), likeliest('Hi'), madeOpening(one, 1)],
        '<think>',
      ),
    ).toBe(0.5)
    expect(thinkingShare([], '<think>')).toBe(0)
  })
})
