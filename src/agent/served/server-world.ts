import { recordsOfListing } from '../../catalog/sources/mcp.js'
import type { Tool } from '../../catalog/tool.js'
import type { Hash } from '../../ports.js'
import { canonicalJson } from '../../text/json.js'
import { printable } from '../../text/printable.js'
import type { PackSemantics, PackTool, PackWorld, SeekLexicon, ToolOutcome } from '../pack.js'
import { commonTools } from '../tables/common-tools.js'
import { replyOutcome } from './answer-outcome.js'
import { pythonNames, takenNames } from './python-names.js'
import { servedTool } from './served-tool.js'
import type { ToolServer } from './tool-server.js'

export interface ServerWorldSpec {
  readonly server: ToolServer
  /** The server as messages name it. */
  readonly address: string
  readonly semantics: PackSemantics
  /** Whether tools may run that the server does not mark as read-only. */
  readonly allowsWrites: boolean
  readonly hash: Hash
}

/**
 * The tools of a server, and beside them those that keep results, sort them, shift dates and ask the user. Whether a tool only
 * reads is for the server to say (`annotations.readOnlyHint`); any other is refused unless writes are allowed.
 *
 * @throws {InputError} for tools that are none (`tool-invalid` and the like).
 */
export function serverWorld({ server, address, semantics, allowsWrites, hash }: ServerWorldSpec): PackWorld {
  const { listing } = server
  const tools: Pick<Tool, 'name' | 'description' | 'inputSchema' | 'annotations'>[] = []
  for (const { tool } of recordsOfListing(listing, address)) tools.push(tool)
  const beside = toolsBeside()
  const names = pythonNames(
    tools.map(({ name }) => name),
    takenNames(beside.map(({ name }) => name)),
  )
  const served = tools.map((tool, place) => {
    const name = names[place] ?? tool.name
    const writes = tool.annotations?.readOnlyHint !== true
    return servedTool({
      tool,
      name,
      writes,
      answer: (args): ToolOutcome | Promise<ToolOutcome> => {
        if (writes && !allowsWrites) return refusedWrite(name)
        return server.call(tool.name, args).then((reply) => replyOutcome(reply, { name, arguments: args }))
      },
    })
  })
  const title = listing.server.title ?? listing.server.name ?? 'a server'
  return {
    pack: {
      id: 'mcp',
      version: 1,
      persona: `an assistant who works with the tools of ${printable(title, { maxLength: 80 })}`,
      languages: ['en'],
    },
    semantics,
    // Instructions may say the time of day.
    knowledge: hash(canonicalJson([listing.server.name ?? '', listing.server.version ?? '', listing.tools])),
    tools: [...served, ...beside],
    seek: lexiconOf(served),
    save: () => [],
    counts: { tools: served.length },
  }
}

function refusedWrite(name: string): ToolOutcome {
  const message = `${name} is not marked as read-only, so it does not run here.`
  return { kind: 'error', error: 'failed', message }
}

/** Those of every pack. Their examples would need a call of a tool that nothing is known of. */
export function toolsBeside(): readonly PackTool[] {
  const made = commonTools({ question: 'What shall I look for?', search: 'None', column: 'value' })
  return made.map((tool) => (tool.role === 'date' || tool.role === 'seek' ? tool : { ...tool, examples: [] }))
}

/** What is mandatory can be asked for, by the words of its name. */
export function lexiconOf(tools: readonly PackTool[]): SeekLexicon {
  const slots = new Set(
    tools.flatMap(({ parameters }) =>
      parameters.filter(({ isMandatory }) => isMandatory).map(({ name }) => name),
    ),
  )
  return {
    slots: [...slots].map((slot) => ({
      slot,
      phrases: { en: [...new Set([slot.toLowerCase(), wordsOf(slot)])] },
    })),
  }
}

/** `maxItems_perPage` is "max items per page". */
function wordsOf(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/_+/g, ' ')
    .trim()
    .toLowerCase()
}
