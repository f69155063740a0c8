import { goldRecords } from '../../agent/agents/gold-records.js'
import type { PackWorld } from '../../agent/pack.js'
import type { TurnFault, TurnRecord } from '../../agent/turn-record.js'
import type { Dialogue } from '../../benchmark/dialogue-item.js'
import type { Hash } from '../../ports.js'
import type { ConverseFacts } from '../../run/converse/converse-facts.js'
import { type DialogueWorlds, goldOf } from '../../run/converse/dialogue-worlds.js'
import { inPlannedOrder } from '../../run/converse/planned-order.js'
import { readDialogueTurns, turnsKey } from '../../run/converse/read-turns.js'
import type { TornLine } from '../../run/sample-lines.js'
import type { SecretBook } from '../../run/secret-book.js'
import { CompatScorer, type CompatScores } from '../../score/dialogue/compat/compat-scorer.js'
import { DialogueScorer } from '../../score/dialogue/score-dialogues.js'
import type { DialogueVerdict } from '../../score/dialogue/strict/turn-verdict.js'
import { printable } from '../../text/printable.js'
import type { CliContext } from '../command.js'
import type { TranscriptChoice } from './converse-flags.js'
import type { ChosenDialogue } from './converse-items.js'
import {
  type ConverseScoreDetails,
  type ConverseScoreDocument,
  type ScoredDialogue,
  summaryCounts,
} from './converse-score-document.js'
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
  /** Asks no live server. */
  readonly worldOf: DialogueWorlds
  readonly transcripts: TranscriptChoice
  readonly seed: number
  readonly resamples: number
  readonly hash: Hash
  readonly secrets?: SecretBook
  /** Told of a last line that a crash cut; without it such a journal is refused. */
  readonly torn?: TornLine
}

/**
 * Scores what stands in `turns.jsonl`, one dialogue after the other; nobody is asked. Transcripts are written on the way.
 *
 * @throws {InputError} what reading the journal throws.
 */
export async function scoreConverse(
  scoring: ConverseScoring,
  { files, clock, signal, notify }: CliContext,
): Promise<ConverseScoreDocument> {
  const { folder, run, facts, dialogues, world, worldOf, hash, transcripts, secrets } = scoring
  const known = new Map(dialogues.map(({ dialogue }) => [dialogue.id, dialogue]))
  const places = new Map(dialogues.map(({ dialogue }) => [dialogue.id, userPlaces(dialogue)]))
  const scorer = new DialogueScorer({
    world,
    running: facts.running,
    ...(facts.inject === undefined ? {} : { isInjected: true }),
  })
  // The released evaluator reads code, and holds it against plans.
  const compat = facts.mode === 'code' && facts.user === undefined ? new CompatScorer(world) : undefined
  const items: ScoredDialogue[] = []
  const summaries = summaryCounts()
  let strangers = 0
  const broken: string[] = []
  const isPlayed = facts.user !== undefined
  const isWhole = ({ item }: { readonly item: string }, turns: ReadonlyMap<number, unknown>): boolean =>
    !isPlayed && (places.get(item)?.every((place) => turns.has(place)) ?? true)
  const planned = Array.from({ length: run.trials }, (_, trial) =>
    dialogues.map(({ dialogue }) => turnsKey({ item: dialogue.id, trial })),
  ).flat()
  const found = readDialogueTurns(files.join(folder, 'turns.jsonl'), files, isWhole, scoring.torn)
  for await (const { item, trial, lines } of inPlannedOrder(found, planned)) {
    signal.throwIfAborted()
    const dialogue = known.get(item)
    if (dialogue === undefined) {
      strangers++
      continue
    }
    const { gold, world: own } = await goldOf({ dialogue, worldOf, now: () => clock.now(), hash })
    const records = goldRecords(gold, { mode: facts.mode, hash })
    for (const line of lines) summaries.add(line.summaries ?? [])
    const failed = failedGold(records)
    broken.push(
      ...Array.from(failed, ([place, fault]) => `item ${printable(item)}, turn ${place + 1}: ${fault}`),
    )
    // Where gold itself does not run nothing can be held against it: such a turn is unmeasured.
    const played = lines.map(({ record }) => record).filter(({ turn }) => !failed.has(turn))
    // A played user goes its own way, so that no turn of gold has a counterpart.
    const verdict = isPlayed ? undefined : scorer.add({ dialogue, gold: records, turns: played, world: own })
    if (!isPlayed && hasPlans(dialogue)) compat?.add({ dialogue, gold: records, turns: played })
    const values = verdict === undefined || verdict.unmeasured > 0 ? undefined : scorer.valuesOf(verdict)
    items.push(scoredDialogue({ dialogue, trial, turns: lines.length, verdict, values }))
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
  if (broken.length > 0) {
    notify(`Gold of ${broken.length} turns ends in an error, and they are unmeasured, e.g. ${broken[0]}.`)
  }
  const settings = { seed: scoring.seed, resamples: scoring.resamples }
  const { scores, ...rest } = scorer.finish(settings)
  const released = compat?.finish(settings)
  return {
    schema: 'assay.scores/1',
    subject: run.subject.label,
    benchmark: scoring.benchmark.name,
    scores: [...scores, ...(released?.scores ?? [])],
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
      ...(released === undefined || released.turns === 0 ? {} : { compat: compatDetails(released) }),
      ...(facts.summaries.policy === 'rules' ? {} : { summaries: summaries.counts }),
      seed: scoring.seed,
      resamples: scoring.resamples,
    },
    items,
  }
}

