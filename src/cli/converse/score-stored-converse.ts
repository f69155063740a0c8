import { hostHash } from '../../adapters/hash.js'
import { InputError } from '../../errors.js'
import type { StoredPack } from '../../run/converse/converse-facts.js'
import type { StoredRun } from '../../run/read-run.js'
import { refuseLinks } from '../../run/refuse-links.js'
import type { CliContext } from '../command.js'
import { scorePieces } from '../commands/score-run-document.js'
import { guardOutput } from '../output-guard.js'
import { type OpenedPack, openPack } from '../packs.js'
import { storedPath } from '../stored-path.js'
import { type ConverseItems, chooseDialogues, readConverseItems } from './converse-items.js'
import { TOOL_RESULTS } from './converse-pack.js'
import { type ConverseRun, refuseOthers, textOfConverseRuns } from './converse-runs.js'
import type { ConverseScoreDocument } from './converse-score-document.js'
import { scoreConverse } from './converse-scores.js'
import { textOfConverse } from './converse-text.js'

/** What `assay score` takes of its flags for runs of dialogues. */
export interface StoredConverseFlags {
  readonly items?: readonly string[]
  readonly changedItems?: true
  readonly seed: number
  readonly resamples: number
  readonly output?: string
  readonly json?: true
}

/**
 * Scores runs of dialogues from what they kept: nobody is asked, no server is started, and transcripts stay as they are.
 * Several runs are of the same dialogues and stand side by side.
 *
 * @throws {InputError} `runs-differ`, `runs-mixed`, `items-changed`, `knowledge-changed`, `run-link`, and what reading
 *   throws; nothing is written by then.
 */
export async function scoreStoredConverse(
  runs: readonly StoredRun[],
  flags: StoredConverseFlags,
  context: CliContext,
): Promise<void> {
  const { files, notify, print } = context
  const { output, json } = flags
  const converseRuns = runs.map(converseRun)
  refuseOthers(converseRuns)
  for (const { folder } of runs) {
    guardOutput(output, [files.join(folder, 'run.json'), files.join(folder, 'turns.jsonl')])
    if (output === undefined) await refuseLinks(folder, ['scores.json'], files)
  }
  const documents = await scoredRuns(converseRuns, flags, context)
  if (output === undefined) {
    for (const [index, document] of documents.entries()) {
      const place = files.join(runs[index]?.folder ?? '', 'scores.json')
      await files.write(place, scorePieces([document]))
      notify(`Written: ${place}`)
    }
  } else {
    await files.write(output, scorePieces(documents))
    notify(`Written: ${output}`)
  }
  const [first] = documents
  if (json === true) for (const piece of scorePieces(documents)) print(piece)
  else if (documents.length === 1 && first !== undefined) print(textOfConverse(first))
  else print(textOfConverseRuns(documents))
}

/** Scores a run of dialogues and writes nothing; throws as `scoreStoredConverse` does. */
export async function scoreConverseUnwritten(
  run: StoredRun,
  flags: StoredConverseFlags,
  context: CliContext,
): Promise<readonly ConverseScoreDocument[]> {
  return scoredRuns([converseRun(run)], flags, context)
}

function converseRun(run: StoredRun): ConverseRun {
  const { converse: facts, folder } = run
  const [stored] = run.benchmarks
  if (facts !== undefined && stored !== undefined) return { run, facts, stored }
  throw new InputError({
    code: 'runs-mixed',
    what: 'Only runs of dialogues stand side by side, and this is another run.',
    where: folder,
    fix: 'Score it by itself; `assay compare A B` holds two runs of any kind against each other.',
  })
}

async function scoredRuns(
  runs: readonly ConverseRun[],
  flags: StoredConverseFlags,
  context: CliContext,
): Promise<readonly ConverseScoreDocument[]> {
  const documents: ConverseScoreDocument[] = []
  let opened: { readonly key: string; readonly pack: OpenedPack } | undefined
  try {
    for (const one of runs) {
      const items = await itemsOf(one, flags, context)
      const record = await recordOf(one, context)
      // A large knowledge base is made once for all runs over it.
      const key = JSON.stringify([one.facts.pack, record ?? null])
      if (opened?.key !== key) {
        await opened?.pack.close()
        opened = undefined
        opened = { key, pack: await packOf(one.facts.pack, { items, record, flags, context }) }
      }
      documents.push(await scored(one, { items, pack: opened.pack, flags, context }))
    }
    return documents
  } finally {
    await opened?.pack.close()
  }
}

async function itemsOf(
  { run, stored }: ConverseRun,
  { items, changedItems }: StoredConverseFlags,
  context: CliContext,
): Promise<ConverseItems> {
  const [moved] = items ?? []
  const path = moved ?? storedPath(stored.path, run.folder)
  const read = await readConverseItems(path, moved === undefined ? stored.format : undefined, context)
  if (read.benchmark.fingerprint === stored.fingerprint || changedItems === true) return read
  throw changed('items-changed', 'The items are not those that the run played.', path)
}

/** The file of what a live server answered in this run. */
async function recordOf({ run }: ConverseRun, { files }: CliContext): Promise<string | undefined> {
  const record = files.join(run.folder, TOOL_RESULTS)
  return (await files.facts(record)) === undefined ? undefined : record
}

async function packOf(
  { spec, size, seed, semantics, switches, knowledge }: StoredPack,
  {
    items,
    record,
    flags,
    context,
  }: {
    readonly items: ConverseItems
    readonly record: string | undefined
    readonly flags: StoredConverseFlags
    readonly context: CliContext
  },
): Promise<OpenedPack> {
  const pack = await openPack(
    {
      spec,
      size,
      seed,
      semantics,
      ...(switches === undefined ? {} : { switches }),
      isTyped: false,
      items: items.benchmark.items.filter((item) => item.kind === 'dialogue'),
      ...(record === undefined ? {} : { server: { replay: record } }),
    },
    context,
  )
  if (pack.world.knowledge === knowledge || flags.changedItems === true) return pack
  await pack.close()
  throw changed('knowledge-changed', 'The knowledge base is not the one that the run was played in.', spec)
}

function scored(
  { run, facts, stored }: ConverseRun,
  {
    items,
    pack,
    flags: { seed, resamples },
    context,
  }: {
    readonly items: ConverseItems
    readonly pack: OpenedPack
    readonly flags: StoredConverseFlags
    readonly context: CliContext
  },
): Promise<ConverseScoreDocument> {
  const { split, categories } = facts
  return scoreConverse(
    {
      folder: run.folder,
      run,
      facts,
      benchmark: stored,
      dialogues: chooseDialogues(items, { split, categories }),
      world: pack.world,
      worldOf: (dialogue, place) => pack.worldOf(dialogue, place),
      transcripts: 'none',
      seed,
      resamples,
      hash: hostHash,
    },
    context,
  )
}

function changed(code: string, what: string, where: string): InputError {
  return new InputError({
    code,
    what,
    where,
    fix: 'Restore what the run was played with, or pass --changed-items to score with what is there now.',
  })
}
