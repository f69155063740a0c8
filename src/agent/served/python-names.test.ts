import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { KEYWORDS } from '../python/tokens.js'
import { pythonNames, takenNames } from './python-names.js'

describe('pythonNames', () => {
  it('keeps names that Python can write and changes the others', () => {
    expect(
      pythonNames(['echo', 'get-sum', 'a.b/c', '1st', '__import__', 'café', 'import', 'print', '']),
    ).toEqual([
      'echo',
      'get_sum',
      'a_b_c',
      'tool_1st',
      'tool_import__',
      'caf_',
      'import_',
      'print_2',
      'tool_',
    ])
  })

  it('keeps apart what would become one', () => {
    expect(pythonNames(['a-b', 'a_b', 'a b'])).toEqual(['a_b', 'a_b_2', 'a_b_3'])
    expect(pythonNames(['get', 'put'], takenNames(['get']))).toEqual(['get_2', 'put'])
  })

  it('gives distinct names, none of which the executors refuse', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 20 }), (names) => {
        const made = pythonNames(names)
        expect(new Set(made).size).toBe(names.length)
        for (const name of made) {
          expect(name).toMatch(/^(?!__)[A-Za-z_][A-Za-z0-9_]*$/)
          expect(KEYWORDS.has(name)).toBe(false)
        }
      }),
    )
  })
})
