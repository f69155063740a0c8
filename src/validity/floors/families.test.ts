import { describe, expect, it } from 'vitest'
import { callTaskOf } from '../../benchmark/call-item.js'
import { dialogueOf } from '../../benchmark/dialogue-item.js'
import type { JsonObject } from '../../text/json.js'
import { blindUnits, isClustered } from './blind-units.js'
import { callFamily } from './call-family.js'
import { mcqFamily, qaFamily } from './choice-families.js'
import { dialogueFamily } from './dialogue-family.js'

const tools = [{ name: 'go', inputSchema: { type: 'object', properties: {} } }]
const task = (id: string, gold: JsonObject) =>
  callTaskOf({ kind: 'call', id, json: { messages: [{ role: 'user', content: id }], tools, gold } })
const goes = { calls: [{ name: 'go', arguments: {} }] }

describe('callFamily', () => {
  it('counts both kinds half where there are both: who never calls is right on one', () => {
    const family = callFamily([task('a', goes), task('b', { none: true }), task('c', goes)])
    expect(family).toMatchObject({
      kind: 'call',
      metric: 'balanced-accuracy',
      classes: ['calls', 'none', 'calls'],
      chance: [0.5, 0.5, 0.5],
      texts: ['a', 'b', 'c'],
    })
    const right = Object.fromEntries(family.nulls.map((column) => [column.id, Array.from(column.right)]))
    // Saying nothing at all is no useful abstention; a greeting is one; calling is right where a call is gold.
    expect(right).toMatchObject({ silent: [0, 0, 0], greeting: [0, 1, 0], constant: [1, 0, 1] })
  })
  it('is exact alone where every item calls, and where none does', () => {
    expect(callFamily([task('a', goes)])).toMatchObject({ metric: 'exact', chance: [0] })
    expect(callFamily([task('a', goes)])).not.toHaveProperty('classes')
    expect(callFamily([task('a', { none: true })])).toMatchObject({
      metric: 'exact',
      hasOpposites: false,
      whenHigh: 'care',
    })
  })
})

describe('qaFamily', () => {
  const family = (answers: readonly ('yes' | 'no')[]) =>
    qaFamily(
      answers.map((answer, at) => ({ kind: 'qa', id: `${at}`, tool: 't', question: `${at}?`, answer })),
      0,
    )
  const constant = (answers: readonly ('yes' | 'no')[]) =>
    family(answers).nulls.find(({ id }) => id === 'constant')?.right
  it('averages classes only where there are two', () => {
    expect(family(['yes', 'no'])).toMatchObject({ metric: 'balanced-accuracy', classes: ['yes', 'no'] })
    for (const one of [
      ['yes', 'yes'],
      ['no', 'no'],
    ] as const) {
      expect(family(one).metric).toBe('accuracy')
      expect(family(one)).not.toHaveProperty('classes')
    }
  })
  it('takes the more frequent answer, and yes where both are as frequent', () => {
    expect(constant(['no', 'yes', 'no'])).toEqual([1, 0, 1])
    expect(constant(['no', 'yes'])).toEqual([0, 1])
  })
})

describe('mcqFamily', () => {
  const item = (at: number, more: object = {}) => ({
    kind: 'mcq' as const,
    id: `m${at}`,
    tool: `t${at}`,
    question: ` Which ${at}? `,
    answer: `yes${at}`,
    distractors: at % 2 === 0 ? [`no${at}`] : [`no${at}`, `none${at}`],
    ...more,
  })

  it('is chance by the number of options, and says of each null what it is', () => {
    const family = mcqFamily([item(0), item(1, { cluster: 'k' })], 0)
    expect(family).toMatchObject({
      kind: 'mcq',
      metric: 'accuracy',
      ids: ['m0', 'm1'],
      clusters: [undefined, 'k'],
      texts: ['Which 0? yes0', 'Which 1? yes1'],
      chance: [1 / 2, 1 / 3],
      hasOpposites: true,
      whenHigh: 'bad',
    })
    expect(family.nulls.map(({ id, isBlind, isLearnt }) => [id, isBlind, isLearnt])).toEqual([
      ['shortest', true, undefined],
      ['longest', true, undefined],
      ['question-overlap', true, undefined],
      ['random', true, undefined],
      ['constant', true, true],
      ['option-prior', true, true],
      ['word-rule', true, true],
    ])
  })
})

describe('the search for a word', () => {
  const cued = (more: (at: number) => { readonly question: string; readonly cluster?: string }) =>
    qaFamily(
      Array.from({ length: 60 }, (_, at) => ({
        kind: 'qa',
        id: `${at}`,
        tool: 't',
        answer: at % 2 === 0 ? 'yes' : 'no',
        ...more(at),
      })),
      0,
    ).nulls.find(({ id }) => id === 'word-rule')?.search

  it('is tested by clusters where there are enough, else by texts', () => {
    const word = (at: number) => (at % 2 === 0 ? 'surely' : 'hardly')
    const clustered = cued((at) => ({ question: `Does it ${word(at)}?`, cluster: `c${at % 30}` }))
    expect(clustered?.p).toBeLessThan(0.01)
    const distinct = cued((at) => ({ question: `Does it ${word(at)} ${at}?`, cluster: 'one' }))
    expect(distinct?.p).toBeLessThan(0.01)
    expect(distinct?.tried).toBeGreaterThan(0)
    // Two texts and no cluster are too little to say anything.
    const two = cued((at) => ({ question: `Does it ${word(at)}?`, cluster: 'one' }))
    expect(two?.p ?? 1).toBeGreaterThan(0.05)
  })
})

describe('dialogueFamily', () => {
  const dialogue = (id: string, more: JsonObject = {}) =>
    dialogueOf({
      kind: 'dialogue',
      id,
      json: {
        id,
        kind: 'dialogue',
        turns: [
          { role: 'user', text: 'Go.' },
          { role: 'assistant', text: '', calls: [{ name: 'go', arguments: {} }] },
          { role: 'user', text: 'Thanks.' },
          { role: 'assistant', text: 'Bye.', calls: [] },
        ],
        ...more,
      },
      ...(typeof more.cluster === 'string' ? { cluster: more.cluster } : {}),
    })
  it('has a row a turn, of its cluster, else of its template, else of the dialogue', () => {
    const family = dialogueFamily([
      dialogue('a'),
      dialogue('b', { template: 't' }),
      dialogue('c', { template: 't', cluster: 'k' }),
    ])
    expect(family).toMatchObject({
      ids: ['a', 'a', 'b', 'b', 'c', 'c'],
      clusters: ['a', 'a', 't', 't', 'k', 'k'],
      texts: ['a 0', 'a 1', 'b 2', 'b 3', 'c 4', 'c 5'],
    })
    expect(family).toMatchObject({
      kind: 'dialogue',
      metric: 'turns',
      chance: [0, 0, 0, 0, 0, 0],
      hasOpposites: false,
      whenHigh: 'care',
    })
    expect(dialogueFamily([])).toBeUndefined()
  })
})

describe('blindUnits', () => {
  const named = (count: number) => Array.from({ length: count }, (_, at) => `c${at}`)
  it('are clusters from twenty effective ones on, else distinct texts', () => {
    expect(isClustered(named(20))).toBe(true)
    expect(isClustered(named(19))).toBe(false)
    expect(blindUnits(named(20), named(20))).toMatchObject({ count: 20, over: 'clusters' })
    const texts = ['a', 'b', 'a']
    expect(blindUnits(['x', 'y', 'z'], texts)).toMatchObject({
      numbers: [0, 1, 0],
      count: 2,
      over: 'distinct-items',
    })
  })
})
