import { type Fault, type Figure, jsonIn, type Reading, strongestOf } from './exhibit.js'
import { intervalText, percentText, valueText } from './table-text.js'

/** What `assay benchmark audit --json` prints, as far as it is read here. */
interface Audit {
  readonly verdict: string
  readonly reasons: readonly AuditReason[]
  readonly nulls: readonly {
    readonly id: string
    readonly metric: string
    readonly value: number
    readonly interval?: readonly [number, number]
    readonly intervalOver?: 'clusters' | 'these-items'
    readonly chance: number
    readonly n: number
  }[]
  readonly counts: {
    readonly items: number
    readonly clusters?: { readonly named: number; readonly effective: number }
    readonly checks: Readonly<Record<string, unknown>>
  }
}

interface AuditReason {
  readonly code: string
  readonly severity: string
  readonly count?: number
}

interface Power {
  readonly minimumDetectableDifference?: { readonly byClusters: number }
}

const RESOLUTION = 'resolution'
const IMPOSSIBLE = 'mean-impossible'
const COUNTED: Readonly<Record<string, string>> = { turns: 'turns' }

/** Figures of audits, one a part. Sentences of findings quote the data, so that only their codes and counts are kept. */
export function readAudits(parts: readonly string[], outputs: readonly string[]): Reading {
  const audits = outputs.map((output) => jsonIn(output) as Audit) // assay.audit/1
  const isOne = parts.length === 1
  return {
    verdicts: audits.map(({ verdict }, at) => ({ of: parts[at] ?? '', verdict })),
    figures: audits.flatMap((audit, at) => figuresOf(audit, isOne ? undefined : (parts[at] ?? ''))),
    faults: audits.flatMap(({ reasons, counts }, at) => faultsOf(reasons, counts.items, parts[at] ?? '')),
  }
}

function figuresOf({ nulls, counts }: Audit, part: string | undefined): readonly Figure[] {
  const prefix = part === undefined ? '' : `${part}, `
  const metrics = [...new Set(nulls.map(({ metric }) => metric))]
  const distinct = distinctOf(counts.checks)
  return [
    ...metrics.flatMap((metric) => {
      const group = `${prefix}${metric}`
      const of = nulls
        .filter((one) => one.metric === metric)
        .map(
          (one): Figure => ({
            what: `${one.id}: ${group}`,
            group,
            value: one.value,
            unit: 'share',
            n: one.n,
            counted: COUNTED[metric] ?? 'items',
            ...(one.interval === undefined ? {} : { interval: one.interval }),
            ...(one.intervalOver === undefined ? {} : { over: one.intervalOver }),
            chance: one.chance,
          }),
        )
      return mergedAlike(of)
    }),
    ...(distinct === undefined
      ? []
      : [count(`${prefix}distinct items`, distinct, counts.items, 'of the items')]),
    ...(counts.clusters === undefined
      ? []
      : [
          count(
            `${prefix}effective clusters (Kish)`,
            Math.round(counts.clusters.effective * 10) / 10,
            counts.items,
            `${counts.clusters.named} are named`,
          ),
        ]),
    ...resolutionOf(counts.checks, prefix, counts.items),
  ]
}

/** Null models that score exactly the same, all or nothing, stand in one row; the data keep each. */
function mergedAlike(figures: readonly Figure[]): readonly Figure[] {
  return figures.flatMap((figure) => {
    const alike = figures.filter(({ value }) => value === figure.value)
    if ((figure.value !== 0 && figure.value !== 1) || alike.length === 1) return [figure]
    const detail = { ...figure, isDetail: true as const }
    if (alike[0] !== figure) return [detail]
    const names = alike.map(({ what }) => nameIn(what)).join(', ')
    return [{ ...figure, what: `${names}: ${figure.group}` }, detail]
  })
}

function nameIn(what: string): string {
  return what.slice(0, what.indexOf(':'))
}

/** What difference of two subjects a test would find four times in five, were they to differ on one item in five. */
function resolutionOf(checks: Audit['counts']['checks'], prefix: string, n: number): readonly Figure[] {
  const power = checks.power as Power | undefined
  if (power?.minimumDetectableDifference === undefined) return []
  const { byClusters } = power.minimumDetectableDifference
  return [
    {
      what: `${prefix}smallest difference of two subjects that could be found`,
      group: RESOLUTION,
      value: byClusters,
      unit: 'share',
      n,
      counted: 'items',
      note: 'four times in five, by clusters, where the two differ on one item in five',
    },
  ]
}

function count(what: string, value: number, n: number, note: string): Figure {
  return { what, group: 'size', value, unit: 'count', n, counted: 'items', note }
}

function distinctOf(checks: Audit['counts']['checks']): number | undefined {
  const byKind = checks['distinct-items'] as
    | Readonly<Record<string, { readonly distinct: number }>>
    | undefined
  if (byKind === undefined) return undefined
  return Object.values(byKind).reduce((sum, { distinct }) => sum + distinct, 0)
}

/** One fault a code: several null models that beat chance are one, of as many items. Of impossible means each has a reason. */
function faultsOf(reasons: readonly AuditReason[], n: number, of: string): readonly Fault[] {
  const faults = new Map<string, Fault>()
  for (const { code, severity, count: items = 0 } of reasons) {
    const known = faults.get(code)
    if (code === IMPOSSIBLE) faults.set(code, { code, severity, count: (known?.count ?? 0) + 1, of })
    else if (known === undefined) faults.set(code, { code, severity, count: items, n, of })
  }
  return [...faults.values()]
}

/** "`shortest` scores 48.4 % [44.2, 52.7]": the strongest null model of a group, in a sentence. */
export function strongestSentence(reading: Reading, group: string): readonly string[] {
  const strongest = strongestOf(reading.figures, group)
  if (strongest?.value == null) return []
  if (strongest.value === 0) return [`Without a model nothing is scored (${group}).`]
  const names = nameIn(strongest.what)
    .split(', ')
    .map((name) => `\`${name}\``)
    .join(', ')
  return [`Without a model, ${names} scores ${valueText(strongest)} ${intervalText(strongest)} (${group}).`]
}

/** What differences the benchmark is too small for. */
export function resolutionSentence({ figures }: Reading): readonly string[] {
  const [found] = figures.filter(({ group }) => group === RESOLUTION)
  if (found === undefined) return []
  return [
    `Two subjects must differ by some ${percentText(found.value ?? 0)} points for a test over clusters to find it four times in five; smaller differences between published numbers are not resolved by this benchmark.`,
  ]
}

/** A published mean that GRIM calls impossible, where there is one. */
export function grimSentence({ faults }: Reading): readonly string[] {
  const impossible = faults.find(({ code }) => code === IMPOSSIBLE)
  if (impossible === undefined) return []
  return [
    `Of the published means ${impossible.count} cannot be a mean of so many answers that are right or wrong: n, the digits or the way of counting are not as stated, or there was more than one answer an item.`,
  ]
}
