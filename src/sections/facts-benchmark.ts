import { generateFacts } from '../benchmark/generate/facts/generate-facts.js'
import type { Benchmark } from '../benchmark/item.js'
import { fingerprintOfItems } from '../benchmark/item-json.js'
import type { Catalog } from '../catalog/catalog.js'
import { InputError } from '../errors.js'

/** How a benchmark is named that is made of the audit's own catalog. */
const SPEC = /^facts:(mcq|qa)(?:,size=(\d{1,6}))?$/
/** Items, unless said otherwise. */
const SIZE = 60

export interface FactsBenchmarkContext {
  readonly catalog: Catalog
  readonly seed: number
  readonly pause?: () => Promise<void>
}

/** Whether an entry of a config's benchmarks asks for items that are made of its catalog. */
export function isFactsSpec(spec: string): boolean {
  return spec.startsWith('facts:')
}

/**
 * Multiple-choice or yes-or-no items of what the schemas of a catalog state: `facts:mcq` or `facts:qa`, with the number of
 * items where it is not 60, as `facts:mcq,size=200`. Its name is `facts-mcq` or `facts-qa`. The same catalog and seed give the
 * same items.
 *
 * @throws {InputError} `benchmark-spec`, and what `generateFacts` throws.
 */
export async function factsBenchmark(
  spec: string,
  { catalog, seed, pause }: FactsBenchmarkContext,
): Promise<Benchmark> {
  const [, form, size] = SPEC.exec(spec) ?? []
  if (form !== 'mcq' && form !== 'qa') {
    throw new InputError({
      code: 'benchmark-spec',
      what: 'Items that are made of the catalog are multiple-choice or yes-or-no.',
      where: spec,
      fix: 'Write facts:mcq or facts:qa, with the number of items where it is not 60: facts:mcq,size=200.',
    })
  }
  const { items } = await generateFacts({
    catalog,
    form,
    seed,
    size: size === undefined ? SIZE : Number(size),
    sizeAt: spec,
    ...(pause === undefined ? {} : { pause }),
  })
  return { name: `facts-${form}`, items, fingerprint: fingerprintOfItems(items) }
}
