import { InputError } from '../../errors.js'
import { emptyObject, isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'
import { buildTool } from '../build-tool.js'
import { defineCatalogSource, type ToolRecord } from '../source.js'
import { type ConvertedSchema, fromBfclSchema, isBfclFunction } from './bfcl-schema.js'
import { headValues, namedObject, peekInput, readValues, schemaOf, textMember } from './json-entries.js'

/**
 * BFCL's function documents (one function a line, the file is the service) and its questions, which carry the
 * functions that they are about. Names keep their dots. Types become JSON Schema's; `annotations.originalTypes` and
 * `annotations.originalOutputTypes` say by JSON Pointer what they were.
 */
export const bfclSource = defineCatalogSource({
  id: 'bfcl',
  describes: 'BFCL function documents, or BFCL questions with their functions',
  detect: (input) =>
    headValues(input).some(
      (value) =>
        isJsonObject(value) &&
        (isBfclFunction(value) ||
          ('question' in value && ('function' in value || 'involved_classes' in value))),
    ) || isCutFunction(peekInput(input)?.value),
  async *read(input, context) {
    const service = serviceOf(input.path)
    for await (const { value, at } of readValues(input, context)) {
      if (isJsonObject(value) && 'question' in value) {
        for (const [position, item] of functionsOf(value, at).entries()) {
          yield recordOf(item, { at: `${at}, function[${position}]`, kind: 'mention' })
        }
      } else {
        yield recordOf(value, { at, kind: 'definition', service })
      }
    }
  },
})

/** A question whose functions lie beyond the head. */
function isCutFunction(value: JsonValue | undefined): boolean {
  return isJsonObject(value) && 'question' in value && 'initial_config' in value
}

function functionsOf(item: JsonObject, at: string): readonly JsonValue[] {
  if (isJsonArray(item.function)) return item.function
  if (isJsonObject(item.function)) return [item.function]
  throw new InputError({
    code: 'bfcl-no-functions',
    what: 'This question names classes, not the functions that they offer.',
    where: at,
    fix: 'Import the function documents of those classes, e.g. the folder multi_turn_func_doc.',
  })
}

function recordOf(
  value: JsonValue,
  {
    at,
    kind,
    service,
  }: { readonly at: string; readonly kind: 'definition' | 'mention'; readonly service?: string },
): ToolRecord {
  const json = namedObject({ value, at, isMention: false })
  const input = converted(schemaOf(json, 'parameters', at))
  const output = converted(schemaOf(json, 'response', at))
  const tool = buildTool({
    name: json.name,
    description: textMember(json, 'description', at),
    inputSchema: input?.schema,
    outputSchema: output?.schema,
    annotations: annotationsOf({ originalTypes: input, originalOutputTypes: output }),
    service,
    source: { format: 'bfcl', at },
  })
  return { kind, tool }
}

function converted(schema: JsonObject | undefined): ConvertedSchema | undefined {
  return schema === undefined ? undefined : fromBfclSchema(schema)
}

function annotationsOf(parts: Readonly<Record<string, ConvertedSchema | undefined>>): JsonObject | undefined {
  const annotations = emptyObject()
  for (const [key, part] of Object.entries(parts)) {
    if (part === undefined || part.originalTypes.size === 0) continue
    const types = emptyObject()
    for (const [pointer, type] of part.originalTypes) types[pointer] = type
    annotations[key] = types
  }
  return Object.keys(annotations).length === 0 ? undefined : annotations
}

/** `multi_turn_func_doc/math_api.json` documents the service `math_api`. */
function serviceOf(path: string): string {
  const file = path.split(/[\\/]/).findLast((part) => part !== '') ?? path
  return file.replace(/\.(?:jsonl?|ndjson)$/i, '')
}
