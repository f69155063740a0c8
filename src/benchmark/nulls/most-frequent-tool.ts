import type { CallTask } from '../call-item.js'

/**
 * The offered tool that gold calls most often over all items, the first of equals; undefined where nothing is offered.
 * The count includes the item itself: a null model may be too good, never too weak.
 */
export function mostFrequentTool(
  tasks: readonly CallTask[],
): (task: CallTask) => CallTask['tools'][number] | undefined {
  const counts = new Map<string, number>()
  for (const { gold } of tasks) {
    for (const name of new Set(gold.calls.map((call) => call.name))) {
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  }
  return ({ tools }) => {
    let [best] = tools
    for (const tool of tools) {
      if (best !== undefined && (counts.get(tool.name) ?? 0) > (counts.get(best.name) ?? 0)) best = tool
    }
    return best
  }
}
