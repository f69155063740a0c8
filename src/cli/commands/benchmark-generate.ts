import { Argument, type Command } from 'commander'
import { InputError } from '../../errors.js'
import type { CliContext } from '../command.js'
import { flagsClash } from '../flags-clash.js'
import { addModelFlags, type ModelFlags, modelOnlyFlags } from '../generation/model-flags.js'
import { addGenerateFlags, FACTS, type GeneratedKind, generatedKinds } from './benchmark-generate-flags.js'

/** `assay benchmark generate`. */
export function registerGenerate(benchmark: Command, context: CliContext): void {
  const command = benchmark
    .command('generate')
    .description('make a benchmark from a catalog: retrieval (rrb), multiple choice (mcq), yes or no (qa)')
    .addArgument(new Argument('<kind>', 'what is made').choices(generatedKinds))
  addModelFlags(addGenerateFlags(command))
    .addHelpText(
      'after',
      `
mcq and qa need no model: --generator facts, the default, asks for what the schemas state (parameters, types, required
ones, allowed values, defaults, formats, methods, results). Each tool, one of each equivalence class, is asked about
once; tools that share a question answer it differently, so that nothing that can be seen without the tool helps.

Examples:
  assay benchmark generate mcq --catalog catalog.jsonl -o benchmarks/mcq
  assay benchmark generate qa --catalog openapi.yaml -n 200 --seed 1 -o benchmarks/qa
  assay benchmark generate rrb --catalog catalog.jsonl --generator openai:gpt-5 --judge anthropic:claude -o benchmarks/rrb
  assay benchmark generate rrb --catalog catalog.jsonl --queries asked.csv --judge openai:gpt-5 -o benchmarks/asked`,
    )
    .action(async (kind: GeneratedKind, flags: ModelFlags) => {
      if (isFromFacts(kind, flags)) {
        const { generateFromFacts } = await import('./benchmark-generate-facts.js')
        await generateFromFacts({ kind, flags, context })
        return
      }
      const { generateWithModel } = await import('./benchmark-generate-model.js')
      await generateWithModel({ kind, flags, context })
    })
}

type ProbeKind = Exclude<GeneratedKind, 'rrb'>

/** @throws {InputError} `generator-unfit`, `flags-clash`. */
function isFromFacts(kind: GeneratedKind, flags: ModelFlags): kind is ProbeKind {
  if (flags.queries !== undefined && kind !== 'rrb') {
    throw flagsClash(
      '--queries',
      'Queries of your own become a retrieval benchmark.',
      'Write `assay benchmark generate rrb`, or leave out --queries.',
    )
  }
  const isFacts = flags.generator === FACTS || (flags.generator === undefined && kind !== 'rrb')
  if (!isFacts) return false
  if (kind === 'rrb') {
    throw new InputError({
      code: 'generator-unfit',
      what: 'What people ask for does not stand in schemas: queries need a model or your own list.',
      where: '--generator facts',
      fix: 'Name a subject with --generator and another with --judge, or give --queries FILE and --judge.',
    })
  }
  const { judge, prompts, resume, maxCost } = flags
  const given = {
    '--judge': judge,
    '--prompts': prompts,
    '--resume': resume,
    '--max-cost': maxCost,
    ...modelOnlyFlags(flags),
  }
  const stray = Object.entries(given).find(([, value]) => value !== undefined)
  if (stray === undefined) return true
  throw flagsClash(
    stray[0],
    'Items from facts are made at once, without a model.',
    'Leave it out, or name a subject with --generator.',
  )
}
