/**
 * Size, time and memory of the report and of the live view, in a real browser: a page of 1,500 items, a report of 200,000
 * samples with and without scores, the live view of the same run, and one sample of 20 MB. What people wait for is measured
 * in Chromium; ASSAY_CHROMIUM names another than /usr/bin/chromium. The package must be built.
 *
 * Usage: npm run bench -- report [--only page|file|live|text] [--samples 200000]
 */
import { existsSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { countText } from '../src/text/number-text.js'
import { writeLargeRun } from '../test/generators/large-run.js'
import { isBuilt, runAssay, serveAssay, type Taken } from './report/assay-process.js'
import { measureLiveItems } from './report/live-items.js'
import { measureLongText } from './report/long-text.js'
import { openBrowser } from './report/page-browser.js'

const { values: flags } = parseArgs({
  options: { only: { type: 'string' }, samples: { type: 'string', default: '200000' } },
})
const samples = Number(flags.samples)
const isWanted = (part: string): boolean => flags.only === undefined || flags.only === part
const executable = process.env.ASSAY_CHROMIUM ?? '/usr/bin/chromium'
const hasBrowser = existsSync(executable)

console.log(
  `The report and the live view, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`,
)
if (!isBuilt()) {
  console.log('  The package is not built here, and what ships is measured: npm run build.')
} else {
  if (!hasBrowser) console.log(`  There is no ${executable}: what people wait for is not measured.`)
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-report-'))
  try {
    if (isWanted('page')) await pageOf1500(folder)
    if (isWanted('file') || isWanted('live')) {
      const run = join(folder, 'runs', 'large')
      const items = Math.max(1, Math.round(samples / 10))
      await writeLargeRun({ folder: run, items, trials: 10 })
      console.log(`  a run of ${count(samples)} samples, ${count(items)} items × 10 trials`)
      if (isWanted('live') && hasBrowser) await live(join(folder, 'runs'))
      if (isWanted('file')) await fileOf(run, join(folder, 'report.html'))
    }
    if (isWanted('text') && hasBrowser) await longText(join(folder, 'long'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function pageOf1500(folder: string): Promise<void> {
  const run = join(folder, 'desk')
  await writeLargeRun({ folder: run, items: 1500, trials: 1 })
  await runAssay('score', run)
  const page = resolve(folder, 'page.html')
  const taken = await runAssay('report', run, '--html', page)
  console.log('a report of 1,500 items')
  console.log(`  file                     ${mb((await stat(page)).size)} MB, made in ${told(taken)}`)
  if (!hasBrowser) return
  const { browser, close } = await openBrowser(executable)
  try {
    for (const address of ['overview', 'calls', 'items']) {
      const times: number[] = []
      for (let round = 0; round < 5; round++) {
        const tab = await browser.newPage({ viewport: { width: 1440, height: 900 } })
        await tab.goto(`${pathToFileURL(page).href}#/${address}`)
        await tab
          .locator(address === 'items' ? '.rows li a' : 'h1')
          .first()
          .waitFor()
        // Interactive: what is asked of the page next is done, not waited for.
        times.push(await tab.evaluate(`new Promise((done) => setTimeout(() => done(performance.now()), 0))`))
        await tab.close()
      }
      console.log(`  ${address.padEnd(9)} interactive    ${spread(times)} ms after its address was opened`)
    }
  } finally {
    await close()
  }
}

async function fileOf(run: string, page: string): Promise<void> {
  console.log('assay report --html of that run')
  const bare = await runAssay('report', run, '--html', page)
  console.log(`  without scores.json      ${told(bare)}; file ${mb((await stat(page)).size)} MB`)
  const scored = await runAssay('score', run)
  console.log(
    `  (assay score             ${told(scored)}; scores.json ${mb((await stat(join(run, 'scores.json'))).size)} MB)`,
  )
  const whole = await runAssay('report', run, '--html', page)
  console.log(`  with scores.json         ${told(whole)}; file ${mb((await stat(page)).size)} MB`)
}

async function live(runs: string): Promise<void> {
  const served = await serveAssay(runs)
  try {
    const figures = await measureLiveItems(served.url, executable)
    console.log('assay serve of that run')
    for (const { what, value } of figures) console.log(`  ${what.padEnd(24)} ${value}`)
  } finally {
    await served.close()
  }
}

async function longText(folder: string): Promise<void> {
  await writeLargeRun({ folder: join(folder, 'one'), items: 51, trials: 1, longestText: 20_000_000 })
  const served = await serveAssay(folder)
  try {
    console.log('one sample of 20 MB in the live view')
    for (const { what, value } of await measureLongText(served.url, executable))
      console.log(`  ${what.padEnd(24)} ${value}`)
  } finally {
    await served.close()
  }
}

function told({ seconds, cpuSeconds, peakMb }: Taken): string {
  return `${seconds.toFixed(1)} s (CPU ${cpuSeconds.toFixed(1)} s), at most ${Math.round(peakMb)} MB`
}

function mb(bytes: number): string {
  return (bytes / 1e6).toFixed(2)
}

function count(number: number): string {
  return countText(number)
}

function spread(times: readonly number[]): string {
  const sorted = times.map(Math.round).sort((left, right) => left - right)
  return `${sorted[Math.floor(sorted.length / 2)]} (${sorted[0]}–${sorted.at(-1)})`
}
