import type { Files } from '../ports.js'
import { type JsonObject, type JsonValue, writeJson } from '../text/json.js'
import { countItems } from './facts.js'
import type { Benchmark } from './item.js'
import { itemToJson } from './item-json.js'

/** What made the items, by name and version. */
interface GeneratorIdentity {
  readonly name: string
  readonly version: number
}

export interface ManifestRequest {
  readonly benchmark: Benchmark
  readonly generator: GeneratorIdentity
  /** Version of Assay. */
  readonly assay: string
  /** Fingerprint of the catalog that the items were made for, where known. */
  readonly catalog?: string
}

/** The manifest `benchmark.json` of a benchmark. */
export function manifestOf({ benchmark, generator, assay, catalog }: ManifestRequest): JsonObject {
  const counts = countItems(benchmark.items)
  const kinds = Object.keys(counts.kinds)
  const [kind = 'mixed', another] = kinds
  const notices = benchmark.notices ?? []
  return {
    schema: 'assay.benchmark/1',
    assay,
    kind: another === undefined ? kind : 'mixed',
    // Plain data throughout: a JSON value by another name.
    counts: counts as unknown as JsonValue,
    fingerprint: benchmark.fingerprint,
    ...(catalog === undefined ? {} : { catalog }),
    generator: { name: generator.name, version: generator.version },
    ...(benchmark.source === undefined ? {} : { source: { ...benchmark.source } }),
    ...(notices.length === 0 ? {} : { notices: notices.map((notice) => ({ ...notice })) }),
  }
}

export interface WriteRequest {
  readonly benchmark: Benchmark
  readonly manifest: JsonObject
  readonly folder: string
}

/**
 * Writes a benchmark folder: `items.jsonl`, then `benchmark.json`, each under a temporary name and renamed. Should
 * something break between the two, the manifest's fingerprint is not that of the items, which every reader reports.
 */
export async function writeBenchmark(
  { benchmark, manifest, folder }: WriteRequest,
  files: Files,
): Promise<void> {
  await files.write(
    files.join(folder, 'items.jsonl'),
    benchmark.items.map((item) => `${writeJson(itemToJson(item))}\n`),
  )
  await files.write(files.join(folder, 'benchmark.json'), [`${writeJson(manifest, 2)}\n`])
}
