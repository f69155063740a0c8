import { describe, expect, it } from 'vitest'
import type { Dialogue } from '../../benchmark/dialogue-item.js'
import { evenly } from './dialogue-set.js'

const dialogues = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map(
  (id): Dialogue => ({ id, category: id.slice(0, 1), turns: [] }),
)
const drawn = (most: number): string =>
  evenly(dialogues, most)
    .map(({ id }) => id)
    .join(' ')

describe('evenly', () => {
  it('takes of every category alike, in their order', () => {
    expect(drawn(3)).toBe('a1 b1 c1')
    expect(drawn(5)).toBe('a1 a2 b1 b2 c1')
    expect(drawn(2)).toBe('a1 b1')
    expect(drawn(9)).toBe('a1 a2 a3 b1 b2 c1')
    expect(drawn(0)).toBe('')
  })
})
