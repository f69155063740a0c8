import type { Benchmark } from '../../benchmark/item.js'
import { loadBenchmark } from '../../benchmark/load.js'
import { type Catalog, catalogOf } from '../../catalog/catalog.js'
import { readCatalogLines } from '../../catalog/store.js'
import type { Tool } from '../../catalog/tool.js'
import { InputError } from '../../errors.js'
import { randomStream, shuffled } from '../../numeric/random.js'
import type { Files, Notify } from '../../ports.js'
import type { CardMeasure } from './reference-card.js'

export type ItemSet = CardMeasure['items']

/** Catalog and items that reference subjects are measured on, read when they are first asked for. */
export class ReferenceData {
  readonly #folder: string
  readonly #files: Files
  readonly #notify: Notify
  readonly #items = new Map<ItemSet, Promise<Benchmark>>()
  #catalog: Promise<Catalog> | undefined

  constructor(folder: string, { files, notify }: { readonly files: Files; readonly notify: Notify }) {
    this.#folder = folder
    this.#files = files
    this.#notify = notify
  }

  /** @throws {InputError} `catalog-invalid`, and what reading throws. */
  catalog(): Promise<Catalog> {
    this.#catalog ??= readCatalog(this.#files.join(this.#folder, 'catalog.jsonl'), this.#files)
    return this.#catalog
  }

  /** @throws {InputError} as `loadBenchmark` does. */
  items(set: ItemSet): Promise<Benchmark> {
    const known = this.#items.get(set)
    if (known !== undefined) return known
    const path = this.#files.join(this.#folder, 'items', `${set}.jsonl`)
    const read = loadBenchmark(path, { files: this.#files, notify: this.#notify })
    this.#items.set(set, read)
    return read
  }
}

async function readCatalog(path: string, files: Files): Promise<Catalog> {
  const tools: Tool[] = []
  const names = new Set<string>()
  for await (const { number, tool } of readCatalogLines(files.stream(path), path)) {
    if (names.has(tool.name)) {
      throw new InputError({
        code: 'catalog-invalid',
        what: `Two tools are named ${JSON.stringify(tool.name)}.`,
        where: `${path}, line ${number}`,
        fix: 'Restore the reference folder.',
      })
    }
    names.add(tool.name)
    tools.push(tool)
  }
  return catalogOf(tools)
}

/** The items, or so many of them drawn by the seed, in their own order. */
export function sampledItems(benchmark: Benchmark, most: number, seed: number): Benchmark {
  const { items, name } = benchmark
  if (items.length <= most) return benchmark
  const places = shuffled([...items.keys()], randomStream(seed, `calibrate ${name}`)).slice(0, most)
  const kept = new Set(places)
  return { ...benchmark, items: items.filter((_, place) => kept.has(place)) }
}
