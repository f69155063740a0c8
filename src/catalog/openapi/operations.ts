import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'
import type { ApiDescription, ApiDocument } from './document.js'
import type { Notices } from './notices.js'
import type { ParameterList } from './parameters.js'
import type { Located, References } from './references.js'

/** One operation of a description, as it is written. */
export interface Operation {
  /** In lower case. */
  readonly method: string
  /** The path's template. */
  readonly path: string
  readonly value: JsonObject
  /** The document that the operation stands in: another than the description's own when a path is a reference. */
  readonly document: ApiDocument
  readonly place: string
  /** Parameters of the whole path. */
  readonly shared: ParameterList | undefined
}

const METHODS: ReadonlySet<string> = new Set([
  ...['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'],
])

/** Keys of a path that hold no operation. */
const OTHER_KEYS: ReadonlySet<string> = new Set([
  ...['$ref', 'summary', 'description', 'servers', 'parameters', 'additionalOperations'],
])

/**
 * The operations of a description in order of occurrence. What is no operation where one should be is told of.
 *
 * @throws {InputError} when a reference leaves the document and must not.
 */
export function* operationsOf(
  description: ApiDescription,
  context: {
    readonly references: References
    readonly notices: Notices
    readonly refuse: (error: unknown) => void
  },
): Generator<Operation> {
  const { paths, webhooks } = description.root
  const { notices } = context
  if (isJsonObject(webhooks) && Object.keys(webhooks).length > 0) {
    const count = Object.keys(webhooks).length
    notices.add(
      'webhooks',
      `${count} webhooks are left out: the service calls them, its users do not.`,
      'webhooks',
    )
  }
  if (!isJsonObject(paths)) {
    const what = paths === undefined ? 'The description has no "paths".' : 'The "paths" are not an object.'
    notices.add('paths-missing', `${what} No tool comes of it.`, 'paths')
    return
  }
  for (const [path, item] of Object.entries(paths)) {
    if (path.startsWith('x-')) continue
    const place = `paths.${path}`
    let layers: readonly Located[]
    try {
      layers = layersOf({ value: item, document: description }, { ...context, place })
    } catch (error) {
      context.refuse(error)
      continue
    }
    yield* operationsOfPath(layers, { path, place, notices })
  }
}

/** A path item and what it refers to: its own keys count before those behind the reference. */
function layersOf(
  item: Located,
  context: { readonly references: References; readonly notices: Notices; readonly place: string },
): readonly Located[] {
  const layers = [item]
  if (isJsonObject(item.value) && item.value.$ref !== undefined) {
    const behind = context.references.follow(item, context.place)
    if ('kind' in behind) {
      context.notices.add('path-unreadable', `The path cannot be read: ${behind.reason}.`, context.place)
    } else if (behind.value !== item.value) layers.push(behind)
  }
  return layers
}

function* operationsOfPath(
  layers: readonly Located[],
  { path, place, notices }: { readonly path: string; readonly place: string; readonly notices: Notices },
): Generator<Operation> {
  const shared = sharedParameters(layers, place)
  const seen = new Set<string>()
  for (const { value, document } of layers) {
    if (!isJsonObject(value)) {
      notices.add('path-unreadable', 'The path is not an object and is left out.', place)
      continue
    }
    for (const { key, method, operation } of candidates(value)) {
      const at = `${place}.${key}`
      if (seen.has(method)) continue
      if (!isJsonObject(operation)) {
        if (METHODS.has(method)) notices.add('operation-unreadable', 'The operation is not an object.', at)
        continue
      }
      if (
        !METHODS.has(method) &&
        !isJsonObject(operation.responses) &&
        !key.startsWith('additionalOperations.')
      )
        continue
      seen.add(method)
      yield { method, path, value: operation, document, place: at, shared }
    }
  }
}

/** What may be an operation: the keys of a path but for those that are known to be none, and 3.2's further methods. */
function* candidates(
  item: JsonObject,
): Generator<{ readonly key: string; readonly method: string; readonly operation: JsonValue }> {
  for (const [key, operation] of Object.entries(item)) {
    if (OTHER_KEYS.has(key) || key.startsWith('x-')) continue
    yield { key, method: key.toLowerCase(), operation }
  }
  if (!isJsonObject(item.additionalOperations)) return
  for (const [key, operation] of Object.entries(item.additionalOperations)) {
    yield { key: `additionalOperations.${key}`, method: key.toLowerCase(), operation }
  }
}

function sharedParameters(layers: readonly Located[], place: string): ParameterList | undefined {
  for (const { value, document } of layers) {
    if (!isJsonObject(value) || value.parameters === undefined) continue
    if (isJsonArray(value.parameters) && value.parameters.length === 0) continue
    return { value: value.parameters, document, place: `${place}.parameters` }
  }
  return undefined
}
