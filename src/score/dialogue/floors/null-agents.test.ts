import { describe, expect, it } from 'vitest'
import { fetch, filter, keep, search } from '../../../../test/generators/inn-verdicts.js'
import { innDialogue, innWorld, playedTurn } from '../../../../test/generators/inn-world.js'
import type { TurnRecord } from '../../../agent/turn-record.js'
import { ExactNumber, type JsonValue } from '../../../text/json.js'
import { nullAgents } from './index.js'
import type { NullRequest } from './null-agent.js'

const first = playedTurn(1, [search('Ulm'), keep('ulm', 0)])
const second = playedTurn(3, [fetch('ulm'), filter(0, [4, 5]), keep('good', 1)], {
  cacheBefore: first.cacheAfter,
})
const third = playedTurn(5, [{ tool: 'ask', arguments: { query: 'When?' } }], {
  cacheBefore: second.cacheAfter,
})
const gold = [first, second, third]

function play(
  id: string,
  running: NullRequest['running'] = 'teacher-forced',
  more: Partial<NullRequest> = {},
): readonly TurnRecord[] {
  const agent = nullAgents.find((one) => one.id === id)
  if (agent === undefined) throw new Error(`no agent ${id}`)
  return agent.play({ dialogue: innDialogue('d', [{}, {}, {}]), gold, world: innWorld, running, ...more })
}
const traceOf = (turn: TurnRecord | undefined) =>
  turn?.steps.flatMap(({ execution }) => execution.trace) ?? []
const keysOf = (turn: TurnRecord | undefined) => turn?.cacheAfter.map(({ key }) => key)

