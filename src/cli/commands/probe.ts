import { InvalidArgumentError, Option } from 'commander'
import { mainShowings } from '../../probe/showing.js'
import { DEFAULT_RESAMPLES } from '../../stats/bootstrap.js'
import { CATALOG_SPECS } from '../catalog/catalog-flags.js'
import type { CliCommand } from '../command.js'
import { itemIds, repeated, resamples, wholeFrom } from '../options.js'
import type { ProbeFlags } from '../probe/probe-flags.js'
import { addQueueFlags, concurrencyOf } from '../run/queue-flags.js'
import { maxCostOption, maxTokensOption, priceOption, timeoutOption } from '../run/spending-options.js'

/** `assay probe`: what a subject knows of its tools, beside controls and the floors of text alone. */
export const probeCommand: CliCommand = {
  register(program, context) {
    const command = program
      .command('probe')
      .summary('MCQ and QA about tools, with controls and floors')
      .description(
        'Asks MCQ and QA items about tools that are shown by their token, name or description, once more in each control (no tool, another tool, description, name), and scores both by the probabilities of letters or of yes and no. Null models of text alone stand beside. Keeps a run folder, as `assay run` does.',
      )
      .option('--items <path>', 'a benchmark in any format that is read; repeatable', repeated)
      .option('--benchmark <path>', 'the same as --items', repeated)
      .option('--subject <spec>', 'whom to ask, e.g. gguf:model.gguf, completions:http://localhost:8000/v1#m')
      .option(
        '--checkpoints <spec>',
        'subjects that are checkpoints of one model, in order; repeatable, prints a curve',
        repeated,
      )
      .option('--catalog <source>', `${CATALOG_SPECS}; repeatable`, repeated)
      .option('--tokens <map>', 'flat, hier, numeric, a list of <<tokens>>, or JSON {tool: token}')
      .addOption(
        new Option('--show <how>', 'how the tool is shown (default: token with --tokens, else name)').choices(
          mainShowings,
        ),
      )
      .option(
        '--rotations <number>',
        'orders of the options of MCQ items: 4 (all, the default) or 1',
        rotations,
      )
      .option('--config <file>', 'config with options of subjects')
      .option('--items-format <format>', 'read the items with this format instead of detecting it')
      .option('--resume <folder>', 'go on with a probe, named by its folder or its id')
      .option('--retry-errors', 'on resuming, ask again what failed')
      .option('--only <ids>', 'ask these items alone, ids with commas between them', itemIds)
      .option('--trials <number>', 'how often each item is asked (default: 1)', wholeFrom(1, 100_000))
      .option('--concurrency <number>', 'requests at once, at most', wholeFrom(1, 4096), 32)
      .option('--max-tokens-out <number>', 'longest answer in tokens (default: 512)', wholeFrom(1))
      .option(
        '--seed <number>',
        'seed of other tools, of the run and of the bootstrap (default: 0)',
        wholeFrom(0),
      )
      .option('--resamples <number>', 'resamples of each bootstrap', resamples, DEFAULT_RESAMPLES)
      .option('--label <name>', 'name of the subject in tables')
      .option('--dialect <id>', 'dialect by which conversations become prompts')
      .option('--key <variable>', 'environment variable that holds the key')
      .addOption(priceOption())
      .addOption(maxCostOption())
      .addOption(maxTokensOption())
      .addOption(timeoutOption())
      .option('--cache <folder>', 'where answers are kept for other runs (default: .cache/assay/responses)')
      .option('--no-cache', 'neither look up nor keep answers there')
      .option('--cache-only', 'ask nobody: take answers from the cache alone')
      .option('--template <file>', 'chat template of the training: prompts are compared with it first')
      .option('--ask-anyway', 'ask although something is wrong with the instrument; the run stays unmeasured')
      .option('-o, --output <folder>', 'the run folder (default: a new one in runs/)')
      .option('--json', 'print the scores as JSON (assay.scores/1) and nothing else')
      .option('--quiet', 'no progress on stderr')
      .addHelpText('after', EXAMPLES)
    addQueueFlags(command).action(async (flags: ProbeFlags) => {
      const { runProbe } = await import('./probe-run.js')
      await runProbe({ ...flags, concurrency: concurrencyOf(flags, command) }, context)
    })
  },
}

function rotations(text: string): 'one' | 'all' {
  if (text === '4' || text === 'all') return 'all'
  if (text === '1' || text === 'one') return 'one'
  throw new InvalidArgumentError('Give 4 for all rotations, or 1.')
}

const EXAMPLES = `
The folder holds run.json, samples.jsonl and scores.json: \`assay score <folder>\` computes the same scores again. An item's
score is averaged over its rotations. Probabilities of "A" and " A" are summed, of yes and no over their usual spellings.
With --checkpoints, --json prints {checkpoints, curve, change}, and the folder holds a run each. Exit codes as of
\`assay run\`; a low score is exit 0.

Examples:
  assay probe --items mcq.jsonl --items qa.jsonl --catalog catalog.jsonl --tokens flat --subject gguf:model.gguf
  assay probe --items mcq.jsonl --catalog virtual_tokens.txt --tokens virtual_tokens.txt --subject completions:http://localhost:8000/v1#toolgen
  assay probe --items qa.jsonl --catalog mcp:server.json --subject openai:gpt-4o-mini -o runs/knows
  assay probe --items mcq.jsonl --catalog catalog.jsonl --tokens hier --checkpoints gguf:s1.gguf --checkpoints gguf:s2.gguf
  assay probe --resume runs/knows --retry-errors`
