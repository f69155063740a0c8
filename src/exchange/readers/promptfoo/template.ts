import {
  ExactNumber,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  writeJson,
} from '../../../text/json.js'

const VARIABLE = /\{\{-?\s*([A-Za-z_][\w.]*)\s*-?\}\}/g

/**
 * Puts variables where a template names them: `{{ name }}` alone. Blocks, filters and calls are programs of a template language
 * and are not carried out.
 *
 * @returns undefined where the template needs more, or a variable that is not there.
 */
export function filled(template: JsonValue, vars: JsonObject): JsonValue | undefined {
  if (typeof template === 'string') return filledText(template, vars)
  if (isJsonArray(template)) {
    const entries = template.map((one) => filled(one, vars))
    return entries.every((one) => one !== undefined) ? entries : undefined
  }
  if (!isJsonObject(template)) return template
  const members: [string, JsonValue][] = []
  for (const [key, value] of Object.entries(template)) {
    const one = filled(value, vars)
    if (one === undefined) return undefined
    members.push([key, one])
  }
  return Object.fromEntries(members)
}

function filledText(template: string, vars: JsonObject): string | undefined {
  let isWhole = true
  const text = template.replace(VARIABLE, (_all, name: string) => {
    const value = variableOf(name, vars)
    if (value === undefined) isWhole = false
    return value ?? ''
  })
  const rest = template.replace(VARIABLE, '')
  return isWhole && !/\{\{|\{%|\{#/.test(rest) ? text : undefined
}

function variableOf(name: string, vars: JsonObject): string | undefined {
  let value: JsonValue | undefined = vars
  for (const part of name.split('.'))
    value = isJsonObject(value) && Object.hasOwn(value, part) ? value[part] : undefined
  if (value === undefined) return undefined
  if (typeof value === 'string') return value
  return value instanceof ExactNumber ? value.text : writeJson(value)
}
