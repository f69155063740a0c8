import { type Command, InvalidArgumentError, Option } from 'commander'
import { type KnownLanguage, knownLanguages } from '../../benchmark/generate/language.js'
import type { Tier } from '../../benchmark/item.js'
import type { TokenPrice } from '../../subject/subject.js'
import type { GenerateFlags } from '../commands/benchmark-generate-flags.js'
import { numberUpTo, repeated, seconds, tokenPrice, wholeFrom } from '../options.js'

/** Flags of `assay benchmark generate` that only models need. */
export interface ModelFlags extends GenerateFlags {
  readonly tiers?: Readonly<Record<Tier, number>>
  readonly twinOf?: string
  readonly retriever?: readonly string[]
  readonly pooled?: number
  readonly language?: KnownLanguage
  readonly temperature?: number
  readonly maxTokensOut?: number
  readonly attempts?: number
  readonly passes?: number
  readonly patience?: number
  readonly votes?: number
  readonly structured?: 'auto' | 'always' | 'never'
  readonly answerTimeout?: number
  readonly maxTokens?: number
  readonly key?: string
  readonly judgeKey?: string
  readonly price?: TokenPrice
  readonly judgePrice?: TokenPrice
  readonly config?: string
  /** A folder, or false for none. */
  readonly cache?: string | boolean
  readonly retryErrors?: true
  readonly quiet?: true
}

export function addModelFlags(command: Command): Command {
  return command
    .option(
      '--tiers <easy,medium,hard>',
      'rrb: items wanted of each tier, in place of --size in thirds',
      quota,
    )
    .option('--twin-of <benchmark>', 'rrb: training queries over all tools that repeat none of this test set')
    .option(
      '--retriever <spec>',
      'rrb: also judge what this finds, e.g. dense:…; the first one chooses hard negatives too; repeatable',
      repeated,
    )
    .option(
      '--pooled <depth>',
      'rrb: tools judged of each ranking (default: 20; 0: the pool alone)',
      wholeFrom(0, 500),
    )
    .addOption(
      new Option('--language <code>', 'language of queries and questions (default: en)').choices(
        knownLanguages,
      ),
    )
    .option('--temperature <number>', 'of the generator (default: 0.7); the judge has 0', numberUpTo(2))
    .option('--max-tokens-out <number>', 'longest answer in tokens (default: 2048)', wholeFrom(16, 1_000_000))
    .option(
      '--attempts <number>',
      'times the generator is asked about one tool at a time (default: 3)',
      wholeFrom(1, 20),
    )
    .option('--passes <number>', 'times a tool is tried (default: 2)', wholeFrom(1, 20))
    .option(
      '--patience <number>',
      'tries in a row without an item before giving up (default: 60)',
      wholeFrom(1, 1_000_000),
    )
    .option(
      '--votes <number>',
      'times the judge is asked about the same thing, in another order; all must agree (default: 1)',
      wholeFrom(1, 9),
    )
    .addOption(
      new Option(
        '--structured <when>',
        'hold models to the schema of the answer: auto where they are known to take it (default), always (try it with any), never',
      ).choices(['auto', 'always', 'never']),
    )
    .option('--answer-timeout <seconds>', 'longest wait for one answer (default: 120)', seconds)
    .option('--max-tokens <number>', 'stop, resumably, before more tokens are used', wholeFrom(1))
    .option('--key <variable>', "environment variable with the generator's key, and the judge's")
    .option('--judge-key <variable>', "environment variable with the judge's key")
    .option(
      '--price <input,output[,cached]>',
      "price of a million of the generator's tokens, and the judge's",
      tokenPrice,
    )
    .option('--judge-price <input,output[,cached]>', "price of a million of the judge's tokens", tokenPrice)
    .option('--config <file>', 'config with options of subjects')
    .option(
      '--cache <folder>',
      'where answers are kept for other generations (default: .cache/assay/responses)',
    )
    .option('--no-cache', 'neither look up nor keep answers there')
    .option('--retry-errors', 'on resuming, ask again what failed for a reason that may pass')
}

/** The flags that only models need, by their names, for whoever makes items without one. */
export function modelOnlyFlags(flags: ModelFlags): Readonly<Record<string, unknown>> {
  return {
    '--tiers': flags.tiers,
    '--twin-of': flags.twinOf,
    '--retriever': flags.retriever,
    '--pooled': flags.pooled,
    '--language': flags.language,
    '--temperature': flags.temperature,
    '--max-tokens-out': flags.maxTokensOut,
    '--attempts': flags.attempts,
    '--passes': flags.passes,
    '--patience': flags.patience,
    '--votes': flags.votes,
    '--structured': flags.structured,
    '--answer-timeout': flags.answerTimeout,
    '--max-tokens': flags.maxTokens,
    '--key': flags.key,
    '--judge-key': flags.judgeKey,
    '--price': flags.price,
    '--judge-price': flags.judgePrice,
    '--config': flags.config,
    '--retry-errors': flags.retryErrors,
  }
}

function quota(text: string): Readonly<Record<Tier, number>> {
  const [easy, medium, hard, ...more] = text.split(',').map((part) => wholeFrom(0, 1_000_000)(part.trim()))
  if (
    easy === undefined ||
    medium === undefined ||
    hard === undefined ||
    more.length > 0 ||
    easy + medium + hard === 0
  ) {
    throw new InvalidArgumentError('Give three numbers, e.g. 167,167,166, not all of them 0.')
  }
  return { easy, medium, hard }
}
