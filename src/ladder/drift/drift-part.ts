import type { DriftDocument, DriftRow, DriftTensor } from '../../checkpoint/drift-document.js'
import type { Measure } from '../../checkpoint/drift-measures.js'
import { vocabularyRole } from '../../checkpoint/tensor-names.js'
import { finePercentText } from '../../text/number-text.js'
import { printable } from '../../text/printable.js'
import { NO_PART, type RungPart } from '../opening/rung-part.js'
import type { RungTable } from '../rung.js'
import type { RungFinding } from '../rung-finding.js'

const LISTED = 10
/** A row that moved this many times as far as the ordinary rows' median moved for itself. */
const APART = 3

/** Where the weights moved from the parent to the subject, and what that does not say. */
export function driftPart(document: DriftDocument | undefined): RungPart {
  if (document === undefined) return NO_PART
  const moved = movedTensors(document.tensors)
  const findings = [
    ...inertFinding(document),
    ...movementFinding(moved),
    ...rowFindings(document.rows),
    ...strangeFinding(document),
  ]
  const [first] = moved
  const sentence =
    first === undefined
      ? 'No weight moved from the parent.'
      : `The weights moved most in ${shown(first.name)} (‖Δ‖/‖A‖ ${first.relativeNorm.toPrecision(3)}).`
  const inert = document.tensors.filter(({ stillness }) => stillness === 'inert')
  const caution =
    inert.length === 0
      ? ''
      : ` ${inert.length} of ${document.tensors.length} tensors are numerically inert: their stillness is precision, not routing.`
  return {
    sentences: [sentence + caution],
    evidence: [],
    findings,
    tables: [tensorTable(document, moved), ...(document.rows.length === 0 ? [] : [rowTable(document.rows)])],
  }
}

type Moved = DriftTensor & { readonly relativeNorm: number }

function movedTensors(tensors: readonly DriftTensor[]): readonly Moved[] {
  return tensors
    .filter((one): one is Moved => typeof one.relativeNorm === 'number' && one.relativeNorm > 0)
    .sort((left, right) => right.relativeNorm - left.relativeNorm)
}

function inertFinding({ tensors, learningRate }: DriftDocument): readonly RungFinding[] {
  const tables = tensors.filter(({ name }) => vocabularyRole(name) !== undefined)
  const inertTables = tables.filter(({ stillness }) => stillness === 'inert')
  if (inertTables.length > 0) {
    const said = inertTables.map(
      (one) =>
        `${shown(one.name)} (${share(one.identicalShare)} equal bit by bit, ${share(one.predictedFrozenShare)} could not move)`,
    )
    return [
      finding(
        'numerically-inert',
        'info',
        inertTables.length,
        `At a learning rate of ${learningRate ?? '?'} bfloat16 holds the vocabulary still: ${said.join('; ')}. The table could not have moved, so that its stillness is no evidence that the change lies elsewhere.`,
      ),
    ]
  }
  const still = tables.filter(
    ({ identicalShare, stillness }) =>
      stillness === undefined && typeof identicalShare === 'number' && identicalShare > 0.5,
  )
  if (still.length === 0) return []
  return [
    finding(
      'still-unexplained',
      'info',
      still.length,
      `${still.map((one) => `${share(one.identicalShare)} of ${shown(one.name)}`).join(', ')} are equal bit by bit; whether precision held them still is told with the learning rate of the training.`,
    ),
  ]
}

function movementFinding(moved: readonly Moved[]): readonly RungFinding[] {
  if (moved.length < 2) return []
  const most = moved
    .slice(0, 3)
    .map(({ name, relativeNorm }) => `${shown(name)} (${relativeNorm.toPrecision(3)})`)
  return [
    finding(
      'largest-movement',
      'info',
      moved.length,
      `The largest relative change is in ${most.join(', ')}. A large change can do nothing and a small one everything: what carries the behaviour is told by the graft test.`,
    ),
  ]
}

