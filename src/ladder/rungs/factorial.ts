import type { Score } from '../../score/score.js'
import { printable } from '../../text/printable.js'
import { type FactorialCell, factorialCells, SEEDS_WANTED } from '../factorial/factorial-cells.js'
import type { Factor } from '../factorial/factorial-design.js'
import { type FactorialEffect, factorialEffects } from '../factorial/factorial-effects.js'
import type { FactorialContrast, FactorialRun } from '../factorial-run.js'
import type { LadderEvidence } from '../ladder-evidence.js'
import { defineRung, type RungResult, type RungTable, type RungVerdict } from '../rung.js'
import type { RungFinding } from '../rung-finding.js'

const id = 5
const name = 'factorial'
const claim =
  'The contrast between training runs that was declared beforehand is larger than the spread of their seeds.'
const scorer = { name: 'ladder-factorial', version: 1 } as const

/** The evidence of the ladder, with what was declared about the runs. */
export type FactorialEvidence = Pick<LadderEvidence, 'runs'> & {
  /** What was said before the runs to be looked at. */
  readonly contrast?: FactorialContrast
}

/**
 * Rung 5: what the training runs show of the factors in which they differ, on the logit scale with the seed as block. The
 * verdict is about the declared contrast: it holds when its 95 % interval lies above 0, fails when it lies below.
 */
export const factorialRung = defineRung({
  id,
  name,
  claim,
  judge({ runs, contrast }: FactorialEvidence): RungResult {
    const base = { id, name, claim } as const
    if (runs.length === 0) {
      const summary = 'No training runs were given, so that no cause can be held against another.'
      return { ...base, verdict: 'unmeasured', summary, evidence: [], findings: [], tables: [] }
    }
    const { factors, cells } = factorialCells(runs)
    const effects = factorialEffects({ runs, ...(contrast === undefined ? {} : { contrast }) })
    return {
      ...base,
      verdict: verdictOf(effects),
      summary: summaryOf(runs, cells, effects),
      evidence: effects.map(scoreOf),
      findings: findingsOf({ runs, factors, cells, effects }),
      tables: [
        runsTable(runs),
        cellsTable(factors, cells),
        ...(effects.length === 0 ? [] : [effectsTable(effects)]),
      ],
    }
  },
})

function declaredOf(effects: readonly FactorialEffect[]): FactorialEffect | undefined {
  return effects.find(({ kind }) => kind === 'declared')
}

function verdictOf(effects: readonly FactorialEffect[]): RungVerdict {
  const declared = declaredOf(effects)
  if (declared === undefined)
    return effects.some(({ state }) => state === 'estimated') ? 'measured' : 'not-enough-data'
  if (declared.state === 'open') return 'not-enough-data'
  const [low, high] = declared.interval
  return low > 0 ? 'holds' : high < 0 ? 'fails' : 'not-enough-data'
}

function summaryOf(
  runs: readonly FactorialRun[],
  cells: readonly FactorialCell[],
  effects: readonly FactorialEffect[],
): string {
  const whole = cells.filter(({ state }) => state === 'whole').length
  const complete = runs.filter(({ isComplete }) => isComplete).length
  const said = `${complete} complete runs of ${runs.length} in ${cells.length} cells, ${whole} of which have ${SEEDS_WANTED} seeds or more`
  const declared = declaredOf(effects)
  if (declared === undefined)
    return `${said}. No contrast was declared beforehand: what stands out is a hypothesis.`
  if (declared.state === 'open')
    return `${said}. The declared contrast (${declared.measure}, ${declared.name}) cannot be told: ${declared.reason}.`
  return `${said}. The declared contrast (${declared.measure}, ${declared.name}) is ${effectText(declared)}.`
}

function effectText({
  value,
  interval: [low, high],
}: {
  readonly value: number
  readonly interval: readonly [number, number]
}): string {
  return `${value.toFixed(2)} in log-odds, 95 % interval ${low.toFixed(2)} to ${high.toFixed(2)}`
}

