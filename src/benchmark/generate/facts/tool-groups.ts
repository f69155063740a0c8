import { cutText } from '../../../text/normalize.js'
import { printable } from '../../../text/printable.js'
import type { ToolFacts } from './tool-facts.js'

/** Tools that blocks are made of, and what their items name as their cluster. */
export interface ToolScope {
  /** Undefined where every block is a cluster of its own. */
  readonly cluster: string | undefined
  readonly tools: readonly ToolFacts[]
}

/** A category of a service, or a service without categories; and wider scopes, for what it does not offer. */
export interface ToolGroup {
  readonly near: ToolScope
  readonly wider: readonly ToolScope[]
}

const MAX_LABEL = 120

/**
 * Divides tools into groups. Blocks are made within a group where they can be: neighbours are the harder distractors,
 * and a block within one cluster is held out whole when clusters are. Wider are the service and all tools.
 */
export function toolGroups(tools: readonly ToolFacts[]): readonly ToolGroup[] {
  const near = grouped(tools, ({ tool }) => JSON.stringify([tool.service ?? '', tool.category ?? '']))
  const all: ToolScope = { cluster: undefined, tools }
  if (near.length < 2) return tools.length === 0 ? [] : [{ near: all, wider: [] }]
  const services = new Map<string, ToolScope>()
  for (const members of grouped(tools, ({ tool }) => tool.service ?? '')) {
    services.set(members[0]?.tool.service ?? '', { cluster: undefined, tools: members })
  }
  return near.map((members) => {
    const service = services.get(members[0]?.tool.service ?? '')
    const isWider =
      service !== undefined && service.tools.length > members.length && service.tools.length < tools.length
    return {
      near: { cluster: labelOf(members), tools: members },
      wider: isWider ? [service, all] : [all],
    }
  })
}

function grouped(
  tools: readonly ToolFacts[],
  keyOf: (tool: ToolFacts) => string,
): readonly (readonly ToolFacts[])[] {
  const groups = new Map<string, ToolFacts[]>()
  for (const tool of tools) {
    const key = keyOf(tool)
    const known = groups.get(key)
    if (known === undefined) groups.set(key, [tool])
    else known.push(tool)
  }
  return [...groups.values()]
}

/** The end of a label tells more than its middle: a category comes last. */
function labelOf([first]: readonly ToolFacts[]): string {
  const { service, category } = first?.tool ?? {}
  const parts = [service, category].filter((part) => part !== undefined)
  if (parts.length === 0) return 'no service'
  return parts.map((part) => printable(cutText(part, MAX_LABEL))).join(' / ')
}
