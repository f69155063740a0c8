import { describe, expect, it } from 'vitest'
import { goldExample } from './gold-example.js'

describe('goldExample', () => {
  it('keeps values as they are, nested ones and falsy ones too', () => {
    const json = { a: 'x', b: 0, c: false, d: null, e: [1, [2]], f: { g: '' } }
    expect(goldExample(json, 0)).toEqual(json)
  })
  it('takes the asked entry of a choice, and the last where there are fewer', () => {
    const json = { to: { $oneOf: ['Lima', 'LIM', 'lim'] }, in: [{ $oneOf: [1, 2] }] }
    expect(goldExample(json, 0)).toEqual({ to: 'Lima', in: [1] })
    expect(goldExample(json, 1)).toEqual({ to: 'LIM', in: [2] })
    expect(goldExample(json, 9)).toEqual({ to: 'lim', in: [2] })
    expect(goldExample({ to: { $oneOf: [] } }, 0)).toEqual({})
  })
  it('leaves out what must be absent, alone or as one of several', () => {
    expect(goldExample({ day: { $absent: true }, to: 'Lima' }, 0)).toEqual({ to: 'Lima' })
    expect(goldExample({ day: { $oneOf: [{ $absent: true }, 'today'] } }, 0)).toEqual({})
    expect(goldExample({ day: { $oneOf: [{ $absent: true }, 'today'] } }, 1)).toEqual({ day: 'today' })
    expect(goldExample({ days: [{ $absent: true }, 'today'] }, 0)).toEqual({ days: ['today'] })
    expect(goldExample({ day: { $absent: false } }, 0)).toEqual({ day: { $absent: false } })
  })
  it('replaces sets, dates and literals by what fits them', () => {
    const json = {
      tags: { $set: ['a', { $oneOf: ['b', 'c'] }] },
      day: { $date: '2031-05-01' },
      raw: { $literal: { $set: [1] } },
      deep: { in: { $date: '2031-05-02' } },
    }
    expect(goldExample(json, 0)).toEqual({
      tags: ['a', 'b'],
      day: '2031-05-01',
      raw: { $set: [1] },
      deep: { in: '2031-05-02' },
    })
  })
})
