import { type DialogueLines, turnsKey } from './read-turns.js'

/**
 * Dialogues in the order in which they were planned, whatever order they were finished in, so that scores do not depend on who
 * answered first. What came too early is held: a window of those played side by side, and more only where a run was resumed.
 * Dialogues that were never planned come as they are met.
 */
export async function* inPlannedOrder(
  dialogues: AsyncIterable<DialogueLines>,
  planned: readonly string[],
): AsyncGenerator<DialogueLines> {
  const places = new Set(planned)
  const held = new Map<string, DialogueLines>()
  let next = 0
  for await (const one of dialogues) {
    const key = turnsKey(one)
    if (!places.has(key)) {
      yield one
      continue
    }
    held.set(key, one)
    for (let key = planned[next]; key !== undefined; key = planned[++next]) {
      const found = held.get(key)
      if (found === undefined) break
      held.delete(key)
      yield found
    }
  }
  for (const key of planned.slice(next)) {
    const found = held.get(key)
    if (found !== undefined) yield found
  }
}
