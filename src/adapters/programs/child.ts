import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { constants } from 'node:os'
import { Descendants } from './descendants.js'

/** Time between the end of a child's input, the request to end, and the end. */
const CLOSE_GRACE_MS = 300
const TERMINATE_GRACE_MS = 1500

const isWindows = process.platform === 'win32'

/** Children that may be alive, by process id. */
const alive = new Map<number, Descendants>()

/**
 * Starts a program as the leader of a process group of its own, so that what it starts in turn (npx starts a shell,
 * which starts the server) ends with it; on Linux also what has left the group (`Descendants`). It ends when this process ends, however that happens short of SIGKILL.
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
  if (child.pid !== undefined) alive.set(child.pid, new Descendants(child.pid))
  return child
}

/** Ends a child, its group and its descendants: politely first, then not. Resolves when the child is gone. */
export async function endChild(child: ChildProcess): Promise<void> {
  const { pid } = child
  if (pid === undefined) return
  const isGone = (): boolean => child.exitCode !== null || child.signalCode !== null
  const gone = new Promise<void>((resolve) => {
    if (isGone()) resolve()
    else child.once('exit', () => resolve())
  })
  const descendants = alive.get(pid) ?? new Descendants(pid)
  // While the child lives, for whoever loses its parent is found no more.
  descendants.look()
  child.stdin?.destroy()
  await within(gone, CLOSE_GRACE_MS)
  descendants.look()
  if (!isGone()) signalGroup(pid, 'SIGTERM')
  const outlive = descendants.signal('SIGTERM')
  await within(gone, TERMINATE_GRACE_MS)
  if (outlive > 0) await within(never, CLOSE_GRACE_MS)
  // Also when the leader is gone: others of its group may not be.
  killFamily(pid, descendants)
  await within(gone, TERMINATE_GRACE_MS)
  child.stdout?.destroy()
  child.stderr?.destroy()
  alive.delete(pid)
}

const never = new Promise<void>(() => undefined)

/** Those that are started while others are killed are looked for again, a few times. */
const MOST_LOOKS = 4

function killFamily(pid: number, descendants: Descendants): void {
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    descendants.look()
    if (looks === 0) signalGroup(pid, 'SIGKILL')
    if (descendants.signal('SIGKILL') === 0) return
  }
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
    for (const [pid, descendants] of alive) killFamily(pid, descendants)
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
