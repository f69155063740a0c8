import type { CallTask } from '../../../benchmark/call-item.js'
import { readKeywords } from '../../../toolcall/keyword.js'
import { type ToolTable, toolTable } from '../../../toolcall/tool-table.js'
import type { KeywordItem } from '../../keyword-set.js'
import { credit, defineKeywordRule } from '../keyword-rule.js'

/**
 * Assay's call items by the lenient rules of B4. `released` knows one tool an item, the first of gold; `anywhere` wants
 * every tool of gold named. Where gold is no call, nothing may be named.
 */
export const callItems = defineKeywordRule({
  id: 'call-items',
  describes: "names of gold's tools in the reply, by the rules released and anywhere (Assay's call items)",
  promptKeys: [],
  detect: ({ kind }) => kind === 'call',
  prepare(set) {
    const tasks = new Map(set.tasks?.map((task) => [task.id, task]))
    const tables = new WeakMap<CallTask['tools'], ToolTable>()
    const tableOf = (task: CallTask): ToolTable => {
      const known = tables.get(task.tools) ?? toolTable(task.tools)
      tables.set(task.tools, known)
      return known
    }
    const goldNames = ({ id }: KeywordItem): readonly string[] =>
      tasks.get(id)?.gold.calls.map(({ name }) => name) ?? []
    return {
      id: set.rule,
      measures: [
        { name: 'released', steps: 1 },
        { name: 'anywhere', steps: 1 },
      ],
      promptOf: ({ prompt }) => prompt,
      credit(item, reply) {
        const task = tasks.get(item.id)
        if (task === undefined)
          return { kind: 'crash', error: 'KeyError', reason: 'its call item is missing' }
        const { released, anywhere } = readKeywords(reply, tableOf(task))
        const [first, ...rest] = goldNames(item)
        if (first === undefined) return credit(released === null, anywhere.length === 0)
        return credit(
          released === first,
          [first, ...rest].every((name) => reply.includes(name)),
        )
      },
      goldReply: (item) =>
        goldNames(item)
          .map((name) => `{"name": ${JSON.stringify(name)}}`)
          .join('\n'),
      goldOf(item) {
        const [first] = goldNames(item)
        return first === undefined ? undefined : { kind: 'tool', value: first }
      },
      vocabulary: [...new Set([...tasks.values()].flatMap(({ tools }) => tools.map(({ name }) => name)))],
      wordsOf: ({ id }) => tasks.get(id)?.tools.map(({ name }) => name) ?? [],
    }
  },
})
