import { InputError } from '../../errors.js'
import type { SampleKey } from '../../run/sample.js'
import type { StoredSample } from '../../run/sample-lines.js'

/** A sample that counts, and what it came to. */
export interface LedgerRow<Outcome> {
  /** Place of the item. */
  readonly item: number
  readonly variant: string | undefined
  readonly trial: number
  readonly outcome: Outcome
}

/** Samples that say nothing of the subject; their items are unmeasured there, neither right nor wrong. */
export interface SampleGaps {
  /** Samples that ended in an error, and the first of them. */
  readonly errors: { readonly count: number; readonly first: readonly ErrorGap[] }
  /** Samples that were planned and are not there. */
  readonly missing: { readonly count: number; readonly first: readonly GapKey[] }
  /** Lines whose sample a later line replaced. */
  readonly superseded: number
}

type GapKey = Omit<SampleKey, 'benchmark'>

interface ErrorGap extends GapKey {
  readonly kind: string
  readonly code: string
}

/** Gaps that are named one by one; the rest is counted. */
const NAMED = 1000

/** Far above real runs, which have a rotation an option or a few modes. */
const MAX_VARIANTS = 1000

interface Row<Outcome> {
  readonly item: number
  readonly variant: string | undefined
  readonly trial: number
  outcome: Outcome | undefined
  error: { readonly kind: string; readonly code: string } | undefined
}

/** Outcomes of samples by their keys. Of two samples of one key the later counts, also where one of them is an error. */
export class SampleLedger<Outcome> {
  readonly #ids: readonly string[]
  readonly #isPlanned: (item: number, variant: string | undefined) => boolean
  readonly #rows: Row<Outcome>[] = []
  readonly #places = new Map<string, number>()
  readonly #variants = new Set<string | undefined>()
  /** Texts that many rows share, kept once; a text of a line would keep the whole line. */
  readonly #shared = new Map<string, string>()
  #superseded = 0

  /**
   * @param ids of the items that samples may belong to
   * @param isPlanned whether a variant that some items have is one of this item; default always
   */
  constructor(
    ids: readonly string[],
    isPlanned: (item: number, variant: string | undefined) => boolean = () => true,
  ) {
    this.#ids = ids
    this.#isPlanned = isPlanned
  }

  /**
   * @param outcome undefined for a sample that ended in an error
   * @throws {InputError} `too-many-variants`.
   */
  record(item: number, sample: StoredSample, outcome: Outcome | undefined): void {
    const { trial, where } = sample
    const variant = sample.variant === undefined ? undefined : this.#share(sample.variant)
    const error = sample.error && {
      kind: this.#share(sample.error.kind),
      code: this.#share(sample.error.code),
    }
    const key = keyOf(item, trial, variant)
    const place = this.#places.get(key)
    const known = place === undefined ? undefined : this.#rows[place]
    if (known === undefined) {
      this.#admit(variant, where)
      this.#places.set(key, this.#rows.push({ item, variant, trial, outcome, error }) - 1)
      return
    }
    this.#superseded++
    known.outcome = outcome
    known.error = error
  }

  #share(text: string): string {
    const known = this.#shared.get(text)
    if (known !== undefined) return known
    const own = JSON.parse(JSON.stringify(text)) as string // a copy of a text
    this.#shared.set(own, own)
    return own
  }

  #admit(variant: string | undefined, where: string): void {
    if (this.#variants.has(variant)) return
    if (this.#variants.size === MAX_VARIANTS) {
      throw new InputError({
        code: 'too-many-variants',
        what: `The samples of one benchmark name more than ${MAX_VARIANTS} variants.`,
        where,
        fix: 'Repetitions of an item are trials; a variant is a rotation, a decoding, a mode or a control.',
      })
    }
    this.#variants.add(variant)
  }

  /** Samples with an outcome, by item, variant and trial, whatever the order in which they came. */
  measured(): readonly LedgerRow<Outcome>[] {
    return this.#rows
      .filter((row): row is Row<Outcome> & { outcome: Outcome } => row.outcome !== undefined)
      .sort(byKey)
  }

  /** Every item is expected in every variant that was met and is its own, as often as the run has trials. */
  gaps(trials: number): SampleGaps {
    const errors = this.#rows.filter(({ outcome }) => outcome === undefined).sort(byKey)
    return {
      errors: {
        count: errors.length,
        first: errors.slice(0, NAMED).map(({ item, variant, trial, error }) => ({
          ...this.#key(item, variant, trial),
          kind: error?.kind ?? '',
          code: error?.code ?? '',
        })),
      },
      missing: this.#missing(trials),
      superseded: this.#superseded,
    }
  }

  #missing(trials: number): SampleGaps['missing'] {
    const variants = this.#variants.size === 0 ? [undefined] : [...this.#variants].sort(byName)
    let count = 0
    for (const [item] of this.#ids.entries()) {
      for (const variant of variants) if (this.#isPlanned(item, variant)) count += trials
    }
    for (const { item, variant, trial } of this.#rows) {
      if (trial < trials && this.#isPlanned(item, variant)) count--
    }
    return { count, first: this.#firstMissing(variants, trials, Math.min(count, NAMED)) }
  }

  /** A run.json may claim any number of trials, so the search ends with what it looks for. */
  #firstMissing(
    variants: readonly (string | undefined)[],
    trials: number,
    wanted: number,
  ): readonly GapKey[] {
    const first: GapKey[] = []
    for (const [item] of this.#ids.entries()) {
      for (const variant of variants) {
        if (!this.#isPlanned(item, variant)) continue
        for (let trial = 0; trial < trials; trial++) {
          if (first.length >= wanted) return first
          if (!this.#places.has(keyOf(item, trial, variant))) first.push(this.#key(item, variant, trial))
        }
      }
    }
    return first
  }

  #key(item: number, variant: string | undefined, trial: number): GapKey {
    return { item: this.#ids[item] ?? '', ...(variant === undefined ? {} : { variant }), trial }
  }
}

/** Rows of each variant, in the order of their names, the one without a name first. */
export function rowsByVariant<Outcome>(
  rows: readonly LedgerRow<Outcome>[],
): readonly { readonly variant: string | undefined; readonly rows: readonly LedgerRow<Outcome>[] }[] {
  const groups = new Map<string | undefined, LedgerRow<Outcome>[]>()
  for (const row of rows) {
    const group = groups.get(row.variant)
    if (group === undefined) groups.set(row.variant, [row])
    else group.push(row)
  }
  return [...groups]
    .map(([variant, own]) => ({ variant, rows: own }))
    .sort((left, right) => byName(left.variant, right.variant))
}

function keyOf(item: number, trial: number, variant: string | undefined): string {
  return variant === undefined ? `${item} ${trial}` : `${item} ${trial} ${variant}`
}

function byKey(left: Row<unknown>, right: Row<unknown>): number {
  return left.item - right.item || byName(left.variant, right.variant) || left.trial - right.trial
}

function byName(left: string | undefined, right: string | undefined): number {
  if (left === right) return 0
  if (left === undefined) return -1
  return right === undefined || left > right ? 1 : -1
}
