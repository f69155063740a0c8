import { InputError } from '../../errors.js'
import { ExactNumber, isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'

/** Which rules a document's schemas follow. 3.1 and later use JSON Schema 2020-12 as it is. */
export type Dialect = '2.0' | '3.0' | '3.1'

/** A document that tools or their schemas are read from. */
export interface ApiDocument {
  /** Path or address, as messages show it and as relative references are resolved against it. */
  readonly address: string
  readonly root: JsonValue
  readonly dialect: Dialect
}

/** An API's description: the document that holds its operations. */
export interface ApiDescription extends ApiDocument {
  readonly root: JsonObject
}

/** What a document says of its format: OpenAPI 3.x or Swagger 2.0, or why it is not read. */
export type VersionReading =
  | { readonly kind: 'read'; readonly dialect: Dialect }
  | { readonly kind: 'unsupported'; readonly version: string }
  | { readonly kind: 'absent' }

/** Reads the key `openapi` or `swagger`; a number (`swagger: 2.0` in YAML) is as good as a text. */
export function versionOf(root: JsonValue): VersionReading {
  if (!isJsonObject(root)) return { kind: 'absent' }
  const version = spelling(root.openapi) ?? spelling(root.swagger)
  if (version === undefined) return { kind: 'absent' }
  if (/^2(\.|$)/.test(version)) return { kind: 'read', dialect: '2.0' }
  if (/^3(\.0|$)/.test(version)) return { kind: 'read', dialect: '3.0' }
  if (/^3\.[0-9]/.test(version)) return { kind: 'read', dialect: '3.1' }
  return { kind: 'unsupported', version }
}

function spelling(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value.trim()
  if (typeof value === 'number') return String(value)
  return value instanceof ExactNumber ? value.text : undefined
}

/**
 * Takes a parsed document as an API's description.
 *
 * @throws {InputError} `openapi-version-missing`, `openapi-version-unsupported`.
 */
export function describedApi(root: JsonValue, address: string): ApiDescription {
  const version = versionOf(root)
  if (version.kind === 'read' && isJsonObject(root)) return { address, root, dialect: version.dialect }
  if (version.kind === 'unsupported') {
    throw new InputError({
      code: 'openapi-version-unsupported',
      what: `Version ${JSON.stringify(version.version.slice(0, 40))} of OpenAPI is not read.`,
      where: address,
      fix: 'Convert the description to Swagger 2.0 or OpenAPI 3.',
    })
  }
  throw new InputError({
    code: 'openapi-version-missing',
    what: 'This is no OpenAPI description: it has neither the key "openapi" nor "swagger".',
    where: address,
    fix: 'Name the file whose top level holds openapi: 3.x or swagger: "2.0", or choose another --format.',
  })
}
