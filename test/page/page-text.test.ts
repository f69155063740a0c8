import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TracedCall } from '../../src/agent/turn-record.js'
import type { FlowEdge } from '../../src/report/pages/dialogues-page.js'
import { onlyHere } from '../../ui/src/pages/flow-difference.js'
import { DRAWN_CALLS, flowLayout } from '../../ui/src/pages/flow-layout.js'
import { filterOf, placeOf, placesOf, rowQuery, searchTexts } from '../../ui/src/pages/item-rows.js'
import { isAddressed } from '../../ui/src/text/is-addressed.js'
import { countText, isProportion, pText, timeText, valueText } from '../../ui/src/text/number-text.js'
import { visibleParts, visibleText } from '../../ui/src/text/visible.js'
import { reportOf } from '../generators/report-document.js'

describe('visibleParts', () => {
  it('spells out what turns or hides text, and leaves letters, emoji, tabs and line ends alone', () => {
    expect(visibleParts('a\u202eb')).toEqual([
      { kind: 'plain', text: 'a' },
      { kind: 'hidden', text: '\\u{202e}' },
      { kind: 'plain', text: 'b' },
    ])
    expect(visibleParts('\ud800\u{e0041}')).toEqual([
      { kind: 'hidden', text: '\\u{d800}' },
      { kind: 'hidden', text: '\\u{e0041}' },
    ])
    const plain = 'Grüße,\n\tמילה 👩‍👩‍👧 ok\r'.replace('\r', '')
    expect(visibleParts(plain)).toEqual([{ kind: 'plain', text: plain }])
    expect(visibleParts('')).toEqual([])
    expect(visibleText('a\u202eb\ud800')).toBe('a\\u{202e}b\\u{d800}')
  })
  it('loses nothing, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const back = visibleParts(text).map(({ kind, text: part }) =>
          kind === 'plain' ? part : String.fromCodePoint(Number.parseInt(part.slice(3, -1), 16)),
        )
        expect(back.join('')).toBe(text)
      }),
    )
  })
})

describe('numbers', () => {
  it('writes proportions in percent and everything else as it is', () => {
    expect(valueText(0.4567, { unit: 'share of needs' })).toBe('45.7')
    expect(valueText(0.5, { unit: 'F1 of calls' })).toBe('50.0')
    expect(valueText(0.8123, { unit: 'mean of call-exact and useful-abstention' })).toBe('81.2')
    expect(valueText(0.000234, { unit: 'probability, geometric mean' })).toBe('0.000234')
    expect(valueText(14.6218, { unit: 'mean logit, call less no call' })).toBe('14.6')
    expect(valueText(12345, { unit: 'tokens a turn' })).toBe('12\u2009345')
    expect(isProportion({ unit: 'ratio Rf/Rc' })).toBe(false)
    expect(isProportion({ unit: 'unseen-pass plus useful-abstention less 1' })).toBe(false)
  })
  it('parts thousands and shortens times', () => {
    expect([0, 999, 1000, 1234567].map(countText)).toEqual(['0', '999', '1\u2009000', '1\u2009234\u2009567'])
    expect(timeText('2026-01-02T03:04:05.000Z')).toBe('2026-01-02 03:04 UTC')
    expect(timeText('yesterday')).toBe('yesterday')
    expect([0.0004, 0.001, 0.25].map(pText)).toEqual(['p < 0.001', 'p = 0.001', 'p = 0.250'])
  })
})

describe('rows of samples', () => {
  const page = reportOf(100).pages?.items
  if (page === undefined) throw new Error('the generator makes items')
  const texts = searchTexts(page)
  const placesFor = (query: string): readonly number[] =>
    placesOf(page, texts, filterOf(new URLSearchParams(query)))

  it('filters by every word, by verdict and by source', () => {
    expect(placesFor('')).toHaveLength(100)
    expect(placesFor('verdict=error')).toHaveLength(20)
    expect(placesFor('q=ITEM-7 attempted').map((at) => page.rows[at]?.item)).toEqual([
      'item-7',
      'item-71',
      'item-73',
      'item-75',
      'item-77',
      'item-79',
    ])
    expect(placesFor('source=s2')).toEqual([])
  })
  it('sorts either way and leaves ties as they stood', () => {
    const rising = placesFor('sort=value')
    expect(rising.slice(0, 3)).toEqual([0, 5, 10])
    expect(placesFor('sort=-value').slice(0, 3)).toEqual([4, 9, 14])
  })
  it('finds each row again by its address', () => {
    for (const [place, row] of page.rows.entries())
      expect(placeOf(page, new URLSearchParams(rowQuery(row)))).toBe(place)
    expect(placeOf(page, new URLSearchParams('item=item-3'))).toBe(3)
    expect(placeOf(page, new URLSearchParams('item=nobody'))).toBeUndefined()
  })
  it('finds a row whose name holds half a surrogate pair, which no address can', () => {
    const [row] = page.rows
    if (row === undefined) throw new Error('the generator makes rows')
    const halved = { ...page, rows: [row, { ...row, item: 'a \ud83d b' }] }
    const address = new URLSearchParams(new URLSearchParams(rowQuery(halved.rows[1] ?? row)).toString())
    expect(address.get('item')).toBe('a \ufffd b')
    expect(placeOf(halved, address)).toBe(1)
    expect([isAddressed('\ufffd', '\ufffd'), isAddressed('b', '\ufffd')]).toEqual([true, false])
  })
})

