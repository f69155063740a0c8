import { emptyObject, type JsonObject } from '../../text/json.js'
import type { Conversion, Definition, RawSchema, SchemaLibrary } from './schema-library.js'

/** A schema that becomes a property of the arguments, or the whole result. */
export interface Part {
  readonly raw: RawSchema
  readonly conversion: Conversion
}

export interface Gathering {
  /** One for each part, in order. */
  readonly schemas: readonly JsonObject[]
  /** The definitions that the schemas refer to, and those that these refer to. */
  readonly definitions: JsonObject | undefined
  /** References and parts that were left open because the limit was reached. */
  readonly openedCount: number
  /** Characters of all of it, about. */
  readonly length: number
}

/** A part of no more characters stays as it is: what would stand in its place is no shorter. */
const ALWAYS_KEPT = 64

/**
 * Gathers what a tool's schemas refer to, breadth first, up to `limit` characters of JSON: near schemas come before
 * far ones, and one whole ontology that is reachable from an argument does not follow it into the tool. Every part
 * stays; one that is too long by itself loses its deepest levels. A definition that does not fit is left out whole,
 * and references to it become open schemas that name it in a `$comment`. Cycles end because a definition is gathered
 * once.
 */
export function gatherSchemas(parts: readonly Part[], library: SchemaLibrary, limit: number): Gathering {
  let used = 0
  let openedCount = 0
  let length = 0
  const fitted = parts.map((part) => {
    let { conversion } = part
    if (used + conversion.size > limit && conversion.size > ALWAYS_KEPT) {
      conversion = library.convertWithin(part.raw, limit - used)
      openedCount++
    }
    used = Math.min(limit, used + conversion.size)
    length += conversion.size
    return { raw: part.raw, conversion }
  })

  const kept = new Set<Definition>()
  const queue = [...new Set(fitted.flatMap(({ conversion }) => conversion.definitions))]
  const seen = new Set(queue)
  for (const definition of queue) {
    const { size, definitions } = library.convert(definition.raw)
    const cost = size + definition.name.length + 4
    if (used + cost > limit) continue
    used += cost
    length += cost
    kept.add(definition)
    for (const next of definitions) {
      if (seen.has(next)) continue
      seen.add(next)
      queue.push(next)
    }
  }

  const finished = (raw: RawSchema, conversion: Conversion): JsonObject => {
    if (conversion.definitions.every((definition) => kept.has(definition))) return conversion.schema
    const again = library.convertKeeping({ raw, maxDepth: conversion.maxDepth }, kept)
    openedCount += again.openedCount
    return again.schema
  }
  const schemas = fitted.map(({ raw, conversion }) => finished(raw, conversion))
  if (kept.size === 0) return { schemas, definitions: undefined, openedCount, length }
  const definitions = emptyObject()
  for (const definition of kept) {
    definitions[definition.name] = finished(definition.raw, library.convert(definition.raw))
  }
  return { schemas, definitions, openedCount, length }
}
