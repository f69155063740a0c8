import type { RandomStream } from '../../../src/numeric/random.js'
import type { CandidateRow } from './candidate-rows.js'
import type { Holds } from './constraint.js'
import type { Wish } from './travel-template.js'

interface Witness {
  readonly row: CandidateRow
  readonly path: readonly Wish[]
}

/** Values of placeholders as they are found: what must equal a row at once, limits once all rows are known. */
export class WishValues {
  readonly #random: RandomStream
  readonly #texts = new Map<string, string>()
  readonly #witnesses: Witness[] = []

  constructor(random: RandomStream) {
    this.#random = random
  }

  get texts(): ReadonlyMap<string, string> {
    return this.#texts
  }

  /** Whether a row could be what is wanted, as far as values are known. */
  allows(row: CandidateRow, path: readonly Wish[]): boolean {
    return path.every((wish) => {
      const { holds } = wish.constraint
      if (holds.kind === 'is') return row(holds.column) === holds.value
      if (holds.kind === 'equal') {
        const known = this.#known(wish)
        if (known.length > 0) return known.includes(String(row(holds.column)))
        return row(holds.column) !== null && row(holds.column) !== undefined
      }
      if (holds.kind === 'at-most') return lowest(row, columnsOf(holds, path)) !== undefined
      return row(holds.column) !== null
    })
  }

  /** Takes a row as what is wanted. @returns false where a value would say the same as another of its name. */
  witness(row: CandidateRow, path: readonly Wish[]): boolean {
    this.#witnesses.push({ row, path })
    return path.every((wish) => {
      const { holds } = wish.constraint
      if (holds.kind !== 'equal' || this.#known(wish).length > 0) return true
      const [first = '', second] = wish.placeholders
      if (!this.#take(first, String(row(holds.column)))) return false
      return second === undefined || this.#takeOther(second, holds.column)
    })
  }

  /** A second value of a column, from whatever rows were looked at; types of attractions are few and known. */
  #takeOther(placeholder: string, column: string): boolean {
    if (column !== 'type') return false
    const others = attractionTypes.filter((type) => ![...this.#texts.values()].includes(type))
    const other = others[this.#random.below(Math.max(1, others.length))]
    return other !== undefined && this.#take(placeholder, other)
  }

  /** Limits, around all rows that were taken. @returns false where there is no such limit. */
  settle(): boolean {
    const wishes = new Set(this.#witnesses.flatMap(({ path }) => path))
    return [...wishes].every((wish) => {
      if (wish.placeholders.every((name) => this.#texts.has(name))) return true
      const under = this.#witnesses.filter(({ path }) => path.some((one) => sharesName(one, wish)))
      return this.#limit(wish, under)
    })
  }

  #limit(wish: Wish, under: readonly Witness[]): boolean {
    const { holds } = wish.constraint
    const [first = '', second] = wish.placeholders
    switch (holds.kind) {
      case 'at-most': {
        const prices = under.map(({ row, path }) => lowest(row, columnsOf(holds, path)) ?? 0)
        const least = Math.ceil(Math.max(...prices) / holds.step) * holds.step
        return this.#takeFirst(
          first,
          [0, 1, 2, 3].map((more) => String(least + more * holds.step)),
        )
      }
      case 'at-least': {
        const most = Math.min(...under.map(({ row }) => Number(row(holds.column))))
        const steps = [0, 1, 2, 3].map((less) => Math.floor(most / holds.step + 1e-9) - less)
        return this.#takeFirst(
          first,
          steps
            .map((step) => step * holds.step)
            .filter((value) => value >= holds.least)
            .map(grid),
        )
      }
      case 'time': {
        const times = under.map(({ row }) => minutesOf(String(row(holds.column))))
        const low = Math.floor(Math.min(...times) / 30) * 30
        const high = (Math.floor(Math.max(...times) / 30) + 1) * 30
        const before = [0, 1, 2]
          .map((more) => high + more * 30)
          .filter((time) => time < 1440)
          .map(clock)
        const after = [0, 1, 2]
          .map((less) => low - less * 30)
          .filter((time) => time > 0)
          .map(clock)
        if (holds.after && !this.#takeFirst(first, after)) return false
        return !holds.before || this.#takeFirst(second ?? first, before)
      }
      default:
        return true
    }
  }

  /** Whether a row is as wanted, once all values are known. */
  satisfies(row: CandidateRow, path: readonly Wish[]): boolean {
    return path.every((wish) => {
      const { holds } = wish.constraint
      const [first = '', second = first] = wish.placeholders
      const value = this.#texts.get(first) ?? ''
      switch (holds.kind) {
        case 'is':
          return row(holds.column) === holds.value
        case 'equal':
          return this.#known(wish).includes(String(row(holds.column)))
        case 'at-most': {
          const price = lowest(row, columnsOf(holds, path))
          return price !== undefined && price <= Number(value)
        }
        case 'at-least':
          return Number(row(holds.column)) >= Number(value)
        case 'time': {
          const time = minutesOf(String(row(holds.column)))
          const isAfter = !holds.after || time >= minutesOf(value)
          return isAfter && (!holds.before || time <= minutesOf(this.#texts.get(second) ?? ''))
        }
        default:
          return holds satisfies never
      }
    })
  }

  #known(wish: Wish): readonly string[] {
    return wish.placeholders.flatMap((name) => this.#texts.get(name) ?? [])
  }

  /** One of the values at random, of which none may be another's of its name. */
  #takeFirst(placeholder: string, values: readonly string[]): boolean {
    const start = values.length === 0 ? 0 : this.#random.below(values.length)
    return [...values.slice(start), ...values.slice(0, start)].some((value) => this.#take(placeholder, value))
  }

  /** `PRICE_1` and `PRICE_2` never mean the same. */
  #take(placeholder: string, value: string): boolean {
    const stem = stemOf(placeholder)
    for (const [other, taken] of this.#texts) {
      if (other !== placeholder && taken === value && stemOf(other) === stem) return false
    }
    this.#texts.set(placeholder, value)
    return true
  }
}

const attractionTypes = [
  'Touristy',
  'Culinary',
  'Historical',
  'Scenic',
  'Social',
  'Art',
  'Cultural',
  'Guided',
  'Sporting',
]

function stemOf(placeholder: string): string {
  return placeholder.replace(/_\d+$/, '')
}

function sharesName(left: Wish, right: Wish): boolean {
  return left.placeholders.some((name) => right.placeholders.includes(name))
}

/** A class that is wanted decides which prices count. */
function columnsOf(holds: Extract<Holds, { kind: 'at-most' }>, path: readonly Wish[]): readonly string[] {
  const cabin = path.find(({ constraint }) => constraint.parameter === 'flight_class')?.constraint.id
  const ofCabin = holds.columns.filter((column) => column.startsWith(`${cabin}_`))
  return ofCabin.length === 0 ? holds.columns : ofCabin
}

function lowest(row: CandidateRow, columns: readonly string[]): number | undefined {
  const prices = columns.map((column) => row(column)).filter((price) => typeof price === 'number')
  return prices.length === 0 ? undefined : Math.min(...prices)
}

/** Of "HH:MM" or "HH:MM:SS". */
function minutesOf(time: string): number {
  const [hours = '0', minutes = '0'] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}

function clock(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

/** On a grid of tenths. */
function grid(value: number): string {
  return String(Math.round(value * 10) / 10)
}
