import { readdirSync, readFileSync } from 'node:fs'

/** Megabytes of 10⁶ bytes. */
export interface ProcessMemory {
  readonly processes: number
  /** Sum of resident sets: what processes share is counted once for each. */
  readonly rssMb: number
  /** Sum of proportional sets: what processes share is divided among them. */
  readonly pssMb: number
}

/** Memory of a process with all that it started; Linux alone. Undefined elsewhere. */
export function memoryOfTree(root: number): ProcessMemory | undefined {
  const parents = new Map<number, number>()
  try {
    for (const name of readdirSync('/proc')) {
      if (/^\d+$/.test(name)) parents.set(Number(name), parentOf(name))
    }
  } catch {
    return undefined
  }
  const isBelow = (process: number): boolean => {
    for (let at: number | undefined = process; at !== undefined && at > 1; at = parents.get(at))
      if (at === root) return true
    return false
  }
  let [processes, rss, pss] = [0, 0, 0]
  for (const process of parents.keys()) {
    if (!isBelow(process)) continue
    const text = readOr(`/proc/${process}/smaps_rollup`)
    const kilobytes = (name: string): number =>
      Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0)
    processes++
    rss += kilobytes('Rss')
    pss += kilobytes('Pss')
  }
  return { processes, rssMb: (rss * 1024) / 1e6, pssMb: (pss * 1024) / 1e6 }
}

function parentOf(process: string): number {
  // The name stands in brackets and may hold anything; what follows is the state, then the parent.
  return Number(readOr(`/proc/${process}/stat`).replace(/^.*\)/s, '').trim().split(' ')[1] ?? 0)
}

/** Processes may end while one looks. */
function readOr(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
