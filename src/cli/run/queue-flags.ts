import { type Command, Option } from 'commander'
import { flagsClash } from '../flags-clash.js'
import { wholeFrom } from '../options.js'

/** Flags of every command whose questions workers may answer. */
export interface QueueFlags {
  /** Address of the queue; without it this process asks. */
  readonly queue?: string
  readonly requestsPerMinute?: number
  readonly tokensPerMinute?: number
  readonly priority?: number
}

/** Questions handed out at once where nothing is said: enough for four workers of 32 each, with as many on their way. */
const HANDED_OUT = 256

/** The engine's own bound. */
const LOWEST_PRIORITY = 2_097_152

/** Adds `--queue` and the limits that workers share. */
export function addQueueFlags(command: Command): Command {
  return command
    .option('--queue <address>', 'let workers ask: redis://HOST:PORT (see assay worker)')
    .addOption(
      new Option(
        '--requests-per-minute <number>',
        'with --queue: requests of all workers to the endpoint',
      ).argParser(wholeFrom(1, 1_000_000)),
    )
    .addOption(
      new Option(
        '--tokens-per-minute <number>',
        'with --queue: prompt and answer tokens of all workers at the endpoint',
      ).argParser(wholeFrom(1)),
    )
    .addOption(
      new Option(
        '--priority <number>',
        'with --queue: before runs of a higher number (1 is first)',
      ).argParser(wholeFrom(1, LOWEST_PRIORITY)),
    )
}

/** Questions at once: as typed, else more where many workers share them. */
export function concurrencyOf(
  { queue, concurrency }: QueueFlags & { readonly concurrency: number },
  command: Command,
): number {
  const isUnsaid = command.getOptionValueSource('concurrency') === 'default'
  return queue !== undefined && isUnsaid ? HANDED_OUT : concurrency
}

/** @throws {InputError} `flags-clash`. */
export function checkQueueFlags({ queue, requestsPerMinute, tokensPerMinute, priority }: QueueFlags): void {
  if (queue !== undefined) return
  const limits = { 'requests-per-minute': requestsPerMinute, 'tokens-per-minute': tokensPerMinute, priority }
  const given = Object.entries(limits).find(([, value]) => value !== undefined)
  if (given === undefined) return
  throw flagsClash(
    `--${given[0]}`,
    'It is kept by the queue that workers share, and there is none.',
    'Add --queue, or leave it out: a run of one process adapts to its endpoint by itself.',
  )
}
