import { badKeyword, gapCheck, keywordValue, type SchemaContext } from '../keyword.js'
import type { Run } from '../run.js'
import { type Check, SchemaNode } from '../schema-node.js'
import type { SchemaResource } from '../schema-resource.js'

/** `$ref`, `$dynamicRef`, `$recursiveRef`. */
export function referenceChecks(context: SchemaContext): readonly Check[] {
  const checks = [
    refCheck(context),
    dynamicCheck(context, '$dynamicRef'),
    dynamicCheck(context, '$recursiveRef'),
  ]
  return checks.filter((check) => check !== undefined)
}

function refCheck(context: SchemaContext): Check | undefined {
  const reference = keywordValue(context, '$ref')
  if (reference === undefined) return undefined
  if (typeof reference !== 'string') return badKeyword(context, '$ref', 'an address')
  const target = context.target(reference)
  if (!(target instanceof SchemaNode)) return gapCheck(context, { keyword: '$ref', ...target })
  return (value, run) => target.judgeInPlace(value, run)
}

/**
 * A reference to an anchor that the outermost resource on the way there may define anew. `$recursiveRef` is the same
 * with one anchor that has no name.
 */
function dynamicCheck(context: SchemaContext, keyword: '$dynamicRef' | '$recursiveRef'): Check | undefined {
  const reference = keywordValue(context, keyword)
  if (reference === undefined) return undefined
  if (typeof reference !== 'string') return badKeyword(context, keyword, 'an address')
  const target = context.target(reference)
  if (!(target instanceof SchemaNode)) return gapCheck(context, { keyword, ...target })
  const anchor = keyword === '$recursiveRef' ? '' : reference.slice(reference.indexOf('#') + 1)
  // Only a reference that finds a dynamic anchor at first looks for another one of its name.
  const isDynamic = context.dynamicTarget(target.resource, anchor) === target
  if (!isDynamic) return (value, run) => target.judgeInPlace(value, run)
  return (value, run) => (outermost(context, anchor, run) ?? target).judgeInPlace(value, run)
}

function outermost(context: SchemaContext, anchor: string, run: Run): SchemaNode | undefined {
  let found: SchemaNode | undefined
  let last: SchemaResource | undefined
  for (let { scope } = run; scope !== undefined; scope = scope.outer) {
    if (scope.resource === last) continue
    last = scope.resource
    found = context.dynamicTarget(scope.resource, anchor) ?? found
  }
  return found
}
