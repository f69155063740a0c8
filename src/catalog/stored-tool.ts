import { BugError } from '../errors.js'
import {
  canonicalJson,
  isJsonObject,
  type JsonObject,
  type JsonReadOptions,
  parseJson,
  writeJson,
} from '../text/json.js'
import { canonicalText } from '../text/json-canonical.js'
import type { Tool } from './tool.js'

/** Rules under which strangers' tools and schemas are read. The deepest schema of 125,000 real ones has 40 levels. */
export const SCHEMA_RULES: JsonReadOptions = { maxDepth: 512, prototypeKeys: 'fault' }

/** What went into the store is a value; whoever read it from a stranger's text has judged it. */
const STORED_RULES: JsonReadOptions = { maxDepth: 1000 }

const PIECE_BYTES = 1 << 20
/** Schemas kept parsed, so that a caller who reads one tool's schema several times parses it once. */
const KEPT_SCHEMAS = 256

/**
 * Keeps schemas as UTF-8 outside the heap and reads them when asked: 125,000 tools take the size of their file, not
 * the ten-fold of objects.
 */
export class SchemaStore {
  readonly #pieces: Uint8Array[] = []
  #pieceEnd = PIECE_BYTES
  readonly #places: { readonly piece: Uint8Array; readonly start: number; readonly end: number }[] = []
  readonly #shared = new Map<string, number>()
  readonly #kept = new Map<number, JsonObject>()
  readonly #encoder = new TextEncoder()
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true })

  /** @param text a JSON object, without repeated keys, at most 1,000 levels deep. */
  add(text: string): number {
    const shared = this.#shared.get(text)
    if (shared !== undefined) return shared
    const id = this.#places.push(this.#write(text)) - 1
    // Many tools share the schema without arguments; longer ones are hardly ever equal.
    if (text.length <= 100 && this.#shared.size < 1000) this.#shared.set(text, id)
    return id
  }

  read(id: number): JsonObject {
    const kept = this.#kept.get(id)
    if (kept !== undefined) return kept
    const reading = parseJson(this.#text(id), STORED_RULES)
    if (reading.kind === 'fault' || !isJsonObject(reading.value)) {
      throw new BugError({ code: 'schema-store', what: 'A schema that had been checked cannot be read.' })
    }
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size < KEPT_SCHEMAS) break
      this.#kept.delete(oldest)
    }
    this.#kept.set(id, reading.value)
    return reading.value
  }

  /** The canonical text of a schema, which is not kept. */
  canonical(id: number): string {
    return canonicalText(this.#text(id))
  }

  #text(id: number): string {
    const { piece, start, end } = this.#places[id] as { piece: Uint8Array; start: number; end: number } // `add` gave the id
    return this.#decoder.decode(piece.subarray(start, end))
  }

  #write(text: string): { readonly piece: Uint8Array; readonly start: number; readonly end: number } {
    let piece = this.#pieces.at(-1)
    // A UTF-16 code unit takes at most three bytes of UTF-8.
    if (piece === undefined || piece.length - this.#pieceEnd < text.length * 3) {
      if (text.length * 3 > PIECE_BYTES) {
        const own = this.#encoder.encode(text)
        return { piece: own, start: 0, end: own.length }
      }
      piece = new Uint8Array(PIECE_BYTES)
      this.#pieces.push(piece)
      this.#pieceEnd = 0
    }
    const start = this.#pieceEnd
    this.#pieceEnd += this.#encoder.encodeInto(text, piece.subarray(start)).written
    return { piece, start, end: this.#pieceEnd }
  }
}

/** Where a tool's schemas are kept. */
interface StoredSchemas {
  readonly store: SchemaStore
  readonly input: number
  readonly output?: number | undefined
}

const schemasOf = new WeakMap<Tool, StoredSchemas>()

/** A tool whose schemas are read from the store on first use. */
export function storedTool(fields: Omit<Tool, 'inputSchema' | 'outputSchema'>, schemas: StoredSchemas): Tool {
  const { store, input, output } = schemas
  // Own, enumerable getters: a copy made with `{...tool}` holds the schemas themselves.
  const tool = {
    ...fields,
    get inputSchema() {
      return store.read(input)
    },
  }
  if (output !== undefined) {
    withOwn(tool, {
      get outputSchema() {
        return store.read(output)
      },
    })
  }
  schemasOf.set(tool, schemas)
  return tool
}

/** The canonical texts of a tool's schemas. */
export interface CanonicalSchemas {
  readonly input: string
  readonly output: string | undefined
}

/** Makes no values of schemas that are stored. */
export function canonicalSchemas(tool: Tool): CanonicalSchemas {
  const stored = schemasOf.get(tool)
  if (stored === undefined) {
    const { inputSchema, outputSchema } = tool
    const output = outputSchema === undefined ? undefined : canonicalJson(outputSchema)
    return { input: canonicalJson(inputSchema), output }
  }
  const { store, input, output } = stored
  return { input: store.canonical(input), output: output === undefined ? undefined : store.canonical(output) }
}

/** Moves a tool's schemas into the store. */
export function toStored(tool: Tool, store: SchemaStore): Tool {
  if (schemasOf.has(tool)) return tool
  const { inputSchema, outputSchema, ...fields } = tool
  const output = outputSchema === undefined ? undefined : store.add(writeJson(outputSchema))
  return storedTool(fields, { store, input: store.add(writeJson(inputSchema)), output })
}

/** A copy with other members, its schemas apart; what has not been read stays unread. */
export function amendTool(tool: Tool, changes: Partial<Omit<Tool, 'inputSchema' | 'outputSchema'>>): Tool {
  const amended = withOwn(withOwn({}, tool), changes)
  const stored = schemasOf.get(tool)
  if (stored !== undefined) schemasOf.set(amended, stored)
  return amended
}

function withOwn<A extends object, B extends object>(target: A, members: B): A & B {
  // Descriptors carry getters over; `Object.assign` would call them.
  return Object.defineProperties(target, Object.getOwnPropertyDescriptors(members)) as A & B
}
