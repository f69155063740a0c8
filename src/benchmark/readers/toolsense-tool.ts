import type { JsonValue } from '../../text/json.js'
import { Fields } from '../fields.js'

/** Name of a tool as ToolSense writes one: an object with `tool_name`, or the bare name. */
export function toolSenseName(
  value: JsonValue,
  { fields, field }: { fields: Fields; field: string },
): string {
  if (typeof value === 'string' && value.trim() !== '') return value
  if (typeof value !== 'object' || value === null) throw fields.fault(field, 'a tool with "tool_name"', value)
  return new Fields(value, fields.place).text('tool_name')
}

/** The service in a name such as `Service&&Endpoint`: what stands before the first `&&`, else the whole name. */
export function serviceIn(name: string): string {
  const end = name.indexOf('&&')
  return end === -1 ? name : name.slice(0, end)
}
