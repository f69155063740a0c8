import type { CallTask } from '../../src/benchmark/call-item.js'
import type { EmittedCall } from '../../src/score/calls/call-comparison.js'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../src/text/json.js'

/** Ways to write gold without matchers that are tried for the peers. */
const MAX_READINGS = 64

/**
 * Gold without matchers, for scorers that know none: every way of choosing among acceptable values, of leaving out what
 * may be left out and of ordering a set. Undefined where gold asks for a day: its spellings cannot be listed.
 */
export function plainGolds({ gold }: CallTask): readonly (readonly EmittedCall[])[] | undefined {
  if (gold.calls.some(({ json }) => holdsDate(json))) return undefined
  let readings: readonly (readonly EmittedCall[])[] = [[]]
  for (const { name, json } of gold.calls) {
    const choices = plainObjects(json)
    readings = readings
      .flatMap((calls) => choices.map((given) => [...calls, { name, arguments: given }]))
      .slice(0, MAX_READINGS)
  }
  return readings
}

/** One way of reading a value; none stands for its absence. */
type Reading = readonly [] | readonly [JsonValue]

function plainValues(value: JsonValue): readonly Reading[] {
  if (isJsonArray(value)) return products(value.map(plainValues)).map((items) => [items.flat()])
  if (!isJsonObject(value)) return [[value]]
  if (isJsonArray(value.$oneOf)) return value.$oneOf.flatMap(plainValues)
  if (isJsonArray(value.$set)) {
    return orders(value.$set).flatMap((items) => plainValues(items))
  }
  if (value.$absent === true) return [[]]
  return plainObjects(value).map((members) => [members])
}

function holdsDate(value: JsonValue): boolean {
  if (isJsonArray(value)) return value.some(holdsDate)
  return isJsonObject(value) && (value.$date !== undefined || Object.values(value).some(holdsDate))
}

function plainObjects(value: JsonObject): readonly JsonObject[] {
  const keys = Object.keys(value)
  return products(keys.map((key) => plainValues(value[key] as JsonValue))).map((members) =>
    Object.fromEntries(keys.flatMap((key, index) => members[index]?.map((one) => [key, one] as const) ?? [])),
  )
}

function products<T>(lists: readonly (readonly T[])[]): readonly (readonly T[])[] {
  return lists.reduce<readonly (readonly T[])[]>(
    (heads, list) => heads.flatMap((head) => list.map((one) => [...head, one])).slice(0, MAX_READINGS),
    [[]],
  )
}

function orders<T>(list: readonly T[]): readonly (readonly T[])[] {
  if (list.length <= 1) return [list]
  return list
    .flatMap((first, index) =>
      orders(list.filter((_, place) => place !== index)).map((rest) => [first, ...rest]),
    )
    .slice(0, MAX_READINGS)
}
