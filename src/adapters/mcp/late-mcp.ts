import type { McpTools } from '../../catalog/mcp-tools.js'

/** The MCP client, loaded when a live server is asked. */
export const lateMcp: McpTools = {
  async list(target, options) {
    const { hostMcp } = await import('./client.js')
    return hostMcp.list(target, options)
  },
}
