import { hostHash } from '../../adapters/hash.js'
import { goldRecords } from '../../agent/agents/gold-records.js'
import { dialogueOf } from '../../benchmark/dialogue-item.js'
import type { Benchmark } from '../../benchmark/item.js'
import { InputError } from '../../errors.js'
import type { DialogueJudge } from '../../report/pages/dialogue-judge.js'
import type { ConverseFacts, StoredPack } from '../../run/converse/converse-facts.js'
import { goldOf } from '../../run/converse/dialogue-worlds.js'
import type { StoredRun } from '../../run/read-run.js'
import { DialogueScorer } from '../../score/dialogue/score-dialogues.js'
import type { CliContext } from '../command.js'
import { chooseDialogues } from '../converse/converse-items.js'
import type { ConverseScoreDocument } from '../converse/converse-score-document.js'
import { failedGold, scoreConverse } from '../converse/converse-scores.js'
import { type OpenedPack, openPack, packs } from '../packs.js'

/** What dialogues of a run are looked at with. */
interface OpenedDialogues {
  readonly judge: DialogueJudge
  /** Scores what the journal holds, as `assay score` does, and writes nothing. */
  score(): Promise<ConverseScoreDocument>
}

interface DialoguesRequest {
  readonly run: StoredRun
  readonly facts: ConverseFacts
  readonly benchmark: Benchmark
  /** Whether another knowledge base than the run's will do. */
  readonly changedItems: boolean
  readonly seed: number
  readonly resamples: number
}

/**
 * Opens the pack that a run was played in, where it comes with Assay or is recorded in the items: no server is started and none
 * is asked, whatever the run names.
 *
 * @throws {InputError} `pack-not-opened`, `knowledge-changed`, and what opening throws.
 */
export async function openDialogues(
  request: DialoguesRequest,
  context: CliContext,
): Promise<OpenedDialogues> {
  const { run, facts, benchmark, seed, resamples } = request
  const pack = await builtInPack(facts.pack, request, context)
  const { world, worldOf } = pack
  const now = (): number => context.clock.now()
  const scorer = new DialogueScorer({
    world,
    running: facts.running,
    ...(facts.inject === undefined ? {} : { isInjected: true }),
  })
  const dialogues = new Map(
    benchmark.items.flatMap((item) => (item.kind === 'dialogue' ? [[item.id, item] as const] : [])),
  )
  return {
    async judge({ item, lines }) {
      const found = dialogues.get(item)
      if (found === undefined) return undefined
      const dialogue = dialogueOf(found)
      const { gold, world: own } = await goldOf({
        dialogue,
        worldOf: (one, place) => worldOf(one, place),
        now,
        hash: hostHash,
      })
      const records = goldRecords(gold, { mode: facts.mode, hash: hostHash })
      // With a user who goes by no script no turn has a counterpart in gold.
      if (facts.user !== undefined) return { gold: [] }
      const failed = failedGold(records)
      const turns = lines.map(({ record }) => record).filter(({ turn }) => !failed.has(turn))
      return { gold: records, verdict: scorer.judge({ dialogue, gold: records, turns, world: own }) }
    },
    score() {
      const { split, categories } = facts
      return scoreConverse(
        {
          folder: run.folder,
          run,
          facts,
          benchmark: {
            name: run.benchmarks[0]?.name ?? benchmark.name,
            path: benchmark.source?.path ?? '',
            fingerprint: benchmark.fingerprint,
          },
          dialogues: chooseDialogues(
            { path: benchmark.source?.path ?? '', benchmark },
            { split, categories },
          ),
          world,
          worldOf: (dialogue, place) => worldOf(dialogue, place),
          transcripts: 'none',
          seed,
          resamples,
          hash: hostHash,
          // The report says of the run that it was cut.
          torn: () => undefined,
        },
        context,
      )
    },
  }
}

async function builtInPack(
  { spec, size, seed, semantics, switches, knowledge }: StoredPack,
  { benchmark, changedItems }: DialoguesRequest,
  context: CliContext,
): Promise<OpenedPack> {
  if (spec !== 'recorded' && !packs.some(({ id }) => id === spec)) {
    throw new InputError({
      code: 'pack-not-opened',
      what: 'The pack of this run does not come with Assay, and a report starts and asks nothing: turns stand without a verdict.',
      where: spec,
      fix: 'Score the run with `assay score`; its scores are shown.',
    })
  }
  const pack = await openPack(
    {
      spec,
      size,
      seed,
      semantics,
      ...(switches === undefined ? {} : { switches }),
      isTyped: false,
      items: benchmark.items.filter((item) => item.kind === 'dialogue'),
    },
    context,
  )
  if (pack.world.knowledge === knowledge || changedItems) return pack
  await pack.close()
  throw new InputError({
    code: 'knowledge-changed',
    what: 'The knowledge base is not the one that the run was played in: turns stand without a verdict.',
    where: spec,
    fix: 'Pass --changed-items to judge them in this one.',
  })
}
