import { type Command, InvalidArgumentError } from 'commander'
import type { CliCommand, CliContext } from '../command.js'
import { repeated, wholeFrom } from '../options.js'

/** `assay drift`: what changed between two checkpoints. */
export const driftCommand: CliCommand = {
  register(program: Command, context: CliContext) {
    program
      .command('drift')
      .summary('what changed between two checkpoints?')
      .description(
        'Compares the weights of two checkpoints (safetensors, PyTorch, GGUF) tensor by tensor and, for tokens, row by row, and says how much bfloat16 could have changed at all. Files are read once, in blocks; nothing that they hold is run.',
      )
      .argument('<a>', 'the checkpoint before: a file, the index of several, or a folder')
      .argument('[b]', 'the checkpoint after; with --adapter alone: the first with the adapter merged')
      .option('--tokens <token...>', 'rows of the vocabulary to show, by text or id, beside 20 ordinary ones')
      .option(
        '--group <name=pattern>',
        'a group of tokens that a regular expression fits (repeatable)',
        repeated,
      )
      .option(
        '--groups <file>',
        'groups of tokens: JSON {name: [token or id, …]}, or a token map {tool: token}',
      )
      .option(
        '--vocabulary <file>',
        'tokenizer.json or GGUF file to look tokens up in (default: beside the checkpoints)',
      )
      .option(
        '--adapter <path>',
        'LoRA adapter of PEFT that is merged into the second checkpoint while it is read',
      )
      .option('--lr <rate>', 'learning rate: predicts the share of weights that bfloat16 holds still', rate)
      .option('--threads <number>', 'threads that compare (default: one a core, at most 8)', wholeFrom(1, 64))
      .option('--seed <number>', 'seed of the ordinary rows', wholeFrom(0), 0)
      .option('--all', 'list every tensor, not the 20 that moved most')
      .option('--csv <file>', 'also write tensors and rows as CSV')
      .option('--svg <file>', 'also draw the relative change by layer and matrix')
      .option('-o, --output <file>', 'also write the comparison as JSON')
      .option('--json', 'print the comparison as JSON (assay.drift/1) and nothing else')
      .option('--quiet', 'no progress on stderr')
      .addHelpText('after', EXAMPLES)
      .action(async (a: string, b: string | undefined, flags: import('./drift-run.js').DriftFlags) => {
        const { runDrift } = await import('./drift-run.js')
        await runDrift({ a, b, flags }, context)
      })
  },
}

/** A learning rate: above 0, at most 1, and large enough to be one. */
function rate(text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && value >= 1e-20 && value <= 1) return value
  throw new InvalidArgumentError('Give a learning rate such as 1e-5.')
}

const EXAMPLES = `
Examples:
  assay drift before.safetensors after.safetensors
  assay drift base/ tuned/ --tokens '<tool_call>' '</tool_call>' --lr 1e-5
  assay drift base/ --adapter lora/ --svg drift.svg
  assay drift base/ tuned/ --group 'virtual=^<<.*>>$' --json`
