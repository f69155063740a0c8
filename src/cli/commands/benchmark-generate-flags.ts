import type { Command } from 'commander'
import { addCatalogFlags, CATALOG_SPECS, type CatalogFlags } from '../catalog/catalog-flags.js'
import { numberUpTo, repeated, wholeFrom } from '../options.js'

/** What `assay benchmark generate` makes. */
export const generatedKinds = ['rrb', 'mcq', 'qa'] as const
export type GeneratedKind = (typeof generatedKinds)[number]

/** Flags common to all generators. */
export interface GenerateFlags extends CatalogFlags {
  readonly catalog: readonly string[]
  /** Items wanted. */
  readonly size: number
  readonly seed: number
  readonly output: string
  /** `facts`, or the spec of the subject that writes. */
  readonly generator?: string
  readonly judge?: string
  readonly queries?: string
  readonly prompts?: string
  readonly resume?: true
  readonly maxCost?: number
  readonly concurrency: number
  readonly json?: true
}

/** The spec that stands for no model: items from what the schemas state. */
export const FACTS = 'facts'

const DEFAULT_SIZE = 500

export function addGenerateFlags(command: Command): Command {
  command
    .requiredOption('--catalog <source>', `the tools to ask about (${CATALOG_SPECS}); repeatable`, repeated)
    .requiredOption('-o, --output <folder>', 'where the benchmark is written')
    .option('-n, --size <items>', 'items wanted', wholeFrom(1, 1_000_000), DEFAULT_SIZE)
    .option('--seed <number>', 'the same seed gives the same items', wholeFrom(0), 0)
    .option('--generator <subject>', 'who writes: facts (no model; default for mcq and qa) or a subject')
    .option('--judge <subject>', 'who judges what the generator wrote; a model needs one')
    .option('--queries <file>', 'rrb: your own queries, a CSV file, instead of written ones')
    .option('--prompts <folder>', 'prompts that take the place of the built-in ones')
    .option('--resume', 'go on where an earlier generation into the same folder stopped')
    .option('--max-cost <amount>', 'stop, resumably, before more is spent', numberUpTo(Number.MAX_VALUE))
    .option('--concurrency <calls>', 'model calls at a time', wholeFrom(1, 256), 4)
  return addCatalogFlags(command)
    .option('--json', 'print the data card and nothing else')
    .option('--quiet', 'no progress on stderr')
}
