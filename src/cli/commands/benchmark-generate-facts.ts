import { version } from '../../adapters/version.js'
import { dataCard } from '../../benchmark/generate/data-card.js'
import {
  type FactsOutcome,
  factsGenerator,
  generateFacts,
} from '../../benchmark/generate/facts/generate-facts.js'
import type { Benchmark } from '../../benchmark/item.js'
import { fingerprintOfItems } from '../../benchmark/item-json.js'
import { writeBenchmark } from '../../benchmark/write.js'
import { loadCatalog } from '../../catalog/import.js'
import { InputError } from '../../errors.js'
import { isJsonObject, parseJson, writeJson } from '../../text/json.js'
import { countText } from '../../text/number-text.js'
import { printable } from '../../text/printable.js'
import { renderTable } from '../../text/table.js'
import { cardFloors } from '../../validity/card-floors.js'
import { importContextOf, importOptionsOf } from '../catalog/catalog-flags.js'
import type { CliContext } from '../command.js'
import { guardOutput } from '../output-guard.js'
import type { GenerateFlags } from './benchmark-generate-flags.js'

export interface FactsCommand {
  readonly kind: 'mcq' | 'qa'
  readonly flags: GenerateFlags
  readonly context: CliContext
}

/** A benchmark that was made by other means is not replaced; one of ours is made anew. @throws {InputError} `output-occupied`. */
async function refuseForeignBenchmark(folder: string, { files }: CliContext): Promise<void> {
  const card = files.join(folder, 'benchmark.json')
  const hasItems = (await files.facts(files.join(folder, 'items.jsonl'))) !== undefined
  const hasCard = (await files.facts(card)) !== undefined
  if (!hasItems && !hasCard) return
  const text = hasCard ? new TextDecoder().decode(await files.read(card)) : ''
  const json = hasCard ? parseJson(text) : undefined
  const generator = json?.kind === 'value' && isJsonObject(json.value) ? json.value.generator : undefined
  if (isJsonObject(generator) && generator.name === factsGenerator.name) return
  throw new InputError({
    code: 'output-occupied',
    what: 'The folder holds items that were not made by this generator.',
    where: folder,
    fix: 'Choose another folder with -o.',
  })
}

/** `assay benchmark generate mcq|qa --generator facts`. */
export async function generateFromFacts({ kind, flags, context }: FactsCommand): Promise<void> {
  guardOutput(flags.output, flags.catalog)
  await refuseForeignBenchmark(flags.output, context)
  const { catalog } = await loadCatalog(flags.catalog, importContextOf(context), importOptionsOf(flags))
  context.notify(`Reading what the schemas of ${countText(catalog.tools.length)} tools state`)
  // Lets Ctrl-C through.
  const pause = (): Promise<void> => context.clock.sleep(0, context.signal)
  const outcome = await generateFacts({
    catalog,
    form: kind,
    seed: flags.seed,
    size: flags.size,
    pause,
  })
  const { items } = outcome
  const benchmark: Benchmark = { name: flags.output, items, fingerprint: fingerprintOfItems(items) }
  const card = {
    ...dataCard({
      benchmark,
      catalog,
      generator: factsGenerator,
      assay: version,
      seed: flags.seed,
      yield: outcome.yield,
      leaks: outcome.leaks,
      floors: await cardFloors({ benchmark, catalog, seed: flags.seed, pause }),
    }),
    statements: outcome.kinds,
  }
  await writeBenchmark({ benchmark, manifest: card, folder: flags.output }, context.files)
  context.print(
    flags.json === true ? `${writeJson(card, 2)}\n` : textOf(outcome, { kind, folder: flags.output }),
  )
}

interface TextContext {
  readonly kind: 'mcq' | 'qa'
  readonly folder: string
}

function textOf({ items, yield: made, kinds }: FactsOutcome, { kind, folder }: TextContext): string {
  const left = Object.entries(made.rejected).map(([reason, count]) => `${count} ${reason}`)
  const rows = [
    ['items', `${items.length} ${kind} of ${made.wanted ?? items.length} wanted`],
    ['tools', `${made.tried} in the catalog, ${made.eligible} that can be asked about`],
    ['left out', left.length === 0 ? 'none' : left.join(', ')],
    [
      'questions',
      Object.entries(kinds)
        .map(([id, count]) => `${id} ${count}`)
        .join(', '),
    ],
    ['clusters', String(new Set(items.map(({ cluster }) => cluster)).size)],
  ]
  const why = made.shortfall === undefined ? '' : `${made.shortfall}\n`
  const table = renderTable({ columns: [{ title: '' }, { title: '' }], rows })
  return `${table}${why}Written: ${printable(folder)} (items.jsonl, benchmark.json)\n`
}
