import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPolicy } from '../../src/gate/read-policy.js'

/** docs/gate.md, followed literally: every command in its order, what it prints, and every policy. */
const isBuilt = existsSync('dist/cli/main.js')
const page = readFileSync('docs/gate.md', 'utf8')
const clone = mkdtempSync(join(tmpdir(), 'assay-gate-page-'))

function blocks(language: string): readonly string[] {
  return [...page.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))].map(([, text = '']) => text)
}

describe('the page', () => {
  it('shows the examples as they are, and policies that can be read', () => {
    const files = [
      'examples/ci/github-workflow.yml',
      'examples/ci/gitlab-ci.yml',
      'examples/gate/assay.gate.yaml',
    ]
    const shown = blocks('yaml')
    expect(shown.slice(0, 3)).toEqual(files.map((file) => readFileSync(file, 'utf8')))
    const policies = shown.filter((text) => text.startsWith('schema: assay.policy/1'))
    expect(policies).toHaveLength(3)
    for (const text of policies) expect(readPolicy(text, 'page.yaml').rules.length).toBeGreaterThan(0)
  })
})

describe.skipIf(!isBuilt)('the commands of the page (needs npm run build)', () => {
  beforeAll(() => {
    cpSync('examples', join(clone, 'examples'), { recursive: true })
    // `npm ci` has installed and built here already.
    for (const name of ['bin', 'dist', 'node_modules', 'package.json', 'prompts']) {
      symlinkSync(resolve(name), join(clone, name))
    }
  })
  afterAll(() => rmSync(clone, { recursive: true }))

  it('do what it says', () => {
    const commands = blocks('sh').flatMap((text) => text.trim().split('\n'))
    expect(commands[0]).toBe('npm ci')
    expect(commands.length).toBeGreaterThan(5)
    for (const command of commands.slice(1)) {
      const { status, stdout, stderr } = spawnSync('bash', ['-c', command], { cwd: clone, encoding: 'utf8' })
      const expected = Number(/# exit ([0-9]+)$/.exec(command)?.[1] ?? 0)
      expect(status, `${command}\n${stderr}`).toBe(expected)
      if (expected === 1) expect(stdout).toBe(blocks('text')[0])
    }
    expect(JSON.parse(readFileSync(join(clone, 'runs/gate.json'), 'utf8'))).toMatchObject({
      verdict: 'passed',
    })
    expect(readFileSync(join(clone, 'runs/gate.xml'), 'utf8')).toContain('failures="0"')
  })
})
