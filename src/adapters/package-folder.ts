import { createRequire } from 'node:module'
import { dirname } from 'node:path'

/** The folder of this package, from source and once installed. */
export function packageFolder(): string {
  return dirname(createRequire(import.meta.url).resolve('assay/package.json'))
}
