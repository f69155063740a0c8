import type { CallTask } from '../call-item.js'

/**
 * The offered tool that gold calls most often over all items, the first of equals; undefined where nothing is offered.
 *
 * A tool that gold calls only in the item's own cluster counts as never called: where every item brings tools of its
 * own, their names would give the answer away. Otherwise the item itself is counted, too. Left out, it would turn the
 * favourite of a balanced benchmark against every item, and a null model may be a little too good, never too weak.
 */
export function mostFrequentTool(
  tasks: readonly CallTask[],
): (task: CallTask) => CallTask['tools'][number] | undefined {
  const counts = new Map<string, ToolCount>()
  for (const task of tasks) {
    const cluster = clusterOf(task)
    for (const name of new Set(task.gold.calls.map((call) => call.name))) {
      const known = counts.get(name)
      if (known === undefined) counts.set(name, { items: 1, onlyCluster: cluster })
      else {
        known.items++
        if (known.onlyCluster !== cluster) known.onlyCluster = undefined
      }
    }
  }
  return (task) => {
    const cluster = clusterOf(task)
    const countOf = (name: string): number => {
      const count = counts.get(name)
      return count === undefined || count.onlyCluster === cluster ? 0 : count.items
    }
    let best: CallTask['tools'][number] | undefined
    let most = -1
    for (const tool of task.tools) {
      const count = countOf(tool.name)
      if (count <= most) continue
      best = tool
      most = count
    }
    return best
  }
}

interface ToolCount {
  /** Items whose gold calls the tool. */
  items: number
  /** The cluster that all of them belong to; undefined where they belong to several. */
  onlyCluster: string | undefined
}

/** An item without a cluster stands for itself. */
function clusterOf({ id, cluster }: CallTask): string {
  return cluster === undefined ? `item ${id}` : `cluster ${cluster}`
}
