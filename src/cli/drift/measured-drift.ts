import { availableParallelism } from 'node:os'
import { hostFileParts } from '../../adapters/checkpoint-files.js'
import { driftThreads } from '../../adapters/drift-threads.js'
import type { DriftDocument } from '../../checkpoint/drift-document.js'
import { openAdapter } from '../../checkpoint/lora-adapter.js'
import { measureDrift } from '../../checkpoint/measure-drift.js'
import { type CheckpointHost, openCheckpoint } from '../../checkpoint/open-checkpoint.js'
import type { Checkpoint } from '../../checkpoint/tensor.js'
import { InputError } from '../../errors.js'
import type { Vocabulary } from '../../toolcall/tokens/vocabulary.js'
import type { CliContext } from '../command.js'
import { readVocabulary } from '../vocabulary-option.js'
import { groupOf, groupsOf, TokenFinder } from './drift-tokens.js'

/** What decides a comparison. */
export interface DriftSettings {
  readonly tokens?: readonly string[]
  readonly group?: readonly string[]
  readonly groups?: string
  readonly vocabulary?: string
  readonly adapter?: string
  readonly lr?: number
  readonly threads?: number
  readonly seed: number
}

export interface DriftCall {
  readonly a: string
  readonly b: string | undefined
  readonly flags: DriftSettings
}

/** Beyond eight threads the disk or the memory is the limit. */
const MOST_THREADS = 8
/** Elements between two lines of progress. */
const PROGRESS_ELEMENTS = 500_000_000

/** @throws {InputError} `drift-one-checkpoint`, and what opening and comparing checkpoints throws. */
export async function measuredDrift({ a, b, flags }: DriftCall, context: CliContext): Promise<DriftDocument> {
  const { files, notify, signal } = context
  if (b === undefined && flags.adapter === undefined) {
    throw new InputError({
      code: 'drift-one-checkpoint',
      what: 'There is only one checkpoint to compare.',
      where: a,
      fix: 'Name the checkpoint after, or an adapter with --adapter.',
    })
  }
  const host: CheckpointHost = { files, parts: hostFileParts }
  const before = await openCheckpoint(a, host)
  const after = b === undefined ? before : await openCheckpoint(b, host)
  const adapter = flags.adapter === undefined ? undefined : await openAdapter(flags.adapter, host)
  const finder = await finderFor([after, before], flags, context)
  const tokens = (flags.tokens ?? []).map((word) => finder.find(word, '--tokens'))
  const groups = (flags.group ?? []).map((spec) => groupOf(spec, finder))
  if (flags.groups !== undefined) {
    const text = new TextDecoder().decode(await files.read(flags.groups))
    groups.push(...groupsOf(text, flags.groups, finder))
  }
  const threads = flags.threads ?? Math.min(MOST_THREADS, availableParallelism())
  const comparer = driftThreads(threads)
  let told = 0
  try {
    return await measureDrift({
      a: { path: a, checkpoint: before },
      b: { path: b ?? a, checkpoint: after },
      ...(adapter === undefined || flags.adapter === undefined
        ? {}
        : { adapter: { path: flags.adapter, adapter } }),
      tokens,
      groups,
      ordinary: (id) => finder.ordinary(id),
      ...(flags.lr === undefined ? {} : { learningRate: flags.lr }),
      seed: flags.seed,
      parts: hostFileParts,
      comparer,
      signal,
      progress: ({ tensors, of, elements }) => {
        if (elements - told < PROGRESS_ELEMENTS) return
        told = elements
        notify(`${tensors} of ${of} tensors, ${(elements / 1e9).toFixed(1)} billion weights`)
      },
    })
  } finally {
    await comparer.close()
  }
}

/** Looks tokens up in the vocabulary that is named, or that stands beside a checkpoint; none is read when none is needed. */
async function finderFor(
  checkpoints: readonly Checkpoint[],
  flags: DriftSettings,
  context: CliContext,
): Promise<TokenFinder> {
  const isNeeded = [flags.tokens, flags.group, flags.groups].some((flag) => flag !== undefined)
  if (flags.vocabulary !== undefined) return new TokenFinder(await readVocabulary(flags.vocabulary, context))
  return new TokenFinder(isNeeded ? await vocabularyBeside(checkpoints, context) : undefined)
}

async function vocabularyBeside(
  checkpoints: readonly Checkpoint[],
  context: CliContext,
): Promise<Vocabulary | undefined> {
  const { files } = context
  for (const { format, files: parts } of checkpoints) {
    const [first] = parts
    if (first === undefined) continue
    const path = format === 'gguf' ? first.path : files.join(files.folderOf(first.path), 'tokenizer.json')
    if ((await files.facts(path)) === undefined) continue
    try {
      return await readVocabulary(path, context)
    } catch (cause) {
      // A GGUF file of weights alone holds none; what a tokenizer.json holds must be right.
      if (format !== 'gguf') throw cause
    }
  }
  return undefined
}
