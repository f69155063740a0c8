import { InputError } from '../../errors.js'
import type { Files } from '../../ports.js'
import { fingerprintOf } from '../../text/hash.js'
import { canonicalJson, isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'
import { readJsonText } from '../../text/jsonl.js'
import { printable } from '../../text/printable.js'

/** `generation/generation.json`: everything that decides what is asked and what comes of it. Never a secret. */
export interface GenerationDocument {
  readonly schema: 'assay.generation/1'
  readonly config: JsonObject
  /** SHA-256 of the canonical JSON of `config`. */
  readonly hash: string
}

/** The largest one read. */
const MAX_BYTES = 4 * 1024 * 1024

export function generationDocument(config: JsonObject): GenerationDocument {
  return { schema: 'assay.generation/1', config, hash: fingerprintOf(config) }
}

/**
 * Refuses to go on with a generation that was begun otherwise.
 *
 * @throws {InputError} `generation-changed`, naming what differs; `generation-invalid`.
 */
export async function checkGeneration(
  path: string,
  current: GenerationDocument,
  files: Files,
): Promise<void> {
  const facts = await files.facts(path)
  if (facts !== undefined && facts.sizeBytes > MAX_BYTES) throw invalid(path)
  const stored = readJsonText(new TextDecoder().decode(await files.read(path)), { path })
  if (!isJsonObject(stored) || stored.schema !== current.schema || !isJsonObject(stored.config))
    throw invalid(path)
  const differences = differencesOf(stored.config, current.config)
  if (differences.length === 0) return
  const more = differences.length > 12 ? `\n         and ${differences.length - 12} more` : ''
  throw new InputError({
    code: 'generation-changed',
    what: `The generation cannot go on: what decides its items has changed.\n         ${differences.slice(0, 12).join('\n         ')}${more}`,
    where: path,
    fix: 'Restore what has changed, or generate into another folder with -o.',
  })
}

function differencesOf(stored: JsonObject, current: JsonObject): readonly string[] {
  const before = leavesOf(stored)
  const after = leavesOf(current)
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => before.get(path) !== after.get(path))
    .map((path) => `${path}: ${shown(before.get(path))} → ${shown(after.get(path))}`)
}

function leavesOf(value: JsonValue): ReadonlyMap<string, string> {
  const leaves = new Map<string, string>()
  const walk = (at: JsonValue, path: string): void => {
    if (isJsonObject(at))
      for (const [key, member] of Object.entries(at)) walk(member, path === '' ? key : `${path}.${key}`)
    else if (isJsonArray(at)) for (const [index, entry] of at.entries()) walk(entry, `${path}[${index}]`)
    else leaves.set(path, canonicalJson(at))
  }
  walk(value, '')
  return leaves
}

function shown(leaf: string | undefined): string {
  if (leaf === undefined) return 'none'
  return /^"[0-9a-f]{64}"$/.test(leaf) ? `${leaf.slice(1, 13)}…` : printable(leaf, { maxLength: 120 })
}

function invalid(where: string): InputError {
  return new InputError({
    code: 'generation-invalid',
    what: 'This is not what a generation keeps of itself.',
    where,
    fix: 'Restore the file, or generate into another folder with -o.',
  })
}
