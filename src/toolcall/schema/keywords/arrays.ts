import { isJsonArray, type JsonArray, type JsonValue } from '../../../text/json.js'
import { badKeyword, keywordValue, ruleOf, type SchemaContext } from '../keyword.js'
import type { Run } from '../run.js'
import type { Check, SchemaNode } from '../schema-node.js'
import { valueKey } from '../value-key.js'
import { INVALID, lesser, UNDECIDED, VALID, type Verdict } from '../verdict.js'
import { countOf } from './counts.js'

/** `minItems`, `maxItems`, `uniqueItems`, `items` and its companions, `contains`. */
export function arrayChecks(context: SchemaContext): readonly Check[] {
  const checks = [
    minItemsCheck(context),
    maxItemsCheck(context),
    itemsCheck(context),
    uniqueItemsCheck(context),
    containsCheck(context),
  ]
  return checks.filter((check) => check !== undefined)
}

function minItemsCheck(context: SchemaContext): Check | undefined {
  const least = countOf(context, 'minItems')
  if (least === undefined) return undefined
  if (least === 'bad') return badKeyword(context, 'minItems', 'a count')
  const rule = ruleOf(context, 'minItems')
  return (value, run) => {
    if (!isJsonArray(value) || value.length >= least) return VALID
    return run.reject(rule, 'too-few-items', () => `Expected at least ${least} items, found ${value.length}.`)
  }
}

function maxItemsCheck(context: SchemaContext): Check | undefined {
  const most = countOf(context, 'maxItems')
  if (most === undefined) return undefined
  if (most === 'bad') return badKeyword(context, 'maxItems', 'a count')
  const rule = ruleOf(context, 'maxItems')
  return (value, run) => {
    if (!isJsonArray(value) || value.length <= most) return VALID
    return run.reject(rule, 'too-many-items', () => `Expected at most ${most} items, found ${value.length}.`)
  }
}

/** By the canonical text of each item, so that n items cost n steps and not n². */
function uniqueItemsCheck(context: SchemaContext): Check | undefined {
  const isUnique = keywordValue(context, 'uniqueItems')
  if (isUnique === undefined || isUnique === false) return undefined
  if (isUnique !== true) return badKeyword(context, 'uniqueItems', 'true or false')
  const rule = ruleOf(context, 'uniqueItems')
  return (value, run) => {
    if (!isJsonArray(value) || value.length < 2) return VALID
    const firstAt = new Map<string, number>()
    let verdict: Verdict = VALID
    for (const [at, item] of value.entries()) {
      const key = valueKey(item, run)
      const first = firstAt.get(key)
      if (first === undefined) {
        firstAt.set(key, at)
        continue
      }
      run.path.push(at)
      verdict = run.reject(
        rule,
        'repeated-item',
        () => `Expected items all different; this one equals item ${first}.`,
      )
      run.path.pop()
      if (!run.tells) break
    }
    return verdict
  }
}

interface ItemSchemas {
  readonly first: readonly SchemaNode[]
  readonly rest: SchemaNode | undefined
}

/** `prefixItems`, `items` in both its forms and `additionalItems`. */
function itemsCheck(context: SchemaContext): Check | undefined {
  const schemas = itemSchemasOf(context)
  if (schemas === undefined || typeof schemas === 'function') return schemas
  const { first, rest } = schemas
  return (value, run) => {
    if (!isJsonArray(value)) return VALID
    const most = rest === undefined ? Math.min(first.length, value.length) : value.length
    if (run.seen !== undefined) run.seen.itemCount = Math.max(run.seen.itemCount, most)
    let verdict: Verdict = VALID
    for (let at = 0; at < most; at++) {
      const node = (first[at] ?? rest) as SchemaNode // `most` ends where neither stands
      verdict = lesser(verdict, node.judgeMember(at, value[at] as JsonValue, run))
      if (verdict === INVALID && !run.tells) break
    }
    return verdict
  }
}

function itemSchemasOf(context: SchemaContext): ItemSchemas | Check | undefined {
  const items = keywordValue(context, 'items')
  // Lists of items belong to drafts before 2020-12, but say the same wherever they are written.
  if (isJsonArray(items)) {
    return { first: listed(context, 'items', items), rest: restOf(context, 'additionalItems') }
  }
  const prefix = keywordValue(context, 'prefixItems')
  if (prefix === undefined && items === undefined) return undefined
  if (prefix !== undefined && !isJsonArray(prefix))
    return badKeyword(context, 'prefixItems', 'a list of schemas')
  return {
    first: prefix === undefined ? [] : listed(context, 'prefixItems', prefix),
    rest: restOf(context, 'items'),
  }
}

function listed(context: SchemaContext, keyword: string, schemas: JsonArray): readonly SchemaNode[] {
  return schemas.map((schema, at) => context.node(schema, { keys: [keyword, at], forbids: 'unknown-item' }))
}

function restOf(context: SchemaContext, keyword: string): SchemaNode | undefined {
  const schema = keywordValue(context, keyword)
  return schema === undefined ? undefined : context.node(schema, { keys: [keyword], forbids: 'unknown-item' })
}

/** `contains` with `minContains` and `maxContains`. */
function containsCheck(context: SchemaContext): Check | undefined {
  const schema = keywordValue(context, 'contains')
  if (schema === undefined) return undefined
  const least = countOf(context, 'minContains') ?? 1
  const most = countOf(context, 'maxContains') ?? Number.POSITIVE_INFINITY
  if (least === 'bad') return badKeyword(context, 'minContains', 'a count')
  if (most === 'bad') return badKeyword(context, 'maxContains', 'a count')
  const node = context.node(schema, { keys: ['contains'] })
  const leastRule = ruleOf(context, least === 1 ? 'contains' : 'minContains')
  const mostRule = ruleOf(context, 'maxContains')
  const marks = context.site.resource.dialect.draft !== '2019-09'
  return (value, run) => {
    if (!isJsonArray(value)) return VALID
    const { matches, doubts } = countMatches(value, { node, run, marks })
    if (matches > most) {
      return run.reject(
        mostRule,
        'too-many-matches',
        () => `Expected at most ${most} items that fit, found ${matches}.`,
      )
    }
    if (matches + doubts < least) {
      return run.reject(
        leastRule,
        'too-few-matches',
        () => `Expected at least ${least} items that fit, found ${matches}.`,
      )
    }
    return matches < least || matches + doubts > most ? UNDECIDED : VALID
  }
}

interface Matching {
  readonly node: SchemaNode
  readonly run: Run
  /** Whether an item that fits counts as looked at. */
  readonly marks: boolean
}

function countMatches(
  items: JsonArray,
  { node, run, marks }: Matching,
): { readonly matches: number; readonly doubts: number } {
  let matches = 0
  let doubts = 0
  run.quietly(() => {
    for (const [at, item] of items.entries()) {
      const verdict = node.judgeMember(at, item, run)
      if (verdict === VALID) matches++
      else if (verdict === UNDECIDED) doubts++
      if (!marks || run.seen === undefined) continue
      if (verdict === VALID) run.seen.addItem(at)
      else if (verdict === UNDECIDED) run.seen.isUncertain = true
    }
    return VALID
  })
  return { matches, doubts }
}
