import { describe, expect, it } from 'vitest'
import { JsonTreeReader } from '../../text/json-tree.js'
import { toolTable } from '../tool-table.js'
import { FaultList } from './fault-list.js'
import { Masks } from './masks.js'
import { firstVisible, lastVisible, Scan, trimSpaceEnd } from './scan.js'

function scanOf(text: string, more: Partial<ConstructorParameters<typeof Scan>[0]> = {}): Scan {
  return new Scan({ json: new JsonTreeReader(text), tools: toolTable([]), isCut: false, ...more })
}

describe('Scan', () => {
  it('finds the first of several markers, and the longest at a place', () => {
    const scan = scanOf('a<b><bb>')
    expect([scan.next('<b', 0), scan.next('<b', 2), scan.next('<b', 5), scan.next('x', 0)]).toEqual([
      1, 4, 8, 8,
    ])
    expect([scan.nextOf(['<bb', '<b'], 0), scan.nextOf(['<bb', '<b'], 2), scan.nextOf([], 0)]).toEqual([
      1, 4, 8,
    ])
    expect(scan.markerAt(4, ['<b', '<bb', '<'])).toBe('<bb')
    expect(scan.markerAt(1, ['<bb', '<b', '<'])).toBe('<b')
    expect(scan.markerAt(0, ['<b'])).toBeUndefined()
  })

  it('passes over markers that ordinary tokens spell', () => {
    const scan = scanOf('<b><b>', { isGenuine: (at, marker) => at === 3 && marker === '<b>' })
    expect([scan.next('<b>', 0), scan.next('<b', 0)]).toEqual([3, 6])
    expect([scan.startsWith('<b>', 0), scan.startsWith('<b>', 3), scan.startsWith('<b', 3)]).toEqual([
      false,
      true,
      false,
    ])
    expect([scan.markerAt(0, ['<b>']), scan.markerAt(3, ['<b>'])]).toEqual([undefined, '<b>'])
    expect([scan.mayBeTyped, scanOf('').mayBeTyped]).toEqual([true, false])
    expect(scanOf('<b>').isGenuine(0, '<b>')).toBe(true)
  })

  it('is over at the end, and at the beginning of a marker that the limit cut', () => {
    for (const isCut of [true, false]) {
      const over = (text: string, at: number): boolean =>
        scanOf(text, { isCut }).isOver(at, ['<end>', '</s>'])
      expect([over('ab', 2), over('ab', 3), over('ab', 1), over('ab<end>', 2)]).toEqual([
        true,
        true,
        false,
        false,
      ])
      expect([over('ab<en', 2), over('ab<', 2), over('ab</s', 2), over('ab<enx', 2)]).toEqual([
        isCut,
        isCut,
        isCut,
        false,
      ])
    }
  })

  it('skips the white space of JSON and no other', () => {
    expect(scanOf('a \t\r\nb').skipSpace(1)).toBe(5)
    expect(['\v', '\f', '\u00a0', 'b'].map((text) => scanOf(text).skipSpace(0))).toEqual([0, 0, 0, 0])
    expect(scanOf('  ').skipSpace(0)).toBe(2)
    expect([trimSpaceEnd('ab \t\r\n', 0, 6), trimSpaceEnd('   ', 1, 3), trimSpaceEnd('a\v', 0, 2)]).toEqual([
      2, 1, 2,
    ])
  })

  it('waits without limit for a payload unless told otherwise', () => {
    expect([scanOf('').patience, scanOf('', { patience: 3 }).patience]).toEqual([Number.POSITIVE_INFINITY, 3])
  })
})

