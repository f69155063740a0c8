import type { PackTool, PackWorld, ToolParameter, ToolRole } from '../../../agent/pack.js'

/** A tool as scorers look at it. */
export interface ScoredTool {
  readonly tool: PackTool
  readonly role: ToolRole
  readonly parameters: ReadonlyMap<string, ToolParameter>
}

/** The tools of a world by name. */
export type ScoredTools = ReadonlyMap<string, ScoredTool>

export function scoredTools({ tools }: Pick<PackWorld, 'tools'>): ScoredTools {
  return new Map(
    tools.map((tool) => {
      const parameters = new Map(tool.parameters.map((parameter) => [parameter.name, parameter]))
      return [tool.name, { tool, role: tool.role, parameters }]
    }),
  )
}

/** Whether calls of the tool have arguments to compare: keys of the cache and the wording of questions are none. */
export function hasComparedArguments(role: ToolRole): boolean {
  return role !== 'save' && role !== 'get' && role !== 'seek'
}
