import type { Benchmark } from '../benchmark/item.js'
import { loadBenchmark } from '../benchmark/load.js'
import type { Catalog } from '../catalog/catalog.js'
import { type ImportOptions, loadCatalog } from '../catalog/import.js'
import type { Notify } from '../ports.js'
import { hostFiles } from './files.js'
import { hostHttp } from './http.js'
import { lateMcp } from './mcp/late-mcp.js'

export interface ReadOptions {
  /** Hears what was left out or changed while reading; nobody by default. */
  readonly notify?: Notify
  readonly signal?: AbortSignal
}

/**
 * Reads a catalog from files, folders, addresses and live MCP servers of this machine, in any format that
 * `assay catalog import` reads.
 *
 * @param sources e.g. `openapi.yaml`, or `['tools.jsonl', 'mcp:npx -y some-server']`.
 * @throws {InputError} when a source is not what it should be, two tools contend for a name, or there is no tool.
 */
export async function readCatalog(
  sources: string | readonly string[],
  { notify = () => {}, signal, ...options }: ReadOptions & ImportOptions = {},
): Promise<Catalog> {
  const context = {
    files: hostFiles,
    http: hostHttp,
    mcp: lateMcp,
    notify,
    ...(signal === undefined ? {} : { signal }),
  }
  return (await loadCatalog(typeof sources === 'string' ? [sources] : sources, context, options)).catalog
}

/**
 * Reads a benchmark of this machine: a file, a folder, or `trec:QRELS,TOPICS`, in any format that Assay knows.
 *
 * @throws {InputError} `file-missing`, `benchmark-unknown`, `benchmark-empty`, `manifest-invalid` and what readers throw.
 */
export function readBenchmark(
  path: string,
  { notify = () => {}, signal, ...options }: ReadOptions & { readonly format?: string } = {},
): Promise<Benchmark> {
  return loadBenchmark(
    path,
    { files: hostFiles, notify, ...(signal === undefined ? {} : { signal }) },
    options,
  )
}
