import { catalogOf } from '../../src/catalog/catalog.js'
import type { Finding } from '../../src/catalog/lint/finding.js'
import { type LintOptions, lintCatalog } from '../../src/catalog/lint/lint.js'
import { emptyInputSchema, type Tool } from '../../src/catalog/tool.js'
import { isJsonObject, type JsonObject, parseJson } from '../../src/text/json.js'

/** A tool without faults, but for what is given. */
export function toolWith(parts: Partial<Tool> = {}): Tool {
  return {
    name: 'get_parcel',
    description: 'Finds where a parcel is by its number and says when it will arrive.',
    inputSchema: emptyInputSchema(),
    source: { format: 'test', at: 'here' },
    ...parts,
  }
}

/** A schema from its JSON text, read as sources read it: exact numbers, no prototypes. */
export function schemaOf(text: string): JsonObject {
  const reading = parseJson(text, { maxDepth: 1000 })
  if (reading.kind === 'fault' || !isJsonObject(reading.value)) throw new Error(`Not an object: ${text}`)
  return reading.value
}

/** A tool whose one parameter `x` has the schema. */
export function toolTaking(text: string): Tool {
  return toolWith({ inputSchema: schemaOf(`{"type":"object","properties":{"x":${text}}}`) })
}

/** Findings of tools, tokens left uncounted. */
export async function findingsIn(
  tools: readonly Tool[],
  options: LintOptions = {},
): Promise<readonly Finding[]> {
  const { findings } = await lintCatalog(catalogOf(tools), { tokens: false, ...options })
  return findings
}

/** `severity code` of each finding of one tool, sorted. */
export async function codesOf(tool: Tool, options: LintOptions = {}): Promise<readonly string[]> {
  return (await findingsIn([tool], options)).map(({ severity, code }) => `${severity} ${code}`).sort()
}

/** The finding of that code, which must be there once. */
export async function findingOf(tool: Tool, code: string, options: LintOptions = {}): Promise<Finding> {
  const found = (await findingsIn([tool], options)).filter((finding) => finding.code === code)
  if (found.length !== 1 || found[0] === undefined) throw new Error(`${found.length} findings of ${code}`)
  return found[0]
}
