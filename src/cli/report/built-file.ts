import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** What is built lies in the root of `dist`, from wherever in it, or in the sources, this is run. */
const PLACES = ['../', './', '../../../dist/']

/**
 * The text of a file that `npm run build` makes; undefined where it is not built.
 *
 * @param from address of the module that asks.
 */
export function builtFile(name: string, from: string): string | undefined {
  const path = PLACES.map((place) => fileURLToPath(new URL(`${place}${name}`, from))).find(existsSync)
  return path === undefined ? undefined : readFileSync(path, 'utf8')
}
