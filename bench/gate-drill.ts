import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { clopperPearsonInterval } from '../src/stats/clopper-pearson.js'
import { percentText } from '../src/text/number-text.js'
import { deskRun, goldOf, wrongOf } from '../test/generators/desk-run.js'
import { countVerdicts } from '../test/generators/pull-requests.js'

/**
 * Gate drill: how often the gate cries wolf where nothing has changed, and how often it sees a loss of ten points. Pull requests are
 * simulated, and each goes through the gate itself, from the text of the policy to the verdict.
 * Usage: npm run bench -- gate-drill [--requests 1000] [--seed 0] [--items 200000] [--json]
 * With --json the verdicts of all rows are printed as one document and nothing else.
 * With --items a run of so many items is gated by the built command, for time and memory, and nothing is simulated.
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

const items = option('items', 0)
const shared = { items: 500, discordance: 0.3, seed } as const
const isJson = process.argv.includes('--json')
let isRight = true

say(`Gate drill, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}, seed ${seed}`)
if (items > 0) large(items)
else simulate()
process.exitCode = isRight ? 0 : 1

function say(text: string): void {
  if (!isJson) console.log(text)
}

function simulate(): void {
  const rows: unknown[] = []
  say(`${requests} pull requests a row, 500 paired items, discordance 0.3, margin 10 points`)
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
    rows.push({ name, requests, ...counts, isMet })
    say(
      `  ${name}: failed ${percentText(share)} [${percentText(low)}, ${percentText(high)}], passed ${percentText(counts.passed / requests)}, undecided ${percentText(counts['insufficient-data'] / requests)}; ${((performance.now() - started) / requests).toFixed(1)} ms each${isMet ? '' : '  ← MISSED'}`,
    )
  }
  if (isJson) console.log(JSON.stringify({ schema: 'assay.bench-gate-drill/1', rows }))
}

/** Saves a run as a baseline, and gates it against that. */
function large(questions: number): void {
  const folder = mkdtempSync(join(tmpdir(), 'assay-gate-'))
  try {
    const run = join(folder, 'run')
    const said = (question: number) => (question % 11 === 0 ? wrongOf(question) : goldOf(question))
    const files = deskRun({ folder: run, questions, said })
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
    }
    const policy = join(folder, 'policy.json')
    const rules = [
      { kind: 'threshold', metric: 'accuracy', atLeast: 0.6 },
      { kind: 'no-worse', margin: 0.02 },
    ]
    writeFileSync(policy, JSON.stringify({ schema: 'assay.policy/1', rules }))
    const baseline = join(folder, 'baseline.json')
    timed('save a baseline', [run, '--save-baseline', baseline])
    timed('gate against it', [
      run,
      '--policy',
      policy,
      '--baseline',
      baseline,
      '--audit',
      `${run}.audit.json`,
    ])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function timed(name: string, argv: readonly string[]): void {
  const told = 'process.on("exit", () => console.error("peak", process.resourceUsage().maxRSS))'
  const started = performance.now()
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${told}`, 'bin/assay.js', 'gate', ...argv, '--quiet'],
    { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] },
  )
  isRight &&= status === 0
  const peak = Number(/peak ([0-9]+)/.exec(stderr)?.[1]) / 1024
  console.log(
    `  ${name}: ${((performance.now() - started) / 1000).toFixed(1)} s, ${peak.toFixed(0)} MiB, exit ${status}`,
  )
}
