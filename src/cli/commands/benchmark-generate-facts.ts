import { type CardFloor, dataCard } from '../../benchmark/generate/data-card.js'
import {
  type FactsOutcome,
  factsGenerator,
  generateFacts,
} from '../../benchmark/generate/facts/generate-facts.js'
import type { Benchmark, McqItem, QaItem } from '../../benchmark/item.js'
import { fingerprintOfItems } from '../../benchmark/item-json.js'
import { bagOfWords } from '../../benchmark/nulls/bag-of-words.js'
import { favouriteOption } from '../../benchmark/nulls/favourite-option.js'
import { optionRuleRight, optionRules } from '../../benchmark/nulls/option-rules.js'
import { mcqWordRule, qaWordRule } from '../../benchmark/nulls/word-rule.js'
import { writeBenchmark } from '../../benchmark/write.js'
import { loadCatalog } from '../../catalog/import.js'
import { InputError } from '../../errors.js'
import { isJsonObject, parseJson, writeJson } from '../../text/json.js'
import { printable } from '../../text/printable.js'
import { renderTable } from '../../text/table.js'
import { importContextOf, importOptionsOf } from '../catalog-flags.js'
import type { CliContext } from '../command.js'
import { guardOutput } from '../output-guard.js'
import { version } from '../version.js'
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
  context.notify(`Reading what the schemas of ${catalog.tools.length.toLocaleString('en')} tools state`)
  const outcome = await generateFacts({
    catalog,
    form: kind,
    seed: flags.seed,
    size: flags.size,
    // Lets Ctrl-C through.
    pause: () => context.clock.sleep(0, context.signal),
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
      floors: floorsOf(items, flags.seed),
    }),
    statements: outcome.kinds,
  }
  await writeBenchmark({ benchmark, manifest: card, folder: flags.output }, context.files)
  context.print(
    flags.json === true ? `${writeJson(card, 2)}\n` : textOf(outcome, { kind, folder: flags.output }),
  )
}

/** What null models score; those that learn do so from other clusters than the item's. */
function floorsOf(items: readonly (McqItem | QaItem)[], seed: number): readonly CardFloor[] {
  const floors: CardFloor[] = []
  const add = (name: string, right: Iterable<number>, chance: number): void => {
    const values = [...right]
    const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
    floors.push({ null: name, value: Number(mean.toFixed(6)), chance })
  }
  const mcq = items.filter((item) => item.kind === 'mcq')
  if (mcq.length > 0) {
    for (const rule of optionRules)
      add(
        rule.id,
        mcq.map((item) => optionRuleRight(rule, item)),
        0.25,
      )
    add('constant', favouriteOption(mcq).outOfFold, 0.25)
    add('word-rule', mcqWordRule(mcq, { seed }).outOfFold, 0.25)
  }
  const qa = items.filter((item) => item.kind === 'qa')
  if (qa.length > 0) {
    add(
      'constant',
      qa.map(({ answer }) => (answer === 'no' ? 1 : 0)),
      0.5,
    )
    add('word-rule', qaWordRule(qa, { seed }).outOfFold, 0.5)
    add('bag-of-words', bagOfWords(qa).outOfFold, 0.5)
  }
  return floors
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
