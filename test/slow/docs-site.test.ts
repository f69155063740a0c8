import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'

const run = promisify(execFile)
const isInstalled = existsSync('docs/site/node_modules/vitepress')
const site = 'docs/site/dist'

describe.skipIf(!isInstalled)('the site of the documentation (needs npm ci --prefix docs/site)', () => {
  // A dead link ends the build.
  beforeAll(async () => {
    await run('npm', ['run', 'docs:build'], { maxBuffer: 64 * 1024 * 1024 })
  })

  it('has a page for every page', () => {
    const pages = readdirSync('docs').filter((name) => name.endsWith('.md'))
    for (const page of pages) expect(existsSync(join(site, page.replace(/\.md$/, '.html'))), page).toBe(true)
    expect(existsSync(join(site, 'subjects', 'gguf.html'))).toBe(true)
  })

  it('has a search over all of them', () => {
    const [index] = readdirSync(join(site, 'assets', 'chunks')).filter((name) =>
      name.includes('localSearchIndex'),
    )
    expect(readFileSync(join(site, 'assets', 'chunks', index ?? ''), 'utf8')).toContain('dialect-unknown')
  })

  it('leads to no file that is no part of it', () => {
    const page = readFileSync(join(site, 'calibrate.html'), 'utf8')
    expect(page).not.toMatch(/href="[^"]*reference\/README/)
  })

  it('has the reference of the library', () => {
    expect(readFileSync(join(site, 'api', 'functions', 'index.parse.html'), 'utf8')).toContain(
      'All readings of what a subject said',
    )
    expect(existsSync(join(site, 'api', 'functions', 'matchers_vitest.toolMatchers.html'))).toBe(true)
  })
})
