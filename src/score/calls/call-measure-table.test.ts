import { describe, expect, it } from 'vitest'
import { callTaskOf } from '../../benchmark/call-item.js'
import { callMeasures, divisionOf } from './call-measures.js'
import { type CallVerdict, judgeCalls } from './call-verdict.js'
import { scoreCalls } from './score-calls.js'
import { VerdictList } from './verdict-list.js'

const listOf = (verdicts: readonly CallVerdict[]): VerdictList => {
  const list = new VerdictList()
  for (const verdict of verdicts) list.push(verdict)
  return list
}
const taskOf = (gold: object, more: object = {}) =>
  callTaskOf(
    { kind: 'call', id: 'a', json: { messages: [], tools: ['go'], gold: gold as never, ...more } },
    { mayLackGold: true },
  )
const silent = { outcome: 'abstained', ok: false, level: 'S0', calls: [] } as const
const going = { outcome: 'called', ok: true, level: 'S6', calls: [{ name: 'go', arguments: {} }] } as const
const toGo = { calls: [{ name: 'go', arguments: {} }] }

/** Metric, unit, which way is better, and the reason where nothing counts: what a report prints beside each number. */
const TABLE: readonly (readonly [metric: string, unit: string, better: string, whenNothing: string])[] = [
  ['exact', 'share of items', 'higher', 'no item says what is right'],
  ['match', 'share of items', 'higher', 'no item says what is right'],
  ['call-exact', 'share of items that expect a call', 'higher', 'no item expects a call'],
  ['selection', 'share of items that expect a call', 'higher', 'no item expects a call'],
  [
    'arguments',
    'share of items that expect a call',
    'higher',
    'no item says which arguments of a call are right',
  ],
  ['false-call-rate', 'share of items that expect no call', 'lower', 'no item expects no call'],
  ['abstention', 'share of items that expect no call', 'higher', 'no item expects no call'],
  ['useful-abstention', 'share of items that expect no call', 'higher', 'no item expects no call'],
  [
    'balanced-accuracy',
    'mean of call-exact and useful-abstention',
    'higher',
    'needs items that expect a call and items that expect none',
  ],
  [
    'youden-j',
    'call-exact plus useful-abstention less 1',
    'higher',
    'needs items that expect a call and items that expect none',
  ],
  ['call-precision', 'share of calls', 'higher', 'no call was made'],
  ['call-recall', 'share of calls', 'higher', 'no item expects a call'],
  ['call-f1', 'share of calls', 'higher', 'no calls at all'],
  ['argument-precision', 'share of arguments', 'higher', 'no argument was given'],
  ['argument-recall', 'share of arguments', 'higher', 'gold asks for no argument'],
  ['argument-f1', 'share of arguments', 'higher', 'no arguments at all'],
  ['well-formed', 'share of outputs that try to call', 'higher', 'no output tried to call'],
  ['schema-valid', 'share of outputs with calls', 'higher', 'no output holds a call'],
  ['truncated', 'share of items', 'lower', 'no items'],
  [
    'selection-lenient',
    'share of items that expect a call',
    'higher',
    'no lenient reading of an item that expects a call',
  ],
  ['keyword-released', 'share of items', 'higher', 'no text to look for names in'],
  ['keyword-anywhere', 'share of items', 'higher', 'no text to look for names in'],
]

