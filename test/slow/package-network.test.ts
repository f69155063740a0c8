import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReportDocument } from '../../src/report/document.js'

const run = promisify(execFile)
const isBuilt = existsSync('dist/cli/main.js')
const folder = mkdtempSync(join(tmpdir(), 'assay-network-'))
const log = join(folder, 'contacted.txt')
const hook = join(folder, 'watch.mjs')
/** A network of its own, in which there is nobody. */
const alone = ['-r', '-n']
const canBeAlone = spawnSync('unshare', [...alone, 'true']).status === 0

/** Writes down every name that is looked up and every connection that is begun, but on this machine. */
const WATCH = `
import dns from 'node:dns'
import net from 'node:net'
import { appendFileSync } from 'node:fs'
const tell = (what) => appendFileSync(${JSON.stringify(log)}, what + '\\n')
const { lookup } = dns
dns.lookup = (name, ...rest) => { if (name !== 'localhost') tell('lookup ' + name); return lookup(name, ...rest) }
for (const one of ['resolve', 'resolve4', 'resolve6']) dns[one] = (name) => { tell(one + ' ' + name); throw new Error('no network') }
const { connect } = net.Socket.prototype
net.Socket.prototype.connect = function (...given) {
  const [options] = Array.isArray(given[0]) ? given[0] : given
  const host = typeof options === 'object' ? options.host : given[1]
  const isPath = typeof options === 'string' || (typeof options === 'object' && options.path !== undefined)
  if (!isPath && !/^(127\\.|::1$|localhost$)/.test(String(host ?? 'localhost'))) tell('connect ' + host)
  return connect.apply(this, given)
}
const { fetch } = globalThis
globalThis.fetch = (...given) => { tell('fetch ' + String(given[0]?.url ?? given[0])); return fetch(...given) }
`

beforeAll(() => writeFileSync(hook, WATCH))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the built command, watched. */
async function watched(...words: readonly string[]): Promise<readonly string[]> {
  rmSync(log, { force: true })
  await run(process.execPath, ['--import', pathToFileURL(hook).href, 'bin/assay.js', ...words]).catch(
    (error: { readonly code?: unknown }) => {
      if (typeof error.code !== 'number') throw error
    },
  )
  return existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []
}

describe.skipIf(!isBuilt)('what Assay contacts (needs npm run build)', () => {
  it('is seen by the watch, where there is something', async () => {
    expect(
      await watched('doctor', '--endpoint', 'http://models.example.invalid/v1', '--timeout', '1'),
    ).toEqual(expect.arrayContaining(['lookup models.example.invalid']))
  })

  it.each(
    [
      ['audit', '--quickstart', '--quiet', '-o', join(folder, 'audit')],
      [
        'parse',
        '--dialect',
        'hermes',
        '--tools',
        'examples/calls/tools.jsonl',
        'examples/calls/caller.jsonl',
      ],
      ['calibrate', '--only', 'transcripts', '--quiet'],
      ['doctor', '--timeout', '1'],
      ['help', 'exit-codes'],
      ['--version'],
    ].map((words) => ({ line: words.slice(0, 3).join(' '), words })),
  )('is nobody in assay $line', async ({ words }) => {
    expect(await watched(...words)).toEqual([])
  })

  it.skipIf(!canBeAlone)(
    'does not stop the quickstart where there is no network (needs unshare)',
    async () => {
      const { stdout } = await run('unshare', [
        ...alone,
        ...[process.execPath, 'bin/assay.js', 'audit', '--quickstart', '--json', '--quiet'],
        ...['-o', join(folder, 'alone')],
      ])
      const report = JSON.parse(stdout) as ReportDocument
      expect(report.catalog?.tools).toBe(23)
      expect(report.sections).toHaveLength(2)
    },
  )
})
