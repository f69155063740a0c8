import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const command = promisify(execFile)

/** What each example prints; docs/library.md says the same. */
const printed: Readonly<Record<string, string>> = {
  'audit-catalog.ts':
    'Catalog lint: good, 0 tables\nRetrieval: mixed, 2 tables\nnot measured: Benchmark audit, for there is no benchmark\n',
  'judge-outputs.ts': '32 items, 21 outputs at S6\n',
  'parse-outputs.ts': 'called, S5: Expected integer, found the string "4711".\ncalled, S6\n',
  'score-outputs.ts':
    'call-exact 0.833 of 24\nexact 0.875 of 32\nkeyword-released 0.969 of 32\nnot exact: desk-06 (called), desk-09 (called), desk-24 (attempted), desk-27 (called)\n',
}

describe.skipIf(!existsSync('dist/index.js'))('the package as a library (needs npm run build)', () => {
  it('has a line here for every example that prints', () => {
    // What is only imported is tried by test/contract/import-page.test.ts.
    const examples = readdirSync('examples/library').filter((name) => name !== 'import-own-log.ts')
    expect(examples.sort()).toEqual(Object.keys(printed).sort())
  })

  it.each(Object.entries(printed))('runs examples/library/%s', async (name, expected) => {
    const { stdout } = await command('node', [
      'node_modules/jiti/lib/jiti-cli.mjs',
      `examples/library/${name}`,
    ])
    expect(stdout).toBe(expected)
  })
})
