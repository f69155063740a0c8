import { InvalidArgumentError, Option } from 'commander'
import { agentSayings, agentsWithoutModel } from '../../agent/agents/agents-without-model.js'
import { summaryPolicies } from '../../agent/agents/model-summary.js'
import { injectionKinds } from '../../agent/inject/injector.js'
import type { CliCommand } from '../command.js'
import { type ConverseFlags, transcriptChoices } from '../converse/converse-flags.js'
import { itemIds, numberUpTo, repeated, resamples, wholeFrom } from '../options.js'
import { maxCostOption, maxTokensOption, priceOption, timeoutOption } from '../run/spending-options.js'

/** `assay converse`: has an agent play dialogues of a pack, turn by turn, and scores what it did. */
export const converseCommand: CliCommand = {
  register(program, context) {
    program
      .command('converse')
      .summary('play multi-turn dialogues with tools and a cache')
      .description(
        'Plays dialogues of a pack: at every turn of the user the agent plans in code or in JSON calls, the plan is carried out safely, and its results stand in a cache for later turns. Keeps every turn, so that an interrupted run goes on where it was, and scores it strictly, with the figures of agents that know nothing beside it.',
      )
      .option(
        '--pack <spec>',
        'travel, security-desk, mcp:<server>, or recorded for items with recorded results',
      )
      .option(
        '--subject <spec>',
        `whom to ask, or an agent without a model: ${agentsWithoutModel.join(', ')}`,
      )
      .option('--items <path>', 'dialogues in any format that is read (default: the pack makes its own)')
      .option('--items-format <format>', 'read the items with this format instead of detecting it')
      .option('--split <name>', 'dialogues of this split (default: test where the pack makes them)')
      .option('--category <name>', 'dialogues of this category; repeatable', repeated)
      .option('--language <tag>', 'language of the dialogues that the pack makes')
      .option('--small', 'the small knowledge base, and one filling a template')
      .addOption(
        new Option('--semantics <which>', 'of the tools (default: strict)').choices(['strict', 'compat']),
      )
      .option(
        '--switch <name=on|off>',
        'bring a fault of the released tools back, or put it right; repeatable',
        packSwitch,
      )
      .option('--knowledge <folder>', 'read the knowledge base that was saved there instead of making it')
      .addOption(
        new Option('--mode <which>', 'plans as Python code or as JSON calls (default: code)').choices([
          'code',
          'json',
        ]),
      )
      .option('--free-running', "go on from the agent's own cache, not from gold's")
      .option('--shots <number>', 'examples in the prompt of code (default: 5)', wholeFrom(0, 13))
      .addOption(
        new Option('--executor <which>', 'what carries out code (default: tree)').choices(['tree', 'monty']),
      )
      .option(
        '--repairs <number>',
        'further tries after code that failed (default: 0, 2 with --inject)',
        wholeFrom(0, 10),
      )
      .option(
        '--max-steps <number>',
        'answers of one turn in JSON mode, at most (default: 8)',
        wholeFrom(1, 100),
      )
      .option(
        '--tools-in-prompt',
        'JSON mode: declare tools in the message, for models whose chat template knows none',
      )
      .addOption(new Option('--inject <kinds...>', 'put failures into calls').choices([...injectionKinds]))
      .option('--inject-rate <share>', 'share of the calls that fail (default: 0.2)', numberUpTo(1))
      .option('--user <spec>', 'a subject that plays the user, with the hidden goal of the item')
      .option('--user-turns <number>', 'lines of a played user, at most (default: 12)', wholeFrom(1, 100))
      .addOption(
        new Option('--summaries <policy>', 'who writes what is shown of the cache (default: rules)').choices([
          ...summaryPolicies,
        ]),
      )
      .option('--summarizer <spec>', 'the model that writes them')
      .option('--trials <number>', 'how often each dialogue is played (default: 1)', wholeFrom(1, 1000))
      .option('--only <ids>', 'these dialogues alone, ids with commas between them', itemIds)
      .option('--concurrency <number>', 'dialogues at once, at most', wholeFrom(1, 4096), 32)
      .option('--max-tokens-out <number>', 'longest answer in tokens (default: 1024)', wholeFrom(1))
      .option(
        '--temperature <number>',
        '0 is greedy wherever the subject can be (default: 0)',
        numberUpTo(10),
      )
      .option('--top-p <number>', 'share of probability that is drawn from', numberUpTo(1))
      .option(
        '--seed <number>',
        'of knowledge base, dialogues, failures and decoding (default: 0)',
        wholeFrom(0),
      )
      .option('--label <name>', 'name of the subject in tables')
      .option('--dialect <id>', 'dialect in which the subject writes calls')
      .option('--config <file>', 'config with options of subjects and dialects')
      .option('--key <variable>', 'environment variable that holds the key')
      .addOption(priceOption())
      .addOption(maxCostOption())
      .addOption(maxTokensOption())
      .addOption(timeoutOption())
      .option('--allow-writes', 'let tools of a live server run that are not marked read-only')
      .option('--replay <file>', 'answer calls of a server from this record; nothing is started')
      .option('--header <name: value>', 'sent to a server; repeatable', repeated)
      .option(
        '--env <variable>',
        'environment variable that a started server is given, the place for its keys; repeatable',
        repeated,
      )
      .option('--resume <folder>', 'go on with a run, named by its folder or its id')
      .option('--retry-errors', 'on resuming, play again what failed')
      .addOption(
        new Option(
          '--transcripts <which>',
          'dialogues of which transcripts are written (default: all up to 500, else those with a wrong turn)',
        ).choices([...transcriptChoices]),
      )
      .option('--resamples <number>', 'of the bootstrap', resamples, 2000)
      .option('-o, --output <folder>', 'the run folder (default: a new one in runs/)')
      .option('--json', 'print the scores as JSON (assay.scores/1) and nothing else')
      .option('--quiet', 'no progress on stderr')
      .addHelpText('after', EXAMPLES)
      .action(async (flags: ConverseFlags) => {
        if (
          flags.trials !== undefined &&
          flags.trials > 1 &&
          flags.user === undefined &&
          isWithoutModel(flags)
        ) {
          throw new InvalidArgumentError('An agent without a model does the same in every trial.')
        }
        const { runConverse } = await import('./converse-run.js')
        await runConverse(flags, context)
      })
  },
}

