import { describe, expect, it } from 'vitest'
import { buildTool, type ToolParts } from '../catalog/build-tool.js'
import { catalogOf } from '../catalog/catalog.js'
import { bm25 } from '../retrieval/retrievers/bm25.js'
import type { FittedRecord } from './fit-record.js'
import { type ToolClasses, toolClasses } from './hard-negatives.js'
import { type StageOneRequest, type StageOneYield, stageOneRecords } from './stage-one.js'
import { tokensOf } from './tool-tokens.js'
import { type RecipeId, recipes, systemPrompts } from './training-recipe.js'

const parts: readonly Omit<ToolParts, 'source'>[] = [
  ['Parcel Radar&&lookup', 'Tracks parcels', 'Status of a parcel by number'],
  ['Parcel Radar&&subscribe', 'Tracks parcels', 'Tells when a parcel moves'],
  ['Tide Desk&&tables', 'Tides of every harbour of the coast', 'High and low water of a harbour by day'],
  ['Tide Desk Two&&tables', 'Tides of every harbour of the coast', 'High and low water of a harbour by day'],
  ['Coin Swap&&convert', 'Exchange rates', 'Converts an amount by day'],
].map(([name = '', serviceDescription, description]) => {
  const [service, endpoint] = name.split('&&')
  return { name, service, endpoint, serviceDescription, description }
})
const catalog = catalogOf(
  [...parts, { name: 'ping', description: 'Says that a parcel of data came back' }].map((part) =>
    buildTool({ ...part, source: { format: 'test', at: 'test' } }),
  ),
)
const counter = { tokenizer: 'characters', count: (text: string) => text.length }

async function stageOne(
  id: RecipeId,
  rest: Partial<StageOneRequest> = {},
): Promise<readonly StageOneYield[]> {
  const recipe = recipes[id]
  const request: StageOneRequest = {
    catalog,
    recipe,
    tokens: tokensOf(catalog.tools, recipe.tokens),
    budget: { counter, maxTokens: 2000, reserve: 0 },
    negatives: await negatives(3),
    seed: 0,
    ...rest,
  }
  const all: StageOneYield[] = []
  for await (const one of stageOneRecords(request)) all.push(one)
  return all
}

async function negatives(count: number) {
  const classes: ToolClasses = await toolClasses(catalog.tools)
  return { classes, index: await bm25().index(catalog), count }
}

const chats = (all: readonly StageOneYield[]): readonly FittedRecord['record'][] =>
  all.flatMap((one) => (one.kind === 'record' ? [one.fitted.record] : []))
const ofTool = (all: readonly StageOneYield[], tool: string) =>
  chats(all)
    .filter((record) => record.tool === tool)
    .map(({ format, messages }) => [format, ...messages.map(({ content }) => content)])

const RADAR =
  'Tool Name: Parcel Radar. Tool Description: Tracks parcels. Api Name: lookup Api Description: Status of a parcel by number.'

