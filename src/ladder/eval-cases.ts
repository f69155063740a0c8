import type { Tool } from '../catalog/tool.js'
import { conversationOf } from '../run/tasks/call-messages.js'
import type { GenerationSettings } from '../subject/request.js'
import type { Message } from '../toolcall/dialect.js'
import type { KeywordItem, KeywordSet } from './keyword-set.js'
import type { LadderCase } from './ladder-case.js'

export interface EvalCaseOptions {
  /** Messages that declare tools in training; used where a set has no system message of its own. */
  readonly system: readonly Message[]
  readonly tools: readonly Tool[]
  readonly offersTools: boolean
  /** What the harness says to the user for an item. */
  readonly promptOf: (item: KeywordItem) => string
  readonly maxTokens: number
}

/** Id of the case that asks an item of an evaluation set. */
export function evalCaseId(set: Pick<KeywordSet, 'name'>, item: Pick<KeywordItem, 'id'>): string {
  return `eval/${set.name}/${item.id}`
}

/**
 * An evaluation set as cases. Call items are judged strictly as well; items of a test by keywords have no right call, so
 * that only keywords credit them and the strict reading says what they hold. Answers are greedy: a harness that samples or
 * penalises repetition says something of itself, which rung 0 tells.
 */
export function evalCases(set: KeywordSet, options: EvalCaseOptions): readonly LadderCase[] {
  const { system, tools, offersTools, promptOf, maxTokens } = options
  const settings: GenerationSettings = { maxTokens }
  const tasks = new Map(set.tasks?.map((task) => [task.id, task]))
  const frame: readonly Message[] =
    set.system === undefined ? system : [{ role: 'system', content: set.system }]
  return set.items.map((item): LadderCase => {
    const task = tasks.get(item.id)
    const id = evalCaseId(set, item)
    const base = {
      id,
      battery: 'eval' as const,
      cluster: task?.cluster ?? id,
      group: set.name,
      entities: [],
      asking: { generates: true, probesOpening: false, settings },
    }
    if (task === undefined) {
      return {
        ...base,
        messages: [...frame, { role: 'user', content: promptOf(item) }],
        tools,
        offersTools: offersTools && set.system === undefined,
      }
    }
    const own = conversationOf(task.messages, id)
    const hasTools = task.tools.length > 0
    return {
      ...base,
      messages: own.some(({ role }) => role === 'system') || hasTools ? own : [...frame, ...own],
      tools: hasTools ? task.tools : tools,
      offersTools: hasTools || offersTools,
      gold: task.gold,
    }
  })
}
