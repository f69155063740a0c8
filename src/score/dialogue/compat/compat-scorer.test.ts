import { describe, expect, it } from 'vitest'
import type { PackTool } from '../../../agent/pack.js'
import type { CacheRecord, TurnRecord } from '../../../agent/turn-record.js'
import { dialogueOf } from '../../../benchmark/dialogue-item.js'
import { CompatScorer, type CompatScores } from './compat-scorer.js'

const search: PackTool = {
  name: 'search_hotels',
  role: 'search',
  description: 'Finds hotels.',
  parameters: [],
  examples: [],
  run: () => ({ kind: 'value', value: null }),
}
const world = { tools: [search] }

const SEARCH = 'h = search_hotels(city="Varna", stars=[4, 5])\nsave_to_cache(key="h", value=h)'
const NOTHING = 'print("No planning needed")'

function entry(key: string): CacheRecord {
  return { key, id: key, tool: 'search_hotels', summary: `hotels ${key}`, count: 1, rows: key }
}

interface Said {
  readonly text?: string
  readonly saves?: boolean
  readonly hasRaised?: boolean
  readonly mode?: 'json'
}

/** A turn that saves one entry, or leaves the cache as it was. */
function record(turn: number, { text, saves = false, hasRaised = false, mode }: Said): TurnRecord {
  const cacheAfter = saves ? [entry('h')] : []
  const error = hasRaised ? ({ fault: 'type', message: 'no' } as const) : undefined
  return {
    turn,
    mode: mode ?? 'code',
    cacheBefore: [],
    cacheAfter,
    steps:
      text === undefined
        ? []
        : [
            {
              output: { text },
              execution: {
                trace: [],
                printed: '',
                sought: [],
                cacheAfter,
                steps: 1,
                durationMs: 0,
                ...(error && { error }),
              },
              durationMs: 0,
            },
          ],
  }
}

/** A dialogue of one search and one turn with nothing to do. */
function add(scorer: CompatScorer, place: number, said: readonly [Said, Said], category = 'hotel') {
  const turns = [
    { role: 'assistant', text: 'Hello' },
    { role: 'user', text: 'Hotels in Varna', plan: SEARCH },
    { role: 'assistant', text: 'Anything else?' },
    { role: 'user', text: 'No', plan: NOTHING },
  ]
  const json = { category, template: `t${place}`, turns }
  const dialogue = dialogueOf({ id: `${category}-${place}`, kind: 'dialogue', json })
  return scorer.add({
    dialogue,
    gold: [record(1, { text: SEARCH, saves: true }), record(3, { text: NOTHING })],
    turns: [record(1, said[0]), record(3, said[1])],
  })
}

function figureOf({ scores }: CompatScores, metric: string, group?: string): number | string | undefined {
  const score = scores.find((one) => one.metric === metric && one.group === group)
  return score?.kind === 'scored' ? score.value : score?.reason
}

const code = (plan: string): string => `<CODE>\n${plan}\n</CODE>`

