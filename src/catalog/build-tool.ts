import type { JsonObject } from '../text/json.js'
import { given } from '../text/json-members.js'
import { isPlaceholder } from '../text/normalize.js'
import { emptyInputSchema, type PlaceholderField, type Tool, type ToolSource } from './tool.js'

/** What a source found of a tool. Anything may be missing; texts may be placeholders. */
export interface ToolParts {
  readonly name: string
  readonly source: ToolSource
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly inputSchema?: JsonObject | undefined
  readonly outputSchema?: JsonObject | undefined
  readonly annotations?: JsonObject | undefined
  readonly service?: string | undefined
  readonly serviceDescription?: string | undefined
  readonly endpoint?: string | undefined
  readonly category?: string | undefined
  readonly aliases?: readonly string[] | undefined
  readonly tokenText?: string | undefined
  readonly placeholders?: Tool['placeholders'] | undefined
}

const TEXT_FIELDS: readonly PlaceholderField[] = [
  'title',
  'description',
  'service',
  'serviceDescription',
  'endpoint',
  'category',
]

/**
 * A tool from what was found of it: what is missing is absent, texts that stand in place of nothing move to
 * `placeholders`, and a missing input schema becomes that of a tool without arguments. The name is never changed.
 */
export function buildTool(parts: ToolParts): Tool {
  const placeholders: Partial<Record<PlaceholderField, string>> = { ...parts.placeholders }
  const texts: Partial<Record<PlaceholderField, string>> = {}
  for (const field of TEXT_FIELDS) {
    const text = parts[field]
    if (text === undefined) continue
    if (isPlaceholder(text)) placeholders[field] = text
    else texts[field] = text
  }
  const aliases = [...new Set(parts.aliases)].filter((alias) => alias !== parts.name)
  return {
    name: parts.name,
    ...texts,
    inputSchema: parts.inputSchema ?? emptyInputSchema(),
    ...given('outputSchema', parts.outputSchema),
    ...given('annotations', parts.annotations),
    ...(aliases.length === 0 ? {} : { aliases }),
    ...given('tokenText', parts.tokenText),
    ...(Object.keys(placeholders).length === 0 ? {} : { placeholders }),
    source: parts.source,
  }
}
