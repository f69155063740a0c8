import type { McpTools } from '../../catalog/mcp-tools.js'
import { secretsOf } from '../programs/environment.js'
import { Conversation } from './conversation.js'
import { listTools } from './list-tools.js'

/** Live MCP servers, asked through the official SDK, which is loaded on first use. */
export const hostMcp: McpTools = {
  async list(target, options) {
    const conversation = new Conversation(target, options, secretsOf(options))
    try {
      return await conversation.within(() => listTools(conversation))
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason
      throw conversation.explain(error)
    } finally {
      await conversation.end()
    }
  },
}
