import { isAbsolute, join } from 'node:path'
import { loadConfig } from '../../adapters/config.js'
import type { DuplicateRule } from '../../catalog/assemble.js'
import { InputError } from '../../errors.js'
import type { Files } from '../../ports.js'

/** The catalog that a config names. */
export interface ConfigCatalog {
  /** As `--catalog` takes them; paths stand as seen from the working folder. */
  readonly sources: readonly string[]
  readonly onDuplicate?: DuplicateRule
}

/**
 * The `catalog` of a config, where it has one, with its `onDuplicate`. Other keys are not looked at.
 *
 * @throws {InputError} `config-invalid`, and what reading the config throws.
 */
export async function configCatalog(path: string, files: Files): Promise<ConfigCatalog | undefined> {
  const { value, path: where, folder } = await loadConfig(path, files)
  return catalogIn(value, { where, folder })
}

/** The same, of a config that was read. */
export function catalogIn(
  config: unknown,
  { where, folder }: { readonly where: string; readonly folder: string },
): ConfigCatalog | undefined {
  if (typeof config !== 'object' || config === null) throw invalidConfig(where, 'A config is an object.')
  // Both members are checked below.
  const { catalog, onDuplicate } = config as { readonly catalog?: unknown; readonly onDuplicate?: unknown }
  if (catalog === undefined) return undefined
  const isList = Array.isArray(catalog) && catalog.length > 0
  if (!isList || !catalog.every((source): source is string => typeof source === 'string' && source !== '')) {
    throw invalidConfig(where, '"catalog" must be a list of sources.')
  }
  const isRule = onDuplicate === 'error' || onDuplicate === 'first' || onDuplicate === 'qualify'
  if (onDuplicate !== undefined && !isRule) {
    throw invalidConfig(where, '"onDuplicate" must be "error", "first" or "qualify".')
  }
  return {
    sources: catalog.map((source) => placedAt(folder, source)),
    ...(isRule ? { onDuplicate } : {}),
  }
}

/** A path of a config as seen from the working folder; addresses and command lines stay as they are. */
export function placedAt(folder: string, path: string): string {
  const isElsewhere = /^[a-z][a-z0-9+.-]+:/i.test(path) || isAbsolute(path)
  return isElsewhere ? path : join(folder, path)
}

export function invalidConfig(where: string, what: string): InputError {
  return new InputError({ code: 'config-invalid', what, where, fix: 'Correct that key.' })
}
