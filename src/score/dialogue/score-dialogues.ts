import type { PackWorld } from '../../agent/pack.js'
import type { TurnFault, TurnRecord } from '../../agent/turn-record.js'
import type { Dialogue } from '../../benchmark/dialogue-item.js'
import { DEFAULT_RESAMPLES } from '../../stats/bootstrap.js'
import { type DialogueScore, type NullValue, scoreCategories } from './category-scores.js'
import { DialogueTable } from './dialogue-table.js'
import { nullAgents } from './floors/index.js'
import { MeasureColumns } from './measure-columns.js'
import { type ScoredTools, scoredTools } from './strict/dialogue-tools.js'
import { type GoldDialogue, judgeDialogue } from './strict/judge-dialogue.js'
import { judgedTurn } from './strict/judged-turn.js'
import { type Running, strictMeasures } from './strict/measures/index.js'
import { type SlotReader, slotReader } from './strict/question-slots.js'
import type { TurnAct } from './strict/turn-act.js'
import type { DialogueVerdict } from './strict/turn-verdict.js'

export interface DialogueScoring {
  readonly world: PackWorld
  readonly running: Running
  /** Whether failures are injected into calls, so that recovery is measured. Default false. */
  readonly isInjected?: boolean
}

/** Rises whenever the same turns could score otherwise. */
const SCORER = { name: 'dialogues', version: 1 } as const

/** One dialogue: the item, gold's turns and the subject's, paired by `turn`. */
export interface PlayedDialogue {
  readonly dialogue: Dialogue
  /** One record for each user turn, the gold plan executed. */
  readonly gold: readonly TurnRecord[]
  /** A turn of gold that is not among them is unmeasured, never wrong. */
  readonly turns: readonly TurnRecord[]
  /** Where tools differ from dialogue to dialogue; default: the world of the scoring. */
  readonly world?: PackWorld
}

export interface ScoringSettings {
  /** Default 0. */
  readonly seed?: number
  /** Resamples of the bootstrap; fewer are drawn of very large sets. Default 10,000. */
  readonly resamples?: number
}

export interface DialogueScores {
  /** Without a group: the unweighted mean over categories; then each category. */
  readonly scores: readonly DialogueScore[]
  /** What null agents score on the same turns. */
  readonly nulls: readonly {
    readonly id: string
    readonly kind: 'floor' | 'control'
    readonly values: readonly NullValue[]
  }[]
  readonly counts: {
    readonly dialogues: number
    readonly turns: number
    readonly unmeasured: number
    readonly byCategory: Readonly<Record<string, { readonly dialogues: number; readonly clusters: number }>>
  }
  /** Turns by gold's act, then by the subject's. */
  readonly acts: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** Turns that an error ended, by class. */
  readonly faults: Readonly<Record<string, number>>
}

/**
 * Scores dialogues strictly, one at a time: keeps numbers, neither texts nor records. Null agents answer the same turns
 * beside the subject.
 */
export class DialogueScorer {
  readonly #scoring: DialogueScoring
  readonly #columns: MeasureColumns
  readonly #table: DialogueTable
  readonly #views = new WeakMap<PackWorld, WorldView>()
  readonly #acts = new Map<TurnAct, Map<TurnAct, number>>()
  readonly #faults = new Map<TurnFault, number>()
  #turns = 0
  #unmeasured = 0

  constructor(scoring: DialogueScoring) {
    this.#scoring = scoring
    this.#columns = new MeasureColumns(strictMeasures(scoring))
    this.#table = new DialogueTable(this.#columns, nullAgents.length)
  }