describe('what is visible', () => {
  /** White space, controls below U+0020, DEL, NEL, the soft hyphen and characters that only steer others. */
  const invisible = /[\s\0-\x1f\x7f\x85\xad\u200b-\u200f\u202a-\u202e\u2060-\u2064]/
  it('is every code unit but white space and what only steers others', () => {
    const differing: string[] = []
    for (let code = 0; code <= 0xffff; code++) {
      const character = String.fromCharCode(code)
      const isVisible = firstVisible(character, 0, 1) === 0
      if (isVisible === invisible.test(character)) differing.push(code.toString(16))
      if (isVisible !== (lastVisible(character, 0, 1) === 1)) differing.push(`last ${code.toString(16)}`)
    }
    expect(differing).toEqual([])
  })

  it('is looked for within a range', () => {
    const text = 'a  b  c'
    expect([firstVisible(text, 0, 7), firstVisible(text, 1, 7), firstVisible(text, 1, 3)]).toEqual([0, 3, -1])
    expect([lastVisible(text, 0, 7), lastVisible(text, 0, 6), lastVisible(text, 1, 3)]).toEqual([7, 4, -1])
    expect([firstVisible('', 0, 0), lastVisible('', 0, 0)]).toEqual([-1, -1])
  })
})

describe('Masks', () => {
  const masked = (text: string, walk: Partial<ConstructorParameters<typeof Masks>[1]> = {}): string => {
    const masks = new Masks(scanOf(text), { start: 0, end: text.length, reasoningSpans: [], ...walk })
    return Array.from(text, (character, at) => (masks.covers(at) ? '.' : character)).join('')
  }

  it.each([
    ['abc', 'abc'],
    ['a `b` c', 'a ... c'],
    ['a ``b`` c', 'a ..... c'],
    ['<think>a</think>b', '<think>.</think>b'],
    ['a\n```\nb\n```\nc', 'a\n.........\nc'],
    ['a\n~~~\nb\n~~~\nc', 'a\n.........\nc'],
    ['a `b` c `d` e', 'a ... c ... e'],
    ['a\n```\n`b`\n```\nc `d`', 'a\n...........\nc ...'],
  ])('of %j leave %j', (text, expected) => {
    expect(masked(text)).toBe(expected)
  })

  it('cover what lies outside the turn, and reasoning that the walk found', () => {
    expect(masked('abcdef', { start: 1, end: 4 })).toBe('.bcd..')
    expect(masked('abcdef', { reasoningSpans: [{ start: 1, end: 3 }] })).toBe('a..def')
    const several = [
      { start: 4, end: 5 },
      { start: 0, end: 2 },
      { start: 1, end: 3 },
    ]
    expect(masked('abcdef', { reasoningSpans: several })).toBe('...d.f')
    expect(masked('a `b` c', { reasoningSpans: [{ start: 3, end: 6 }] })).toBe('a ....c')
  })
})

describe('FaultList', () => {
  const fault = (at: number) => ({ code: 'c', what: 'w', at })
  it('counts lines and columns from 1, in any order', () => {
    const list = new FaultList('ab\ncd\n\nef')
    for (const at of [0, 2, 3, 5, 6, 8, 1, 4]) list.add(fault(at))
    expect(list.list.map(({ at, line, column }) => [at, line, column])).toEqual([
      [0, 1, 1],
      [2, 1, 3],
      [3, 2, 1],
      [5, 2, 3],
      [6, 3, 1],
      [8, 4, 2],
      [1, 1, 2],
      [4, 2, 2],
    ])
  })

  it('says which call and which argument, where that is known', () => {
    const list = new FaultList('a')
    list.add(fault(0))
    list.add(fault(0), { call: 1 })
    list.add(fault(0), { call: 0, path: '/a' })
    const base = { code: 'c', what: 'w', at: 0, line: 1, column: 1 }
    expect(list.list).toEqual([base, { ...base, call: 1 }, { ...base, call: 0, path: '/a' }])
    expect(Object.keys(list.list[0] ?? {})).not.toContain('call')
    expect(Object.keys(list.list[1] ?? {})).not.toContain('path')
  })

  it('keeps 64', () => {
    const list = new FaultList('a')
    for (let count = 0; count < 70; count++) list.add(fault(0))
    expect(list.list).toHaveLength(64)
  })
})
