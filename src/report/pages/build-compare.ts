import { InputError } from '../../errors.js'
import { compareScores } from '../../score/run/compare-scores.js'
import type { StoredItem, StoredScores } from '../../score/run/read-scores.js'
import type { Contribution } from '../sources/contribution.js'
import type { ComparedPair, ComparePage, FlippedItem } from './compare-page.js'

const FLIPPED = 500

export interface CompareSettings {
  /** The smallest difference that matters, a proportion. */
  readonly margin: number
  readonly seed: number
  readonly permutations: number
}

interface Side {
  readonly id: string
  readonly stored: readonly StoredScores[]
}

/**
 * Holds every source with scores against the first one that has the same items, item by item; each pair is decided by itself, its metrics together
 * (Holm). Among three and more, sources without a benchmark in common are passed over. Absent where fewer than two sources have scores.
 */
export function buildCompare(
  contributions: readonly Contribution[],
  { margin, seed, permutations }: CompareSettings,
): ComparePage | undefined {
  const sides = contributions.flatMap(({ source, stored = [] }): readonly Side[] =>
    stored.length === 0 ? [] : [{ id: source.id, stored }],
  )
  if (sides.length < 2) return undefined
  const pairs: ComparedPair[] = []
  const refused: ComparePage['refused'][number][] = []
  for (const [place, b] of sides.entries()) {
    const [first] = sides
    if (place === 0 || first === undefined) continue
    const a = sides.slice(0, place).find((one) => sharesItems(one, b)) ?? first
    try {
      const comparisons = compareScores({
        a: a.stored,
        b: b.stored,
        metrics: [],
        acrossVersions: false,
        partial: true,
        margin,
        seed,
        permutations,
      })
      for (const comparison of comparisons) {
        const { metric, kind, benchmark } = comparison
        const flipped = flippedOf({ a, b }, { metric, kind, benchmark })
        pairs.push({
          a: a.id,
          b: b.id,
          comparison,
          flipped: flipped.slice(0, FLIPPED),
          flippedCount: flipped.length,
        })
      }
    } catch (error) {
      if (!(error instanceof InputError)) throw error
      if (sides.length > 2 && !sharesNames(a, b)) continue
      refused.push({ a: a.id, b: b.id, code: error.code, why: error.what })
    }
  }
  return { pairs, refused, margin }
}

/** Whether both know a benchmark of one fingerprint. */
function sharesItems(left: Side, right: Side): boolean {
  const known = new Set(left.stored.flatMap(({ fingerprint }) => fingerprint ?? []))
  return right.stored.some(({ fingerprint }) => fingerprint !== undefined && known.has(fingerprint))
}

/** Whether anybody would think of holding them side by side. */
function sharesNames(left: Side, right: Side): boolean {
  return left.stored.some(({ benchmark }) => right.stored.some((other) => other.benchmark === benchmark))
}

interface Measure {
  readonly metric: string
  readonly kind: string
  readonly benchmark: string
}

function flippedOf(
  { a, b }: { readonly a: Side; readonly b: Side },
  { metric, kind, benchmark }: Measure,
): readonly FlippedItem[] {
  const first = a.stored.find((one) => one.benchmark === benchmark)
  const second = b.stored.find((one) => one.benchmark === benchmark) ?? b.stored[0]
  const others = new Map(
    (second?.items ?? []).filter((item) => item.kind === kind).map((item) => [keyOf(item), item]),
  )
  return (first?.items ?? [])
    .flatMap((item): readonly FlippedItem[] => {
      const [before, after] = [item.values[metric], others.get(keyOf(item))?.values[metric]]
      if (item.kind !== kind || before === undefined || after === undefined || before === after) return []
      const { id, variant } = item
      return [{ item: id, ...(variant === undefined ? {} : { variant }), a: before, b: after }]
    })
    .sort((left, right) => Math.abs(right.b - right.a) - Math.abs(left.b - left.a))
}

function keyOf({ id, variant }: StoredItem): string {
  return JSON.stringify([id, variant ?? null])
}
