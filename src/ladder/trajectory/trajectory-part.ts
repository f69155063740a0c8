import { wilsonInterval } from '../../stats/wilson.js'
import { printable } from '../../text/printable.js'
import type { CheckpointProbe } from '../checkpoint-probe.js'
import { probabilityText } from '../opening/bounded-statistics.js'
import { NO_PART, type RungPart } from '../opening/rung-part.js'
import type { RungTable } from '../rung.js'
import type { RungFinding } from '../rung-finding.js'
import { type TrajectoryChange, type TrajectoryReadouts, trajectoryReadouts } from './trajectory-readouts.js'
import { type RightOf, type TrajectoryRow, trajectoryRows, vocabularyConflict } from './trajectory-rows.js'

/** A drop of this many decades is worth a finding. */
const LARGE_DROP = 1
/** Strict calls below this share, upper limit, are the floor. */
const FLOOR = 0.1

/** The first token over checkpoints. */
export function trajectoryPart(probes: readonly CheckpointProbe[]): RungPart {
  if (probes.length === 0) return NO_PART
  const conflict = vocabularyConflict(probes)
  if (conflict !== undefined) {
    const what = `The trajectory is not drawn: ${conflict}.`
    const finding = {
      code: 'vocabularies-differ',
      severity: 'warn',
      what,
      cases: [],
      count: probes.length,
    } as const
    return { ...NO_PART, sentences: [what], findings: [finding] }
  }
  const rows = trajectoryRows(probes)
  const readouts = trajectoryReadouts(rows)
  return {
    sentences: [sentenceOf(rows, readouts)],
    evidence: [],
    findings: findingsOf(readouts),
    tables: [rowsTable(rows), readoutsTable(readouts)],
  }
}

function sentenceOf(rows: readonly TrajectoryRow[], { erasure, largestRise }: TrajectoryReadouts): string {
  const said = [
    ...(erasure === undefined ? [] : [`the largest loss is ${changeText(erasure)}`]),
    ...(largestRise === undefined ? [] : [`the largest rise is ${changeText(largestRise)}`]),
  ]
  const what = said.length === 0 ? 'no change could be told' : said.join(', ')
  return `Over ${rows.length} checkpoints ${what}.`
}

function changeText({ from, to, decades, isAtLeast, per1000Steps }: TrajectoryChange): string {
  const size = `${isAtLeast ? 'at least ' : ''}${Math.abs(decades).toFixed(2)} decades`
  const slope =
    per1000Steps === undefined ? '' : `, ${Math.abs(per1000Steps).toFixed(3)} for each 1,000 steps`
  return `${size} from ${shown(from)} to ${shown(to)}${slope}`
}

function shown(name: string): string {
  return printable(name, { maxLength: 80 })
}

function findingsOf({ erasure, bestLenient, bestStrict }: TrajectoryReadouts): readonly RungFinding[] {
  const findings: RungFinding[] = []
  if (erasure !== undefined && -erasure.decades >= LARGE_DROP) {
    findings.push({
      code: 'prior-erased',
      severity: 'warn',
      what: `Training lost a habit to call that an earlier checkpoint had: ${changeText(erasure)}.`,
      cases: [],
      count: 1,
    })
  }
  if (bestLenient === undefined || bestStrict === undefined || bestLenient.lenient.right === 0)
    return findings
  const { right, n } = bestLenient.wellFormed
  if (n === 0 || wilsonInterval({ successes: right, n })[1] >= FLOOR) return findings
  findings.push({
    code: 'best-lenient-at-floor',
    severity: 'warn',
    what: `${shown(bestLenient.name)} has the best lenient score (${share(bestLenient.lenient)}) and ${right} of ${n} well-formed calls; the most well-formed ones are those of ${shown(bestStrict.name)} (${share(bestStrict.wellFormed)}). Choosing checkpoints by keywords chooses the wrong one.`,
    cases: [],
    count: 1,
  })
  return findings
}

function share({ right, n }: RightOf): string {
  return n === 0 ? '–' : `${right}/${n}`
}

function rowsTable(rows: readonly TrajectoryRow[]): RungTable {
  return {
    id: 'trajectory',
    title: 'The first token over checkpoints (prompts that need a call)',
    columns: [
      'checkpoint',
      'phase',
      'step',
      'tokens',
      'p geometric',
      'p median',
      'p min',
      'p max',
      'gating AUC',
      'well formed',
      'lenient',
      'weights',
    ],
    rows: rows.map((row) => [
      shown(row.name),
      row.phase === undefined ? null : shown(row.phase),
      row.step ?? null,
      row.tokens ?? null,
      ...[row.geometricMean, row.median, row.min, row.max].map((one) =>
        one === undefined ? null : probabilityText(one),
      ),
      row.gatingAuc === undefined ? null : row.gatingAuc.toFixed(3),
      share(row.wellFormed),
      share(row.lenient),
      row.weights === undefined ? null : shown(row.weights),
    ]),
    note: 'Lenient: the expected tool is named anywhere in the reply. Well formed: level S4 and up; answers cut by the token limit are not counted.',
  }
}

function readoutsTable(readouts: TrajectoryReadouts): RungTable {
  const { largestDrop, largestRise, erasure, bestLenient, bestStrict, lenientAgainstPrior: rank } = readouts
  return {
    id: 'trajectory-readouts',
    title: 'What the trajectory shows',
    columns: ['readout', 'value'],
    rows: [
      ['steepest drop', largestDrop === undefined ? null : changeText(largestDrop)],
      ['steepest rise', largestRise === undefined ? null : changeText(largestRise)],
      [
        'erasure (largest loss between a checkpoint and a later one)',
        erasure === undefined ? null : changeText(erasure),
      ],
      [
        'best lenient checkpoint',
        bestLenient === undefined
          ? null
          : `${shown(bestLenient.name)} (${share(bestLenient.lenient)}; well formed ${share(bestLenient.wellFormed)})`,
      ],
      [
        'best strict checkpoint',
        bestStrict === undefined
          ? null
          : `${shown(bestStrict.name)} (${share(bestStrict.wellFormed)}; lenient ${share(bestStrict.lenient)})`,
      ],
      [
        'Spearman, lenient against log p',
        rank === undefined ? null : `${rank.rho.toFixed(2)} over ${rank.n} checkpoints`,
      ],
    ],
    note: 'A decade is a factor of ten in the geometric mean. Checkpoints of one training depend on each other: the correlation has no interval.',
  }
}
