import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { hostFiles } from '../../src/adapters/files.js'
import { loadBenchmark } from '../../src/benchmark/load.js'
import { resolveItems } from '../../src/benchmark/resolve.js'
import { randomStream } from '../../src/numeric/random.js'
import { defaultRecipe, joinedText } from '../../src/retrieval/text-recipe.js'
import { catalogB, dataFolder, hasToolSense } from '../../test/published/reference-catalogs.js'

/** Texts to index and queries to ask, the same for every contender. */
export interface Corpus {
  readonly name: string
  readonly texts: readonly string[]
  readonly queries: readonly string[]
  /** For each query its needs, each met by any of these texts. */
  readonly gold: readonly (readonly (readonly number[])[])[]
}

/** The size of ToolSense's tools padded with ToolGen's names. */
export const TOOLS = 46_985
const DESCRIBED_TOOLS = 5348
const QUERIES = 500

/** ToolSense's retrieval items on catalog B where its data is there, else a corpus of the same shape. */
export async function benchCorpus(): Promise<Corpus> {
  const hasTokens = existsSync(join(dataFolder, 'toolgen/virtual_tokens.txt'))
  return hasToolSense && hasTokens ? await toolSense() : madeUp()
}

async function toolSense(): Promise<Corpus> {
  const catalog = catalogB()
  const path = join(dataFolder, 'toolsense/rrb.jsonl')
  const { items } = await loadBenchmark(path, { files: hostFiles, notify: () => {} })
  const resolved = resolveItems(items, catalog).items
  return {
    name: 'ToolSense RRB on catalog B',
    texts: catalog.tools.map((tool) => joinedText(tool, defaultRecipe)),
    queries: resolved.map(({ item }) => item.query),
    gold: resolved.map(({ needs }) =>
      needs.map((need) => need.flatMap((name) => catalog.position(name) ?? [])),
    ),
  }
}

/** Words of Zipf-like frequency; a query takes a third of its words from the text that is its gold. */
function madeUp(): Corpus {
  const random = randomStream(0, 'bench/retrieval corpus')
  const word = (): string => `w${Math.floor(30_000 ** random.uniform()).toString(36)}`
  const words = (count: number): readonly string[] => Array.from({ length: count }, word)
  const texts = Array.from({ length: TOOLS }, (_, at) => words(at < DESCRIBED_TOOLS ? 44 : 5).join(' '))
  const gold = Array.from({ length: QUERIES }, () => [[random.below(DESCRIBED_TOOLS)]])
  const queries = gold.map(([[position = 0] = []]) => {
    const own = (texts[position] ?? '').split(' ')
    const taken = Array.from({ length: 7 }, () => own[random.below(own.length)] ?? '')
    return [...taken, ...words(14)].join(' ')
  })
  return { name: 'made-up words (ToolSense data is not there: set ASSAY_DATA)', texts, queries, gold }
}
