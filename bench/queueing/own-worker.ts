import { type ChildProcess, fork } from 'node:child_process'
import { runWorker } from '../../src/cli/commands/worker-run.js'
import { hostContext } from '../asking/host-context.js'
import { cpuOfProcess } from '../asking/own-run.js'

/** The flag by which a benchmark starts itself again as a worker. */
const WORK = '--own-worker'

export async function workIfAsked(): Promise<void> {
  const at = process.argv.indexOf(WORK)
  if (at === -1) return
  const [queue = '', concurrency = ''] = process.argv.slice(at + 1)
  const stop = new AbortController()
  process.on('message', () => stop.abort(new Error('told to end')))
  process.on('disconnect', () => process.exit())
  const context = hostContext({ signal: stop.signal, exit: () => undefined })
  await runWorker({ queue, concurrency: Number(concurrency), quiet: true }, context)
  process.send?.(cpuOfProcess())
  process.disconnect?.()
  await new Promise(() => undefined)
}

export interface OwnWorker {
  readonly child: ChildProcess
  /** Ends it, and gives its processor time in milliseconds. */
  end(): Promise<number>
}

/** The same program as a worker in a process of its own. */
export function ownWorker(queue: string, concurrency: number): OwnWorker {
  const child = fork(process.argv[1] ?? '', [WORK, queue, String(concurrency)])
  return {
    child,
    end: () =>
      new Promise((resolve) => {
        child.once('message', (cpuMs) => resolve(Number(cpuMs)))
        child.once('exit', () => resolve(0))
        child.send('end')
      }),
  }
}
