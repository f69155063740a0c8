import { strictMeasure } from '../../score/dialogue/strict/measures/index.js'
import type { Score } from '../../score/score.js'
import type { CalibrationCheck } from '../calibration.js'
import { type Expectation, type Expected, type ExpectedFigure, type KnownRun, wayId } from './expectation.js'
import type { PlayedAgent } from './play-agent.js'

export interface JudgedRun {
  readonly run: KnownRun
  readonly played: PlayedAgent
  /** Of the set of dialogues: the first part of the ids of checks. */
  readonly set: string
}

/** Sums in another order differ in their last digits. */
const TOLERANCE = 1e-9
/** What gold must have a value of: where these say nothing, the rest says little. */
const MUST_COUNT = [
  'turn-correct',
  'dialogue-correct',
  'tool-f1',
  'parameter-f1',
  'data-flow-f1',
  'delta-em',
  'act-macro-f1',
  'noop-specificity',
  'slot-f1',
  'executed',
  'missed-reuse',
] as const

export function judgeRun({ run, played, set }: JudgedRun): readonly CalibrationCheck[] {
  return run.expectations.map((expectation) => {
    const { expected, measured, note } = judged(expectation, { run, played })
    return {
      id: `${set}/${wayId(run)}/${expectation.id}`,
      says: expectation.because,
      expected,
      measured,
      verdict: note === undefined ? 'passed' : 'failed',
      ...(note === undefined || note === '' ? {} : { note }),
    }
  })
}

/** @returns `note` where it is not as expected. */
interface Judgement {
  readonly expected: string
  readonly measured: string
  readonly note?: string
}

type Run = Pick<JudgedRun, 'run' | 'played'>

function judged({ expected }: Expectation, { run, played }: Run): Judgement {
  switch (expected.kind) {
    case 'figure':
      return judgedFigure(expected, played)
    case 'best':
      return judgedBest(expected, played)
    case 'floor':
      return judgedFloor(run.agent, played)
    case 'fault':
      return judgedFault(expected, played)
    default:
      return expected satisfies never
  }
}

function judgedFigure(
  { view, metric, figure }: Expected & { kind: 'figure' },
  played: PlayedAgent,
): Judgement {
  const value = figures(view === 'strict' ? played.strict.scores : (played.compat?.scores ?? [])).get(metric)
  const measured = `${metric} = ${value === undefined ? 'none' : rounded(value)}`
  return {
    expected: `${metric} ${toldFigure(figure)}`,
    measured,
    ...(meets(value, figure) ? {} : { note: '' }),
  }
}

function meets(value: number | undefined, figure: ExpectedFigure): boolean {
  switch (figure.kind) {
    case 'is':
      return value !== undefined && Math.abs(value - figure.value) <= TOLERANCE
    case 'between':
      return value !== undefined && value > figure.low + TOLERANCE && value < figure.high - TOLERANCE
    case 'none':
      return value === undefined
    default:
      return figure satisfies never
  }
}

function toldFigure(figure: ExpectedFigure): string {
  switch (figure.kind) {
    case 'is':
      return `= ${rounded(figure.value)}`
    case 'between':
      return figure.low < 0
        ? `< ${rounded(figure.high)}`
        : `> ${rounded(figure.low)}, < ${rounded(figure.high)}`
    case 'none':
      return '= none'
    default:
      return figure satisfies never
  }
}

function judgedBest({ contrasts }: Expected & { kind: 'best' }, { strict }: PlayedAgent): Judgement {
  const values = figures(strict.scores)
  const wrong: string[] = MUST_COUNT.filter((metric) => !values.has(metric)).map(
    (metric) => `${metric} = none`,
  )
  let count = 0
  for (const [metric, value] of values) {
    const { isNumber, better, division } = strictMeasure(metric) ?? {}
    if (better === undefined || isNumber === true || (division === 'contrast' && !contrasts)) continue
    count++
    const best = better === 'higher' ? 1 : 0
    if (Math.abs(value - best) > TOLERANCE) wrong.push(`${metric} = ${rounded(value)}`)
  }
  return {
    expected: 'every proportion at its best',
    measured: wrong.length === 0 ? `${count} of ${count} at their best` : few(wrong),
    ...(wrong.length === 0 ? {} : { note: wrong.join(', ') }),
  }
}

function judgedFloor(agent: string, { strict }: PlayedAgent): Judgement {
  const floors = new Map(
    strict.nulls
      .find(({ id }) => id === agent)
      ?.values.flatMap(({ metric, group, value }) => (group === undefined ? [[metric, value]] : [])),
  )
  const values = figures(strict.scores)
  const metrics = [...values.keys()].filter((metric) => strictMeasure(metric)?.hasFloor === true)
  const wrong = metrics.filter((metric) => {
    const difference = (floors.get(metric) ?? Number.NaN) - (values.get(metric) ?? Number.NaN)
    return !(Math.abs(difference) <= TOLERANCE)
  })
  return {
    expected: 'the floor beside the scores',
    measured: wrong.length === 0 && metrics.length > 0 ? `the same ${metrics.length} figures` : few(wrong),
    ...(wrong.length === 0 && metrics.length > 0
      ? {}
      : {
          note: wrong
            .map((metric) => `${metric}: ${floors.get(metric)} and ${values.get(metric)}`)
            .join(', '),
        }),
  }
}

function judgedFault({ fault, turns }: Expected & { kind: 'fault' }, { strict }: PlayedAgent): Judgement {
  const { faults, counts } = strict
  const wanted = turns === 'all' ? counts.turns : counts.turns - counts.dialogues
  const found = faults[fault] ?? 0
  return {
    expected: `${fault} in ${wanted} turns`,
    measured: `${fault} in ${found} turns`,
    ...(found === wanted && wanted > 0 ? {} : { note: '' }),
  }
}

function figures(scores: readonly Score[]): ReadonlyMap<string, number> {
  return new Map(
    scores.flatMap((score) =>
      score.kind === 'scored' && score.group === undefined ? [[score.metric, score.value] as const] : [],
    ),
  )
}

function few(wrong: readonly string[]): string {
  return `${wrong.slice(0, 3).join(', ')}${wrong.length > 3 ? ', …' : ''}`
}

function rounded(value: number): string {
  return String(Number(value.toFixed(4)))
}
