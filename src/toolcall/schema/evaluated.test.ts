import { describe, expect, it } from 'vitest'
import { Evaluated } from './evaluated.js'
import { UNDECIDED, VALID } from './verdict.js'

describe('Evaluated', () => {
  it('takes over what a subschema that fits has looked at', () => {
    const outer = new Evaluated()
    outer.addProperty('a')
    const inner = new Evaluated()
    inner.addProperty('b')
    inner.itemCount = 2
    inner.addItem(5)
    outer.merge(inner, VALID)
    expect(['a', 'b', 'c'].map((name) => outer.hasProperty(name))).toEqual([true, true, false])
    expect([0, 1, 2, 5].map((at) => outer.hasItem(at))).toEqual([true, true, false, true])
    expect(outer.isUncertain).toBe(false)
  })
  it('turns uncertain by one that cannot be judged, and takes nothing over', () => {
    const outer = new Evaluated()
    const inner = new Evaluated()
    inner.addProperty('a')
    inner.declaresProperties = true
    outer.merge(inner, UNDECIDED)
    expect(outer.hasProperty('a')).toBe(false)
    expect([outer.isUncertain, outer.declaresProperties]).toEqual([true, true])
  })
})
