import { describe, expect, it } from 'vitest'
import { shopPreamble, shopTools } from '../../../test/generators/lenient-evidence.js'
import { promptFindings, type SeenPrompt } from './prompt-findings.js'

const userText = 'Where is the old mill?'
const whole = `<s>${shopPreamble}|${userText}|`
const seen = (parts: Partial<SeenPrompt> = {}): SeenPrompt => ({
  id: 'verbatim/1',
  prompt: { text: whole },
  tools: shopTools,
  userText,
  ...parts,
})
const codes = (...prompts: readonly SeenPrompt[]): readonly string[] =>
  promptFindings(prompts).map(({ code }) => code)

describe('promptFindings', () => {
  it('finds nothing in a prompt that is what training showed', () => {
    const ids = [1, 5, 6, 7]
    const same = seen({
      prompt: { text: whole, tokenIds: ids },
      trained: { text: whole, tokenIds: ids },
      preamble: shopPreamble,
      bos: 1,
      members: {
        repeat_penalty: 1,
        response_format: { type: 'text' },
        tool_choice: 'auto',
        frequency_penalty: 0,
      },
    })
    expect(promptFindings([same])).toEqual([])
  })

  it('blocks where tools are named by nobody but the user', () => {
    const bare = seen({
      prompt: { text: 'find_place and count_stars?' },
      userText: 'find_place and count_stars?',
    })
    expect(promptFindings([bare, seen({ id: 'verbatim/2' })])).toEqual([
      expect.objectContaining({
        code: 'preamble-missing',
        severity: 'blocking',
        count: 1,
        cases: ['verbatim/1'],
      }),
    ])
    expect(codes(seen({ prompt: { text: userText }, tools: [] }))).toEqual([])
  })

  it('believes the ids rather than the text that they were made from', () => {
    expect(codes(seen({ readBack: userText }))).toEqual(['preamble-missing'])
  })

  it('tells of tools that are declared in other words', () => {
    expect(codes(seen({ preamble: 'Tools in other words: find_place, count_stars' }))).toEqual([
      'preamble-differs',
    ])
  })

  it('names the first token that differs, else the first character', () => {
    const ids = seen({
      prompt: { text: 'a', tokenIds: [1, 2, 3] },
      trained: { text: 'a', tokenIds: [1, 2, 9, 4] },
      tools: [],
    })
    expect(promptFindings([ids])).toEqual([
      expect.objectContaining({ code: 'template-differs', severity: 'blocking', at: 2 }),
    ])
    const text = seen({ prompt: { text: 'x 🙂 b' }, trained: { text: 'x 🙂 c' }, tools: [] })
    expect(promptFindings([text])).toEqual([expect.objectContaining({ code: 'template-differs', at: 4 })])
    const shorter = seen({ prompt: { text: 'x' }, trained: { text: 'x\n' }, tools: [] })
    expect(promptFindings([shorter])[0]?.what).toContain('character 1')
  })

  it('counts beginning-of-sequence tokens', () => {
    expect(codes(seen({ prompt: { text: whole, tokenIds: [1, 1, 5] }, bos: 1 }))).toEqual(['bos-doubled'])
    expect(codes(seen({ prompt: { text: whole, tokenIds: [1, 5, 1] }, bos: 1 }))).toEqual([])
  })

  it.each<[NonNullable<SeenPrompt['members']>, string]>([
    [{ repeat_penalty: 1.3 }, 'repeat-penalty'],
    [{ options: { repeat_penalty: 1.1 } }, 'repeat-penalty'],
    [{ repetition_penalty: 1.2 }, 'repeat-penalty'],
    [{ presence_penalty: 0.5 }, 'output-penalty'],
    [{ grammar: 'root ::= "x"' }, 'output-constrained'],
    [{ guided_json: {} }, 'output-constrained'],
    [{ response_format: { type: 'json_object' } }, 'output-constrained'],
    [{ tool_choice: 'required' }, 'output-constrained'],
    [{ tool_choice: { type: 'function', function: { name: 'x' } } }, 'output-constrained'],
  ])('sees in %j %s', (members, code) => {
    expect(codes(seen({ members }))).toEqual([code])
  })

  it('says how much a penalty of 1.3 costs: 32 times', () => {
    expect(promptFindings([seen({ members: { repeat_penalty: 1.3 } })])[0]?.what).toContain(
      '32 times less likely',
    )
    expect(codes(seen({ toolChoice: 'required' }))).toEqual(['output-constrained'])
  })
})
