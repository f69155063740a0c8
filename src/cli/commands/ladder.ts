import { InvalidArgumentError, Option } from 'commander'
import { BATTERY_SIZES } from '../../ladder/batteries/battery-sizes.js'
import type { RungId } from '../../ladder/rung.js'
import type { CliCommand } from '../command.js'
import type { LadderFlags } from '../ladder/ladder-flags.js'
import { numberUpTo, seconds, tokenPrice, wholeFrom } from '../options.js'

/** `assay ladder`: from a keyword score to a located cause. */
export const ladderCommand: CliCommand = {
  register(program, context) {
    program
      .command('ladder')
      .summary('does it call its tools, and if not, why?')
      .description(
        'Climbs six rungs over one training corpus: the harness itself, lenient scores against strict ones, six prompts to look at, reproduction and generalisation of the corpus, the probability that a call begins, and factors over several runs. Ends with a verdict, the rung that decided, and the next step. Every answer is kept with its token ids; judging again asks nobody.',
      )
      .option(
        '--corpus <file>',
        'training corpus with tool calls: chat JSONL in any usual layout (default: a small practice corpus of our own, which tells skill and not memory)',
      )
      .option(
        '--subject <spec>',
        'whom to ask, e.g. gguf:model.gguf or compatible:http://localhost:8000/v1#my-model; without one only the corpus and the evaluation sets are looked at',
      )
      .option(
        '--served <spec>',
        'the same model as users meet it, e.g. through a server; rungs 0 and 2 compare both',
      )
      .option('--dialect <id>', 'dialect in which calls are written (default: found in the corpus)')
      .option(
        '--answer-dialect <id>',
        "dialect of the subject's answers where it is another, e.g. openai for a server that parses calls",
      )
      .option('--tools <source>', 'catalog with the declarations, where the corpus holds none')
      .option(
        '--eval <file...>',
        'evaluation sets: call items, or tests by keywords with their rule; repeatable',
      )
      .option('--rules <file>', 'rules of tests by keywords (JSON or YAML)')
      .option('--novel <file>', 'call items that no corpus holds, for the novel battery')
      .option('--suppression <file>', 'call items that need no call, for the suppression battery')
      .option('--prompts <file>', 'the six prompts of rung 2, in your language (JSON or YAML)')
      .option(
        '--checkpoints <file...>',
        'checkpoints of the training (GGUF), or a list of them as JSON or CSV',
      )
      .option('--parent <file>', 'the checkpoint that training started from: weight drift and grafts')
      .option(
        '--weights <file>',
        'weights of the subject to hold against --parent (default: its own GGUF file)',
      )
      .option('--graft', 'also make hybrids of --parent and the subject (GGUF) and probe them')
      .option(
        '--runs <file...>',
        'training runs with their factors (JSON or CSV), or ladder.json files: rung 5',
      )
      .option('--rungs <numbers>', 'rungs to climb, e.g. 0,3,4 (default: all)', rungIds)
      .addOption(
        new Option(
          '--size <size>',
          'how many cases each battery has (default: standard; glance on the practice corpus)',
        ).choices(BATTERY_SIZES),
      )
      .option('--resume <folder>', 'go on with a ladder that was interrupted')
      .option('--from <folder>', 'judge a stored ladder again; asks nobody')
      .option('--plan-only', 'write the cases and stop, so that answers can be made elsewhere and replayed')
      .option('--template <file>', 'chat template of the training: prompts are compared with it')
      .option('--vocabulary <file>', 'tokenizer.json or GGUF file that token ids of answers are read with')
      .option('--label <name>', 'name of the subject in tables')
      .option('--key <variable>', 'environment variable that holds the key')
      .option('--price <input,output[,cached]>', 'price of a million tokens, for --max-cost', tokenPrice)
      .option('--max-cost <amount>', 'stop before it has cost more than this', numberUpTo(Number.MAX_VALUE))
      .option('--max-tokens <number>', 'stop before it has used more tokens than this', wholeFrom(1))
      .option('--concurrency <number>', 'requests at once, at most', wholeFrom(1, 4096), 16)
      .option('--timeout <seconds>', 'longest wait for one answer', seconds, 120)
      .option('--seed <number>', 'seed of cases and samples', wholeFrom(0), 0)
      .option('--all', 'print whole tables')
      .option('-o, --output <folder>', "the ladder's folder (default: a new one in runs/)")
      .option('--json', 'print the ladder as JSON (assay.ladder/1) and nothing else')
      .option('--quiet', 'no progress on stderr')
      .addHelpText('after', EXAMPLES)
      .action(async (flags: LadderFlags) => {
        const { runLadder } = await import('../ladder/ladder-run.js')
        await runLadder(flags, context)
      })
  },
}

function rungIds(text: string): ReadonlySet<RungId> {
  const ids = new Set<RungId>()
  for (const part of text.split(',')) {
    const id = Number(part.trim())
    if (part.trim() === '' || !(Number.isInteger(id) && id >= 0 && id <= 5)) {
      throw new InvalidArgumentError('Give rungs from 0 to 5 with commas between them, e.g. 0,3,4.')
    }
    ids.add(id as RungId) // within its range
  }
  return ids
}

const EXAMPLES = `
A low score, and a verdict of unmeasured, are results: the exit code is 0. It is 3 when asking stopped early (go on with
--resume), 2 when the input is wrong.

Examples:
  assay ladder --subject gguf:model.gguf
  assay ladder --corpus train.jsonl
  assay ladder --subject gguf:model.gguf --corpus train.jsonl
  assay ladder --subject gguf:after.gguf --corpus train.jsonl --parent before.gguf --checkpoints step-*.gguf --graft
  assay ladder --corpus train.jsonl --plan-only -o runs/mine
  assay ladder --subject replay:outputs.jsonl --corpus train.jsonl --eval b4.jsonl
  assay ladder --from runs/mine --rungs 0,3`
