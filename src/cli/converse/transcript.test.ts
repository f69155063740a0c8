import { describe, expect, it } from 'vitest'
import { hostHash } from '../../adapters/hash.js'
import { transcriptName } from './transcript.js'

describe('transcriptName', () => {
  it.each([
    ['flight-021-01', 0, 'flight-021-01.md'],
    ['flight-021-01', 2, 'flight-021-01-t2.md'],
    ['../../etc/passwd', 0, /^_[^/]*-[0-9a-f]{8}\.md$/],
    ['a/b\\c:d', 0, /^a_b_c_d-[0-9a-f]{8}\.md$/],
    ['Å\u0000\u202e', 0, /^_+-[0-9a-f]{8}\.md$/],
    ['x'.repeat(5000), 0, /^x{100}-[0-9a-f]{8}\.md$/],
  ] as const)('makes a file name of %j', (item, trial, name) => {
    expect(transcriptName(item, trial, hostHash)).toMatch(
      typeof name === 'string' ? new RegExp(`^${name.replaceAll('.', '\\.')}$`) : name,
    )
  })

  it('tells names apart that differ by case alone', () => {
    const names = ['Fern', 'fern', 'FERN'].map((item) => transcriptName(item, 0, hostHash).toLowerCase())
    expect(new Set(names).size).toBe(3)
  })
})
