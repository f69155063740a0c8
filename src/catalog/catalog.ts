import { hashText, textHasher } from '../text/hash.js'
import { canonicalJson } from '../text/json.js'
import { type CanonicalSchemas, canonicalSchemas } from './stored-tool.js'
import type { Tool } from './tool.js'

/** An ordered set of tools with distinct names. */
export interface Catalog {
  readonly tools: readonly Tool[]
  /**
   * SHA-256 over the tools' own fingerprints in order; where a tool was read does not count. Computed on first use.
   */
  readonly fingerprint: string
  /** Position of the tool of that name, else of the only tool with that alias or token. */
  position(nameOrAlias: string): number | undefined
}

/** Gathers tools whose names are known to be distinct; `assembleCatalog` establishes that. */
export function catalogOf(tools: readonly Tool[]): Catalog {
  let fingerprint: string | undefined
  let positions: ReadonlyMap<string, number> | undefined
  return {
    tools,
    get fingerprint() {
      fingerprint ??= combineFingerprints(tools.map(toolFingerprint))
      return fingerprint
    },
    position(nameOrAlias) {
      positions ??= positionsOf(tools)
      const position = positions.get(nameOrAlias)
      return position === AMBIGUOUS ? undefined : position
    },
  }
}

const AMBIGUOUS = -1

function positionsOf(tools: readonly Tool[]): ReadonlyMap<string, number> {
  const positions = new Map<string, number>()
  for (const [position, tool] of tools.entries()) {
    for (const alias of otherSpellings(tool)) {
      const earlier = positions.get(alias)
      positions.set(alias, earlier === undefined || earlier === position ? position : AMBIGUOUS)
    }
  }
  for (const [position, tool] of tools.entries()) positions.set(tool.name, position)
  return positions
}

/** What a tool can be called besides its name: its aliases and its virtual token. */
function otherSpellings({ aliases = [], tokenText }: Tool): readonly string[] {
  return tokenText === undefined ? aliases : [...aliases, tokenText]
}

/** What a tool's fingerprint is made of, in the order of canonical JSON. */
const CONTENT_FIELDS = [
  'aliases',
  'annotations',
  'category',
  'description',
  'endpoint',
  'inputSchema',
  'name',
  'outputSchema',
  'placeholders',
  'service',
  'serviceDescription',
  'title',
  'tokenText',
] as const satisfies readonly (keyof Tool)[]

/** SHA-256 of a tool's content, 64 hex digits. Where the tool was read is not part of it. */
export function toolFingerprint(tool: Tool): string {
  const schemas = canonicalSchemas(tool)
  let text = ''
  for (const field of CONTENT_FIELDS) {
    const written = canonicalMember(tool, field, schemas)
    if (written !== undefined) text += `${text === '' ? '{' : ','}"${field}":${written}`
  }
  return hashText(`${text}}`)
}

function canonicalMember(
  tool: Tool,
  field: (typeof CONTENT_FIELDS)[number],
  schemas: CanonicalSchemas,
): string | undefined {
  if (field === 'inputSchema') return schemas.input
  if (field === 'outputSchema') return schemas.output
  const value = tool[field]
  return value === undefined ? undefined : canonicalJson(value)
}

/** The fingerprint of a catalog from those of its tools, in order. */
export function combineFingerprints(fingerprints: Iterable<string>): string {
  const hasher = textHasher()
  let separator = ''
  for (const fingerprint of fingerprints) {
    hasher.add(separator + fingerprint)
    separator = '\n'
  }
  return hasher.digest()
}
