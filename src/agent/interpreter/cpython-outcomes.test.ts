import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { toyWorld } from '../../../test/generators/toy-world.js'
import { hostHash } from '../../adapters/hash.js'
import { CacheState } from '../cache-state.js'
import { executePlanSync } from '../execute-plan.js'

type Outcome = readonly [code: string, printed: string, error: string | null]

const outcomes = readFileSync('test/fixtures/python-plans/outcomes.jsonl', 'utf8')
  .trimEnd()
  .split('\n')
  // Written by the script beside it.
  .map((line) => JSON.parse(line) as Outcome)

/** What says less than Python does, or something else, by what Python says. */
const OWN_WORDS: readonly (readonly [python: RegExp, own: string])[] = [
  [/^TypeError: print\(\) argument after \* must/, 'TypeError: Value after * must be an iterable, not $'],
  [/^TypeError: print\(\) argument after \*\* must/, 'TypeError: argument after ** must be a mapping, not $'],
  [/^TypeError: print\(\) got multiple/, "TypeError: got multiple values for keyword argument 'sep'"],
  [/^TypeError: 'q' is an invalid keyword argument for str/, 'TypeError: str() takes no keyword arguments'],
  [/^TypeError: 'q' is an invalid keyword argument for int/, 'TypeError: int() takes no keyword arguments'],
  [
    /^TypeError: '.*' is an invalid keyword argument for zip/,
    'zip() with keyword arguments is not carried out.',
  ],
  [/^TypeError: str\(\) argument 'encoding'/, 'str() of more than one argument is not carried out.'],
  [/^TypeError: int\(\) can't convert non-string/, 'int() of more than one argument is not carried out.'],
  [/^TypeError: int\(\) takes at most 2/, 'int() of more than one argument is not carried out.'],
  [/^TypeError: float expected at most 1/, 'float() of more than one argument is not carried out.'],
  [/^TypeError: bool expected at most 1/, 'bool() of more than one argument is not carried out.'],
  [
    /^ValueError: Exceeds the limit/,
    'ValueError: Exceeds the limit (4300 digits) for integer string conversion',
  ],
]

/** Python's last word is the type that was given. */
function ownWords(error: string): string {
  const own = OWN_WORDS.find(([python]) => python.test(error))?.[1] ?? error
  return own.replace('$', error.split(' ').at(-1) ?? '')
}

describe('CPython 3.11', () => {
  it.each(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])('prints and fails as plans do, part %s', (part) => {
    const size = Math.ceil(outcomes.length / 8)
    const from = 'abcdefgh'.indexOf(part) * size
    const world = toyWorld()
    const differing = outcomes.slice(from, from + size).flatMap(([code, printed, error]) => {
      const { execution } = executePlanSync({
        code,
        world,
        cache: CacheState.empty,
        now: () => 0,
        hash: hostHash,
      })
      const own = [execution.printed, execution.error?.message ?? null]
      const expected = [printed, error === null ? null : ownWords(error)]
      return own[0] === expected[0] && own[1] === expected[1] ? [] : [{ code, own, expected }]
    })
    expect(differing).toEqual([])
  })

  it('was asked much, in words and in what fails', () => {
    expect(outcomes.length).toBeGreaterThan(1900)
    expect(new Set(outcomes.flatMap(([, , error]) => error ?? [])).size).toBeGreaterThan(400)
  })
})