describe('stageOneRecords', () => {
  it('tg: documentation in, flat token out, no system message', async () => {
    const all = await stageOne('tg')
    expect(all).toHaveLength(6)
    expect(ofTool(all, 'Parcel Radar&&lookup')).toEqual([['f1', RADAR, '<<Parcel Radar&&lookup>>']])
    expect(ofTool(all, 'ping')).toEqual([
      ['f1', 'Tool Name: ping. Tool Description: Says that a parcel of data came back.', '<<ping>>'],
    ])
  })

  it('tg-h: the same with hierarchical tokens and a system message', async () => {
    const all = await stageOne('tg-h')
    expect(all).toHaveLength(6)
    expect(ofTool(all, 'Parcel Radar&&lookup')).toEqual([
      ['f1', systemPrompts.f1, RADAR, '<<Parcel Radar>><<&&lookup>>'],
    ])
  })

  it('tg-3fm: also token to documentation, and the choice among tokens', async () => {
    const all = await stageOne('tg-3fm')
    expect(all.map(({ format }) => format).join()).toBe(Array.from({ length: 6 }, () => 'f1,f2,f3').join())
    const [, f2, f3] = ofTool(all, 'Parcel Radar&&lookup')
    expect(f2).toEqual(['f2', systemPrompts.f2, 'What does <<Parcel Radar&&lookup>> do?', RADAR])
    expect(f3?.[0]).toBe('f3')
    expect(f3?.[1]).toBe(systemPrompts.f3)
    const [document, question, ...options] = f3?.[2]?.split('\n').filter((line) => line !== '') ?? []
    expect([document, question]).toEqual([RADAR, 'Which of these is it?'])
    // "parcel", "by", "of" and "status" find the sibling, the ping, one of the two tide tables and the coin swap.
    expect(options).toContain('<<Parcel Radar&&lookup>>')
    expect(options).toContain('<<Parcel Radar&&subscribe>>')
    expect(options).toHaveLength(4)
    expect(f3?.[3]).toBe('<<Parcel Radar&&lookup>>')
  })

  it('tg-5fm: also service, then endpoint; a tool of one token has neither', async () => {
    const all = await stageOne('tg-5fm')
    expect(
      ofTool(all, 'Parcel Radar&&lookup').filter(([format]) => format === 'f4' || format === 'f5'),
    ).toEqual([
      ['f4', systemPrompts.f4, RADAR, '<<Parcel Radar>>'],
      ['f5', systemPrompts.f5, `${RADAR}\n\n<<Parcel Radar>>`, '<<&&lookup>>'],
    ])
    expect(all.filter(({ kind }) => kind === 'skipped')).toEqual([
      { kind: 'skipped', format: 'f4', tool: 'ping', reason: 'one-token' },
      { kind: 'skipped', format: 'f5', tool: 'ping', reason: 'one-token' },
    ])
    expect(chats(all)).toHaveLength(28)
    expect(new Set(chats(all).map(({ id }) => id)).size).toBe(28)
  })

  it('never offers a tool that says the same as the answer, nor two that say the same', async () => {
    const twins = ['<<Tide Desk&&tables>>', '<<Tide Desk Two&&tables>>']
    for (let seed = 0; seed < 20; seed++) {
      for (const { format, messages } of chats(await stageOne('tg-3fm', { seed }))) {
        if (format !== 'f3') continue
        const offered = messages.at(-2)?.content.split('\n').slice(3) ?? []
        expect(offered.filter((option) => twins.includes(option)).length).toBeLessThanOrEqual(1)
        expect(new Set(offered).size).toBe(offered.length)
        expect(offered).toContain(messages.at(-1)?.content)
      }
    }
  })

  it('puts the answer anywhere equally often: chi-square over 400 seeds below the 0.1 % bound', async () => {
    const counts = [0, 0, 0, 0]
    const shared = await negatives(3)
    for (let seed = 0; seed < 400; seed++) {
      for (const yielded of await stageOne('tg-3fm', { seed, negatives: shared })) {
        if (yielded.kind !== 'record' || yielded.options === undefined) continue
        const { answerAt } = yielded.options
        counts[answerAt] = (counts[answerAt] ?? 0) + 1
      }
    }
    const total = counts.reduce((sum, count) => sum + count, 0)
    expect(total).toBe(2400)
    const chiSquare = counts.reduce((sum, count) => sum + (count - total / 4) ** 2 / (total / 4), 0)
    expect(chiSquare).toBeLessThan(16.27)
  })

  it('says where the answer stands', async () => {
    for (const yielded of await stageOne('tg-3fm')) {
      if (yielded.kind !== 'record' || yielded.options === undefined) continue
      const { messages } = yielded.fitted.record
      const offered = messages.at(-2)?.content.split('\n').slice(3) ?? []
      expect(offered[yielded.options.answerAt]).toBe(messages.at(-1)?.content)
    }
  })

  it('makes the same records of the same seed, and other choices of another', async () => {
    expect(await stageOne('tg-5fm')).toEqual(await stageOne('tg-5fm'))
    expect(await stageOne('tg-3fm', { seed: 1 })).not.toEqual(await stageOne('tg-3fm', { seed: 2 }))
    expect(await stageOne('tg', { seed: 1 })).toEqual(await stageOne('tg', { seed: 2 }))
  })

  it('cuts documentation, never a token, when room is short', async () => {
    const whole = await stageOne('tg-5fm')
    const tight = await stageOne('tg-5fm', { budget: { counter, maxTokens: 230, reserve: 20 } })
    const answers = (all: readonly StageOneYield[]) =>
      chats(all)
        .filter(({ format }) => format !== 'f2')
        .map(({ messages }) => messages.at(-1)?.content)
    expect(answers(tight)).toEqual(answers(whole))
    expect(tight.filter((one) => one.kind === 'record' && one.fitted.isTruncated).length).toBeGreaterThan(10)
    for (const { format, messages } of chats(tight)) {
      const text = messages.map(({ content }) => content.replace(/<<.*?>>/g, '')).join('')
      expect(text.length, format).toBeLessThanOrEqual(210)
    }
  })

  it('has no choice where all tools say the same', async () => {
    const classes = new Int32Array(catalog.tools.length)
    const all = await stageOne('tg-3fm', { negatives: { ...(await negatives(3)), classes } })
    expect(all.filter((one) => one.kind === 'skipped' && one.reason === 'one-class')).toHaveLength(6)
  })
})
