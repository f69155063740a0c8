import { type ChildProcess, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { countText } from '../../src/text/number-text.js'
import { type MockServer, startServer } from './mock-server.js'
import { ownRun } from './own-run.js'
import { questionLines } from './questions.js'

const PEERS = ['promptfoo', 'evalite'] as const
const DELAY_MS = 5

/** Where the peers were installed: beside this file's folder, whether it is built or not. */
function peerFolder(): string | undefined {
  const candidates = ['../run-peers/', '../../run-peers/'].map((at) =>
    fileURLToPath(new URL(at, import.meta.url)),
  )
  return candidates.find((folder) => existsSync(join(folder, 'node_modules', 'promptfoo')))
}

interface PeerReport {
  readonly endedMs: number
  readonly peakMb: number
  readonly answers: number
}

/** 2,000 cases at concurrency 64, caches off, each runner in a process of its own, one after the other, after a round that does not count. */
export async function measurePeers(isQuick: boolean): Promise<void> {
  const peers = peerFolder()
  if (peers === undefined) {
    console.log('Peers: not installed; npm ci --ignore-scripts --omit=optional --prefix bench/run-peers')
    return
  }
  const [count, rounds] = isQuick ? [500, 1] : [2000, 3]
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'))
  const server = await startServer(DELAY_MS)
  try {
    const items = join(folder, 'items.jsonl')
    const questions = join(folder, 'questions.txt')
    await writeFile(items, [...questionLines(count)].join(''))
    await writeFile(
      questions,
      Array.from({ length: count }, (_, at) => `Is question ${at} about a city?\n`).join(''),
    )
    // The first round warms the server up, and the memory of the machine; nobody's time counts.
    for (let round = 0; round <= rounds; round++) {
      const own = await timed(server, count, async () => {
        const subject = `compatible:${server.url}#mock,server=other,logprobs=off`
        const output = join(folder, `run-${round}`)
        const { report } = ownRun({ items: [items], subject, output, concurrency: 64 })
        return report
      })
      if (round > 0) console.log(`${countText(count)} cases, round ${round}: Assay ${textOf(own)}`)
      for (const peer of PEERS) {
        const timing = await timed(server, count, () =>
          runPeer(join(peers, `${peer}.mjs`), [server.url, questions]),
        )
        if (round === 0) continue
        console.log(
          `  ${peer} ${textOf(timing)}: ${(timing.askedMs / own.askedMs).toFixed(1)} times the wall time, ` +
            `${(timing.peakMb / own.peakMb).toFixed(1)} times the memory`,
        )
      }
    }
  } finally {
    server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Timing {
  /** From the start of the process to the first question. */
  readonly startUpMs: number
  /** From the first question to the end of the evaluation. */
  readonly askedMs: number
  readonly peakMb: number
}

async function timed(
  server: MockServer,
  count: number,
  run: () => Promise<{ readonly endedMs: number; readonly peakMb: number } | undefined>,
): Promise<Timing> {
  await server.times()
  const startedMs = Date.now()
  const report = await run()
  const served = await server.times()
  if (report === undefined) throw new Error('a runner of the benchmark failed')
  if (served.count < count) throw new Error(`a runner asked ${served.count} of ${count} questions`)
  return {
    startUpMs: served.firstMs - startedMs,
    askedMs: report.endedMs - served.firstMs,
    peakMb: report.peakMb,
  }
}

async function runPeer(script: string, args: readonly string[]): Promise<PeerReport | undefined> {
  const child: ChildProcess = fork(script, [...args], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [],
  })
  return new Promise((resolve) => {
    let told: PeerReport | undefined
    child.on('message', (message) => {
      told = message as PeerReport // sent by the scripts in run-peers
    })
    child.on('exit', () => resolve(told))
  })
}

function textOf({ startUpMs, askedMs, peakMb }: Timing): string {
  return `${(askedMs / 1000).toFixed(2)} s after ${(startUpMs / 1000).toFixed(1)} s of start-up, peak ${peakMb.toFixed(0)} MiB`
}
