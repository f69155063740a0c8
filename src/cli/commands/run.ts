import { Option } from 'commander'
import { CATALOG_SPECS } from '../catalog/catalog-flags.js'
import type { CliCommand } from '../command.js'
import { itemIds, numberUpTo, repeated, shortlist, wholeFrom } from '../options.js'
import { addQueueFlags, concurrencyOf } from '../run/queue-flags.js'
import type { RunFlags } from '../run/run-flags.js'
import { maxCostOption, maxTokensOption, priceOption, timeoutOption } from '../run/spending-options.js'

/** `assay run`: asks a subject the items of benchmarks and keeps what it says. */
export const runCommand: CliCommand = {
  register(program, context) {
    const command = program
      .command('run')
      .summary('ask a subject and keep what it says')
      .description(
        'Asks a subject the items of benchmarks (call, MCQ, QA and retrieval items) and keeps every answer verbatim in a run folder, so that an interrupted run goes on where it was and scores can be computed again without asking.',
      )
      .option('--items <path>', 'a benchmark in any format that is read; repeatable', repeated)
      .option('--battery <name>', 'the items that the config lists under this name')
      .option(
        '--subject <spec>',
        'whom to ask, e.g. openai:gpt-4o-mini, compatible:http://localhost:8000/v1#my-model',
      )
      .option('--catalog <source>', `${CATALOG_SPECS}; repeatable`, repeated)
      .option(
        '--config <file>',
        'config with batteries, options of subjects, dialects, and the catalog where none is named',
      )
      .option('--items-format <format>', 'read the items with this format instead of detecting it')
      .option('--resume <folder>', 'go on with a run, named by its folder or its id')
      .option('--retry-errors', 'on resuming, ask again what failed')
      .option('--only <ids>', 'ask these items alone, ids with commas between them', itemIds)
      .option(
        '--trials <number>',
        'how often each item is asked, each time under another seed (default: 1)',
        wholeFrom(1, 100_000),
      )
      .option(
        '--concurrency <number>',
        'requests at once, at most; with --queue those of all workers (default there: 256)',
        wholeFrom(1, 4096),
        32,
      )
      .option('--max-tokens-out <number>', 'longest answer in tokens (default: 512)', wholeFrom(1))
      .option(
        '--temperature <number>',
        '0 is greedy wherever the subject can be (default: 0)',
        numberUpTo(10),
      )
      .option('--top-p <number>', 'share of probability that is drawn from', numberUpTo(1))
      .option('--stop <text>', 'text that ends an answer; repeatable', repeated)
      .option('--seed <number>', 'seed of the first trial (default: 0)', wholeFrom(0))
      .addOption(
        new Option(
          '--rotations <which>',
          'orders in which the options of MCQ items are shown (default: one)',
        ).choices(['one', 'all']),
      )
      .option(
        '--shortlist <which>',
        'tools that retrieval is shown: all, pool, or how many by BM25',
        shortlist,
      )
      .option('--label <name>', 'name of the subject in tables')
      .option('--dialect <id>', 'dialect in which the subject writes calls')
      .option('--key <variable>', 'environment variable that holds the key')
      .addOption(priceOption())
      .addOption(maxCostOption())
      .addOption(maxTokensOption())
      .addOption(timeoutOption())
      .option('--cache <folder>', 'where answers are kept for other runs (default: .cache/assay/responses)')
      .option('--no-cache', 'neither look up nor keep answers there')
      .option('--cache-only', 'ask nobody: take answers from the cache alone')
      .option('--no-trial-requests', 'skip the two requests by which the subject is looked at first')
      .option(
        '--template <file>',
        'chat template of the training (tokenizer_config.json, .jinja, .gguf): prompts are compared with it first',
      )
      .option('--ask-anyway', 'ask although something is wrong with the instrument; the run stays unmeasured')
      .option(
        '-o, --output <folder>',
        'the run folder, or an address: s3://bucket/run, shared:/folder/run (default: a new one in runs/)',
      )
      .option('--json', 'print run.json with counts and nothing else')
      .option('--quiet', 'no progress on stderr')
      .addHelpText('after', EXAMPLES)
    addQueueFlags(command).action(async (flags: RunFlags) => {
      const { runRun } = await import('./run-action.js')
      await runRun({ ...flags, concurrency: concurrencyOf(flags, command) }, context)
    })
  },
}

const EXAMPLES = `
Exit code 0 when everything was asked, 3 when the run stopped early or samples failed for reasons that may pass (go on
with --resume), 1 when the run is unmeasured. The first Ctrl-C finishes what is under way, the second stops at once.

Examples:
  assay run --items items.jsonl --catalog catalog.jsonl --subject openai:gpt-4o-mini --trials 3
  assay run --items mcq.jsonl --items qa.jsonl --subject compatible:http://localhost:8000/v1#my-model --rotations all
  assay run --items rrb.jsonl --catalog catalog.jsonl --subject llm-select:openai:gpt-4o-mini --shortlist 50
  assay run --battery smoke --config assay.config.yaml --subject replay:outputs.jsonl -o runs/smoke
  assay run --resume runs/smoke --retry-errors --max-cost 5
  assay run --items items.jsonl --subject openai:gpt-4o-mini -o s3://bucket/runs/first --s3-endpoint https://s3.example.org
  assay run --resume shared:/mnt/team/runs/first --break-lock          # whose process died on another host`