describe('nullAgents', () => {
  it('are floors that a subject must beat, and gold changed in one way', () => {
    expect(nullAgents.map(({ id, kind, isGold }) => [id, kind, isGold])).toEqual([
      ['silent', 'floor', undefined],
      ['no-op', 'floor', undefined],
      ['always-seek', 'floor', undefined],
      ['re-search', 'floor', undefined],
      ['gold-renamed', 'control', true],
      ['gold-permuted', 'control', true],
      ['gold-changed', 'control', undefined],
      ['gold-twice', 'control', undefined],
    ])
  })

  it('start from gold’s cache, or, running freely, from what they saved themselves', () => {
    expect(play('silent').map(({ cacheBefore }) => cacheBefore.length)).toEqual([0, 1, 2])
    expect(play('silent', 'free-running').map(({ cacheAfter }) => cacheAfter.length)).toEqual([0, 0, 0])
    expect(play('gold-renamed', 'free-running').map(keysOf)).toEqual([
      ['renamed_ulm'],
      ['renamed_ulm', 'renamed_good'],
      ['renamed_ulm', 'renamed_good'],
    ])
    expect(play('gold-renamed').map(keysOf)[1]).toEqual(['ulm', 'renamed_good'])
  })

  it('say nothing, or that nothing is to be done', () => {
    expect(play('silent').map(({ steps }) => steps)).toEqual([[], [], []])
    expect(play('no-op').map(({ steps }) => steps.length)).toEqual([1, 1, 1])
    expect(play('no-op')[0]).toMatchObject({ turn: 1, mode: 'code', steps: [{ output: {}, durationMs: 0 }] })
    expect(traceOf(play('no-op')[0])).toEqual([])
  })

  it('ask for every mandatory slot of a search, in the first language', () => {
    const [turn] = play('always-seek')
    const question = 'town, arrival date?'
    expect(turn?.steps[0]?.execution.sought).toEqual([question])
    expect(traceOf(turn)).toEqual([
      { tool: 'ask', line: 1, arguments: { query: question }, producers: {}, outcome: { kind: 'none' } },
    ])
    const tools = innWorld.tools.filter(({ role }) => role !== 'seek')
    expect(traceOf(play('always-seek', 'teacher-forced', { world: { ...innWorld, tools } })[0])).toEqual([])
    const needing = innWorld.tools.map((tool) =>
      tool.name === 'search_inns' ? { ...tool, needsOneOf: [['budget', 'stars']] } : tool,
    )
    const world = { ...innWorld, tools: needing }
    expect(play('always-seek', 'teacher-forced', { world })[0]?.steps[0]?.execution.sought).toEqual([
      'town, arrival date, budget?',
    ])
  })

  it('search again for what gold has searched for, and save it', () => {
    const turns = play('re-search')
    const id = first.cacheAfter[0]?.id
    expect(traceOf(turns[2])).toMatchObject([
      { tool: 'search_inns', line: 1, arguments: { town: 'Ulm' }, producers: {} },
      {
        tool: 'keep',
        line: 2,
        arguments: { key: 'turn_3_search_inns', value: { $result: id } },
        producers: { value: [0] },
        outcome: { kind: 'none' },
      },
    ])
    expect(turns[2]?.cacheAfter.at(-1)).toMatchObject({
      key: 'turn_3_search_inns',
      id,
      count: 10,
      summary: '',
    })
    const failing = playedTurn(1, [{ ...search('Ulm'), error: { fault: 'limit', message: 'x' } }])
    expect(traceOf(play('re-search', 'teacher-forced', { gold: [failing] })[0])).toEqual([])
    const tools = innWorld.tools.filter(({ role }) => role !== 'save')
    const unsaved = play('re-search', 'teacher-forced', { world: { ...innWorld, tools } })
    expect(traceOf(unsaved[0]).map(({ tool }) => tool)).toEqual(['search_inns'])
    expect(keysOf(unsaved[0])).toEqual([])
  })

  it('make the last search of each tool, as gold refines it', () => {
    const refined = [
      first,
      playedTurn(3, [search('Bonn')]),
      playedTurn(5, [{ tool: 'search_cafes', arguments: { town: 'Ulm' } }]),
    ]
    const towns = play('re-search', 'teacher-forced', { gold: refined }).map((turn) =>
      traceOf(turn).flatMap(({ arguments: { town } }) => town ?? []),
    )
    expect(towns).toEqual([['Ulm'], ['Bonn'], ['Bonn', 'Ulm']])
  })

  it('turn round lists whose order means nothing, and no others', () => {
    const listed = playedTurn(1, [search('Ulm', { extras: ['bath', 'view'], stars: [2, 4] })])
    const [turn] = play('gold-permuted', 'teacher-forced', { gold: [listed] })
    expect(traceOf(turn)[0]?.arguments).toMatchObject({
      extras: ['view', 'bath'],
      stars: [2, 4],
      town: 'Ulm',
    })
  })

  it('carry gold out twice, the second time fed by itself', () => {
    const [, turn] = play('gold-twice')
    expect(traceOf(turn).map(({ tool }) => tool)).toEqual([
      'fetch',
      'filter_inns',
      'keep',
      'fetch',
      'filter_inns',
      'keep',
    ])
    expect(traceOf(turn)[4]?.producers).toEqual({ prior_results: [3] })
    expect(play('gold-twice')[2]?.steps[0]?.execution.sought).toEqual(['When?', 'When?'])
    const earlier = playedTurn(3, [filter('abc', [4, 5])])
    expect(traceOf(play('gold-twice', 'teacher-forced', { gold: [earlier] })[0])[1]?.producers).toEqual({
      prior_results: ['abc'],
    })
  })

  it('change the first value of a turn, and all that follows from it', () => {
    const id = first.cacheAfter[0]?.id ?? ''
    const [one, two] = play('gold-changed', 'free-running')
    expect(traceOf(one)[0]).toMatchObject({
      arguments: { town: 'not Ulm', arrival: '2031-05-01' },
      outcome: { kind: 'result', id: `changed:${id}`, rows: `changed:rows ${id}`, count: 10 },
    })
    expect(traceOf(one)[1]?.arguments).toEqual({ key: 'ulm', value: { $result: `changed:${id}` } })
    expect(one?.cacheAfter[0]).toMatchObject({ key: 'ulm', id: `changed:${id}`, rows: `changed:rows ${id}` })
    // The value is changed anew, and what was fetched is another result already.
    expect(traceOf(two)[1]?.arguments).toMatchObject({
      stars: [5, 5],
      prior_results: { $result: `changed:${id}` },
    })
    const forced = play('gold-changed')[1]
    expect(traceOf(forced)[1]?.arguments).toMatchObject({ stars: [5, 5], prior_results: { $result: id } })
  })

  it.each<[JsonValue, JsonValue]>([
    [true, false],
    [3, 4],
    [new ExactNumber('1.50'), 0],
    [
      [1, 2],
      [2, 2],
    ],
    [
      ['a', 'b'],
      ['not a', 'b'],
    ],
    ['Ulm', 'not Ulm'],
    [null, 'not '],
    [[], []],
  ])('change the value %j into %j', (value, changed) => {
    const one = playedTurn(1, [{ tool: 'search_cafes', arguments: { other: value } }])
    const [turn] = play('gold-changed', 'teacher-forced', { gold: [one] })
    expect(traceOf(turn)[0]?.arguments).toEqual({ other: changed })
  })

  it('leave calls alone whose arguments are not compared, or that have none', () => {
    const one = playedTurn(1, [
      { tool: 'ask', arguments: { query: 'When?' } },
      { tool: 'near' },
      search('Ulm'),
      search('Bonn'),
    ])
    const [turn] = play('gold-changed', 'teacher-forced', { gold: [one] })
    expect(traceOf(turn).map(({ arguments: given }) => given.query ?? given.town)).toEqual([
      'When?',
      undefined,
      'not Ulm',
      'Bonn',
    ])
    expect(turn?.steps[0]?.execution.sought).toEqual(['When?'])
  })
})
