import { describe, expect, it } from 'vitest'
import { holdsCode } from './code-points.js'
import { isCostly, isUniform, unicodeProperty } from './unicode-property.js'

describe('unicodeProperty', () => {
  it.each(['Lu', 'Script=Greek', 'Nd', 'Noncharacter_Code_Point', 'Cs', 'Co', 'Cn', 'ASCII', 'Emoji'])(
    'holds the code points that the host says have %s',
    (name) => {
      const set = unicodeProperty(name) ?? []
      const one = new RegExp(`^\\p{${name}}$`, 'u')
      const wrong: number[] = []
      // Every 7th, and the edges of planes, which are special.
      for (let code = 0; code <= 0x10ffff; code += code % 0x10000 < 0xfff0 ? 7 : 1) {
        if (holdsCode(set, code) !== one.test(String.fromCodePoint(code))) wrong.push(code)
      }
      expect(wrong).toEqual([])
      expect(isCostly(name)).toBe(false)
    },
  )
  it('knows no other names', () => {
    expect(['Nonsense', 'Script=', '', 'L}|(', 'script=Greek', '__proto__'].map(unicodeProperty)).toEqual(
      Array.from({ length: 6 }),
    )
  })
})

describe('isUniform', () => {
  it('holds for planes without an assigned character', () => {
    const plain = /^(?:\p{Cn}+|\p{Co}+\p{Cn}{2})$/u
    for (let plane = 0; plane <= 0x100000; plane += 0x10000) {
      let text = ''
      for (let code = plane; code < plane + 0x10000; code += 1) text += String.fromCodePoint(code)
      if (isUniform(plane)) expect(plain.test(text)).toBe(true)
    }
  })
})
