import { writeJson } from '../../text/json.js'
import type { RetrievalItem } from '../item.js'

/** One line for each query and tool of its gold: what a model is trained on that answers with one tool. */
export function* trainingPairLines(items: Iterable<RetrievalItem>): Generator<string> {
  for (const { id, query, gold } of items) {
    for (const tool of new Set(gold.flat())) yield `${writeJson({ id: `${id}/${tool}`, query, tool })}\n`
  }
}
