import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { errorSites } from '../../scripts/error-codes.js'

const folder = mkdtempSync(join(tmpdir(), 'assay-errors-'))
afterAll(() => rmSync(folder, { recursive: true }))

function sitesOf(code: string) {
  writeFileSync(join(folder, 'one.ts'), code)
  return errorSites([folder])
}

describe('errorSites', () => {
  it('reads code, class, sentence and fix, `…` for what is not known', () => {
    const fault = `{ code: 'a-b', what: \`It is \${x}.\`, where, fix: isLong ? 'Cut it.' : 'Write more.' }`
    expect(sitesOf(`throw new InputError(${fault})`)).toMatchObject([
      { code: 'a-b', kind: 'InputError', what: 'It is ….', fix: 'Cut it. / Write more.' },
    ])
    expect(sitesOf(`x({ code: 'a' }); new Error('b'); new RangeError('c')`)).toEqual([])
  })

  it('follows a name to its constant, and a parameter to the calls of its function', () => {
    const code = `
      const usual = 'c-usual'
      function broken(code: string, { what }: { what: string }) { return new StoreError({ code, what }) }
      broken('c-one', { what: 'One.' }); broken('c-two', { what: 'Two.' })
      throw new BugError({ code: usual, what: 'Three' + ' words.' })`
    expect(sitesOf(code).map((site) => [site.code, site.what])).toEqual([
      ['c-one', 'One. / Two.'],
      ['c-two', 'One. / Two.'],
      ['c-usual', 'Three words.'],
    ])
  })
})

describe('docs/errors.md', () => {
  const page = readFileSync('docs/errors.md', 'utf8')
  const codes = [...page.matchAll(/^### `([^`]+)`$/gm)].map(([, code = '']) => code)

  it('tells of codes in kebab-case, each once, in order', () => {
    expect(codes.length).toBeGreaterThan(300)
    expect(codes).toEqual([...new Set(codes)].sort())
    for (const code of codes) expect(code).toMatch(/^[a-z0-9]+(?:-(?:[a-z0-9]+|…))*$/)
  })

  it('holds what is thrown, and no path of the machine that made it', () => {
    for (const code of ['dialect-unknown', 'lock-held', 'catalog-empty', 'peer-missing', 'subject-…']) {
      expect(codes).toContain(code)
    }
    expect(page).not.toMatch(/\/home\/|\/tmp\/|\/work\/|[A-Z]:\\/)
  })
})
