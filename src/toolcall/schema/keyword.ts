import type { JsonObject, JsonValue } from '../../text/json.js'
import { pointerStep } from './json-pointer.js'
import type { PatternShelf } from './pattern/linear-pattern.js'
import type { Rule } from './run.js'
import type { SchemaFaultCode, SchemaGap } from './schema-fault.js'
import type { Check, SchemaNode } from './schema-node.js'
import type { SchemaResource, SchemaSite } from './schema-resource.js'

/** How strictly values are judged, beyond what the schema says. */
export interface Strictness {
  /** An integer is spelled as one: 25.0 and 1e3 are not. */
  readonly exactTypes: boolean
  /** An object that declares `properties` and says nothing of others has no others. */
  readonly closedObjects: boolean
  readonly assertsFormats: boolean
}

export interface SubschemaPlace {
  /** Below the schema at hand, the keyword first. */
  readonly keys: readonly (string | number)[]
  /** The fault of a value that the schema `false` refuses; default `forbidden`. */
  readonly forbids?: SchemaFaultCode
}

/** What a keyword needs of the schema around it to make its check. */
export interface SchemaContext {
  readonly schema: JsonObject
  readonly site: SchemaSite
  readonly strictness: Strictness
  readonly patterns: PatternShelf
  /** The subschema that stands at `value`. What is no schema gives a node that leaves its values undecided. */
  node(value: JsonValue, place: SubschemaPlace): SchemaNode
  /** What a reference leads to, or why it leads nowhere. */
  target(reference: string): SchemaNode | Pick<SchemaGap, 'code' | 'reason'>
  /** The same by the anchors of another resource; undefined when it has none of that name. */
  dynamicTarget(resource: SchemaResource, anchor: string): SchemaNode | undefined
  /** Keeps what cannot be judged for reports on the schema. */
  note(gap: SchemaGap): void
}

/**
 * The value of a keyword; undefined when it is absent, no keyword of the schema's draft, or null where null says
 * nothing: writers of schemas spell absent keywords as null.
 */
export function keywordValue({ schema, site }: SchemaContext, keyword: string): JsonValue | undefined {
  if (!site.resource.dialect.keywords.has(keyword) || !Object.hasOwn(schema, keyword)) return undefined
  const value = schema[keyword]
  return value === null && keyword !== 'const' ? undefined : value
}

export function ruleOf({ site }: SchemaContext, keyword: string): Rule {
  return { keyword, schemaPath: site.path + pointerStep(keyword) }
}

interface GapParts extends Pick<SchemaGap, 'code' | 'reason'> {
  readonly keyword: string
}

export function gapOf(context: SchemaContext, { keyword, code, reason }: GapParts): SchemaGap {
  return { code, ...ruleOf(context, keyword), reason }
}

/** A check that cannot be made: it leaves its value undecided and says why. */
export function gapCheck(context: SchemaContext, parts: GapParts): Check {
  const gap = gapOf(context, parts)
  context.note(gap)
  return (_value, run) => run.doubt(gap)
}

/** The check of a keyword whose value no draft allows; `wants` says what one does. */
export function badKeyword(context: SchemaContext, keyword: string, wants: string): Check {
  const reason = `"${keyword}" holds ${wants}; this one does not.`
  return gapCheck(context, { keyword, code: 'bad-keyword', reason })
}