describe('callMeasures', () => {
  it('state what each number is a share of, which way is better and why it may be missing', () => {
    const measures = callMeasures({ verdicts: listOf([]), nulls: [] })
    expect(
      measures.map(({ about, whenNothing }) => [about.metric, about.unit, about.better, whenNothing]),
    ).toEqual(TABLE)
    for (const { about, ceiling } of measures) {
      expect(about.scorer).toEqual({ name: 'calls', version: 1 })
      expect(ceiling).toBe(about.better === 'higher' ? 1 : undefined)
      expect(about).not.toHaveProperty('group')
    }
    expect(measures.filter(({ isShare }) => !isShare).map(({ about }) => about.metric)).toEqual(
      TABLE.map(([metric]) => metric).filter((metric) =>
        /^(call|argument)-(precision|recall|f1)$/.test(metric),
      ),
    )
  })

  it('add forbidden calls, between ability and format, where an item forbids a tool', () => {
    const verdicts = listOf([
      judgeCalls(taskOf(toGo, { forbidden: ['stop'] }), silent),
      judgeCalls(taskOf(toGo), silent),
    ])
    const measures = callMeasures({ verdicts, nulls: [], group: 'a' })
    const place = measures.findIndex(({ about }) => about.metric === 'forbidden-call-rate')
    expect(place).toBe(TABLE.findIndex(([metric]) => metric === 'well-formed'))
    expect(measures[place]).toMatchObject({
      about: { group: 'a', unit: 'share of items that forbid a tool', better: 'lower' },
      whenNothing: 'no item forbids a tool',
      subject: {
        terms: [{ weight: 1, top: new Uint8Array([0, 0]), bottom: new Uint8Array([1, 0]) }],
        offset: 0,
      },
    })
  })

  it('say of items without gold that nobody says what is right, but judge how calls are written', () => {
    const unknown = judgeCalls(taskOf({ unknown: true }), going)
    const reasons = new Map(
      callMeasures({ verdicts: listOf([unknown, unknown]), nulls: [] }).map(({ about, whenNothing }) => [
        about.metric,
        whenNothing,
      ]),
    )
    expect(reasons.get('call-recall')).toBe('no item says what is right')
    expect(reasons.get('keyword-released')).toBe('no item says what is right')
    expect(reasons.get('schema-valid')).toBe('no output holds a call')
    expect(reasons.get('truncated')).toBe('no items')
    const mixed = callMeasures({
      verdicts: listOf([unknown, judgeCalls(taskOf({ none: true }), silent)]),
      nulls: [],
    })
    expect(mixed.find(({ about }) => about.metric === 'call-recall')?.whenNothing).toBe(
      'no item expects a call',
    )
  })

  it('leave items without gold out of every ratio of calls and arguments', () => {
    const unknown = taskOf({ unknown: true })
    const tasks = [taskOf(toGo), taskOf(toGo), unknown, unknown]
    const verdicts = listOf(tasks.map((task) => judgeCalls(task, going)))
    const scores = scoreCalls({ tasks, verdicts, nulls: [], seed: 0, resamples: 10 })
    const of = (metric: string) => scores.find((score) => score.metric === metric)
    expect(of('call-precision')).toMatchObject({ value: 1, n: 2 })
    expect(of('exact')).toMatchObject({ value: 1, n: 2 })
    expect(of('schema-valid')).toMatchObject({ value: 1, n: 4 })
    expect(of('keyword-anywhere')).toMatchObject({ kind: 'unscored', n: 0 })
  })

  it('hold counts beyond a byte', () => {
    const many = Array.from({ length: 300 }, () => ({ name: 'go', arguments: {} }))
    const verdicts = listOf([
      judgeCalls(taskOf(toGo), { ...going, calls: many }),
      judgeCalls(taskOf(toGo), going),
    ])
    const columnOf = (metric: string) =>
      callMeasures({ verdicts, nulls: [] }).find(({ about }) => about.metric === metric)?.subject.terms[0]
    expect(columnOf('call-precision')).toMatchObject({
      top: new Uint8Array([1, 1]),
      bottom: new Float64Array([300, 1]),
    })
    const full = listOf([judgeCalls(taskOf(toGo), { ...going, calls: many.slice(0, 255) })])
    const [term] =
      callMeasures({ verdicts: full, nulls: [] }).find(({ about }) => about.metric === 'call-precision')
        ?.subject.terms ?? []
    expect(term?.bottom).toEqual(new Uint8Array([255]))
  })

  it('hold null callers against all but what the token limit cut', () => {
    const verdicts = listOf([judgeCalls(taskOf(toGo), going)])
    const nulls = [{ id: 'silent', verdicts: listOf([judgeCalls(taskOf(toGo), silent)]) }]
    const withFloor = callMeasures({ verdicts, nulls }).filter((measure) => measure.nulls.length > 0)
    expect(withFloor.map(({ about }) => about.metric)).toEqual(
      TABLE.map(([metric]) => metric).filter((metric) => metric !== 'truncated'),
    )
    expect(withFloor[0]?.nulls[0]).toMatchObject({
      id: 'silent',
      sum: { terms: [{ top: new Uint8Array([0]), bottom: new Uint8Array([1]) }] },
    })
  })

  it('belong to a division each', () => {
    const of = (division: string) =>
      TABLE.map(([metric]) => metric).filter((metric) => divisionOf(metric) === division)
    expect(of('format')).toEqual(['well-formed', 'schema-valid', 'truncated'])
    expect(of('contrast')).toEqual(['selection-lenient', 'keyword-released', 'keyword-anywhere'])
    expect(divisionOf('forbidden-call-rate')).toBe('ability')
  })
})
