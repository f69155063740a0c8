import { describe, expect, it } from 'vitest'
import { fillPlan, fillText, placeholdersOf } from './placeholders.js'

describe('placeholders', () => {
  it('are found once each, in order, and are capitals between brackets alone', () => {
    expect(placeholdersOf('<B_1> <A_1> <B_1> <b> < C> a<b and c>d')).toEqual(['B_1', 'A_1'])
  })
  it('are filled; those without a value stay, names of every object too', () => {
    expect(fillText('<A_1> to <B_1>, <A_1>', { A_1: 'x' })).toBe('x to <B_1>, x')
    expect(fillText('<CONSTRUCTOR>', {})).toBe('<CONSTRUCTOR>')
  })
  it('are escaped in plans, not in texts', () => {
    const bindings = { N_1: 'The "O\\K" Inn' }
    expect(fillText('<N_1>', bindings)).toBe('The "O\\K" Inn')
    expect(fillPlan('x(name="<N_1>")', bindings)).toBe('x(name="The \\"O\\\\K\\" Inn")')
  })
  it('takes values as they are, signs of replacement included', () => {
    expect(fillText('<A_1>', { A_1: '$& $1' })).toBe('$& $1')
  })
})
