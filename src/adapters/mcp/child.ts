import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { constants } from 'node:os'

/** Time between the end of a child's input, the request to end, and the end. */
const CLOSE_GRACE_MS = 300
const TERMINATE_GRACE_MS = 1500

const isWindows = process.platform === 'win32'

/** Children that may be alive, by process id. */
const alive = new Set<number>()

/**
 * Starts a program as the leader of a process group of its own, so that what it starts in turn (npx starts a shell,
 * which starts the server) ends with it. It ends when this process ends, however that happens short of SIGKILL.
 */
export function startChild(
  [program, ...args]: readonly [string, ...string[]],
  environment: Readonly<Record<string, string>>,
): ChildProcess {
  watchOwnEnd()
  const child = spawn(program, args, {
    env: { ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
    shell: false,
    detached: !isWindows,
    windowsHide: true,
  })
  if (child.pid !== undefined) alive.add(child.pid)
  return child
}

/** Ends a child and its group: politely first, then not. Resolves when the child is gone. */
export async function endChild(child: ChildProcess): Promise<void> {
  const { pid } = child
  if (pid === undefined) return
  const isGone = (): boolean => child.exitCode !== null || child.signalCode !== null
  const gone = new Promise<void>((resolve) => {
    if (isGone()) resolve()
    else child.once('exit', () => resolve())
  })
  child.stdin?.destroy()
  await within(gone, CLOSE_GRACE_MS)
  if (!isGone()) signalGroup(pid, 'SIGTERM')
  await within(gone, TERMINATE_GRACE_MS)
  // Also when the leader is gone: others of its group may not be.
  signalGroup(pid, 'SIGKILL')
  await within(gone, TERMINATE_GRACE_MS)
  child.stdout?.destroy()
  child.stderr?.destroy()
  alive.delete(pid)
}

async function within(event: Promise<void>, durationMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, durationMs)
  })
  await Promise.race([event, timeout])
  clearTimeout(timer)
}

function signalGroup(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (isWindows) {
    spawnSync('taskkill', ['/pid', String(pid), '/T', ...(signal === 'SIGKILL' ? ['/F'] : [])], {
      stdio: 'ignore',
    })
    return
  }
  try {
    process.kill(-pid, signal)
  } catch {
    // Nobody of the group is left.
  }
}

let isWatching = false

function watchOwnEnd(): void {
  if (isWatching) return
  isWatching = true
  const endAll = (): void => {
    for (const pid of alive) signalGroup(pid, 'SIGKILL')
  }
  process.on('exit', endAll)
  // These end a process without the event above, unless someone listens.
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      endAll()
      if (process.listenerCount(signal) === 0) process.exit(128 + constants.signals[signal])
    })
  }
}
