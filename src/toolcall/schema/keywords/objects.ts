import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '../../../text/json.js'
import { badKeyword, gapCheck, keywordValue, ruleOf, type SchemaContext } from '../keyword.js'
import type { Rule, Run } from '../run.js'
import type { Check } from '../schema-node.js'
import { quoted } from '../shown.js'
import { INVALID, lesser, VALID, type Verdict } from '../verdict.js'
import { countOf } from './counts.js'

/** `required`, `minProperties`, `maxProperties`, `propertyNames`, `dependentRequired`. */
export function objectChecks(context: SchemaContext): readonly Check[] {
  const checks = [
    requiredCheck(context),
    ...wantedByFlag(context),
    minPropertiesCheck(context),
    maxPropertiesCheck(context),
    propertyNamesCheck(context),
    ...dependentRequiredChecks(context),
  ]
  return checks.filter((check) => check !== undefined)
}

function requiredCheck(context: SchemaContext): Check | undefined {
  const names = keywordValue(context, 'required')
  // A flag is the `required` of draft 3 and speaks of the property that holds it; see wantedByFlag.
  if (names === undefined || typeof names === 'boolean') return undefined
  if (!isNameList(names)) return badKeyword(context, 'required', 'a list of names')
  const rule = ruleOf(context, 'required')
  return (value, run) => (isJsonObject(value) ? needAll(value, run, { names, rule }) : VALID)
}

interface Needed {
  readonly names: readonly string[]
  readonly rule: Rule
  /** The property that makes the names needed. */
  readonly because?: string
}

function needAll(value: JsonObject, run: Run, { names, rule, because }: Needed): Verdict {
  run.spend(names.length >> 2)
  let verdict: Verdict = VALID
  for (const name of names) {
    if (Object.hasOwn(value, name)) continue
    verdict = run.rejectWith(rule, () => ({
      code: because === undefined ? 'missing-property' : 'missing-dependency',
      property: name,
      message:
        because === undefined
          ? `The property ${quoted(name)} is missing.`
          : `The property ${quoted(name)} is missing; ${quoted(because)} needs it.`,
    }))
    if (!run.tells) break
  }
  return verdict
}

/**
 * A property that carries `required: true` itself, as in draft 3. Later drafts give that no meaning, but its writer had
 * one: when the property is absent the verdict is undecided.
 */
function wantedByFlag(context: SchemaContext): readonly Check[] {
  const properties = keywordValue(context, 'properties')
  if (!isJsonObject(properties)) return []
  const names = Object.keys(properties).filter((name) => {
    const property = properties[name]
    return isJsonObject(property) && property.required === true
  })
  if (names.length === 0) return []
  const undecided = gapCheck(context, {
    keyword: 'properties',
    code: 'bad-keyword',
    reason: `The property ${quoted(names[0] ?? '')} calls itself required; only a list beside "properties" can.`,
  })
  return [
    (value, run) => {
      if (!isJsonObject(value)) return VALID
      run.spend(names.length >> 2)
      return names.every((name) => Object.hasOwn(value, name)) ? VALID : undecided(value, run)
    },
  ]
}

function minPropertiesCheck(context: SchemaContext): Check | undefined {
  const least = countOf(context, 'minProperties')
  if (least === undefined) return undefined
  if (least === 'bad') return badKeyword(context, 'minProperties', 'a count')
  const rule = ruleOf(context, 'minProperties')
  return (value, run) => {
    if (!isJsonObject(value)) return VALID
    const count = propertyCount(value, run)
    if (count >= least) return VALID
    return run.reject(
      rule,
      'too-few-properties',
      () => `Expected at least ${least} properties, found ${count}.`,
    )
  }
}

function maxPropertiesCheck(context: SchemaContext): Check | undefined {
  const most = countOf(context, 'maxProperties')
  if (most === undefined) return undefined
  if (most === 'bad') return badKeyword(context, 'maxProperties', 'a count')
  const rule = ruleOf(context, 'maxProperties')
  return (value, run) => {
    if (!isJsonObject(value)) return VALID
    const count = propertyCount(value, run)
    if (count <= most) return VALID
    return run.reject(
      rule,
      'too-many-properties',
      () => `Expected at most ${most} properties, found ${count}.`,
    )
  }
}

function propertyCount(value: JsonObject, run: Run): number {
  const { length } = Object.keys(value)
  run.spend(length >> 2)
  return length
}

function propertyNamesCheck(context: SchemaContext): Check | undefined {
  const schema = keywordValue(context, 'propertyNames')
  if (schema === undefined) return undefined
  const node = context.node(schema, { keys: ['propertyNames'] })
  return (value, run) => {
    if (!isJsonObject(value)) return VALID
    let verdict: Verdict = VALID
    for (const name of Object.keys(value)) {
      // The path leads to the member whose name is judged.
      verdict = lesser(verdict, node.judgeMember(name, name, run))
      if (verdict === INVALID && !run.tells) break
    }
    return verdict
  }
}

/** `dependentRequired`, and the lists of names in `dependencies`. */
function dependentRequiredChecks(context: SchemaContext): readonly Check[] {
  return ['dependentRequired', 'dependencies']
    .map((keyword) => dependentRequiredCheck(context, keyword))
    .filter((check) => check !== undefined)
}

function dependentRequiredCheck(context: SchemaContext, keyword: string): Check | undefined {
  const dependencies = keywordValue(context, keyword)
  if (dependencies === undefined) return undefined
  if (!isJsonObject(dependencies)) return badKeyword(context, keyword, 'names by property')
  const rule = ruleOf(context, keyword)
  const needed: Required<Needed>[] = []
  for (const because of Object.keys(dependencies)) {
    const names = dependencies[because] as JsonValue // an own key
    if (isNameList(names)) needed.push({ because, names, rule })
    else if (isJsonArray(names) || keyword === 'dependentRequired') {
      return badKeyword(context, keyword, 'lists of names by property')
    }
  }
  if (needed.length === 0) return undefined
  return (value, run) => {
    if (!isJsonObject(value)) return VALID
    run.spend(needed.length >> 2)
    let verdict: Verdict = VALID
    for (const one of needed) {
      if (Object.hasOwn(value, one.because)) verdict = lesser(verdict, needAll(value, run, one))
    }
    return verdict
  }
}

function isNameList(value: JsonValue): value is JsonArray & readonly string[] {
  return isJsonArray(value) && value.every((name) => typeof name === 'string')
}
