import type { McpListing, McpListOptions, McpTarget } from '../../catalog/mcp-tools.js'
import type { JsonObject } from '../../text/json.js'

/** What came of one call. */
export type ServerReply =
  /** The `result` of the answer, numbers as they were spelled, secrets replaced. */
  | { readonly kind: 'answer'; readonly result: JsonObject }
  | {
      readonly kind: 'failure'
      readonly reason: 'timeout' | 'refused' | 'ended' | 'endless' | 'malformed'
      /** One printable line for the agent. */
      readonly message: string
    }

/** A server whose tools can be called, or what stands in its place. */
export interface ToolServer {
  readonly listing: McpListing
  /**
   * Calls follow one another: a second one waits for the first.
   * @throws {SubjectError} `mcp-lost` when the server has ended again and again.
   */
  call(name: string, args: JsonObject): Promise<ServerReply>
  close(): Promise<void>
}

/** Opens live MCP servers. */
export interface ToolServers {
  /**
   * @param options the time is that of the opening, and again that of each call.
   * @throws {InputError} `mcp-…` when the server cannot be started or reached, or does not list its tools.
   */
  open(target: McpTarget, options: McpListOptions): Promise<ToolServer>
}
