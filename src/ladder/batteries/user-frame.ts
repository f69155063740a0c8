import type { Message } from '../../toolcall/dialect.js'
import type { CaseFrame } from './case-frame.js'
import type { UserCase } from './user-cases.js'

/**
 * What stands around a prompt of the user: the messages before it where the item has some, else the system messages of
 * the corpus; the item's own tools where it offers one that the corpus does not declare, else those of the corpus.
 */
export function userFrame({ task, hasTools }: UserCase, frame: CaseFrame): CaseFrame {
  const last = task.messages.findLastIndex(({ role }) => role === 'user')
  const before = task.messages.slice(0, last).flatMap(({ role, text }): readonly Message[] => {
    const isKnown = role === 'system' || role === 'user' || role === 'assistant' || role === 'tool'
    return isKnown ? [{ role, content: text }] : []
  })
  const declared = new Set(frame.tools.map(({ name }) => name))
  const isOwn = hasTools && task.tools.some(({ name }) => !declared.has(name))
  const system = before.some(({ role }) => role === 'system') ? before : [...frame.system, ...before]
  return isOwn ? { system: before, tools: task.tools, offersTools: true } : { ...frame, system }
}
