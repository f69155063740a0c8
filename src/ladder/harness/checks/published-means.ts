import { type GrimResult, grim, grimSplits } from '../../../stats/grim.js'
import { quoted } from '../../../text/printable.js'
import type { PublishedMean } from '../../keyword-set.js'
import type { RungTable } from '../../rung.js'
import type { RungFinding } from '../../rung-finding.js'
import { findingOf, listed } from '../finding-of.js'
import { defineHarnessCheck } from '../harness-check.js'
import type { ReadySet } from '../harness-view.js'

/** Published means that cannot be means of so many items (GRIM), and the sizes or splits that could be meant. */
export const publishedMeans = defineHarnessCheck({
  id: 'published-means',
  looksAt: 'whether published means can be of so many items (GRIM)',
  codes: ['mean-impossible', 'mean-split'],
  applies: ({ sets }) => sets.some(({ set }) => (set.published ?? []).length > 0),
  run({ sets }) {
    const rows: RungTable['rows'][number][] = []
    const findings: RungFinding[] = []
    for (const ready of sets) {
      const checked = (ready.set.published ?? []).map((mean) => checkedMean(ready, mean))
      for (const { mean, n, result } of checked) {
        rows.push([ready.set.name, mean.label, mean.mean, n, result.kind, detailOf(result)])
      }
      const impossible = checked.filter(({ result }) => result.kind === 'impossible')
      if (impossible.length === 0) continue
      const sizes = [...new Set(impossible.map(({ n }) => n))]
      findings.push(
        findingOf({
          code: 'mean-impossible',
          severity: 'warn',
          what: `${impossible.length} of ${checked.length} published means of ${ready.set.name} are impossible with n = ${listed(sizes.map(String))}: ${listed(impossible.map(({ mean }) => `${mean.mean} (${mean.label})`))}. The n that is claimed is wrong, or the mean.${sizeHint(ready, checked)}`,
          cases: [],
          count: impossible.length,
        }),
        ...splitFindings(ready.set.name, checked),
      )
    }
    return {
      findings,
      tables: [
        {
          id: 'published-means',
          title: 'Published means by their arithmetic',
          columns: ['test', 'whose', 'mean', 'n', 'GRIM', 'sums, or nearest means'],
          rows,
          note: 'A mean of n items is one of so many fractions; "cannot-fail" means that its digits are too few to tell.',
        },
      ],
    }
  },
})

interface CheckedMean {
  readonly mean: PublishedMean
  readonly n: number
  readonly steps: number
  readonly result: GrimResult
}

function checkedMean({ set, rule }: ReadySet, mean: PublishedMean): CheckedMean {
  const n = mean.n ?? set.items.length
  const steps = mean.steps ?? rule.measures[0]?.steps
  if (steps === undefined) {
    const reason = 'how many steps an item can score is not known; give "steps"'
    return { mean, n, steps: 1, result: { kind: 'cannot-fail', reason } }
  }
  return { mean, n, steps, result: grimOf(mean, n, steps) }
}

function grimOf({ mean }: PublishedMean, n: number, steps: number): GrimResult {
  const isPercent = mean.endsWith('%')
  return grim({
    printed: isPercent ? mean.slice(0, -1) : mean,
    n,
    stepsPerItem: steps,
    ...(isPercent ? { top: 100 } : {}),
  })
}

function detailOf(result: GrimResult): string {
  switch (result.kind) {
    case 'possible':
      return result.sums[0] === result.sums[1]
        ? `${result.sums[0]}`
        : `${result.sums[0]} to ${result.sums[1]}`
    case 'impossible':
      return result.nearest.map((value) => Number(value.toPrecision(6))).join(', ')
    case 'cannot-fail':
      return result.reason
    default:
      return result satisfies never
  }
}

/** Several means leave few sizes; one mean fits many, so that naming them would say nothing. */
const MIN_FOR_SIZES = 2
/** Sizes that are named at most. */
const MAX_SIZES = 3

/** Smaller sizes that make all means of the same claimed n possible, the smallest first. */
function sizeHint({ set }: ReadySet, checked: readonly CheckedMean[]): string {
  const whole = checked.filter(({ mean }) => mean.part === undefined)
  const claimed = Math.max(...whole.map(({ n }) => n), set.items.length)
  if (new Set(whole.map(({ mean }) => mean.mean)).size < MIN_FOR_SIZES) return ''
  const sizes: number[] = []
  for (let n = 2; n < claimed && n <= MAX_CLAIM && sizes.length < MAX_SIZES; n++) {
    if (whole.every(({ mean, steps }) => grimOf(mean, n, steps).kind === 'possible')) sizes.push(n)
  }
  return sizes.length === 0 ? '' : ` All of them are possible with n = ${sizes.join(', ')}.`
}

/** Above it, no smaller size is looked for. */
const MAX_CLAIM = 10_000

/** Of means that belong to two named parts: how the claimed n can be parted so that all are possible. */
function splitFindings(name: string, checked: readonly CheckedMean[]): readonly RungFinding[] {
  const parted = checked.filter(
    ({ mean, steps }) => mean.part !== undefined && steps === 1 && !mean.mean.endsWith('%'),
  )
  const [first, second, ...others] = [...new Set(parted.map(({ mean }) => mean.part))]
  const total = Math.max(...parted.map(({ n }) => n))
  if (first === undefined || second === undefined || others.length > 0 || total > MAX_CLAIM) return []
  const meansOf = (part: string): readonly string[] =>
    parted.filter(({ mean }) => mean.part === part).map(({ mean }) => mean.mean)
  const splits = grimSplits({ total, first: meansOf(first), second: meansOf(second) })
  const shown = splits.slice(0, 5).map(([one, other]) => `${one} + ${other}`)
  return [
    findingOf({
      code: 'mean-split',
      severity: 'info',
      what:
        splits.length === 0
          ? `No way to part ${total} items of ${name} into ${quoted(first)} and ${quoted(second)} makes all published means possible.`
          : `${total} items of ${name} parted into ${quoted(first)} and ${quoted(second)} as ${listed(shown)} make all published means possible.`,
      cases: [],
      count: splits.length,
    }),
  ]
}