  /**
   * A dialogue that comes again under its id is another trial: trials are averaged before anything else.
   * @returns what each turn came to, for transcripts.
   */
  add({ dialogue, gold, turns, world = this.#scoring.world }: PlayedDialogue): DialogueVerdict {
    const { tools } = this.#viewOf(world)
    const answered = new Set(turns.map(({ turn }) => turn))
    const goldDialogue = this.#goldOf({ dialogue, gold, world })
    const verdict = judgeDialogue(goldDialogue, turns, tools)
    if (verdict.turns.length > 0 && this.#table.has(verdict)) this.#table.add(verdict, [])
    else if (verdict.turns.length > 0) {
      const request = { dialogue, gold, world, running: this.#scoring.running }
      const nulls = nullAgents.map((agent) => {
        const played = agent.play(request).filter(({ turn }) => answered.has(turn))
        return judgeDialogue(goldDialogue, played, tools)
      })
      this.#table.add(verdict, nulls)
    }
    this.#count(verdict)
    return verdict
  }

  /** What each turn came to, counted nowhere. */
  judge({ dialogue, gold, turns, world = this.#scoring.world }: PlayedDialogue): DialogueVerdict {
    return judgeDialogue(this.#goldOf({ dialogue, gold, world }), turns, this.#viewOf(world).tools)
  }

  /** Values of one dialogue by metric: of proportions alone, for ratios of sums say little of one dialogue. */
  valuesOf(verdict: DialogueVerdict): Readonly<Record<string, number>> {
    const row = this.#columns.rowOf(verdict)
    const values: Record<string, number> = {}
    for (const [index, { metric, k, isShare, better, division }] of this.#columns.measures.entries()) {
      if (!isShare || better !== 'higher' || division === 'contrast') continue
      const value = this.#columns.valueOf(index, row)
      if (!Number.isNaN(value)) values[k === undefined ? metric : `${metric}@${k}`] = value
    }
    return values
  }

  finish({ seed = 0, resamples = DEFAULT_RESAMPLES }: ScoringSettings = {}): DialogueScores {
    const { categories } = this.#table
    const { scores, nulls } = scoreCategories({
      columns: this.#columns,
      categories,
      scorer: SCORER,
      nulls: nullAgents.map(({ id, kind, isGold = false }) => ({ id, isFloor: kind === 'floor', isGold })),
      seed,
      resamples,
    })
    return {
      scores,
      nulls: nullAgents.map(({ id, kind }, index) => ({ id, kind, values: nulls[index] ?? [] })),
      counts: {
        dialogues: categories.reduce((sum, { dialogues }) => sum + dialogues.length, 0),
        turns: this.#turns,
        unmeasured: this.#unmeasured,
        byCategory: Object.fromEntries(
          categories.map(({ category = '', dialogues, clusters }) => [
            category,
            { dialogues: dialogues.length, clusters: clusters.length },
          ]),
        ),
      },
      acts: Object.fromEntries([...this.#acts].map(([gold, own]) => [gold, Object.fromEntries(own)])),
      faults: Object.fromEntries(this.#faults),
    }
  }

  #count({ turns, unmeasured }: DialogueVerdict): void {
    this.#turns += turns.length
    this.#unmeasured += unmeasured
    for (const { act, execution } of turns) {
      const own = this.#acts.get(act.gold) ?? new Map<TurnAct, number>()
      own.set(act.subject, (own.get(act.subject) ?? 0) + 1)
      this.#acts.set(act.gold, own)
      const { fault } = execution
      if (fault !== undefined) this.#faults.set(fault, (this.#faults.get(fault) ?? 0) + 1)
    }
  }

  #goldOf({
    dialogue,
    gold,
    world,
  }: Pick<PlayedDialogue, 'dialogue' | 'gold'> & { readonly world: PackWorld }): GoldDialogue {
    const { tools, read } = this.#viewOf(world)
    return { dialogue, turns: gold.map((record) => ({ record, judged: judgedTurn(record, tools) })), read }
  }

  #viewOf(world: PackWorld): WorldView {
    const known = this.#views.get(world)
    if (known !== undefined) return known
    const made = { tools: scoredTools(world), read: slotReader(world) }
    this.#views.set(world, made)
    return made
  }
}

/** What scorers need of a world, made once. */
interface WorldView {
  readonly tools: ScoredTools
  readonly read: SlotReader
}

/** Scores all dialogues at once; what each came to is beside the scores. */
export function scoreDialogues({
  dialogues,
  settings,
  ...scoring
}: DialogueScoring & {
  readonly dialogues: Iterable<PlayedDialogue>
  readonly settings?: ScoringSettings
}): DialogueScores & { readonly verdicts: readonly DialogueVerdict[] } {
  const scorer = new DialogueScorer(scoring)
  const verdicts = Array.from(dialogues, (played) => scorer.add(played))
  return { ...scorer.finish(settings), verdicts }
}
