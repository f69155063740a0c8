import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'

/*
 * The built command on the reference subjects of this repository. Needs `npm run build` and
 * `npm ci --prefix test/assets/local-models`.
 */
const command = promisify(execFile)
const peers = resolve(process.env.ASSAY_PEERS ?? 'test/assets/local-models')
const models = 'reference/models'
const weights = existsSync(models)
  ? readdirSync(models).filter((name) => existsSync(join(models, name, 'model.gguf')))
  : []
const isBuilt = existsSync('dist/cli/main.js') && existsSync(join(peers, 'node_modules/node-llama-cpp'))
const why =
  weights.length === 0
    ? 'no weights lie in reference/models'
    : isBuilt
      ? `${weights.length} reference subjects`
      : 'needs npm run build and npm ci --prefix test/assets/local-models'

interface Check {
  readonly id: string
  readonly verdict: string
}

interface Ended {
  readonly code: number
  readonly checks: readonly Check[]
  readonly text: string
}

async function calibrate(...argv: readonly string[]): Promise<Ended> {
  const given = ['bin/assay.js', 'calibrate', '--json', '--quiet', ...argv]
  const options = { env: { ...process.env, ASSAY_PEERS: peers }, maxBuffer: 64 * 1024 * 1024 }
  const ended = await command('node', given, options).then(
    ({ stdout }) => ({ code: 0, stdout }),
    // What a command that ends with another code than 0 rejects with.
    (error: { readonly code?: number; readonly stdout?: string; readonly stderr?: string }) => ({
      code: error.code ?? -1,
      stdout: error.stdout ?? '',
    }),
  )
  const { sections = [] } = JSON.parse(ended.stdout === '' ? '{}' : ended.stdout) as {
    readonly sections?: readonly { readonly checks: readonly Check[] }[]
  }
  return { code: ended.code, checks: sections.flatMap(({ checks }) => checks), text: ended.stdout }
}

describe.skipIf(weights.length === 0 || !isBuilt)(`assay calibrate (${why})`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-calibrate-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('is green on the reference subjects as they are, in less than five minutes', async () => {
    const started = Date.now()
    const { code, checks } = await calibrate()
    expect(checks.filter(({ verdict }) => verdict !== 'passed')).toEqual([])
    expect(code).toBe(0)
    process.stdout.write(
      `assay calibrate: ${checks.length} checks in ${((Date.now() - started) / 1000).toFixed(0)} s\n`,
    )
    // Five minutes where nothing else runs, a fifth more for slower machines; where more waits than there are processors,
    // as much longer.
    const [, waiting = 0] = loadavg()
    const busy = Math.max(1.2, waiting / cpus().length)
    expect(Date.now() - started).toBeLessThan(300_000 * busy)
  }, 900_000)

  it('is red when one card expects what its subject does not show', async () => {
    const copy = join(folder, 'reference')
    cpSync('reference', copy, { recursive: true })
    const name = weights.find((one) => one.startsWith('flat')) ?? ''
    for (const other of readdirSync(join(copy, 'models')))
      if (other !== name) rmSync(join(copy, 'models', other), { recursive: true })
    const path = join(copy, 'models', name, 'card.json')
    const card = JSON.parse(readFileSync(path, 'utf8')) as { expectations: unknown[]; observed: unknown }
    card.expectations = [
      {
        id: 'knows-all',
        statement: 'Every question is answered.',
        measure: { probe: 'mcq', items: 'mcq', metric: 'accuracy' },
        expect: { atLeast: 1.01 },
        held: true,
      },
    ]
    writeFileSync(path, JSON.stringify(card))
    const { code, checks } = await calibrate('--only', 'subjects', '--items', '10', '--reference', copy)
    expect(code).toBe(1)
    expect(checks.map(({ id, verdict }) => [id, verdict])).toEqual([
      [`${name}/weights`, 'passed'],
      [`${name}/knows-all`, 'failed'],
    ])
  }, 600_000)
})
