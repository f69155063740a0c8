import { type ChildProcess, fork } from 'node:child_process'
import { runRun } from '../../src/cli/commands/run-action.js'
import type { RunFlags } from '../../src/cli/run/run-flags.js'
import { hostContext } from './host-context.js'

/** The flag by which a benchmark starts itself again to run Assay in a process of its own. */
const RUN = '--own-run'

/** What a run in a process of its own tells when it is over. */
export interface OwnRunReport {
  /** When it was over, milliseconds since 1970. */
  readonly endedMs: number
  /** Of `runRun`. */
  readonly wallMs: number
  /** Of the whole process, user and system. */
  readonly cpuMs: number
  /** Largest resident set, MiB. */
  readonly peakMb: number
  readonly exitCode: number
}

export async function runIfAsked(): Promise<void> {
  const at = process.argv.indexOf(RUN)
  if (at === -1) return
  const flags = JSON.parse(process.argv[at + 1] ?? '') as RunFlags // written by `ownRun`
  const startedMs = performance.now()
  let exitCode = 0
  try {
    await runRun(
      flags,
      hostContext({
        exit: (code) => {
          exitCode = code
        },
      }),
    )
  } catch (error) {
    console.error(error)
    exitCode = 70
  }
  const report: OwnRunReport = {
    endedMs: Date.now(),
    wallMs: performance.now() - startedMs,
    cpuMs: cpuOfProcess(),
    peakMb: process.resourceUsage().maxRSS / 1024,
    exitCode,
  }
  process.send?.(report)
  process.disconnect?.()
  await new Promise(() => undefined)
}

/** Processor time of this process so far, milliseconds. */
export function cpuOfProcess(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

export interface OwnRun {
  readonly child: ChildProcess
  /** Undefined when the process died before it could tell. */
  readonly report: Promise<OwnRunReport | undefined>
}

/** The same program as a run in a process of its own. */
export function ownRun(
  flags: Partial<RunFlags>,
  nodeFlags: readonly string[] = [],
  variables: Readonly<Record<string, string>> = {},
): OwnRun {
  const whole = { concurrency: 32, timeout: 60, cache: false, quiet: true, ...flags }
  const child = fork(process.argv[1] ?? '', [RUN, JSON.stringify(whole)], {
    execArgv: [...nodeFlags],
    env: { ...process.env, ...variables },
  })
  const report = new Promise<OwnRunReport | undefined>((resolve) => {
    let told: OwnRunReport | undefined
    child.on('message', (message) => {
      told = message as OwnRunReport // sent by `runIfAsked`
    })
    child.on('exit', () => resolve(told))
  })
  return { child, report }
}