/** Rows that were asked for (trigger, closer, others), beside ordinary rows of the same table. */
function rowFindings(rows: readonly DriftRow[]): readonly RungFinding[] {
  const findings: RungFinding[] = []
  for (const tensor of new Set(rows.map((row) => row.tensor))) {
    const own = rows.filter((row) => row.tensor === tensor)
    const controls = own
      .filter(({ kind }) => kind === 'control')
      .flatMap((row) => numberOf(row.relativeNorm) ?? [])
    const usual = median(controls)
    if (usual === undefined) continue
    const apart = own.filter((row) => {
      const size = numberOf(row.relativeNorm)
      return row.kind === 'token' && size !== undefined && size > 0 && size > APART * usual
    })
    const asked = own.filter(({ kind }) => kind === 'token')
    if (asked.length === 0) continue
    const names = (list: readonly DriftRow[]) => list.map(rowName).slice(0, LISTED).join(', ')
    findings.push(
      apart.length > 0
        ? finding(
            'token-rows-moved',
            'info',
            apart.length,
            `In ${shown(tensor)} the rows of ${names(apart)} moved more than ${APART} times as far as ordinary rows do (median of ${controls.length}: ${usual.toPrecision(3)}).`,
          )
        : finding(
            'token-rows-ordinary',
            'info',
            asked.length,
            `In ${shown(tensor)} the rows of ${names(asked)} moved no further than ordinary rows do (median of ${controls.length}: ${usual.toPrecision(3)}): nothing there is about these tokens.`,
          ),
    )
  }
  return findings
}

function strangeFinding({ tensors }: DriftDocument): readonly RungFinding[] {
  const strange = tensors.filter(({ strangeRows }) => strangeRows !== undefined)
  if (strange.length === 0) return []
  const names = strange.slice(0, LISTED).map(({ name }) => shown(name))
  return [
    finding('weights-not-finite', 'warn', strange.length, `NaN or infinities stand in ${names.join(', ')}.`),
  ]
}

function finding(code: string, severity: RungFinding['severity'], count: number, what: string): RungFinding {
  return { code, severity, what, cases: [], count }
}

function tensorTable({ a, b, tensors }: DriftDocument, moved: readonly Moved[]): RungTable {
  return {
    id: 'drift-tensors',
    title: `Where the weights moved: ${shown(a.path)} to ${shown(b.path)}`,
    columns: ['tensor', '‖Δ‖/‖A‖', '1 − cosine', 'identical', 'frozen at this rate', 'stillness'],
    rows: moved
      .slice(0, LISTED)
      .map((one) => [
        shown(one.name),
        one.relativeNorm.toPrecision(4),
        number(one.oneMinusCosine),
        share(one.identicalShare),
        one.predictedFrozenShare === undefined ? null : share(one.predictedFrozenShare),
        one.stillness ?? null,
      ]),
    note: `${moved.length} of ${tensors.length} tensors moved${moved.length > LISTED ? `; the ${LISTED} that moved most are listed` : ''}. assay drift tells all.`,
  }
}

function rowTable(rows: readonly DriftRow[]): RungTable {
  return {
    id: 'drift-rows',
    title: 'Rows of tokens, beside ordinary ones',
    columns: ['token', 'id', 'table', 'kind', '1 − cosine', '‖Δ‖/‖A‖', 'norm z before', 'norm z after'],
    rows: rows.map((row) => [
      rowName(row),
      row.id,
      shown(row.tensor),
      row.kind === 'token' ? 'asked for' : 'ordinary',
      number(row.oneMinusCosine),
      number(row.relativeNorm),
      fixed(row.normZBefore),
      fixed(row.normZ),
    ]),
  }
}

function rowName({ id, token }: DriftRow): string {
  return token === undefined ? `#${id}` : printable(token, { maxLength: 40 })
}

function shown(text: string): string {
  return printable(text, { maxLength: 100 })
}

function numberOf(measure: Measure): number | undefined {
  return typeof measure === 'number' ? measure : undefined
}

function median(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined
  const sorted = [...values].sort((left, right) => left - right)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] as number) + (sorted[Math.floor(middle)] as number)) / 2
}

function number(measure: Measure): string | null {
  return typeof measure === 'number' ? measure.toPrecision(4) : null
}

function fixed(measure: Measure): string | null {
  return typeof measure === 'number' ? measure.toFixed(2) : null
}

function share(measure: Measure | undefined): string {
  return typeof measure === 'number' ? finePercentText(measure) : '–'
}
