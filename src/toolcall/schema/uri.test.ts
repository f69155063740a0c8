import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resolveAddress } from './uri.js'

const resolved = (base: string, reference: string): string => {
  const { address, fragment } = resolveAddress(base, reference)
  return fragment === '' ? address : `${address}#${fragment}`
}

describe('resolveAddress', () => {
  it.each([
    ['', '#/a', '#/a'],
    ['', 'tools.json', 'tools.json'],
    ['urn:tools:1', '#x', 'urn:tools:1#x'],
    ['tag:assay,2024:one', 'urn:other', 'urn:other'],
    ['http://h/a/b', 'c#d', 'http://h/a/c#d'],
    ['http://h/a/b?q', '', 'http://h/a/b?q'],
    ['http://h/a/b?q', '?r', 'http://h/a/b?r'],
    ['http://h', 'c', 'http://h/c'],
    ['http://h/a/b/', '../../../c', 'http://h/c'],
    ['http://h/a/b', '.', 'http://h/a/'],
    ['http://h/a/b', '..', 'http://h/'],
    ['http://h/a', '//other/x', 'http://other/x'],
    ['http://h/a', '/x/./y/../z', 'http://h/x/z'],
    ['folder/one', 'two', 'folder/two'],
    ['folder/one', '../two', 'two'],
    ['', 'a/../b', 'b'],
    ['', '../b', 'b'],
    ['a/b/c', '../../../d', 'd'],
  ])('%j and %j make %j', (base, reference, expected) => {
    expect(resolved(base, reference)).toBe(expected)
  })
  it('agrees with the URL standard on plain http addresses', () => {
    const step = fc.constantFrom('a', 'bc', '..', '.', 'x.y')
    const path = fc.array(step, { maxLength: 5 }).map((steps) => steps.join('/'))
    fc.assert(
      fc.property(path, path, fc.boolean(), (from, to, isRooted) => {
        const base = new URL(`http://host/${from}`).href
        const reference = isRooted ? `/${to}` : to
        expect(resolved(base, reference)).toBe(new URL(reference, base).href)
      }),
    )
  })
  it('takes time in proportion to a hostile address', () => {
    const start = performance.now()
    resolved(`http://h/${'a/'.repeat(100_000)}`, `${'../'.repeat(100_000)}x`)
    resolved('http://h/', `${'?'.repeat(100_000)}${'#'.repeat(100_000)}\n`)
    expect(performance.now() - start).toBeLessThan(2_000)
  })
})
