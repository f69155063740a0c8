import type { GraftProbe } from '../graft-probe.js'
import { logitOf } from '../opening/gating.js'
import { contentPosition, openingSets } from '../opening/prompt-set.js'

/** How much of the difference between A and B a hybrid shows. */
export interface GraftEffect {
  readonly probe: GraftProbe
  /**
   * Mean logit of the trigger over prompts that need a call, each at least −30 (a probability of 1e-13); absent where
   * openings are missing, or bounds above that.
   */
  readonly logit?: number
  /** Share of B's well-formed calls of those that were asked for; absent where nothing was asked. */
  readonly wellFormed?: number
  /** (logit − A's) / (B's − A's): 0 behaves like A, 1 like B. */
  readonly share?: number
}

export interface GraftLocation {
  readonly effects: readonly GraftEffect[]
  /** Whether A and B differ enough for parts to be told: at least one unit of logit. */
  readonly isTold: boolean
  /** The smallest range of blocks that suffices: A with B's blocks does what B does. */
  readonly smallest?: GraftProbe
  /** Other parts that suffice alone: `embedding`, `output`. */
  readonly sufficient: readonly string[]
  /** Parts that B needs: with A's, it no longer does what B does. */
  readonly needed: readonly string[]
  /** Parts that B does not need. */
  readonly idle: readonly string[]
}

/** A hybrid with this share of the effect carries it. */
const CARRIES = 0.8
const LEAST_DIFFERENCE = 1

/**
 * Which part carries what training changed. Needs the probes of both checkpoints as they are (`part` is `none`) beside those
 * of the hybrids; effects are on the logit scale, where a step from 0.001 to 0.01 counts as much as one from 0.9 to 0.99.
 */
export function localiseGraft(probes: readonly GraftProbe[]): GraftLocation {
  const logits = new Map(probes.map((probe) => [probe, callLogit(probe)]))
  const itself = (body: 'a' | 'b'): number | undefined => {
    const probe = probes.find((one) => one.body === body && one.part === 'none')
    return probe === undefined ? undefined : logits.get(probe)
  }
  const [a, b] = [itself('a'), itself('b')]
  const isTold = a !== undefined && b !== undefined && Math.abs(b - a) >= LEAST_DIFFERENCE
  const effects = probes.map((probe): GraftEffect => {
    const logit = logits.get(probe)
    const wellFormed = wellFormedShare(probe)
    return {
      probe,
      ...(logit === undefined ? {} : { logit }),
      ...(wellFormed === undefined ? {} : { wellFormed }),
      ...(isTold && logit !== undefined ? { share: (logit - a) / (b - a) } : {}),
    }
  })
  const known = effects.filter(
    (effect): effect is GraftEffect & { share: number } => effect.share !== undefined,
  )
  const carrying = known.filter(({ probe, share }) => probe.body === 'a' && share >= CARRIES)
  const smallest = carrying
    .filter(({ probe }) => probe.part === 'blocks' && probe.blocks !== undefined)
    .sort((left, right) => widthOf(left.probe) - widthOf(right.probe) || right.share - left.share)[0]
  const ofB = known.filter(({ probe }) => probe.body === 'b' && probe.part !== 'none')
  return {
    effects,
    isTold,
    ...(smallest === undefined ? {} : { smallest: smallest.probe }),
    sufficient: carrying
      .filter(({ probe }) => probe.part === 'embedding' || probe.part === 'output')
      .map(({ probe }) => probe.part),
    needed: ofB.filter(({ share }) => share < CARRIES).map(({ probe }) => probe.part),
    idle: ofB.filter(({ share }) => share >= CARRIES).map(({ probe }) => probe.part),
  }
}

function widthOf({ blocks }: GraftProbe): number {
  return blocks === undefined ? Number.POSITIVE_INFINITY : blocks[1] - blocks[0]
}

/** Below this logit a trigger is out of reach, and how far does not matter: one prompt must not decide the mean. */
const LEAST_LOGIT = -30

function callLogit({ openings }: GraftProbe): number | undefined {
  const { call } = openingSets(openings, contentPosition(openings))
  if (call.length === 0 || call.some(({ isBound, logprob }) => isBound && logprob > LEAST_LOGIT))
    return undefined
  return call.reduce((sum, { logprob }) => sum + Math.max(LEAST_LOGIT, logitOf(logprob)), 0) / call.length
}

function wellFormedShare({ readings }: GraftProbe): number | undefined {
  const asked = readings.filter(
    ({ verdict, parsing }) => verdict?.expects === 'calls' && parsing.outcome !== 'truncated',
  )
  if (asked.length === 0) return undefined
  return (
    asked.filter(({ parsing: { strict } }) => strict.calls.length > 0 && strict.level >= 'S4').length /
    asked.length
  )
}