function scoreOf(effect: FactorialEffect): Score {
  const { measure, name, n, kind } = effect
  const about = {
    metric: kind === 'declared' ? 'declared-contrast' : 'effect',
    group: `${measure}: ${name}`,
    unit: 'log-odds',
    better: 'higher',
    scorer,
  } as const
  if (effect.state === 'open') return { kind: 'unscored', ...about, reason: effect.reason, n }
  const { value, interval, degrees, isAdditive, isBlocked } = effect
  const method = `least squares on empirical logits, ${isAdditive ? 'no interactions' : 'two-way interactions'}, ${isBlocked ? 'seed as block, ' : ''}Student's t with ${degrees} degrees of freedom`
  return { kind: 'scored', ...about, value, n, interval, method }
}

interface Judged {
  readonly runs: readonly FactorialRun[]
  readonly factors: readonly Factor[]
  readonly cells: readonly FactorialCell[]
  readonly effects: readonly FactorialEffect[]
}

function findingsOf({ runs, factors, cells, effects }: Judged): readonly RungFinding[] {
  const findings: RungFinding[] = []
  const add = (
    code: string,
    severity: RungFinding['severity'],
    cases: readonly string[],
    what: string,
  ): void => {
    if (cases.length > 0)
      findings.push({ code, severity, what, cases: cases.slice(0, 20), count: cases.length })
  }
  const inState = (state: FactorialCell['state']) =>
    cells.filter((cell) => cell.state === state).map(cellName)
  if (factors.length === 0)
    add(
      'no-factors',
      'warn',
      ['runs'],
      'The runs do not differ in any factor that is told, so that there is nothing to compare.',
    )
  const partial = runs.filter(({ isComplete }) => !isComplete).map((run) => run.name)
  add(
    'runs-incomplete',
    'warn',
    partial,
    `${partial.length} of ${runs.length} runs did not train to their end; they stand in the table and not in the effects.`,
  )
  const [missing, incomplete, few] = [inState('missing'), inState('incomplete'), inState('few-seeds')]
  add(
    'cells-missing',
    'warn',
    missing,
    `${missing.length} of ${cells.length} cells have no run: effects that need them are left open, or assume that there is no interaction.`,
  )
  add(
    'cells-incomplete',
    'warn',
    incomplete,
    `${incomplete.length} of ${cells.length} cells have no complete run.`,
  )
  add(
    'few-seeds',
    'warn',
    few,
    `${few.length} of ${cells.length} cells have fewer than ${SEEDS_WANTED} seeds: a difference there can be the luck of a seed.`,
  )
  const together = confounded(runs, factors)
  add(
    'factors-confounded',
    'warn',
    together,
    `Some factors change together in every complete run (${together.join('; ')}): nobody can tell which of them did it.`,
  )
  const additive = effects
    .filter((effect) => effect.state === 'estimated' && effect.isAdditive)
    .map((effect) => `${effect.measure}: ${effect.name}`)
  add(
    'no-interaction-assumed',
    'info',
    additive,
    `${additive.length} effects are those of a model without interactions: the runs do not tell these.`,
  )
  const unblocked = effects.some((effect) => effect.state === 'estimated' && !effect.isBlocked)
  add(
    'seeds-not-shared',
    'info',
    unblocked ? ['runs'] : [],
    'Seeds do not repeat across cells, or some runs name none, so that they are no blocks: intervals are wider than they would be with the same seeds in every cell.',
  )
  if (declaredOf(effects) === undefined && effects.length > 0) {
    add(
      'contrast-undeclared',
      'info',
      ['runs'],
      'No contrast was declared before the runs. Among many effects some stand out by chance; p is adjusted for all that are shown.',
    )
  }
  return findings
}

function cellName({ levels }: FactorialCell): string {
  return Object.entries(levels)
    .map(([factor, level]) => `${factor}=${level}`)
    .join(', ')
}

/** Pairs of factors of which one tells the other in every complete run. */
function confounded(runs: readonly FactorialRun[], factors: readonly Factor[]): readonly string[] {
  const complete = runs.filter(({ isComplete }) => isComplete)
  const levelsOf = (name: string) => new Set(complete.map((run) => run.factors[name]))
  return factors.flatMap((first, at) =>
    factors.slice(at + 1).flatMap((second) => {
      const pairs = new Set(
        complete.map((run) => JSON.stringify([run.factors[first.name], run.factors[second.name]])),
      )
      const [one, other] = [levelsOf(first.name).size, levelsOf(second.name).size]
      return one > 1 && one === other && pairs.size === one ? [`${first.name} and ${second.name}`] : []
    }),
  )
}

