import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { missingPeer, type PeerName } from './peers.js'

export interface FoundPeer {
  /** Address to import, `file:…`. */
  readonly address: string
  /** The version that its own package.json names; undefined when that cannot be read. */
  readonly version: string | undefined
  readonly path: string
}

/**
 * Looks for an optional peer where Assay is installed, in the folder that the user is in, and in the folders that
 * `ASSAY_PEERS` names (separated as in `PATH`), in this order.
 */
export function findPeer(name: PeerName): FoundPeer | undefined {
  for (const place of peerPlaces()) {
    const path = resolvedFrom(place, name)
    if (path === undefined) continue
    return { address: pathToFileURL(path).href, version: versionAbove(path, name), path }
  }
  return undefined
}

/**
 * Loads an optional peer.
 *
 * @param beside names of peers that are installed with it, for the message.
 * @returns its module; its types are the caller's business.
 * @throws {InputError} `peer-missing` when it is not installed, or cannot be loaded.
 */
export async function importPeer(
  name: PeerName,
  { where, beside = [] }: { readonly where?: string; readonly beside?: readonly PeerName[] } = {},
): Promise<unknown> {
  const found = findPeer(name)
  const missing = { names: [name, ...beside] as const, ...(where === undefined ? {} : { where }) }
  if (found === undefined) throw missingPeer(missing)
  try {
    return await import(found.address)
  } catch (cause) {
    throw missingPeer({ ...missing, cause })
  }
}

function peerPlaces(): readonly string[] {
  const named = (process.env.ASSAY_PEERS ?? '').split(delimiter).filter((folder) => folder !== '')
  return [
    import.meta.url,
    ...[process.cwd(), ...named].map((folder) => pathToFileURL(join(resolve(folder), 'package.json')).href),
  ]
}

function resolvedFrom(place: string, name: string): string | undefined {
  try {
    return createRequire(place).resolve(name)
  } catch {
    return undefined
  }
}

/** The version in the nearest package.json above a file that bears the name of the package. */
function versionAbove(path: string, name: string): string | undefined {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    try {
      const facts: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
      if (typeof facts !== 'object' || facts === null || !('name' in facts) || facts.name !== name) continue
      return 'version' in facts && typeof facts.version === 'string' ? facts.version : undefined
    } catch {
      // No package.json here, or none that can be read.
    }
  }
  return undefined
}