function compatDetails({ turns, stopped, nulls }: CompatScores): NonNullable<ConverseScoreDetails['compat']> {
  return { turns, stopped, nulls }
}

/** Places of turns whose gold plan does not run, with the fault. A tool that fails may be what was recorded. */
export function failedGold(records: readonly TurnRecord[]): ReadonlyMap<number, TurnFault> {
  return new Map(
    records.flatMap(({ turn, steps }): readonly (readonly [number, TurnFault])[] => {
      const fault = steps.at(-1)?.execution.error?.fault
      return fault === undefined || fault === 'tool-failed' ? [] : [[turn, fault]]
    }),
  )
}

/** Where the user speaks. */
function userPlaces({ turns }: Dialogue): readonly number[] {
  return turns.flatMap(({ role }, place) => (role === 'user' ? [place] : []))
}

function hasPlans({ turns }: Dialogue): boolean {
  return turns.some(({ plan }) => plan !== undefined)
}

function isWrong(verdict: DialogueVerdict | undefined): boolean {
  return verdict === undefined || verdict.unmeasured > 0 || verdict.turns.some(({ isCorrect }) => !isCorrect)
}

function scoredDialogue({
  dialogue,
  trial,
  turns,
  verdict,
  values,
}: {
  readonly dialogue: Dialogue
  readonly trial: number
  readonly turns: number
  readonly verdict: DialogueVerdict | undefined
  readonly values: Readonly<Record<string, number>> | undefined
}): ScoredDialogue {
  const place = { kind: 'dialogue' as const, id: dialogue.id, ...(trial === 0 ? {} : { trial }) }
  if (verdict === undefined) return { ...place, outcome: 'played', turns }
  const correct = verdict.turns.filter(({ isCorrect }) => isCorrect).length
  const isRight = verdict.unmeasured === 0 && correct === verdict.turns.length
  const { category, cluster } = verdict
  return {
    ...place,
    ...(cluster === undefined
      ? {}
      : { cluster: category === undefined ? cluster : `${category}/${cluster}` }),
    outcome: verdict.unmeasured > 0 ? 'unmeasured' : isRight ? 'right' : 'wrong',
    turns: verdict.turns.length,
    correct,
    match: verdict.turns.length === 0 ? 0 : correct / verdict.turns.length,
    ...(verdict.unmeasured === 0 ? {} : { unmeasured: verdict.unmeasured }),
    ...(category === undefined ? {} : { category }),
    ...(verdict.endsRight === undefined ? {} : { endsRight: verdict.endsRight }),
    ...(values === undefined ? {} : { values }),
  }
}
