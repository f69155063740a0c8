import { goldRecords } from '../../agent/agents/gold-records.js'
import { goldTurns } from '../../agent/agents/gold-turns.js'
import type { PackWorld } from '../../agent/pack.js'
import type { Dialogue } from '../../benchmark/dialogue-item.js'
import type { Hash } from '../../ports.js'
import type { ConverseFacts } from '../../run/converse/converse-facts.js'
import { inPlannedOrder } from '../../run/converse/planned-order.js'
import { readDialogueTurns, turnsKey } from '../../run/converse/read-turns.js'
import type { SecretBook } from '../../run/secret-book.js'
import { DialogueScorer } from '../../score/dialogue/score-dialogues.js'
import type { DialogueVerdict } from '../../score/dialogue/strict/turn-verdict.js'
import type { CliContext } from '../command.js'
import type { TranscriptChoice } from './converse-flags.js'
import type { ChosenDialogue } from './converse-items.js'
import { type ConverseScoreDocument, type ScoredDialogue, summaryCounts } from './converse-score-document.js'
import { transcriptName, transcriptOf } from './transcript.js'
import { verdictLines } from './verdict-lines.js'

export interface ConverseScoring {
  readonly folder: string
  readonly run: {
    readonly id: string
    readonly subject: { readonly spec: string; readonly label: string }
    readonly trials: number
  }
  readonly facts: ConverseFacts
  readonly benchmark: {
    readonly name: string
    readonly path: string
    readonly format?: string
    readonly fingerprint: string
  }
  readonly dialogues: readonly ChosenDialogue[]
  readonly world: PackWorld
  readonly worldOf: (dialogue: Dialogue) => PackWorld
  readonly transcripts: TranscriptChoice
  readonly seed: number
  readonly resamples: number
  readonly hash: Hash
  readonly secrets?: SecretBook
}

/**
 * Scores what stands in `turns.jsonl`, one dialogue after the other; nobody is asked. Transcripts are written on the way.
 *
 * @throws {InputError} what reading the journal throws.
 */
export async function scoreConverse(
  scoring: ConverseScoring,
  { files, clock, signal }: CliContext,
): Promise<ConverseScoreDocument> {
  const { folder, run, facts, dialogues, world, worldOf, hash, transcripts, secrets } = scoring
  const known = new Map(dialogues.map(({ dialogue }) => [dialogue.id, dialogue]))
  const lengths = new Map(dialogues.map(({ dialogue }) => [dialogue.id, userTurns(dialogue)]))
  const scorer = new DialogueScorer({
    world,
    running: facts.running,
    ...(facts.inject === undefined ? {} : { isInjected: true }),
  })
  const items: ScoredDialogue[] = []
  const summaries = summaryCounts()
  let strangers = 0
  const isPlayed = facts.user !== undefined
  const isWhole = ({ item }: { readonly item: string }, turns: { readonly size: number }): boolean =>
    !isPlayed && turns.size >= (lengths.get(item) ?? 1)
  const planned = Array.from({ length: run.trials }, (_, trial) =>
    dialogues.map(({ dialogue }) => turnsKey({ item: dialogue.id, trial })),
  ).flat()
  const found = readDialogueTurns(files.join(folder, 'turns.jsonl'), files, isWhole)
  for await (const { item, trial, lines } of inPlannedOrder(found, planned)) {
    signal.throwIfAborted()
    const dialogue = known.get(item)
    if (dialogue === undefined) {
      strangers++
      continue
    }
    const own = worldOf(dialogue)
    const gold = await goldTurns({ dialogue, world: own, now: () => clock.now(), hash })
    const records = goldRecords(gold, { mode: facts.mode, hash })
    for (const line of lines) summaries.add(line.summaries ?? [])
    const played = lines.map(({ record }) => record)
    // A played user goes its own way, so that no turn of gold has a counterpart.
    const verdict = isPlayed ? undefined : scorer.add({ dialogue, gold: records, turns: played, world: own })
    items.push(scoredDialogue({ dialogue, trial, turns: lines.length, verdict }))
    if (transcripts === 'none' || (transcripts === 'wrong' && !isWrong(verdict))) continue
    const text = transcriptOf({
      dialogue,
      gold,
      lines,
      verdicts: new Map(verdict?.turns.map((turn) => [turn.turn, verdictLines(turn)])),
      subject: run.subject.label,
    })
    await files.write(files.join(folder, 'transcripts', transcriptName(item, trial, hash)), [
      secrets?.clean(text) ?? text,
    ])
  }
  const { scores, ...rest } = scorer.finish({ seed: scoring.seed, resamples: scoring.resamples })
  return {
    schema: 'assay.scores/1',
    subject: run.subject.label,
    benchmark: scoring.benchmark.name,
    scores,
    details: {
      run: { id: run.id, subject: run.subject.spec, trials: run.trials },
      benchmark: scoring.benchmark,
      converse: facts,
      counts: {
        ...rest.counts,
        planned: dialogues.length * run.trials,
        played: items.length,
        ...(strangers === 0 ? {} : { strangers }),
      },
      acts: rest.acts,
      faults: rest.faults,
      nulls: rest.nulls,
      ...(facts.summaries.policy === 'rules' ? {} : { summaries: summaries.counts }),
      seed: scoring.seed,
      resamples: scoring.resamples,
    },
    items,
  }
}

function userTurns({ turns }: Dialogue): number {
  return turns.filter(({ role }) => role === 'user').length
}

function isWrong(verdict: DialogueVerdict | undefined): boolean {
  return verdict === undefined || verdict.unmeasured > 0 || verdict.turns.some(({ isCorrect }) => !isCorrect)
}

function scoredDialogue({
  dialogue,
  trial,
  turns,
  verdict,
}: {
  readonly dialogue: Dialogue
  readonly trial: number
  readonly turns: number
  readonly verdict: DialogueVerdict | undefined
}): ScoredDialogue {
  const place = { id: dialogue.id, ...(trial === 0 ? {} : { trial }) }
  if (verdict === undefined) return { ...place, outcome: 'played', turns }
  const correct = verdict.turns.filter(({ isCorrect }) => isCorrect).length
  const isRight = verdict.unmeasured === 0 && correct === verdict.turns.length
  return {
    ...place,
    outcome: verdict.unmeasured > 0 ? 'unmeasured' : isRight ? 'right' : 'wrong',
    turns: verdict.turns.length,
    correct,
    match: verdict.turns.length === 0 ? 0 : correct / verdict.turns.length,
    ...(verdict.unmeasured === 0 ? {} : { unmeasured: verdict.unmeasured }),
    ...(verdict.category === undefined ? {} : { category: verdict.category }),
    ...(verdict.endsRight === undefined ? {} : { endsRight: verdict.endsRight }),
  }
}
