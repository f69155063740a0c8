import type { GoldMember, GoldValue } from '../../benchmark/gold-value.js'
import { canPairAll } from '../../numeric/pairing.js'
import { isJsonArray, isJsonObject, type JsonValue } from '../../text/json.js'
import { momentKey } from '../../text/moment.js'
import { isSameValue, memberOf } from './value-equality.js'

/** Whether a value is one that gold accepts. What gold writes without a matcher must be that value (`isSameValue`). */
function acceptsValue(gold: GoldValue, actual: JsonValue): boolean {
  switch (gold.kind) {
    case 'value':
      return isSameValue(gold.value, actual)
    case 'oneOf':
      return gold.choices.some((choice) => acceptsValue(choice, actual))
    case 'date':
      return typeof actual === 'string' && momentKey(actual) === gold.moment
    case 'list':
      return (
        isJsonArray(actual) &&
        actual.length === gold.items.length &&
        gold.items.every((item, index) => acceptsValue(item, actual[index] as JsonValue))
      )
    case 'set':
      return isJsonArray(actual) && acceptsInAnyOrder(gold.items, actual)
    case 'object':
      return isJsonObject(actual) && acceptsMembers(gold.members, actual)
    default:
      return gold satisfies never
  }
}

/** Whether an argument, or its absence, is what gold accepts. */
export function acceptsMember(gold: GoldMember, actual: JsonValue | undefined): boolean {
  if (actual === undefined) return gold.mayBeAbsent
  return gold.value !== undefined && acceptsValue(gold.value, actual)
}

function acceptsMembers(
  members: ReadonlyMap<string, GoldMember>,
  actual: { readonly [key: string]: JsonValue },
) {
  for (const [key, member] of members) {
    if (!acceptsMember(member, memberOf(actual, key))) return false
  }
  return Object.keys(actual).every((key) => members.has(key))
}

function acceptsInAnyOrder(items: readonly GoldValue[], actual: readonly JsonValue[]): boolean {
  return (
    items.length === actual.length &&
    canPairAll({
      left: items.length,
      right: actual.length,
      fits: (item, other) => acceptsValue(items[item] as GoldValue, actual[other] as JsonValue),
    })
  )
}
