import type { ResolvedItem } from '../../benchmark/resolve.js'
import type { Catalog } from '../../catalog/catalog.js'

/** Service by name of tool; a tool without one is its own service. */
export function servicesOf({ tools }: Catalog): ReadonlyMap<string, string> {
  return new Map(tools.map(({ name, service }) => [name, service ?? name]))
}

/** Distinct services of ranked tools, each at the place of its first tool. */
export function servicesRanked(
  names: readonly string[],
  serviceOf: ReadonlyMap<string, string>,
): readonly string[] {
  return [...new Set(names.map((name) => serviceOf.get(name) ?? name))]
}

/**
 * The item with services in place of tools. A need is met by the service of any of its equals; needs that share a service
 * are one need. The tier stays that of the tools.
 */
export function serviceItem(item: ResolvedItem, serviceOf: ReadonlyMap<string, string>): ResolvedItem {
  let needs: ReadonlySet<string>[] = []
  for (const need of item.needs) {
    let own = new Set(servicesRanked(need, serviceOf))
    const apart: ReadonlySet<string>[] = []
    for (const other of needs) {
      if ([...other].some((service) => own.has(service))) own = new Set([...other, ...own])
      else apart.push(other)
    }
    needs = [...apart, own]
  }
  const { grades: _, pool: __, ...rest } = item
  return { ...rest, needs: needs.map((services) => [...services]) }
}
