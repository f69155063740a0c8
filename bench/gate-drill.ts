import { cpus } from 'node:os'
import { clopperPearsonInterval } from '../src/stats/clopper-pearson.js'
import { countVerdicts } from '../test/generators/pull-requests.js'

/**
 * Gate drill: how often the gate cries wolf where nothing has changed, and how often it sees a loss of ten points. Pull requests are
 * simulated, and each goes through the gate itself, from the text of the policy to the verdict.
 * Usage: npm run bench -- gate-drill [--requests 1000] [--seed 0]
 * Ends with exit 1 where a figure misses: alarms above 7 % (upper bound) or none at all, power below 0.8.
 */
const option = (name: string, byDefault: number): number => {
  const at = process.argv.indexOf(`--${name}`)
  return at === -1 ? byDefault : Number(process.argv[at + 1])
}
const requests = option('requests', 1000)
const seed = option('seed', 0)
const MOST_ALARMS = 0.07
const LEAST_POWER = 0.8

const shared = { items: 500, discordance: 0.3, seed } as const
let isRight = true

console.log(
  `Gate drill, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}, seed ${seed}`,
)
console.log(`${requests} pull requests a row, 500 paired items, discordance 0.3, margin 10 points`)
for (const { name, draw, demands } of [
  {
    name: 'no change, clusters of 5, likeness 0.14',
    draw: { clusterSize: 5, likeness: 0.14, drop: 0 },
    demands: 'few',
  },
  {
    name: 'no change, clusters of 5, likeness 0.36',
    draw: { clusterSize: 5, likeness: 0.36, drop: 0 },
    demands: 'few',
  },
  {
    name: '10 points lost, clusters of 1',
    draw: { clusterSize: 1, likeness: 0, drop: 0.1 },
    demands: 'power',
  },
  {
    name: '10 points lost, clusters of 5, likeness 0.14',
    draw: { clusterSize: 5, likeness: 0.14, drop: 0.1 },
    demands: 'power',
  },
  {
    name: '10 points lost, clusters of 5, likeness 0.36',
    draw: { clusterSize: 5, likeness: 0.36, drop: 0.1 },
    demands: 'none',
  },
] as const) {
  const started = performance.now()
  const counts = countVerdicts({ ...shared, ...draw }, requests)
  const [low, high] = clopperPearsonInterval({ successes: counts.failed, n: requests })
  const share = counts.failed / requests
  const isMet =
    demands === 'none' ||
    (demands === 'few' ? high <= MOST_ALARMS && counts.failed > 0 : share >= LEAST_POWER)
  isRight &&= isMet
  console.log(
    `  ${name}: failed ${percent(share)} [${percent(low)}, ${percent(high)}], passed ${percent(counts.passed / requests)}, undecided ${percent(counts['insufficient-data'] / requests)}; ${((performance.now() - started) / requests).toFixed(1)} ms each${isMet ? '' : '  ← MISSED'}`,
  )
}
process.exitCode = isRight ? 0 : 1

function percent(value: number): string {
  return `${(100 * value).toFixed(1)} %`
}
