import type { PackWorld } from '../../../agent/pack.js'
import type { TurnRecord } from '../../../agent/turn-record.js'
import { DEFAULT_RESAMPLES } from '../../../stats/bootstrap.js'
import { scoreCategories } from '../category-scores.js'
import { DialogueTable } from '../dialogue-table.js'
import { MeasureColumns } from '../measure-columns.js'
import type { DialogueScores, PlayedDialogue, ScoringSettings } from '../score-dialogues.js'
import {
  type CompatSide,
  type CompatStop,
  compatCodeOf,
  readCompatGenerated,
  readCompatGold,
} from './compat-calls.js'
import { type CompatDialogue, compatMeasures, type ScoredTurn } from './compat-measures.js'
import { type CompatTurn, scoreCompatTurn } from './compat-turn.js'
import { nullPlans } from './null-plans.js'

const SCORER = { name: 't1-compat', version: 1 } as const

export interface CompatScores extends Pick<DialogueScores, 'scores' | 'nulls'> {
  readonly turns: number
  /** Turns at which the released run would have ended; they are left out. */
  readonly stopped: Readonly<Partial<Record<CompatStop, number>>>
  /** Turns of JSON calls, of which the released evaluator knows nothing. */
  readonly unread: number
}

interface GoldTurn {
  readonly record: TurnRecord
  readonly plan: string
  readonly side: CompatSide
}

/**
 * Scores dialogues as the released evaluator of T1 does, one at a time: keeps numbers, neither texts nor records. Without
 * a group stands the unweighted mean over categories, as in the paper's tables; unlike there, figures are not rounded.
 */
export class CompatScorer {
  readonly #world: Pick<PackWorld, 'tools'>
  readonly #columns = new MeasureColumns(compatMeasures)
  readonly #table = new DialogueTable<CompatDialogue>(this.#columns, nullPlans.length)
  readonly #stopped = new Map<CompatStop, number>()
  #turns = 0
  #unread = 0

  constructor(world: Pick<PackWorld, 'tools'>) {
    this.#world = world
  }

  /** @returns what each turn came to, in the order of gold's; turns without an answer in code are left out. */
  add({ dialogue, gold, turns }: Pick<PlayedDialogue, 'dialogue' | 'gold' | 'turns'>): readonly CompatTurn[] {
    const answers = new Map(turns.map((record) => [record.turn, record]))
    const goldTurns = gold.map((record): GoldTurn => {
      const plan = dialogue.turns[record.turn]?.plan
      return { record, plan: plan ?? '', side: readCompatGold(plan) }
    })
    const judged = goldTurns.flatMap((goldTurn) => {
      const answer = answers.get(goldTurn.record.turn)
      if (answer === undefined) return []
      if (answer.mode === 'json') {
        this.#unread += 1
        return []
      }
      return [{ goldTurn, turn: judgeAnswer(goldTurn, answer) }]
    })
    for (const { turn } of judged) this.#count(turn)
    const about = {
      id: dialogue.id,
      category: dialogue.category,
      cluster: dialogue.cluster ?? dialogue.template,
    }
    const verdict: CompatDialogue = { ...about, turns: judged.flatMap(({ turn }) => scored(turn)) }
    if (verdict.turns.length > 0) {
      const counted = judged.filter(({ turn }) => turn.kind === 'scored').map(({ goldTurn }) => goldTurn)
      this.#table.add(verdict, this.#table.has(verdict) ? [] : this.#nullsOf(about, counted))
    }
    return judged.map(({ turn }) => turn)
  }

  finish({ seed = 0, resamples = DEFAULT_RESAMPLES }: ScoringSettings = {}): CompatScores {
    const { scores, nulls } = scoreCategories({
      columns: this.#columns,
      categories: this.#table.categories,
      nulls: nullPlans.map(({ id, kind, isGold }) => ({ id, isFloor: kind === 'floor', isGold })),
      scorer: SCORER,
      seed,
      resamples,
    })
    return {
      scores,
      nulls: nullPlans.map(({ id, kind }, index) => ({ id, kind, values: nulls[index] ?? [] })),
      turns: this.#turns,
      stopped: Object.fromEntries(this.#stopped),
      unread: this.#unread,
    }
  }

  #count(turn: CompatTurn): void {
    this.#turns += 1
    if (turn.kind === 'stopped') this.#stopped.set(turn.reason, (this.#stopped.get(turn.reason) ?? 0) + 1)
  }

  #nullsOf(about: Omit<CompatDialogue, 'turns'>, goldTurns: readonly GoldTurn[]): readonly CompatDialogue[] {
    const plans = goldTurns.map(({ plan }) => plan)
    return nullPlans.map((agent) => {
      const codes = agent.plans(plans, this.#world)
      const turns = goldTurns.flatMap((goldTurn, place) => {
        const { record, side } = goldTurn
        const after = summariesOf(agent.kind === 'control' ? record.cacheAfter : record.cacheBefore)
        return scored(
          scoreCompatTurn({
            gold: side,
            generated: readCompatGenerated(codes[place] ?? ''),
            hasRaised: false,
            summariesAfterGold: summariesOf(record.cacheAfter),
            summariesAfterGenerated: after,
          }),
        )
      })
      return { ...about, turns }
    })
  }
}

function judgeAnswer({ record, side }: GoldTurn, answer: TurnRecord): CompatTurn {
  // Of several steps the last one stands: the released agent has one.
  const step = answer.steps.at(-1)
  return scoreCompatTurn({
    gold: side,
    generated: readCompatGenerated(compatCodeOf(step?.output.text ?? '')),
    hasRaised: step?.execution.error !== undefined,
    summariesAfterGold: summariesOf(record.cacheAfter),
    summariesAfterGenerated: summariesOf(answer.cacheAfter),
  })
}

function summariesOf(cache: TurnRecord['cacheAfter']): readonly string[] {
  return cache.map(({ summary }) => summary)
}

function scored(turn: CompatTurn): readonly ScoredTurn[] {
  return turn.kind === 'scored' ? [turn] : []
}
