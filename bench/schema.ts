import { cpus } from 'node:os'
import { type JsonValue, parseJson } from '../src/text/json.js'
import { checkSchema, STRICT } from '../src/toolcall/schema/check-schema.js'
import { coercionsOf } from '../src/toolcall/schema/coercions.js'

/** Arguments of tool calls against schemas as tools have them; figures are CPU time, the best of five rounds. */
const CALLS = 50_000
const SCHEMAS = 2_000

const weather = `{"type":"object","properties":{"city":{"type":"string"},
  "unit":{"type":"string","enum":["celsius","fahrenheit"],"default":"celsius"}},
  "required":["city"],"additionalProperties":false}`
const search = `{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{
  "query":{"type":"string","minLength":1,"maxLength":200},"limit":{"type":"integer","minimum":1,"maximum":100},
  "tags":{"type":"array","items":{"type":"string"},"maxItems":10},
  "filter":{"type":"object","properties":{"from":{"type":"string","pattern":"^\\\\d{4}-\\\\d{2}-\\\\d{2}$"},
    "to":{"type":"string"}},"additionalProperties":false},
  "sort":{"enum":["asc","desc"]},"exact":{"type":"boolean"},
  "language":{"anyOf":[{"type":"string"},{"type":"null"}]}},"required":["query"]}`
const shape = `{"type":"object","properties":{"shape":{"oneOf":[
  {"$ref":"#/$defs/circle"},{"$ref":"#/$defs/box"}]}},"required":["shape"],"$defs":{
  "circle":{"type":"object","properties":{"kind":{"const":"circle"},"radius":{"type":"number"}},"required":["kind"]},
  "box":{"type":"object","properties":{"kind":{"const":"box"},"width":{"type":"integer"}},"required":["kind"]}}}`

const CASES: readonly (readonly [string, string, string])[] = [
  ['2 properties', weather, '{"city":"Arequipa","unit":"celsius"}'],
  ['2 properties, 2 faults', weather, '{"city":5,"unit":"Celsius"}'],
  [
    '7 properties, nested',
    search,
    `{"query":"maps","limit":10,"tags":["a","b","c"],
    "filter":{"from":"2024-01-01","to":"x"},"sort":"asc","exact":true,"language":null}`,
  ],
  ['oneOf and $ref', shape, '{"shape":{"kind":"box","width":3}}'],
]

console.log(`Argument schemas, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`)
for (const [name, schemaText, valueText] of CASES) {
  const schema = read(schemaText)
  const value = read(valueText)
  const check = microseconds(CALLS, () => checkSchema(value, schema, STRICT))
  const report = microseconds(CALLS / 10, () => coercionsOf(value, schema))
  const copies = Array.from({ length: SCHEMAS * 5 }, () => read(schemaText))
  const first = microseconds(SCHEMAS, () => checkSchema(value, copies.pop() ?? true, STRICT))
  const { verdict } = checkSchema(value, schema, STRICT)
  const figures = `check ${shown(check)}, coercions ${shown(report)}, first check of a schema ${shown(first)}`
  console.log(`  ${name.padEnd(24)} ${verdict.padEnd(8)} ${figures}`)
}

/** Of processor time per call: the best of five rounds. */
function microseconds(calls: number, work: () => unknown): number {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < 5; round++) {
    const before = process.cpuUsage()
    for (let call = 0; call < calls; call++) work()
    const { user, system } = process.cpuUsage(before)
    best = Math.min(best, (user + system) / calls)
  }
  return best
}

function shown(duration: number): string {
  return `${duration.toFixed(duration < 10 ? 2 : 0)} µs`
}

function read(text: string): JsonValue {
  const reading = parseJson(text)
  if (reading.kind === 'fault') throw new Error(reading.fault.reason)
  return reading.value
}