const call = (tool: string): TracedCall => ({
  tool,
  line: 1,
  arguments: {},
  producers: {},
  outcome: { kind: 'none' },
})
const value = (from: number | string, to: number, parameter: string): FlowEdge => ({
  from: typeof from === 'number' ? { kind: 'call', call: from } : { kind: 'cached', id: from },
  to,
  parameter,
})

describe('flowLayout', () => {
  const trace = ['search', 'filter', 'nearest'].map(call)
  const flow = [value(0, 1, 'rows'), value('r1', 2, 'hotels'), value(1, 2, 'to'), value(0, 2, 'to')]

  it('lists cached results, calls, and below each the parameters that take a value', () => {
    const { rows, wires, lanes } = flowLayout(trace, flow, [false, true, false, false])
    expect(rows.map(({ kind, text, isOnlyHere }) => [kind, text, isOnlyHere])).toEqual([
      ['cached', 'cache: r1', false],
      ['call', '1 search', false],
      ['call', '2 filter', false],
      ['parameter', 'rows', false],
      ['call', '3 nearest', false],
      ['parameter', 'hotels', true],
      ['parameter', 'to', false],
    ])
    // The call that feeds the nearest row takes the lane next to the rows; the others overlap with it and each other.
    expect(wires.map(({ from, to, lane }) => [from, to, lane])).toEqual([
      [1, 3, 2],
      [0, 5, 1],
      [2, 6, 0],
      [1, 6, 2],
    ])
    expect(lanes).toBe(3)
  })
  it('draws nothing that leads nowhere: no values, no calls, more calls than are drawn', () => {
    expect(flowLayout([], [], [])).toEqual({ rows: [], wires: [], lanes: 0 })
    expect(flowLayout(trace, [], []).rows).toHaveLength(3)
    const many = Array.from({ length: 100 }, () => call('x'))
    const all = many.map((_, at) => value(Math.max(0, at - 1), at, 'p')).slice(1)
    const { rows, wires } = flowLayout(many, all, [])
    expect([rows.length, wires.length]).toEqual([2 * DRAWN_CALLS - 1, DRAWN_CALLS - 1])
  })
  it('never lets two makers share a stretch of a lane, whatever the flow', () => {
    const edges = fc.array(fc.tuple(fc.nat(11), fc.nat(11), fc.constantFrom('a', 'b')), { maxLength: 40 })
    fc.assert(
      fc.property(edges, (raw) => {
        const calls = Array.from({ length: 12 }, () => call('x'))
        const drawn = raw.flatMap(([from, to, parameter]) => (from < to ? [value(from, to, parameter)] : []))
        const { wires, rows, lanes } = flowLayout(calls, drawn, [])
        expect(wires).toHaveLength(drawn.length)
        const reach = new Map<string, number>()
        for (const { from, to, lane } of wires) {
          expect(from).toBeLessThan(to)
          expect(rows[to]?.kind).toBe('parameter')
          expect(lane).toBeLessThan(lanes)
          for (let row = from; row <= to; row++) {
            const owner = reach.get(`${lane} ${row}`) ?? from
            expect(owner).toBe(from)
            reach.set(`${lane} ${row}`, from)
          }
        }
      }),
    )
  })
})

describe('onlyHere', () => {
  const gold = { trace: ['search', 'filter'].map(call), flow: [value(0, 1, 'rows'), value('r1', 1, 'to')] }

  it('pairs values by tool, parameter and origin, however the calls are placed', () => {
    const later = {
      trace: ['look', 'search', 'filter'].map(call),
      flow: [value(1, 2, 'rows'), value('r1', 2, 'to')],
    }
    expect(onlyHere(later, [gold])).toEqual([false, false])
    expect(onlyHere(gold, [later])).toEqual([false, false])
    expect(onlyHere({ ...later, flow: [value(0, 2, 'rows'), value('r2', 2, 'to')] }, [gold])).toEqual([
      true,
      true,
    ])
    expect(onlyHere(gold, [])).toEqual([true, true])
  })
  it('pairs the very result first, where one tool made several', () => {
    const made = (id: string): TracedCall => ({
      ...call('search'),
      outcome: { kind: 'result', id, count: 1, rows: 'h' },
    })
    const two = {
      trace: [made('a'), call('save'), made('b'), call('save')],
      flow: [value(0, 1, 'value'), value(2, 3, 'value')],
    }
    const one = { trace: [made('b'), call('save')], flow: [value(0, 1, 'value')] }
    expect(onlyHere(two, [one])).toEqual([true, false])
    expect(onlyHere(one, [two])).toEqual([false])
  })
  it('pairs as many as there are, over all steps of the other side', () => {
    const twice = { trace: gold.trace, flow: [value(0, 1, 'rows'), value(0, 1, 'rows')] }
    expect(onlyHere(twice, [gold])).toEqual([false, true])
    expect(onlyHere(twice, [gold, gold])).toEqual([false, false])
  })
})
