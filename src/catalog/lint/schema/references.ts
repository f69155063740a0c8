import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../text/json.js'
import { keyOfStep } from '../../../text/json-pointer.js'
import { decodePercent } from '../../../text/percent-encoding.js'
import type { SchemaNode } from './walk.js'

export interface Reference {
  /** Where the `$ref` stands. */
  readonly pointer: string
  readonly ref: string
  readonly target:
    | { readonly kind: 'found'; readonly pointer: string }
    | { readonly kind: 'missing'; readonly reason: string }
    /** It points into another document. */
    | { readonly kind: 'remote' }
}

/** Every `$ref` of a schema with where it leads. */
export function referencesOf(root: JsonObject, nodes: readonly SchemaNode[]): readonly Reference[] {
  const references: Reference[] = []
  let names: ReadonlyMap<string, string> | undefined
  for (const { schema, pointer } of nodes) {
    const ref = schema.$ref
    if (typeof ref !== 'string') continue
    names ??= namedPlaces(nodes)
    references.push({ pointer, ref, target: resolve(ref, root, names) })
  }
  return references
}

/** Places that `$id`, `$anchor` (and draft-04's `id`) give a name, by the reference that reaches them. */
function namedPlaces(nodes: readonly SchemaNode[]): ReadonlyMap<string, string> {
  const places = new Map<string, string>()
  for (const { schema, pointer } of nodes) {
    for (const keyword of ['$anchor', '$dynamicAnchor']) {
      const name = schema[keyword]
      if (typeof name === 'string') places.set(`#${name}`, pointer)
    }
    for (const keyword of ['$id', 'id']) {
      const name = schema[keyword]
      if (typeof name === 'string') places.set(name.replace(/#$/, ''), pointer)
    }
  }
  return places
}

function resolve(ref: string, root: JsonObject, names: ReadonlyMap<string, string>): Reference['target'] {
  if (ref === '#' || ref === '') return { kind: 'found', pointer: '' }
  if (ref.startsWith('#/')) return resolvePointer(ref.slice(1), root)
  const named = names.get(ref.replace(/#$/, ''))
  if (named !== undefined) return { kind: 'found', pointer: named }
  if (ref.startsWith('#')) return { kind: 'missing', reason: 'no $anchor has this name' }
  const [document = '', fragment = ''] = ref.split('#', 2)
  const base = names.get(document)
  if (base === undefined) return { kind: 'remote' }
  return fragment === ''
    ? { kind: 'found', pointer: base }
    : resolvePointer(base + decodePercent(fragment), root)
}

function resolvePointer(pointer: string, root: JsonObject): Reference['target'] {
  let value: JsonValue = root
  for (const step of pointer.split('/').slice(1)) {
    const key = keyOfStep(decodePercent(step))
    const next: JsonValue | undefined = isJsonObject(value)
      ? Object.hasOwn(value, key)
        ? value[key]
        : undefined
      : isJsonArray(value) && /^(?:0|[1-9]\d{0,8})$/.test(key)
        ? value[Number(key)]
        : undefined
    if (next === undefined) return { kind: 'missing', reason: 'nothing stands at that place' }
    value = next
  }
  if (!isJsonObject(value) && typeof value !== 'boolean') {
    return { kind: 'missing', reason: 'what stands there is not a schema' }
  }
  return { kind: 'found', pointer: pointer.split('/').map(decodePercent).join('/') }
}

/** References looked at for cycles; a schema with more of them is not searched. */
const MAX_CYCLE_REFERENCES = 2000

/**
 * Where schemas that contain themselves begin: the targets that a chain of `$ref`s leads back to. In order of first
 * use; empty for a schema of more than 2,000 references.
 */
export function recursiveTargets(references: readonly Reference[]): readonly string[] {
  if (references.length > MAX_CYCLE_REFERENCES) return []
  const targets = new Set<string>()
  for (const { target } of references) if (target.kind === 'found') targets.add(target.pointer)
  const next = new Map<string, readonly string[]>()
  for (const target of targets) {
    next.set(
      target,
      references.flatMap(({ pointer, target: reached }) =>
        reached.kind === 'found' && isWithin(pointer, target) ? [reached.pointer] : [],
      ),
    )
  }
  return [...targets].filter((target) => reaches(target, target, next))
}

function isWithin(pointer: string, place: string): boolean {
  return pointer === place || pointer.startsWith(`${place}/`)
}

function reaches(from: string, to: string, next: ReadonlyMap<string, readonly string[]>): boolean {
  const seen = new Set<string>()
  const waiting = [...(next.get(from) ?? [])]
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (place === to) return true
    if (seen.has(place)) continue
    seen.add(place)
    waiting.push(...(next.get(place) ?? []))
  }
  return false
}