function packSwitch(
  text: string,
  before: Readonly<Record<string, boolean>> = {},
): Readonly<Record<string, boolean>> {
  const [, name = '', state] = /^([\w-]+)=(on|off)$/.exec(text) ?? []
  if (state === undefined) throw new InvalidArgumentError('Write NAME=on or NAME=off.')
  return { ...before, [name]: state === 'on' }
}

function isWithoutModel({ subject }: ConverseFlags): boolean {
  return agentsWithoutModel.some((id) => id === subject)
}

const EXAMPLES = `
Agents without a model: ${Object.entries(agentSayings)
  .map(([id, what]) => `${id} ${what}`)
  .join('; ')}.

Exit code 0 when everything was played, 3 when the run stopped early or dialogues failed for reasons that may pass (go on
with --resume). The first Ctrl-C finishes what is under way, the second stops at once.

Examples:
  assay converse --pack travel --small --subject gold
  assay converse --pack travel --small --subject compatible:http://localhost:8000/v1#my-model --shots 13 -o runs/travel
  assay converse --pack travel --small --subject openai:gpt-4o-mini --mode json --free-running
  assay converse --pack security-desk --small --language es --subject scripted:script.json
  assay converse --pack "mcp:npx -y my-server" --items turns.jsonl --subject openai:gpt-4o-mini --mode json
  assay converse --pack travel --small --subject openai:gpt-4o-mini --inject timeout empty
  assay converse --resume runs/travel`
