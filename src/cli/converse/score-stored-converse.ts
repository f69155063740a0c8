import { hostHash } from '../../adapters/hash.js'
import { InputError } from '../../errors.js'
import { readRun } from '../../run/read-run.js'
import { refuseLinks } from '../../run/refuse-links.js'
import type { CliContext } from '../command.js'
import { scorePieces } from '../commands/score-run-document.js'
import { guardOutput } from '../output-guard.js'
import { openPack } from '../packs.js'
import { chooseDialogues, readConverseItems } from './converse-items.js'
import { TOOL_RESULTS } from './converse-pack.js'
import { scoreConverse } from './converse-scores.js'
import { textOfConverse } from './converse-text.js'

/** What `assay score` takes of its flags for a run of dialogues. */
export interface StoredConverseFlags {
  readonly items?: readonly string[]
  readonly changedItems?: true
  readonly seed: number
  readonly resamples: number
  readonly output?: string
  readonly json?: true
}

/**
 * Scores a run of dialogues from what it kept: nobody is asked, no server is started, and transcripts stay as they are.
 *
 * @throws {InputError} `items-changed`, `knowledge-changed`, `run-link`, and what reading throws; nothing is written by then.
 */
export async function scoreStoredConverse(
  folder: string,
  { items, changedItems, seed, resamples, output, json }: StoredConverseFlags,
  context: CliContext,
): Promise<void> {
  const { files, notify, print } = context
  const run = await readRun(folder, files)
  const { converse: facts } = run
  const [stored] = run.benchmarks
  if (facts === undefined || stored === undefined) return
  guardOutput(output, [files.join(folder, 'run.json'), files.join(folder, 'turns.jsonl')])
  if (output === undefined) await refuseLinks(folder, ['scores.json'], files)
  const [moved] = items ?? []
  const path = moved ?? stored.path
  const read = await readConverseItems(path, moved === undefined ? stored.format : undefined, context)
  if (read.benchmark.fingerprint !== stored.fingerprint && changedItems !== true) {
    throw changed('items-changed', 'The items are not those that the run played.', path)
  }
  const record = files.join(folder, TOOL_RESULTS)
  const replay = (await files.facts(record)) === undefined ? undefined : record
  const { spec, size, seed: worldSeed, semantics, knowledge } = facts.pack
  const pack = await openPack(
    {
      spec,
      size,
      seed: worldSeed,
      semantics,
      isTyped: false,
      items: read.benchmark.items.filter((item) => item.kind === 'dialogue'),
      ...(replay === undefined ? {} : { server: { replay } }),
    },
    context,
  )
  try {
    if (pack.world.knowledge !== knowledge && changedItems !== true) {
      throw changed(
        'knowledge-changed',
        'The knowledge base is not the one that the run was played in.',
        spec,
      )
    }
    const { split, categories } = facts
    const document = await scoreConverse(
      {
        folder,
        run,
        facts,
        benchmark: stored,
        dialogues: chooseDialogues(read, { split, categories }),
        world: pack.world,
        worldOf: (dialogue) => pack.worldOf(dialogue),
        transcripts: 'none',
        seed,
        resamples,
        hash: hostHash,
      },
      context,
    )
    const place = output ?? files.join(folder, 'scores.json')
    await files.write(place, scorePieces([document]))
    notify(`Written: ${place}`)
    if (json === true) for (const piece of scorePieces([document])) print(piece)
    else print(textOfConverse(document))
  } finally {
    await pack.close()
  }
}

function changed(code: string, what: string, where: string): InputError {
  return new InputError({
    code,
    what,
    where,
    fix: 'Restore what the run was played with, or pass --changed-items to score with what is there now.',
  })
}
