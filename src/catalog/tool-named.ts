import type { Catalog } from './catalog.js'

/** The catalog's own name for a tool that is called by name or alias. */
export function toolNamed(nameOrAlias: string, catalog: Catalog): string | undefined {
  const position = catalog.position(nameOrAlias)
  return position === undefined ? undefined : catalog.tools[position]?.name
}
