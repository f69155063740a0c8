import { readdirSync, readFileSync } from 'node:fs'

interface Entry {
  readonly parent: number
  /** Clock ticks since boot: tells a process from a later one of the same id. */
  readonly started: string
}

/**
 * Processes that descend from one, those included that have begun a session of their own, so that no signal to the group
 * of the first reaches them. Known from `/proc`, so on Linux alone; elsewhere there are none. One whose parent had ended
 * before it was looked for is not found: its descent is forgotten by then.
 */
export class Descendants {
  /** Process ids, each with when the process started. */
  readonly #known = new Map<number, string>()
  readonly #root: number
  readonly #rootStarted: string | undefined

  /** @param root a child of this process that has just been started */
  constructor(root: number) {
    this.#root = root
    this.#rootStarted = entryOf(root)?.started
  }

  /** Looks again; what was found before stays known. */
  look(): void {
    const children = new Map<number, number[]>()
    const entries = processes()
    for (const [pid, { parent }] of entries) children.set(parent, [...(children.get(parent) ?? []), pid])
    const started = new Map([...this.#known, [this.#root, this.#rootStarted] as const])
    const waiting = [...started].flatMap(([pid, at]) => (entries.get(pid)?.started === at ? [pid] : []))
    const seen = new Set(waiting)
    for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
      for (const child of children.get(pid) ?? []) {
        if (seen.has(child) || child === process.pid) continue
        seen.add(child)
        waiting.push(child)
        this.#known.set(child, entries.get(child)?.started ?? '')
      }
    }
  }

  /** Sends a signal to every one that is still the process that was found; how many there were. */
  signal(signal: 'SIGTERM' | 'SIGKILL'): number {
    let count = 0
    for (const [pid, started] of this.#known) {
      if (entryOf(pid)?.started !== started) continue
      count++
      try {
        process.kill(pid, signal)
      } catch {
        // It ended in the meantime, or is another user's.
      }
    }
    return count
  }
}

function processes(): ReadonlyMap<number, Entry> {
  const entries = new Map<number, Entry>()
  for (const name of names()) {
    const pid = Number(name)
    const entry = /^\d+$/.test(name) ? entryOf(pid) : undefined
    if (entry !== undefined) entries.set(pid, entry)
  }
  return entries
}

function names(): readonly string[] {
  try {
    return process.platform === 'linux' ? readdirSync('/proc') : []
  } catch {
    return []
  }
}

/** Undefined when there is no such process, or only what is left of one that ended. */
function entryOf(pid: number): Entry | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name in brackets may hold anything; what follows its last bracket are numbers, but for the state.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const [state, parent] = fields
    const started = fields[19]
    if (state === 'Z' || state === 'X' || parent === undefined || started === undefined) return undefined
    return { parent: Number(parent), started }
  } catch {
    return undefined
  }
}
