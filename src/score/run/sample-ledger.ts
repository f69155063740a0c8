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

export interface LedgerOptions {
  /** Variants that the run asks, where that is known; those that are met are expected in any case. */
  readonly planned?: readonly (string | undefined)[]
  /** Whether a variant that some items have is one of this item; default always. */
  readonly isPlanned?: (item: number, variant: string | undefined) => boolean
}

/** Outcomes of samples by their keys. Of two samples of one key the later counts, also where one of them is an error. */
export class SampleLedger<Outcome> {
  readonly #ids: readonly string[]
  readonly #isPlanned: (item: number, variant: string | undefined) => boolean
  readonly #rows: Row<Outcome>[] = []
  readonly #places = new Map<LedgerKey, number>()
  /** Each with its number, in order of first appearance. */
  readonly #variants = new Map<string | undefined, number>()
  /** Texts that many rows share, kept once; a text of a line would keep the whole line. */
  readonly #shared = new Map<string, string>()
  #superseded = 0

  /** @param ids of the items that samples may belong to */
  constructor(ids: readonly string[], { planned = [], isPlanned = () => true }: LedgerOptions = {}) {
    this.#ids = ids
    this.#isPlanned = isPlanned
    for (const variant of planned) this.#variants.set(variant, this.#variants.size)
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
    const key = keyOf(item, trial, this.#admit(variant, where))
    const place = this.#places.get(key)
    const known = place === undefined ? undefined : this.#rows[place]
    if (known === undefined) {
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

  /** The number of the variant. */
  #admit(variant: string | undefined, where: string): number {
    const known = this.#variants.get(variant)
    if (known !== undefined) return known
    if (this.#variants.size === MAX_VARIANTS) {
      throw new InputError({
        code: 'too-many-variants',
        what: `The samples of one benchmark name more than ${MAX_VARIANTS} variants.`,
        where,
        fix: 'Repetitions of an item are trials; a variant is a rotation, a decoding, a mode or a control.',
      })
    }
    const number = this.#variants.size
    this.#variants.set(variant, number)
    return number
  }

  /** Samples with an outcome, by item, variant and trial, whatever the order in which they came. */
  measured(): readonly LedgerRow<Outcome>[] {
    return this.#rows
      .filter((row): row is Row<Outcome> & { outcome: Outcome } => row.outcome !== undefined)
      .sort(byKey)
  }

  /** Every item is expected in every variant that is planned or was met, and is its own, as often as the run has trials. */
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
    const variants = this.#variants.size === 0 ? [undefined] : [...this.#variants.keys()].sort(byName)
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
          const number = this.#variants.get(variant)
          const isThere = number !== undefined && this.#places.has(keyOf(item, trial, number))
          if (!isThere) first.push(this.#key(item, variant, trial))
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

type LedgerKey = number | string

/** Trials whose keys are numbers, which a map finds faster than texts; all keys of 2 thousand million items fit. */
const NUMBERED_TRIALS = 4096

function keyOf(item: number, trial: number, variant: number): LedgerKey {
  return trial < NUMBERED_TRIALS
    ? (item * MAX_VARIANTS + variant) * NUMBERED_TRIALS + trial
    : `${item} ${trial} ${variant}`
}

function byKey(left: Row<unknown>, right: Row<unknown>): number {
  return left.item - right.item || byName(left.variant, right.variant) || left.trial - right.trial
}

function byName(left: string | undefined, right: string | undefined): number {
  if (left === right) return 0
  if (left === undefined) return -1
  return right === undefined || left > right ? 1 : -1
}
