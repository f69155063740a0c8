import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** Installed apart; the slow tests' own folder holds the oracle alone. */
const folders = ['bench/peers', 'test/assets'].map((folder) => join(process.cwd(), folder))

/** Whether a package that we are measured against is installed. */
export function hasPeer(name: string): boolean {
  return folderOf(name) !== undefined
}

/** As pinned in the folder's package.json. */
export function versionOf(name: string): string {
  const manifest = readFileSync(join(folderOf(name) ?? '', 'node_modules', name, 'package.json'), 'utf8')
  return (JSON.parse(manifest) as { readonly version: string }).version // a package has one
}

function folderOf(name: string): string | undefined {
  return folders.find((folder) => existsSync(join(folder, 'node_modules', name)))
}

/** The parts of the peers that are used; they are loaded at run time, so that the build needs none of them. */
export interface MiniSearchPeer {
  new (options: {
    readonly fields: readonly string[]
  }): {
    addAll(documents: readonly { readonly id: number; readonly text: string }[]): void
    search(query: string): readonly { readonly id: number; readonly score: number }[]
  }
}

export interface SqlitePeer {
  new (
    path: string,
  ): {
    exec(sql: string): void
    prepare(sql: string): { run(...values: unknown[]): void; all(...values: unknown[]): readonly unknown[] }
  }
}

export type WinkPeer = () => {
  defineConfig(config: unknown): void
  definePrepTasks(tasks: readonly ((text: string) => readonly string[])[]): void
  addDoc(document: { readonly text: string }, id: number): void
  consolidate(precision: number): void
  search(query: string, limit: number): readonly (readonly [id: string, score: number])[]
}

export interface UsearchPeer {
  readonly MetricKind: { readonly IP: string }
  exactSearch(
    rows: Float32Array,
    queries: Float32Array,
    dimensions: number,
    k: number,
    metric: string,
    threads: number,
  ): { readonly keys: BigUint64Array }
}

/** The peer as CommonJS gives it; the caller names the part of it that it uses. */
export function loadPeer<Peer>(name: string): Peer {
  const require = createRequire(join(folderOf(name) ?? '', 'package.json'))
  return require(name) as Peer // the shapes above are of the pinned versions
}
