import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parsePlan } from './parse-plan.js'
import { unparse } from './unparse.js'

// What `ast.unparse` of CPython 3.11 writes of the first expression; null where it raises.
const written = JSON.parse(
  readFileSync('test/fixtures/python-plans/unparsed.json', 'utf8'),
) as readonly (readonly [source: string, unparsed: string | null])[]

function own(source: string): string | null {
  const parsed = parsePlan(source)
  const [statement] = parsed.kind === 'tree' ? parsed.tree.body : []
  if (statement?.kind !== 'Expr') throw new Error(`no expression: ${source}`)
  return unparse(statement.value) ?? null
}

describe('unparse', () => {
  it.each(written)('writes %s as CPython does', (source, unparsed) => {
    expect(own(source)).toBe(unparsed)
  })

  it('writes no integer of more than 4,300 digits', () => {
    const most = 10n ** 4300n - 1n
    expect(own(`0x${most.toString(16)}`)).toBe(String(most))
    expect(own(`0x${(most + 1n).toString(16)}`)).toBeNull()
    expect(own(`0x${'f'.repeat(5000)}`)).toBeNull()
  })
})
