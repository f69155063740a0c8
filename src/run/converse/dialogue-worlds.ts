import { type GoldTurn, goldTurns } from '../../agent/agents/gold-turns.js'
import type { PackWorld } from '../../agent/pack.js'
import type { CallPlace } from '../../agent/served/placed-calls.js'
import type { Dialogue } from '../../benchmark/dialogue-item.js'
import type { Hash } from '../../ports.js'

/** The world that a dialogue is played in; `place` tells a live server what a call belongs to. */
export type DialogueWorlds = (dialogue: Dialogue, place: CallPlace) => PackWorld

/** Calls of gold at a turn, whoever carries it out and however often. */
export function goldPlace({ id }: Pick<Dialogue, 'id'>, turn: number): string {
  return JSON.stringify([id, 'gold', turn])
}

/** Calls of whoever is examined at a turn. */
export function playedPlace({ id }: Pick<Dialogue, 'id'>, trial: number, turn: number): string {
  return JSON.stringify([id, trial, turn])
}

/** Carries out gold, each turn at its place, so that a live server is asked for it once and never again. */
export async function goldOf({
  dialogue,
  worldOf,
  now,
  hash,
}: {
  readonly dialogue: Dialogue
  readonly worldOf: DialogueWorlds
  readonly now: () => number
  readonly hash: Hash
}): Promise<{ readonly gold: readonly GoldTurn[]; readonly world: PackWorld }> {
  let at = 0
  const world = worldOf(dialogue, () => goldPlace(dialogue, at))
  const began = (turn: number): void => {
    at = turn
  }
  return { gold: await goldTurns({ dialogue, world, began, now, hash }), world }
}
