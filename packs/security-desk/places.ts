import type { PackTool, PackWorld } from '../../src/agent/pack.js'
import { BugError } from '../../src/errors.js'
import type { DeskTables } from './knowledge/make-tables.js'

/** A site with what belongs to it alone. */
export interface DeskPlace {
  readonly site: string
  readonly teams: readonly string[]
}

/** By the tools over a base, which outlive any copy of the world around them. */
const known = new WeakMap<readonly PackTool[], readonly DeskPlace[]>()

export function rememberPlaces(tools: readonly PackTool[], { hosts }: DeskTables): void {
  const teams = new Map<string, Set<string>>()
  for (let row = 0; row < hosts.rowCount; row++) {
    const site = String(hosts.value(row, 'site'))
    const own = teams.get(site) ?? new Set()
    teams.set(site, own.add(String(hosts.value(row, 'team'))))
  }
  known.set(
    tools,
    [...teams].map(([site, own]) => ({ site, teams: [...own].sort() })),
  )
}

/** The sites that the base holds, in its order. */
export function deskPlaces({ tools }: Pick<PackWorld, 'tools'>): readonly DeskPlace[] {
  const places = known.get(tools)
  if (places === undefined) {
    throw new BugError({ code: 'pack-world', what: 'This world was not opened by the pack security-desk.' })
  }
  return places
}
