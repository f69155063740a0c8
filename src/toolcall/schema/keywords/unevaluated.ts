import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../text/json.js'
import type { Evaluated } from '../evaluated.js'
import { keywordValue, ruleOf, type SchemaContext } from '../keyword.js'
import type { Run } from '../run.js'
import type { Check } from '../schema-node.js'
import { INVALID, lesser, UNDECIDED, VALID, type Verdict } from '../verdict.js'
import { rejectUnknown } from './members.js'

/** `unevaluatedProperties` and `unevaluatedItems`; they come after all other keywords. */
export function unevaluatedChecks(context: SchemaContext): readonly Check[] {
  const checks = [unevaluatedPropertiesCheck(context), unevaluatedItemsCheck(context)]
  return checks.filter((check) => check !== undefined)
}

function unevaluatedPropertiesCheck(context: SchemaContext): Check | undefined {
  const schema = keywordValue(context, 'unevaluatedProperties')
  if (schema === undefined) return undefined
  const node = context.node(schema, { keys: ['unevaluatedProperties'] })
  const rule = ruleOf(context, 'unevaluatedProperties')
  return (value, run) => {
    const { seen } = run
    if (!isJsonObject(value) || seen === undefined) return VALID
    let verdict: Verdict = VALID
    for (const name of leftOverNames(value, seen, run)) {
      const judge = (): Verdict =>
        schema === false
          ? rejectUnknown({ name, run }, rule, [])
          : node.judgeMember(name, value[name] as JsonValue, run)
      verdict = lesser(verdict, judgeLeftOver(judge, run))
      if (verdict === INVALID && !run.tells) break
    }
    seen.allProperties = true
    return verdict
  }
}

function leftOverNames(value: JsonObject, seen: Evaluated, run: Run): readonly string[] {
  const names = Object.keys(value)
  run.spend(names.length)
  return seen.allProperties ? [] : names.filter((name) => !seen.hasProperty(name))
}

function unevaluatedItemsCheck(context: SchemaContext): Check | undefined {
  const schema = keywordValue(context, 'unevaluatedItems')
  if (schema === undefined) return undefined
  const node = context.node(schema, { keys: ['unevaluatedItems'], forbids: 'unknown-item' })
  return (value, run) => {
    const { seen } = run
    if (!isJsonArray(value) || seen === undefined) return VALID
    let verdict: Verdict = VALID
    for (let at = seen.itemCount; at < value.length; at++) {
      if (seen.hasItem(at)) continue
      const judge = (): Verdict => node.judgeMember(at, value[at] as JsonValue, run)
      verdict = lesser(verdict, judgeLeftOver(judge, run))
      if (verdict === INVALID && !run.tells) break
    }
    seen.itemCount = value.length
    return verdict
  }
}

function judgeLeftOver(judge: () => Verdict, run: Run): Verdict {
  if (run.seen?.isUncertain !== true) return judge()
  // Whether it is left over at all depends on what could not be judged.
  return run.quietly(judge) === VALID ? VALID : UNDECIDED
}

/**
 * Closes an object that declares properties and says nothing of others, in whichever of its subschemas in place:
 * members that none of them declares are unknown. Stricter than JSON Schema.
 */
export function closingCheck(context: SchemaContext): Check {
  const rule = ruleOf(context, 'properties')
  return (value, run) => {
    const { seen } = run
    if (!isJsonObject(value) || seen === undefined || !seen.declaresProperties || seen.allProperties)
      return VALID
    let verdict: Verdict = VALID
    for (const name of leftOverNames(value, seen, run)) {
      verdict = lesser(
        verdict,
        judgeLeftOver(() => rejectUnknown({ name, run }, rule, []), run),
      )
      if (verdict === INVALID && !run.tells) break
    }
    return verdict
  }
}
