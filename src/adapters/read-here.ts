import type { Benchmark } from '../benchmark/item.js'
import { loadBenchmark } from '../benchmark/load.js'
import type { Catalog } from '../catalog/catalog.js'
import { type ImportOptions, loadCatalog } from '../catalog/import.js'
import type { Notify } from '../ports.js'
import { argumentError } from '../toolcall/argument-error.js'
import { hostFiles } from './files.js'
import { checkOptions } from './given-options.js'
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
 * @throws {InputError} when a source is not what it should be, two tools contend for a name, or there is no tool;
 * `argument-invalid` for what is no path, and for options that are none.
 */
export async function readCatalog(
  sources: string | readonly string[],
  given: ReadOptions & ImportOptions = {},
): Promise<Catalog> {
  checkOptions('readCatalog', given)
  const { notify = () => {}, signal, ...options } = given
  const list: unknown = typeof sources === 'string' ? [sources] : sources
  if (!Array.isArray(list) || !list.every((source) => typeof source === 'string')) {
    const wanted = 'a path or an address, or a list of these'
    throw argumentError({ call: 'readCatalog', argument: 'the sources', wanted, given: sources })
  }
  const context = {
    files: hostFiles,
    http: hostHttp,
    mcp: lateMcp,
    notify,
    ...(signal === undefined ? {} : { signal }),
  }
  return (await loadCatalog(list, context, options)).catalog
}

/**
 * Reads a benchmark of this machine: a file, a folder, or `trec:QRELS,TOPICS`, in any format that Assay knows.
 *
 * @throws {InputError} `file-missing`, `benchmark-unknown`, `benchmark-empty`, `manifest-invalid`, `argument-invalid` for what is no
 * path and for options that are none, and what readers throw.
 */
export async function readBenchmark(
  path: string,
  given: ReadOptions & { readonly format?: string } = {},
): Promise<Benchmark> {
  checkOptions('readBenchmark', given)
  const { notify = () => {}, signal, ...options } = given
  if (typeof path !== 'string') {
    throw argumentError({ call: 'readBenchmark', argument: 'the path', wanted: 'a path', given: path })
  }
  return loadBenchmark(
    path,
    { files: hostFiles, notify, ...(signal === undefined ? {} : { signal }) },
    options,
  )
}
