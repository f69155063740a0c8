import type { Tool } from '../catalog/tool.js'
import { InputError } from '../errors.js'
import { emptyObject, isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../text/json.js'
import { nearestWord } from '../text/nearest.js'
import { openCamelCase } from '../text/tokenize.js'

/** A part of a tool that can enter the text by which it is found. */
export type TextField = (typeof textFields)[number]

/**
 * `nameWords` is the name with camelCase opened, `parameters` the names and `parameterDescriptions` the descriptions of
 * the arguments, those of nested objects included.
 */
const textFields = [
  'name',
  'nameWords',
  'title',
  'service',
  'serviceDescription',
  'endpoint',
  'description',
  'category',
  'parameters',
  'parameterDescriptions',
] as const

/** Which parts of a tool make its text. Decides what a retriever can find, so it belongs to a result's identity. */
export interface TextRecipe {
  /**
   * `default` is service, serviceDescription, endpoint, description for a tool named `service&&endpoint` (ToolSense,
   * ToolBench), the name with `&&` as a space where there is nothing but such a name (ToolGen's list), and nameWords,
   * title, service, endpoint, category, description for every other tool.
   */
  readonly fields: 'default' | readonly WeightedField[]
  /** Whether a text that a source held in place of nothing ("None") counts as text. Published figures keep it. */
  readonly placeholders: 'keep' | 'drop'
}

export interface WeightedField {
  readonly field: TextField
  /** How many times each of its terms counts, above 0, at most 100. */
  readonly weight: number
}

export interface WeightedText {
  readonly text: string
  readonly weight: number
}

export const defaultRecipe: TextRecipe = { fields: 'default', placeholders: 'keep' }

/** The texts of a tool in the recipe's order; absent fields are left out. */
export function weightedTexts(tool: Tool, recipe: TextRecipe): readonly WeightedText[] {
  if (recipe.fields === 'default') {
    return defaultTexts(tool, recipe.placeholders).map((text) => ({ text, weight: 1 }))
  }
  const texts: WeightedText[] = []
  for (const { field, weight } of recipe.fields) {
    const text = textOf(tool, field, recipe.placeholders)
    if (text !== undefined) texts.push({ text, weight })
  }
  return texts
}

/** The texts of a tool joined by single spaces; weights have no say. */
export function joinedText(tool: Tool, recipe: TextRecipe): string {
  return weightedTexts(tool, recipe)
    .map(({ text }) => text)
    .join(' ')
}

/** The recipe as it stands in a result's identity. */
export function recipeToJson({ fields, placeholders }: TextRecipe): JsonObject {
  const json = emptyObject()
  json.fields = fields === 'default' ? 'default/1' : writeFields(fields)
  json.placeholders = placeholders
  return json
}

/** Fields as they are written in a spec: `name+description^2`. */
export function writeFields(fields: readonly WeightedField[]): string {
  return fields.map(({ field, weight }) => (weight === 1 ? field : `${field}^${weight}`)).join('+')
}

/**
 * Reads `name+description^2`. Weights are rounded to 1/1024, so that counting by them stays exact.
 *
 * @throws {InputError} `retriever-spec`.
 */
export function readFields(text: string): readonly WeightedField[] {
  return text.split('+').map((part) => {
    const [name = '', weightText, ...rest] = part.split('^')
    const field = textFields.find((known) => known === name)
    if (field === undefined) {
      const nearest = nearestWord(name, textFields)
      throw new InputError({
        code: 'retriever-spec',
        what: `A tool has no field "${name}".`,
        where: `fields=${text}`,
        fix: `${nearest === undefined ? '' : `Did you mean ${nearest}? `}Fields are ${textFields.join(', ')}.`,
      })
    }
    if (weightText === undefined) return { field, weight: 1 }
    const weight = Math.round(Number(weightText) * 1024) / 1024
    if (rest.length > 0 || !/^\d+(\.\d+)?$/.test(weightText) || weight <= 0 || weight > 100) {
      throw new InputError({
        code: 'retriever-spec',
        what: `"${part}" has no weight that can be used.`,
        where: `fields=${text}`,
        fix: 'Write a number above 0 and up to 100, e.g. fields=name+description^2.',
      })
    }
    return { field, weight }
  })
}

const SERVICE_ENDPOINT = ['service', 'serviceDescription', 'endpoint', 'description'] as const
const OTHERS = ['nameWords', 'title', 'service', 'endpoint', 'category', 'description'] as const

function defaultTexts(tool: Tool, placeholders: TextRecipe['placeholders']): readonly string[] {
  const isJoint = isServiceEndpoint(tool)
  if (isJoint && hasOnlyItsName(tool)) return [tool.name.replaceAll('&&', ' ')]
  const texts: string[] = []
  for (const field of isJoint ? SERVICE_ENDPOINT : OTHERS) {
    const text = textOf(tool, field, placeholders)
    if (text !== undefined) texts.push(text)
  }
  return texts
}

/** Whether the name says no more than service and endpoint do. */
function isServiceEndpoint(tool: Tool): boolean {
  if (!tool.name.includes('&&')) return false
  const service = textOf(tool, 'service', 'keep')
  const endpoint = textOf(tool, 'endpoint', 'keep')
  return (service === undefined && endpoint === undefined) || tool.name === `${service}&&${endpoint}`
}

function hasOnlyItsName(tool: Tool): boolean {
  return (['title', 'description', 'serviceDescription', 'category'] as const).every(
    (field) => textOf(tool, field, 'keep') === undefined,
  )
}

function textOf(tool: Tool, field: TextField, placeholders: TextRecipe['placeholders']): string | undefined {
  switch (field) {
    case 'name':
      return tool.name
    case 'nameWords':
      return openCamelCase(tool.name)
    case 'parameters':
      return argumentTexts(tool.inputSchema, (name) => name)
    case 'parameterDescriptions':
      return argumentTexts(tool.inputSchema, (_, schema) =>
        typeof schema.description === 'string' ? schema.description : undefined,
      )
    default:
      field satisfies keyof Tool
      return tool[field] ?? (placeholders === 'keep' ? tool.placeholders?.[field] : undefined)
  }
}

/** Nesting that is followed into arguments; GitHub's deepest request body has 6 levels. */
const MAX_ARGUMENT_DEPTH = 8
/** Arguments that are read of one tool, nested ones included; GitHub's largest tool has 50. */
const MAX_ARGUMENTS = 2000

function argumentTexts(
  schema: JsonObject,
  textOfArgument: (name: string, schema: JsonObject) => string | undefined,
): string | undefined {
  const texts: string[] = []
  let seen = 0
  const visit = (value: JsonValue | undefined, depth: number): void => {
    if (!isJsonObject(value) || depth > MAX_ARGUMENT_DEPTH) return
    const { properties, items } = value
    if (isJsonObject(properties)) {
      for (const [name, inner] of Object.entries(properties)) {
        if (!isJsonObject(inner) || ++seen > MAX_ARGUMENTS) continue
        const text = textOfArgument(name, inner)
        if (text !== undefined) texts.push(text)
        visit(inner, depth + 1)
      }
    }
    visit(items, depth + 1)
    for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const) {
      const branches = value[keyword]
      if (isJsonArray(branches)) for (const branch of branches) visit(branch, depth + 1)
    }
  }
  visit(schema, 0)
  return texts.length === 0 ? undefined : texts.join(' ')
}
