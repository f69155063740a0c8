import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

export interface ImportedPeer {
  readonly module: unknown
  /** Of the file that was imported. */
  readonly address: string
}

/**
 * An optional package, where it is installed: beside Assay, in the folder the user is in, or in one more. Undefined when it
 * is nowhere.
 *
 * @param folder default the variable ASSAY_PEERS.
 * @throws whatever loading it throws.
 */
export async function importPeer(
  name: string,
  folder: string | undefined = process.env.ASSAY_PEERS,
): Promise<ImportedPeer | undefined> {
  const folders = [process.cwd(), folder].filter((place) => place !== undefined)
  const places = [import.meta.url, ...folders.map((place) => pathToFileURL(join(place, 'package.json')).href)]
  for (const place of places) {
    const path = resolveFrom(place, name)
    if (path === undefined) continue
    const address = pathToFileURL(path).href
    return { module: await import(address), address }
  }
  return undefined
}

function resolveFrom(place: string, name: string): string | undefined {
  try {
    return createRequire(place).resolve(name)
  } catch {
    return undefined
  }
}