function runsTable(runs: readonly FactorialRun[]): RungTable {
  const factors = [...new Set(runs.flatMap((run) => Object.keys(run.factors)))]
  const measures = [...new Set(runs.flatMap((run) => Object.keys(run.counts)))]
  const figures = [...new Set(runs.flatMap((run) => Object.keys(run.figures)))]
  return {
    id: 'factorial-runs',
    title: 'Training runs',
    columns: ['run', ...factors, 'seed', 'steps', 'complete', ...figures, ...measures].map((one) =>
      printable(one, { maxLength: 60 }),
    ),
    rows: runs.map((run) => [
      printable(run.name, { maxLength: 80 }),
      ...factors.map((factor) => run.factors[factor] ?? null),
      run.seed ?? null,
      run.steps ?? null,
      run.isComplete ? 'yes' : 'NO',
      ...figures.map((figure) => run.figures[figure]?.toPrecision(3) ?? null),
      ...measures.map((measure) => {
        const count = run.counts[measure]
        return count === undefined ? null : `${count.right}/${count.n}`
      }),
    ]),
  }
}

function cellsTable(factors: readonly Factor[], cells: readonly FactorialCell[]): RungTable {
  const measures = [
    ...new Set(cells.flatMap(({ complete }) => complete.flatMap((run) => Object.keys(run.counts)))),
  ]
  return {
    id: 'factorial-cells',
    title: 'Cells',
    columns: [
      ...factors.map((factor) => printable(factor.name, { maxLength: 60 })),
      'complete runs',
      'partial runs',
      'state',
      ...measures.map((one) => printable(one, { maxLength: 60 })),
    ],
    rows: cells.map((cell) => [
      ...factors.map((factor) => cell.levels[factor.name] ?? null),
      cell.complete.length,
      cell.partial.length,
      cell.state === 'whole' ? '' : cell.state.toUpperCase(),
      ...measures.map((measure) => rangeText(cell.complete, measure)),
    ]),
    note: 'Mean share of the complete runs, with the lowest and highest of them.',
  }
}

function rangeText(runs: readonly FactorialRun[], measure: string): string | null {
  const shares = runs.flatMap(({ counts }) => {
    const count = counts[measure]
    return count === undefined || count.n === 0 ? [] : [count.right / count.n]
  })
  if (shares.length === 0) return null
  const mean = shares.reduce((sum, one) => sum + one, 0) / shares.length
  return `${mean.toFixed(3)} (${Math.min(...shares).toFixed(3)}–${Math.max(...shares).toFixed(3)})`
}

function effectsTable(effects: readonly FactorialEffect[]): RungTable {
  return {
    id: 'factorial-effects',
    title: 'Effects in log-odds',
    columns: ['measure', 'effect', 'kind', 'value', 'low', 'high', 'p', 'p (Holm)', 'runs', 'model'],
    rows: effects.map((effect) => {
      const { measure, name, kind, n } = effect
      const about = [printable(measure, { maxLength: 60 }), printable(name, { maxLength: 120 }), kind]
      if (effect.state === 'open') return [...about, null, null, null, null, null, n, effect.reason]
      const { value, interval, p, adjustedP, degrees, isAdditive, isBlocked } = effect
      return [
        ...about,
        value.toFixed(3),
        interval[0].toFixed(3),
        interval[1].toFixed(3),
        p.toPrecision(3),
        kind === 'declared' ? null : adjustedP.toPrecision(3),
        n,
        `${isAdditive ? 'additive' : 'with interactions'}${isBlocked ? ', seed as block' : ''}, ${degrees} df`,
      ]
    }),
    note: 'Empirical logits ln((right + ½)/(wrong + ½)) of each run. A main effect is averaged over the levels of the other factors. p (Holm) is adjusted for all main effects and interactions shown; the declared contrast stands alone.',
  }
}