describe('CompatScorer', () => {
  it('gives gold all but the print that it is punished for', () => {
    const scorer = new CompatScorer(world)
    for (let place = 0; place < 25; place++) {
      add(scorer, place, [{ text: code(SEARCH), saves: true }, { text: code(NOTHING) }])
    }
    const scores = scorer.finish({ resamples: 100 })
    for (const metric of [
      'compat-tool-f1',
      'compat-parameter-f1',
      'compat-parameter-accuracy',
      'compat-cache-em',
    ]) {
      expect(figureOf(scores, metric), metric).toBe(1)
    }
    expect(figureOf(scores, 'compat-execution')).toBe(0.5)
    expect(figureOf(scores, 'compat-tool-f1-executable')).toBe(1)
    expect(figureOf(scores, 'compat-seek-bleu')).toBe('gold asks nothing')
    expect(scores).toMatchObject({ turns: 50, stopped: {}, unread: 0 })
    expect(scores.scores[0]).toMatchObject({ scorer: { name: 't1-compat' }, clusters: 25 })
  })

  it('leaves the tools of a silent agent undefined, and its cache at the floor', () => {
    const scorer = new CompatScorer(world)
    for (let place = 0; place < 25; place++) add(scorer, place, [{}, {}])
    const scores = scorer.finish({ resamples: 100 })
    expect(figureOf(scores, 'compat-tool-f1')).toBe('no turn on which both sides have calls')
    expect(figureOf(scores, 'compat-cache-em')).toBe(0.5)
    const cache = scores.scores.find(({ metric }) => metric === 'compat-cache-em')
    expect(cache).toMatchObject({ floor: { value: 0.5 } })
  })

  it('adds counts up within a category, and averages categories without weights', () => {
    const scorer = new CompatScorer(world)
    const twice = 'search_hotels(city="Varna")\nsearch_hotels(city="Ulm")'
    for (let place = 0; place < 6; place++) {
      add(scorer, place, [{ text: code(twice) }, { text: code(NOTHING) }], 'hotel')
      add(scorer, place, [{ text: code(SEARCH), saves: true }, { text: code(NOTHING) }], 'flighthotel')
    }
    add(scorer, 9, [{ text: code(SEARCH), saves: true }, { text: code(NOTHING) }], 'hotel')
    const scores = scorer.finish({ resamples: 100 })
    // Hotel: 6 turns of one in two, one of two in two: 2 · 8 / (14 + 14).
    expect(figureOf(scores, 'compat-tool-f1', 'hotel')).toBeCloseTo(8 / 14, 12)
    expect(figureOf(scores, 'compat-tool-f1', 'flighthotel')).toBe(1)
    expect(figureOf(scores, 'compat-tool-f1')).toBeCloseTo((8 / 14 + 1) / 2, 12)
  })

  it('counts turns that would have ended the released run, and turns of JSON, and scores neither', () => {
    const scorer = new CompatScorer(world)
    const turns = add(scorer, 0, [{ text: code('f()\0') }, { text: '{}', mode: 'json' }])
    expect(turns).toEqual([{ kind: 'stopped', reason: 'null-character' }])
    const { scores, ...counts } = scorer.finish()
    expect(counts).toMatchObject({ turns: 1, stopped: { 'null-character': 1 }, unread: 1 })
    expect(scores.filter(({ kind }) => kind === 'scored')).toEqual([])
  })

  it('takes code that raised for not executable', () => {
    const scorer = new CompatScorer(world)
    const [turn] = add(scorer, 0, [{ text: code(SEARCH), hasRaised: true }, {}])
    expect(turn).toMatchObject({ kind: 'scored', isExecuted: false, hasEqualCache: false })
  })

  it('leaves out turns without an answer, and those at which the released run ends', () => {
    const scorer = new CompatScorer(world)
    const dialogue = dialogueOf({
      id: 'd',
      kind: 'dialogue',
      json: {
        turns: [
          { role: 'assistant', text: 'Hello' },
          { role: 'user', text: 'Hotels', plan: SEARCH },
          { role: 'assistant', text: 'And?' },
          { role: 'user', text: 'No' },
        ],
      },
    })
    const gold = [record(1, { text: SEARCH, saves: true }), record(3, {})]
    expect(scorer.add({ dialogue, gold, turns: [] })).toEqual([])
    expect(scorer.finish()).toMatchObject({ turns: 0, unread: 0, stopped: {} })
    const turns = scorer.add({
      dialogue,
      gold,
      turns: [record(1, { text: code('f(\0)') }), record(3, { text: 'Bye.' })],
    })
    expect(turns).toEqual([
      { kind: 'stopped', reason: 'null-character' },
      { kind: 'scored', counts: undefined, isExecuted: true, seeking: undefined, hasEqualCache: true },
    ])
    const again = scorer.add({
      dialogue: { ...dialogue, id: 'e' },
      gold,
      turns: [record(1, { text: code(SEARCH), saves: true })],
    })
    expect(again).toHaveLength(1)
    const scores = scorer.finish({ resamples: 10 })
    expect(scores).toMatchObject({ turns: 3, stopped: { 'null-character': 1 } })
    expect(scores.scores.find(({ metric }) => metric === 'compat-cache-em')).toMatchObject({
      value: 1,
      n: 2,
      counted: 2,
    })
    expect(scores.nulls.map(({ id, kind }) => [id, kind])).toEqual([
      ['silent', 'floor'],
      ['no-op', 'floor'],
      ['always-seek', 'floor'],
      ['re-search', 'floor'],
      ['gold', 'control'],
      ['gold-twice', 'control'],
    ])
  })

  it('takes the last of several steps, and the summaries of the caches', () => {
    const scorer = new CompatScorer(world)
    const good = record(1, { text: code(SEARCH), saves: true })
    const bad = record(1, { text: code('f()'), hasRaised: true })
    const steps = [...bad.steps, ...good.steps]
    const json = { turns: [{ role: 'user', text: 'Hotels', plan: SEARCH }] }
    const dialogue = dialogueOf({ id: 'd', kind: 'dialogue', json })
    const gold = [record(0, { text: SEARCH, saves: true })]
    const [turn] = scorer.add({ dialogue, gold, turns: [{ ...good, turn: 0, steps }] })
    expect(turn).toMatchObject({
      isExecuted: true,
      hasEqualCache: true,
      counts: { tools: { truePositives: 2 } },
    })
    const [other] = scorer.add({
      dialogue,
      gold,
      turns: [{ ...good, turn: 0, cacheAfter: [{ ...entry('h'), key: 'other' }] }],
    })
    expect(other).toMatchObject({ hasEqualCache: true })
    const [third] = scorer.add({ dialogue, gold, turns: [{ ...good, turn: 0, cacheAfter: [entry('x')] }] })
    expect(third).toMatchObject({ hasEqualCache: false })
  })
})
