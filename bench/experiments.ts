import { existsSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { hostFiles } from '../src/adapters/files.js'
import { hostHttp } from '../src/adapters/http.js'
import { loadCatalog } from '../src/catalog/import.js'
import { TermContributions } from '../src/experiment/term-contributions.js'
import { toolReports } from '../src/experiment/tool-report.js'
import { clopperPearsonInterval } from '../src/stats/clopper-pearson.js'
import type { Subject } from '../src/subject/subject.js'
import { percent } from '../src/text/number-text.js'
import { neutralDrill, worseDrill } from '../test/generators/catalog-drill.js'
import { noisySelector } from '../test/generators/noisy-selector.js'

/**
 * Whether catalog experiments find what was made worse, and how often they find what is not there. On GitHub's REST
 * description from `npm ci --prefix test/assets`, or on the one that is named; --quick draws 100 neutral rewrites.
 */
const flags = process.argv.slice(2)
const github =
  flags.find((flag) => !flag.startsWith('-')) ??
  join(process.cwd(), 'test/assets/node_modules/@octokit/openapi/generated/api.github.com.json')
const simulations = flags.includes('--quick') ? 100 : 1000

console.log(
  `Catalog experiments, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`,
)
if (existsSync(github)) await worse()
else console.log(`${github}: not there; npm ci --prefix test/assets installs it`)
await neutral()

async function worse(): Promise<void> {
  const { catalog } = await loadCatalog([github], {
    files: hostFiles,
    http: hostHttp,
    mcp: { list: () => Promise.reject(new Error('No server is asked.')) },
    notify: () => undefined,
  })
  console.log(`${github}: ${catalog.tools.length} tools`)
  const subjects: readonly (readonly [string, Subject | 'bm25'])[] = [
    ['bm25', 'bm25'],
    ['noisy selector', noisySelector({ seed: 0, noise: 0.7, wobble: 0.7 })],
  ]
  for (const [name, subject] of subjects) {
    for (const seed of [0, 1, 2]) {
      const started = process.cpuUsage()
      const drill = await worseDrill({ catalog, tools: 60, worsened: 12, itemsATool: 24, subject, seed })
      const { user, system } = process.cpuUsage(started)
      const [first] = drill.experiment.overall
      console.log(
        `  ${name}, seed ${seed}: ${drill.found.length} of ${drill.worsened.length} worsened tools found, ${drill.others.length} others; ${drill.tools} tools of ${drill.itemsATool} items; selection ${(100 * first.before).toFixed(1)} → ${(100 * first.after).toFixed(1)}; CPU ${((user + system) / 1e6).toFixed(1)} s`,
      )
      if (seed > 0) continue
      const { experiment, carried, measured } = drill
      const contributions = {
        before: new TermContributions(drill.before),
        after: new TermContributions(drill.after),
      }
      const [worst] = toolReports({ experiment, carried, measured, contributions })
      const words = worst?.lostWords.slice(0, 5).map(({ word }) => word) ?? []
      console.log(
        `    e.g. ${worst?.tool}: ${worst?.lost} of ${worst?.n} lost, by ${words.join(', ')}; to test: ${worst?.worthTesting[0]?.kind}`,
      )
    }
  }
}

async function neutral(): Promise<void> {
  for (const [noise, wobble] of [
    [2.5, 1],
    [2.5, 2],
  ] as const) {
    const started = process.cpuUsage()
    const drill = await neutralDrill({ simulations, seed: 0, noise, wobble })
    const { user, system } = process.cpuUsage(started)
    const [low, high] = clopperPearsonInterval({ successes: drill.alarms, n: simulations })
    console.log(
      `  neutral rewrites, noise ${noise}, wobble ${wobble}: ${drill.alarms} alarms in ${simulations} (${percent(drill.alarms / simulations)} %, 95 % ${percent(low)} to ${percent(high)}); ${drill.overall} on all items, ${drill.ofTools} on a tool; ${drill.items} items in clusters of 5, selection ${percent(drill.selection)} %; CPU ${((user + system) / 1e6).toFixed(0)} s`,
    )
  }
}
