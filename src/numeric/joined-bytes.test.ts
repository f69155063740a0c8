import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinedBytes } from './joined-bytes.js'

describe('joinedBytes', () => {
  it('is empty for nothing, and leaves out what is empty', () => {
    expect(joinedBytes([])).toEqual(new Uint8Array())
    expect(joinedBytes([Uint8Array.of(1), new Uint8Array(), Uint8Array.of(2, 3)])).toEqual(
      Uint8Array.of(1, 2, 3),
    )
  })
  it('is what the host makes of the same pieces', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array()), (pieces) => {
        expect(joinedBytes(pieces)).toEqual(Uint8Array.from(pieces.flatMap((piece) => [...piece])))
      }),
    )
  })
})
