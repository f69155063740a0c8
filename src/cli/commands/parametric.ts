import { InvalidArgumentError, Option } from 'commander'
import { DEFAULT_RESAMPLES } from '../../stats/bootstrap.js'
import { addCatalogFlags, CATALOG_SPECS } from '../catalog/catalog-flags.js'
import type { CliCommand } from '../command.js'
import { depths, repeated, resamples, wholeFrom } from '../options.js'

/** `assay parametric`: what a model recalls of its tools under a trie and unaided. */
export const parametricCommand: CliCommand = {
  register(program, context) {
    const command = program
      .command('parametric')
      .summary('recall of tool tokens: constrained (Rc), free (Rf), internalization (IS)')
      .description(
        'Decodes tool tokens by beam search, once under a trie of all tools and once freely, and scores both: Rc@k, Rf@k and IS@k = Rf@k / Rc@k per tier, with intervals.',
      )
      .requiredOption('--catalog <source>', `${CATALOG_SPECS}; repeatable`, repeated)
      .requiredOption('--benchmark <path>', 'a benchmark in any format that `assay benchmark import` reads')
      .option('--subject <spec>', 'gguf:PATH or completions:URL#MODEL; repeatable', repeated)
      .option('--label <name>', 'name of a single subject in tables')
      .option(
        '--checkpoints <spec>',
        'subjects that are checkpoints of one model, in order; repeatable, prints a curve',
        repeated,
      )
      .option(
        '--predictions <file>',
        'lists decoded elsewhere: JSONL of {id, constrained, free}; repeatable',
        repeated,
      )
      .option(
        '--probes <scores>',
        'scores of `assay probe` of each subject, a folder or file, in the order of the subjects: known against found',
        repeated,
      )
      .option('--probe-items <items>', 'the items that the probes asked; repeatable', repeated)
      .option(
        '--tokens <map>',
        'flat, hierarchical, numeric, a list of <<tokens>>, or JSON {tool: token | [tokens] | [ids]}',
      )
      .option('--k <depths>', 'depths at which lists are scored', depths, [1, 5, 10, 50])
      .option('--beams <number>', 'beam width', wholeFrom(1, 10_000), 50)
      .option('--widths <numbers>', 'further beam widths, for IS as a function of width', depths)
      .option(
        '--max-new-tokens <number>',
        'tokens generated at most, the end included',
        wholeFrom(1, 4096),
        64,
      )
      .option('--length-penalty <number>', 'sums are divided by length to this power', finite, 1)
      .addOption(
        new Option('--early-stopping <when>', 'when a full set of hypotheses ends the search')
          .choices(['false', 'true', 'never'])
          .default('false'),
      )
      .addOption(
        new Option('--rule <rule>', 'how scores are summed under the trie')
          .choices(['hf', 'renormalised'])
          .default('hf'),
      )
      .addOption(
        new Option('--decode <ways>', 'which lists to decode')
          .choices(['both', 'constrained', 'free'])
          .default('both'),
      )
      .option('--system <text>', 'system message before each query (default: none)')
      .option('--prompt <text>', 'prompt written out, with {query}, instead of the chat template')
      .option('--end <token>', 'token that ends an output, as text or id; repeatable', repeated)
      .option('--save <file>', 'keep what was decoded as predictions; an earlier file is gone on with')
      .option('--dialect <id>', 'dialect by which conversations become prompts')
      .option('--key <variable>', 'environment variable that holds the key')
      .option('--partial', 'go on without queries that predictions leave out; they are unmeasured')
      .option('--split <name>', 'which of several sets of queries in the benchmark')
      .option('--benchmark-format <format>', 'read the benchmark with this format instead of detecting it')
      .option('--seed <number>', 'seed of the bootstrap', wholeFrom(0), 0)
      .option('--resamples <number>', 'resamples of each bootstrap', resamples, DEFAULT_RESAMPLES)
    addCatalogFlags(command)
      .option('-o, --output <file>', 'also write the scores as JSON')
      .option('--json', 'print the scores as JSON (assay.scores/1) and nothing else')
      .option('--quiet', 'no progress on stderr')
      .addHelpText('after', EXAMPLES)
      .action(async (flags: ParametricFlags) => {
        const { runParametric } = await import('./parametric-run.js')
        await runParametric(flags, context)
      })
  },
}

type ParametricFlags = import('./parametric-task.js').ParametricFlags

function finite(text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && Number.isFinite(value)) return value
  throw new InvalidArgumentError('Give a number.')
}

const EXAMPLES = `
Free outputs are matched exactly to tokens; what is no tool, or a tool once more, is discarded, counted and not refilled.
Gold without a token is dropped and shown. IS stands beside Rc, and gets an interval from 30 queries with Rc above 0 on.
With one subject --json prints one object, with several a list; with --checkpoints {checkpoints, curve}, and with
--probes {subjects, dissociation}, or both.

Examples:
  assay parametric --catalog virtual_tokens.txt --benchmark rrb.jsonl --tokens flat --subject completions:http://localhost:8000/v1#toolgen
  assay parametric --catalog catalog.jsonl --benchmark items.jsonl --tokens tokens.json --predictions decoded.jsonl
  assay parametric --catalog catalog.jsonl --benchmark items.jsonl --tokens hierarchical --subject gguf:model.gguf --beams 10 --k 1,5,10
  assay parametric --catalog catalog.jsonl --benchmark items.jsonl --tokens flat --checkpoints gguf:s1.gguf --checkpoints gguf:s2.gguf --json`
