import type { DriftDocument, DriftGroup, DriftRow, DriftTensor } from '../../checkpoint/drift-document.js'
import type { Measure } from '../../checkpoint/drift-measures.js'
import { countText, finePercentText } from '../../text/number-text.js'
import { printable } from '../../text/printable.js'
import { renderTable } from '../../text/table.js'

/** Tensors that are listed where not all are asked for. */
const LISTED = 20
const NAME_WIDTH = 48

const right = (title: string) => ({ title, align: 'right' as const })

/** The comparison for a terminal: what follows, then the tensors that moved most, tokens and groups. */
export function driftText(document: DriftDocument, { isWhole }: { readonly isWhole: boolean }): string {
  const { a, b, adapter, tensors, rows, groups, leftOut, notices, conclusions } = document
  const after = adapter === undefined ? b.path : `${b.path} with ${adapter}`
  const elements = tensors.reduce((sum, tensor) => sum + tensor.elements, 0)
  const parts = [
    `${printable(a.path)} → ${printable(after)}\n${tensors.length} tensors, ${countText(elements)} weights compared\n`,
    conclusions.map((sentence) => `- ${printable(sentence)}\n`).join(''),
    tensorTable(tensors, isWhole),
  ]
  if (rows.length > 0) parts.push(rowTable(rows))
  if (groups.length > 0) parts.push(groupTable(groups))
  const said = [...notices, ...leftOutText(leftOut)]
  if (said.length > 0) parts.push(said.map((notice) => `note: ${printable(notice)}\n`).join(''))
  parts.push(nextStep(document))
  return parts.filter((part) => part !== '').join('\n')
}

/** Weights say what moved, not what that did. */
function nextStep({ a, b, adapter }: DriftDocument): string {
  const isGguf = [a.path, b.path].every((path) => path.endsWith('.gguf')) && adapter === undefined
  const [subject, parent] = isGguf
    ? [b.path, a.path].map((path) => printable(path))
    : ['AFTER.gguf', 'BEFORE.gguf']
  return `next: What it did to the calls: assay ladder --subject gguf:${subject} --parent ${parent} --corpus TRAINING.jsonl\n`
}

function tensorTable(tensors: readonly DriftTensor[], isWhole: boolean): string {
  const size = ({ relativeNorm }: DriftTensor): number =>
    typeof relativeNorm === 'number' ? relativeNorm : -1
  const shown = isWhole
    ? tensors
    : [...tensors].sort((left, other) => size(other) - size(left)).slice(0, LISTED)
  const hasRate = shown.some(({ predictedFrozenShare }) => predictedFrozenShare !== undefined)
  const columns = [
    { title: 'tensor', maxWidth: NAME_WIDTH },
    { title: 'type' },
    right('1 − cosine'),
    right('‖Δ‖/‖A‖'),
    right('norm change'),
    right('mean |Δ|'),
    right('max |Δ|'),
    right('identical'),
    right('rows touched'),
    ...(hasRate ? [right('frozen at this rate'), { title: '' }] : []),
  ]
  const rows = shown.map((tensor) => [
    tensor.name,
    tensor.dtypeBefore === undefined ? tensor.dtype : `${tensor.dtypeBefore}→${tensor.dtype}`,
    number(tensor.oneMinusCosine),
    number(tensor.relativeNorm),
    number(tensor.normChange),
    number(tensor.meanAbs),
    number(tensor.maxAbs),
    share(tensor.identicalShare),
    `${tensor.rowsTouched} of ${tensor.rows}`,
    ...(hasRate ? [frozen(tensor), STILLNESS[tensor.stillness ?? 'moved']] : []),
  ])
  const rest = tensors.length - shown.length
  const more = rest === 0 ? '' : `and ${rest} that moved less (--all lists them)\n`
  return renderTable({ columns, rows }) + more
}

const STILLNESS = { inert: 'numerically inert', unchanged: 'unchanged', moved: '' } as const

function frozen({ predictedFrozenShare, predictedFrozenShareHalfStep }: DriftTensor): string {
  if (predictedFrozenShare === undefined || predictedFrozenShareHalfStep === undefined) return ''
  return `${share(predictedFrozenShare)} – ${share(predictedFrozenShareHalfStep)}`
}

function rowTable(rows: readonly DriftRow[]): string {
  const columns = [
    { title: 'row', maxWidth: 28 },
    right('id'),
    { title: 'table', maxWidth: 32 },
    right('1 − cosine'),
    right('‖Δ‖/‖A‖'),
    right('norm change'),
    right('identical'),
    right('norm z before'),
    right('after'),
  ]
  const cells = rows.map((row) => [
    row.kind === 'token' ? (row.token ?? '') : `(ordinary) ${row.token ?? ''}`,
    String(row.id),
    row.tensor,
    number(row.oneMinusCosine),
    number(row.relativeNorm),
    number(row.normChange),
    share(row.identicalShare),
    fixed(row.normZBefore),
    fixed(row.normZ),
  ])
  return renderTable({ columns, rows: cells })
}

function groupTable(groups: readonly DriftGroup[]): string {
  const columns = [
    { title: 'group', maxWidth: 24 },
    { title: 'table', maxWidth: 32 },
    right('n'),
    right('relative drift'),
    right('median'),
    right('p95'),
    right('self-cosine'),
    right('pairwise cosine before'),
    right('change'),
    right('× RAND'),
  ]
  const cells = groups.map((group) => {
    const control = groups.find(({ kind, tensor }) => kind === 'control' && tensor === group.tensor)
    return [
      group.group,
      group.tensor,
      String(group.n),
      number(group.relativeDrift),
      number(group.medianRelativeDrift),
      number(group.p95RelativeDrift),
      number(group.selfCosine),
      number(group.pairwiseCosineBefore),
      number(group.pairwiseCosineChange),
      group.kind === 'control' ? '' : times(group.relativeDrift, control?.relativeDrift),
    ]
  })
  return renderTable({ columns, rows: cells })
}

function times(drift: Measure, control: Measure | undefined): string {
  if (typeof drift !== 'number' || typeof control !== 'number' || control === 0) return '–'
  return (drift / control).toPrecision(3)
}

function leftOutText(leftOut: DriftDocument['leftOut']): readonly string[] {
  const shown = leftOut.slice(0, LISTED).map(({ name, reason }) => `${name} is not compared: ${reason}.`)
  const rest = leftOut.length - shown.length
  return rest === 0 ? shown : [...shown, `${rest} more are not compared (--json lists them).`]
}

function number(measure: Measure): string {
  return typeof measure === 'number' ? measure.toPrecision(4) : '–'
}

function fixed(measure: Measure): string {
  return typeof measure === 'number' ? measure.toFixed(2) : '–'
}

function share(measure: Measure): string {
  return typeof measure === 'number' ? finePercentText(measure) : '–'
}
