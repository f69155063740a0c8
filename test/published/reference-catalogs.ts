import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Catalog, catalogOf } from '../../src/catalog/catalog.js'
import { emptyInputSchema, type Tool } from '../../src/catalog/tool.js'

/** Where other people's data lies; it is not part of this repository. */
export const dataFolder = process.env.ASSAY_DATA ?? '../shared/data'

export const hasToolSense = existsSync(join(dataFolder, 'toolsense/rrb.jsonl'))

interface ToolSenseTool {
  readonly tool_name: string
  readonly tool_title: string
  readonly tool_description: string
  readonly api_title: string
  readonly api_description: string
}

interface ToolSenseLine {
  readonly tool: ToolSenseTool | readonly ToolSenseTool[]
  readonly analyzed_tools?: readonly ToolSenseTool[]
}

function lines(name: string): readonly string[] {
  return readFileSync(join(dataFolder, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
}

/** Catalog A: the distinct tools of the three ToolSense files, in order of first appearance. */
export function catalogA(): Catalog {
  return catalogOf(toolsOfA())
}

function toolsOfA(): readonly Tool[] {
  const tools = new Map<string, Tool>()
  for (const file of ['mcq', 'qa', 'rrb']) {
    for (const line of lines(`toolsense/${file}.jsonl`)) {
      const item = JSON.parse(line) as ToolSenseLine
      for (const tool of [item.tool].flat().concat(item.analyzed_tools ?? [])) {
        if (!tools.has(tool.tool_name)) tools.set(tool.tool_name, toolOf(tool))
      }
    }
  }
  return [...tools.values()]
}

function toolOf(raw: ToolSenseTool): Tool {
  return {
    name: raw.tool_name,
    service: raw.tool_title,
    serviceDescription: raw.tool_description,
    endpoint: raw.api_title,
    description: raw.api_description,
    inputSchema: emptyInputSchema(),
    source: { format: 'toolsense', at: '' },
  }
}

/** Catalog B: A, then every token of ToolGen whose raw and normalised names are both not in A, by its name alone. */
export function catalogB(): Catalog {
  const tools = [...toolsOfA()]
  const known = new Set(tools.map(({ name }) => name))
  for (const line of lines('toolgen/virtual_tokens.txt')) {
    const name = line.slice(2, -2)
    if (known.has(name) || known.has(normalised(name))) continue
    tools.push({ name, inputSchema: emptyInputSchema(), source: { format: 'names', at: '' } })
  }
  return catalogOf(tools)
}

function normalised(name: string): string {
  const at = name.indexOf('&&')
  if (at === -1) return name
  const service = `${name.slice(0, at)}.`.trim().replace(/\.+$/, '')
  const endpoint = name
    .slice(at + 2)
    .trim()
    .replace(/\.+$/, '')
  return `${service}&&${endpoint}`
}
