import { describe, expect, it } from 'vitest'
import { memoryFiles } from '../../test/contract/memory-files.js'
import { catalogOf } from '../catalog/catalog.js'
import { SubjectFailure } from '../subject/failure.js'
import { decodeItems, predictionLine } from './decode-items.js'
import type { DecodedQuery } from './decode-query.js'
import type { TokenSource } from './next-tokens.js'
import { readPredictedAnswers } from './prediction-answers.js'
import { givenTokens } from './token-map.js'
import { tokenizeMap } from './tokenize-map.js'
import { tokenMatcher } from './tool-matcher.js'

const catalog = catalogOf(
  ['x', 'y'].map((name) => ({ name, inputSchema: {}, source: { format: 'test', at: name } })),
)
const map = givenTokens(catalog, [
  { tool: 'x', spelling: { kind: 'ids', ids: [1] }, where: 't' },
  { tool: 'y', spelling: { kind: 'ids', ids: [2] }, where: 't' },
])

/** Token 1 for prompts of even length, 2 for odd; broken numbers for prompts of 13 tokens, and 14 do not fit. */
function source(seen: number[][] = []): TokenSource {
  return {
    spec: 'test',
    label: 'test',
    facts: {},
    prompts: {
      render: async ({ messages }) => ({ text: messages.map((message) => message.content).join('|') }),
      tokenize: async (text) => Array.from(text, (character) => character.charCodeAt(0)),
      detokenize: async (ids) => ids.join(' '),
      specials: { bos: 0, addsBos: true, eos: [3] },
    },
    open: async (ids) => {
      seen.push([...ids])
      if (ids.length === 14) {
        throw new SubjectFailure({ code: 'context-overflow', failure: 'overflow', what: 'Too long.' })
      }
      if (ids.length === 20)
        throw new SubjectFailure({ code: 'gone', failure: 'transport', what: 'No server.' })
      const [first, second] = ids.length % 2 === 0 ? [0.6, 0.3] : [0.3, 0.6]
      const start = ids.length === 13 ? [Number.NaN, 0, 0, 0] : [0.05, first, second, 0.05]
      return {
        next: async (prefixes) =>
          prefixes.map((prefix) => ({
            logprobs: Float64Array.from(prefix.length === 0 ? start : [0, 0, 0, 1], Math.log),
          })),
      }
    },
    close: async () => undefined,
  }
}

const query = (id: string, length: number) => ({ id, query: 'q'.repeat(length - 1) })

async function run(queries: readonly ReturnType<typeof query>[], more = {}) {
  const lines: string[] = []
  const tokens = await tokenizeMap(map, catalog, {})
  const found = await decodeItems({
    source: source(),
    tokens,
    end: [3],
    prompt: {},
    queries,
    width: 2,
    done: async (one) => {
      if ('answer' in one) lines.push(predictionLine(one as DecodedQuery, 'me'))
    },
    ...more,
  })
  return { ...found, lines, tokens }
}

describe('decodeItems', () => {
  it('tells the queries whose numbers are broken or that are too long, and goes on', async () => {
    const { answers, failed } = await run([
      query('even', 4),
      query('nan', 13),
      query('long', 14),
      query('odd', 5),
    ])
    expect(answers.map(({ id, constrained }) => [id, constrained])).toEqual([
      ['even', [0, 1]],
      ['odd', [1, 0]],
    ])
    expect(failed).toEqual([
      { id: 'nan', code: 'logprobs-broken', reason: expect.stringMatching(/not a number/) },
      { id: 'long', code: 'context-overflow', reason: 'Too long.' },
    ])
  })
  it('ends with the fault when no query can be decoded, and when the subject is gone', async () => {
    await expect(run([query('nan', 13)])).rejects.toThrow(/not a number/)
    await expect(run([query('even', 4), query('gone', 20)])).rejects.toThrow(/No server/)
  })
  it('writes lines that read back as the same answers', async () => {
    const { answers, lines, tokens } = await run([query('even', 4), query('odd', 5)])
    const match = { constrained: tokenMatcher(tokens), free: tokenMatcher(tokens) }
    const known = new Set(['even', 'odd'])
    const read = await readPredictedAnswers(memoryFiles({ p: lines.join('') }), 'p', { known, match })
    expect([...read.answers.values()]).toEqual(answers)
  })
  it('makes the prompt by the template with a system message, or by a text of the user, with one BOS', async () => {
    const seen: number[][] = []
    const queries = [{ id: 'a', query: 'a$&b' }]
    await run(queries, { source: source(seen), prompt: { system: 'sys' } })
    await run(queries, { source: source(seen), prompt: { raw: 'U: {query}\nA:' } })
    const textOf = (ids: readonly number[] = []) => [ids[0], String.fromCharCode(...ids.slice(1))]
    expect(seen.map(textOf)).toEqual([
      [0, 'sys|a$&b'],
      [0, 'U: a$&b\nA:'],
    ])
  })
  it('ends with any other error as it is', async () => {
    const bug = new TypeError('bug')
    const broken = { ...source(), open: async () => Promise.reject(bug) }
    await expect(run([query('even', 4)], { source: broken })).rejects.toBe(bug)
  })
  it('puts no second BOS before a prompt, and takes ids of the template as they are', async () => {
    const seen: number[][] = []
    const own = source(seen)
    const begun = { ...own, prompts: { ...own.prompts, tokenize: async () => [0, 7] } }
    await run([query('even', 4)], { source: begun })
    const rendered = {
      ...own,
      prompts: { ...own.prompts, render: async () => ({ text: 'x', tokenIds: [8, 9] }) },
    }
    await run([query('even', 4)], { source: rendered })
    expect(seen).toEqual([
      [0, 7],
      [8, 9],
    ])
  })
  it('says that a subject shows no tokenizer', async () => {
    const { tokenize: _, ...prompts } = source().prompts
    await expect(run([query('even', 4)], { source: { ...source(), prompts } })).rejects.toMatchObject({
      code: 'tokenizer-missing',
      what: expect.stringMatching(/no tokenizer/),
      where: 'test',
      fix: expect.stringMatching(/vLLM, SGLang or llama\.cpp/),
    })
  })
})

describe('predictionLine', () => {
  it('writes what there is, and marks what was cut', () => {
    const constrained = [
      { ids: [1], text: 'x', score: -0.5, isFinished: true },
      { ids: [2], score: -1, isFinished: false },
    ]
    const line = predictionLine({ answer: { id: 'q', toolMass: 0.25 }, constrained }, 'me')
    expect(line).toBe(
      '{"id":"q","by":"me","constrained":[{"ids":[1],"text":"x","score":-0.5},{"ids":[2],"score":-1,"cut":true}],"toolMass":0.25}\n',
    )
    expect(predictionLine({ answer: { id: 'q' }, free: [] }, 'me')).toBe('{"id":"q","by":"me","free":[]}\n')
  })
})
