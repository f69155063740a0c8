import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { McpListing } from '../../catalog/mcp-tools.js'
import { isJsonArray, type JsonObject, type JsonValue } from '../../text/json.js'
import type { McpAnswers } from './answers.js'
import type { Conversation } from './conversation.js'
import { McpFailure } from './failure.js'

/** Pages asked for at most. Servers of today answer in one. */
const MAX_PAGES = 1000
/** Tools taken at most; the largest honest catalog has 125,000 of some 2,600 services. */
const MAX_TOOLS = 100_000

/** Connects and asks for all pages of tools. */
export async function listTools(conversation: Conversation): Promise<McpListing> {
  const client = await conversation.connect()
  const tools: JsonValue[] = []
  const cursors = new Set<string>()
  let cursor: string | undefined
  do {
    const params = cursor === undefined ? {} : { cursor }
    const page = await conversation.request({ method: 'tools/list', params })
    tools.push(...toolsOf(page))
    cursor = nextCursor(page, { cursors, toolCount: tools.length })
  } while (cursor !== undefined)
  const { answers } = conversation
  const server = serverFacts(client, answers)
  const { hiddenSecrets } = answers
  return { server, tools, ...(hiddenSecrets.length === 0 ? {} : { hiddenSecrets }) }
}

function toolsOf(page: JsonObject): readonly JsonValue[] {
  if (isJsonArray(page.tools)) return page.tools
  throw new McpFailure({
    code: 'mcp-malformed',
    what: 'The server answered tools/list without a list of tools.',
  })
}

function nextCursor(
  page: JsonObject,
  { cursors, toolCount }: { readonly cursors: Set<string>; readonly toolCount: number },
): string | undefined {
  const { nextCursor: cursor } = page
  const endless = (what: string): McpFailure =>
    new McpFailure({ code: 'mcp-endless', what, fix: 'Repair the paging of the server.' })
  if (toolCount > MAX_TOOLS) throw endless(`The server lists more than ${MAX_TOOLS} tools.`)
  if (cursor === undefined || cursor === null) return undefined
  if (typeof cursor !== 'string') {
    throw new McpFailure({
      code: 'mcp-malformed',
      what: 'The server gave a "nextCursor" that is not a text.',
    })
  }
  if (cursors.has(cursor))
    throw endless('The server gave the same "nextCursor" twice, so its list has no end.')
  cursors.add(cursor)
  if (cursors.size >= MAX_PAGES) throw endless(`The server lists its tools on more than ${MAX_PAGES} pages.`)
  return cursor
}

function serverFacts(client: Client, answers: McpAnswers): McpListing['server'] {
  const version = client.getServerVersion()
  const instructions = client.getInstructions()
  const facts: Record<string, string> = {}
  const put = (key: keyof McpListing['server'], value: unknown): void => {
    if (typeof value === 'string' && value !== '') facts[key] = answers.withoutSecrets(value)
  }
  put('name', version?.name)
  put('title', version?.title)
  put('version', version?.version)
  put('instructions', instructions)
  return facts
}
