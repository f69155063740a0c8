import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { type PackedInstall, packedInstall } from '../../scripts/packed-install.js'
import type { ReportDocument } from '../../src/report/document.js'

const run = promisify(execFile)
const isBuilt = existsSync('dist/cli/main.js')
const folder = mkdtempSync(join(tmpdir(), 'assay-packed-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const versions = ['20', '22', '24', '26'].map((version) => ({
  version,
  node: resolve(`test/assets/nodes/node_modules/node-${version}/bin/node`),
}))

describe.skipIf(!isBuilt)('the packed package (needs npm run build)', () => {
  let installed: PackedInstall
  let examples = ''

  beforeAll(() => {
    installed = packedInstall(join(folder, 'desk'))
    examples = join(installed.folder, 'node_modules', 'assay', 'examples')
    // The servers of the quickstart, as npx would fetch them.
    execFileSync(
      'npm',
      [
        'install',
        '--prefer-offline',
        '--no-audit',
        '--no-fund',
        ...['filesystem', 'memory'].map((name) => `@modelcontextprotocol/server-${name}@2026.8.31`),
      ],
      { cwd: installed.folder, stdio: 'ignore' },
    )
    const rule = { answer: { calls: [{ name: 'assign_ticket', arguments: { ticket: 4711, to: 'Rosa' } }] } }
    writeFileSync(
      join(installed.folder, 'script.json'),
      JSON.stringify({
        label: 'desk',
        dialect: 'hermes',
        rules: [{ when: { contains: ['Rosa'] }, ...rule }],
        otherwise: 'No.',
      }),
    )
  })

  describe.each(versions)(
    'on Node $version (needs npm ci --prefix test/assets/nodes)',
    ({ version, node }) => {
      const assay = async (...words: readonly string[]): Promise<string> => {
        const env = {
          ...process.env,
          PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
          NODE_OPTIONS: '',
        }
        const { stdout } = await run(node, [installed.program, ...words], { cwd: installed.folder, env })
        return stdout
      }
      const only = it.skipIf(!existsSync(node))

      only('is that Node, and says its version', async () => {
        expect(execFileSync(node, ['--version'], { encoding: 'utf8' })).toMatch(new RegExp(`^v${version}\\.`))
        expect(await assay('--version')).toBe(`${packageJson.version}\n`)
      })

      only('parses outputs', async () => {
        const lines = await assay(
          ...['parse', '--dialect', 'hermes', '--tools', join(examples, 'calls', 'tools.jsonl'), '--quiet'],
          join(examples, 'calls', 'caller.jsonl'),
        )
        expect(lines.trim().split('\n')).toHaveLength(32)
        expect(lines.split('"level":"S6"')).toHaveLength(22)
      })

      only('audits the quickstart', async () => {
        const report = JSON.parse(
          await assay('audit', '--quickstart', '--json', '--quiet', '-o', `audit-${version}`),
        ) as ReportDocument
        expect(report.catalog?.tools).toBe(23)
        expect(report.sections.map(({ id }) => id)).toEqual(['lint', 'retrieval'])
      })

      only('runs a scripted subject and scores it', async () => {
        const out = `run-${version}`
        const calls = join(examples, 'calls')
        await assay(
          ...[
            'run',
            '--items',
            join(calls, 'items.jsonl'),
            '--catalog',
            join(calls, 'tools.jsonl'),
            '--quiet',
          ],
          ...['--subject', 'scripted:script.json', '-o', out],
        )
        expect(
          readFileSync(join(installed.folder, out, 'samples.jsonl'), 'utf8')
            .trim()
            .split('\n'),
        ).toHaveLength(32)
        const { scores } = JSON.parse(await assay('score', out, '--json', '--quiet')) as {
          readonly scores: readonly { readonly metric: string; readonly n: number }[]
        }
        expect(scores.find(({ metric }) => metric === 'call-exact')?.n).toBe(24)
      })

      only('says what is installed', async () => {
        const { checks } = JSON.parse(await assay('doctor', '--json', '--timeout', '1')) as {
          readonly checks: readonly { readonly name: string; readonly state: string }[]
        }
        expect(checks.find(({ name }) => name === 'Node')?.state).toBe('ok')
        expect(checks.find(({ name }) => name === 'SIMD')?.state).toBe('ok')
      })
    },
  )

  it('gives vitest its matchers, and TypeScript their types', async () => {
    // Vitest is the user's own; here it is that of the clone.
    symlinkSync(resolve('node_modules/vitest'), join(installed.folder, 'node_modules', 'vitest'))
    const code = `import { toolMatchers } from 'assay/vitest'
import { expect, it } from 'vitest'
it('calls', () => {
  expect({ tool_calls: [{ type: 'function', function: { name: 'a', arguments: '{}' } }] }).toCallTool('a', {})
  expect('No.').toAbstain({ dialect: 'hermes' })
  expect('No.').toMatchGold({ gold: { none: true } }, { dialect: 'hermes' })
  expect(typeof toolMatchers().toCallTools).toBe('function')
})
`
    writeFileSync(join(installed.folder, 'desk.test.mts'), code)
    writeFileSync(join(installed.folder, 'wrong.mts'), `${code}expect('').toCallTool(1)\n`)
    const { stdout } = await run(
      process.execPath,
      [resolve('node_modules/vitest/vitest.mjs'), 'run', '--root', installed.folder],
      {
        cwd: installed.folder,
        env: { ...process.env, NO_COLOR: '1' },
      },
    )
    expect(stdout).toMatch(/Tests\s+1 passed/)
    const types = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2023']
    const check = (file: string) =>
      run(process.execPath, [resolve('node_modules/typescript/bin/tsc'), ...types, '--ignoreConfig', file], {
        cwd: installed.folder,
      })
    await check('desk.test.mts')
    await expect(check('wrong.mts')).rejects.toMatchObject({ stdout: expect.stringContaining('TS2345') })
  })
})
