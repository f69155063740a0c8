import { InputError } from '../../errors.js'
import { areaUnderCurve } from '../../stats/auc.js'
import { csvLine } from '../../text/csv.js'
import { printable } from '../../text/printable.js'
import type { CaseReading } from '../case-reading.js'
import type { CheckpointProbe } from '../checkpoint-probe.js'
import { type BoundedProbability, isKnown, openingStatistics } from '../opening/bounded-statistics.js'
import { contentPosition, openingSets } from '../opening/prompt-set.js'

/** A count of answers. */
export interface RightOf {
  readonly right: number
  readonly n: number
}

/** One checkpoint of a trajectory. What was not measured is absent. */
export interface TrajectoryRow {
  readonly name: string
  readonly phase?: string
  readonly step?: number
  readonly tokens?: number
  readonly parent?: string
  /** The trigger's probability over prompts that need a call. */
  readonly geometricMean?: BoundedProbability
  readonly median?: BoundedProbability
  readonly min?: BoundedProbability
  readonly max?: BoundedProbability
  /** AUC of call against no call; absent too where bounds leave it open. */
  readonly gatingAuc?: number
  /** Answers to prompts that need a call of level S4 and up; those cut by the token limit are not counted. */
  readonly wellFormed: RightOf
  /** Of the same prompts, answers that name the expected tool anywhere. */
  readonly lenient: RightOf
  readonly weights?: string
  readonly fingerprint?: string
}

/**
 * Why the checkpoints cannot be held side by side; undefined when they can. Probabilities of tokens compare only under one
 * vocabulary.
 */
export function vocabularyConflict(probes: readonly CheckpointProbe[]): string | undefined {
  const first = probes.find(({ vocabulary }) => vocabulary !== undefined)
  const other = probes.find(({ vocabulary }) => vocabulary !== undefined && vocabulary !== first?.vocabulary)
  if (first === undefined || other === undefined) return undefined
  return `${printable(first.name, { maxLength: 80 })} and ${printable(other.name, { maxLength: 80 })} have different vocabularies, so that the trigger of one is another token, or none, in the other`
}

/**
 * One row a checkpoint, in the order given.
 *
 * @throws {InputError} `checkpoint-vocabularies` when vocabularies differ.
 */
export function trajectoryRows(probes: readonly CheckpointProbe[]): readonly TrajectoryRow[] {
  const conflict = vocabularyConflict(probes)
  if (conflict !== undefined) {
    throw new InputError({
      code: 'checkpoint-vocabularies',
      what: `The checkpoints cannot be compared: ${conflict}.`,
      where: '--checkpoints',
      fix: 'Leave out the checkpoints from before the vocabulary changed.',
    })
  }
  return probes.map(rowOf)
}

function rowOf(probe: CheckpointProbe): TrajectoryRow {
  const { name, phase, step, tokens, parent, weights, fingerprint, openings, readings } = probe
  const sets = openingSets(openings, contentPosition(openings))
  const statistics = openingStatistics(sets.call)
  const area = areaOf(sets.call, sets['no-call'])
  return {
    name,
    ...(phase === undefined ? {} : { phase }),
    ...(step === undefined ? {} : { step }),
    ...(tokens === undefined ? {} : { tokens }),
    ...(parent === undefined ? {} : { parent }),
    ...(statistics === undefined
      ? {}
      : {
          geometricMean: statistics.geometricMean,
          median: statistics.median,
          min: statistics.min,
          max: statistics.max,
        }),
    ...(area === undefined ? {} : { gatingAuc: area }),
    ...answersOf(readings),
    ...(weights === undefined ? {} : { weights }),
    ...(fingerprint === undefined ? {} : { fingerprint }),
  }
}

type Bounded = readonly { readonly logprob: number; readonly isBound: boolean }[]

function areaOf(call: Bounded, noCall: Bounded): number | undefined {
  if (call.length === 0 || noCall.length === 0) return undefined
  const most = (openings: Bounded) => openings.map(({ logprob }) => logprob)
  const least = (openings: Bounded) =>
    openings.map(({ logprob, isBound }) => (isBound ? Number.NEGATIVE_INFINITY : logprob))
  const low = areaUnderCurve({ positives: least(call), negatives: most(noCall) })
  const high = areaUnderCurve({ positives: most(call), negatives: least(noCall) })
  return low === high ? low : undefined
}

function answersOf(readings: readonly CaseReading[]): Pick<TrajectoryRow, 'wellFormed' | 'lenient'> {
  const asked = readings.filter(({ path, verdict }) => path === 'direct' && verdict?.expects === 'calls')
  const whole = asked.filter(({ parsing }) => parsing.outcome !== 'truncated')
  return {
    wellFormed: {
      right: whole.filter(({ parsing: { strict } }) => strict.calls.length > 0 && strict.level >= 'S4')
        .length,
      n: whole.length,
    },
    lenient: {
      right: asked.filter(({ verdict }) => verdict?.keyword?.anywhere === true).length,
      n: asked.filter(({ verdict }) => verdict?.keyword !== undefined).length,
    },
  }
}

const COLUMNS =
  'ckpt,phase,step,tokens,p_geo,p_med,p_min,p_max,gating_auc,wellformed_k,wellformed_n,lenient_b4,dtype,hash'

/**
 * The trajectory as CSV, a line a checkpoint: what is not known is an empty cell, and a probability of which only a bound is
 * known begins with `<=`.
 */
export function* trajectoryCsv(rows: readonly TrajectoryRow[]): Generator<string> {
  yield `${COLUMNS}\r\n`
  for (const row of rows) {
    const { wellFormed, lenient } = row
    const cells = [
      row.name,
      row.phase ?? '',
      numberCell(row.step),
      numberCell(row.tokens),
      ...[row.geometricMean, row.median, row.min, row.max].map(boundedCell),
      numberCell(row.gatingAuc),
      wellFormed.n === 0 ? '' : String(wellFormed.right),
      wellFormed.n === 0 ? '' : String(wellFormed.n),
      lenient.n === 0 ? '' : String(lenient.right / lenient.n),
      row.weights ?? '',
      row.fingerprint ?? '',
    ]
    yield csvLine(cells)
  }
}

function numberCell(value: number | undefined): string {
  return value === undefined ? '' : String(value)
}

function boundedCell(value: BoundedProbability | undefined): string {
  if (value === undefined) return ''
  return isKnown(value) ? String(value.atMost) : `<=${value.atMost}`
}
