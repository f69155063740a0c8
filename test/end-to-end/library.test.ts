import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const command = promisify(execFile)

describe.skipIf(!existsSync('dist/index.js'))('the package as a library (needs npm run build)', () => {
  it('runs the example of docs/library.md', async () => {
    const { stdout } = await command('node', [
      'node_modules/jiti/lib/jiti-cli.mjs',
      'examples/library/judge-outputs.ts',
    ])
    expect(stdout).toBe('32 items, 21 outputs at S6\n')
  })
})
