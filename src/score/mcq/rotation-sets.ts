import type { McqItem } from '../../benchmark/item.js'
import { showingOfVariant } from '../../probe/showing.js'
import { rotationOfVariant } from '../../run/choice-labels.js'
import type { Rotations } from '../../run/plan.js'
import type { LedgerRow } from '../run/sample-ledger.js'

/** Answers left out because others of their item are not there. */
export interface IncompleteItems {
  /** Items that lost at least one set of answers. */
  readonly items: number
  /** Answers that are there and left out. */
  readonly samples: number
  /** Ids of the first items. */
  readonly first: readonly string[]
}

const NAMED = 1000

export interface RotationSetRequest {
  readonly items: readonly McqItem[]
  /** As the run asked; undefined where it does not say: then `all` from the first rotation beyond 0 that is met. */
  readonly rotations: Rotations | undefined
}

/** How a variant of an MCQ sample is read: the showing of a probe, if any, and the rotation. */
export function readMcqVariant(
  variant: string | undefined,
): { readonly showing?: string; readonly rotation: number } | undefined {
  if (variant === undefined) return { rotation: 0 }
  const shown = showingOfVariant(variant)
  const text = shown === undefined ? variant : shown.rotation
  const rotation = text === undefined ? 0 : rotationOfVariant(text)
  if (rotation === undefined) return undefined
  return shown === undefined ? { rotation } : { showing: shown.showing, rotation }
}

/**
 * The rows of whole sets alone: of one item in one showing and trial, every rotation answered. Over a whole set the
 * answer stands once at each letter; what is left of a broken one would score whoever prefers a letter by the place of
 * the answers that were lost. So the whole set is unmeasured, as what is missing is.
 */
export function wholeRotationSets<Outcome>(
  rows: readonly LedgerRow<Outcome>[],
  { items, rotations }: RotationSetRequest,
): { readonly rows: readonly LedgerRow<Outcome>[]; readonly incomplete: IncompleteItems } {
  const reader = new VariantReader()
  const isAll =
    rotations === undefined
      ? rows.some(({ variant }) => reader.read(variant).rotation > 0)
      : rotations === 'all'
  const whole: LedgerRow<Outcome>[] = []
  const first: string[] = []
  let broken = 0
  for (let from = 0; from < rows.length; ) {
    const place = (rows[from] as LedgerRow<Outcome>).item
    let to = from
    while (rows[to]?.item === place) to++
    const own = rows.slice(from, to)
    const wanted = isAll ? (items[place]?.distractors.length ?? 0) + 1 : 1
    const sizes = new Map<string, number>()
    const keys = own.map(({ variant, trial }) => {
      const key = `${reader.read(variant).showing ?? ''} ${trial}`
      sizes.set(key, (sizes.get(key) ?? 0) + 1)
      return key
    })
    const kept = own.filter((_row, at) => (sizes.get(keys[at] as string) ?? 0) >= wanted)
    for (const row of kept) whole.push(row)
    if (kept.length < own.length) {
      broken++
      if (first.length < NAMED) first.push(items[place]?.id ?? '')
    }
    from = to
  }
  return { rows: whole, incomplete: { items: broken, samples: rows.length - whole.length, first } }
}

/** Variants are few, and rows many. */
class VariantReader {
  readonly #known = new Map<string | undefined, { readonly showing?: string; readonly rotation: number }>()

  read(variant: string | undefined): { readonly showing?: string; readonly rotation: number } {
    const known = this.#known.get(variant)
    if (known !== undefined) return known
    const read = readMcqVariant(variant) ?? { rotation: 0 }
    this.#known.set(variant, read)
    return read
  }
}
