import { type Level, levels, type Outcome } from '../../toolcall/parsed-call.js'
import type { CallResult, CodeCount, TwoByTwo } from '../pages/calls-page.js'
import type { CallDigest } from './call-digest.js'

type Tallied = Pick<CallResult, 'n' | 'outcomes' | 'keyword' | 'levels' | 'faults' | 'repairs' | 'confusions'>

interface CountedCode {
  count: number
  readonly example: string
  readonly items: Set<string>
}

const CONFUSIONS = 100
const EXAMPLES = 5

/** Counts call samples for the page of calls. */
export class CallTally {
  #n = 0
  readonly #outcomes: Record<Outcome, number> = {
    called: 0,
    attempted: 0,
    truncated: 0,
    abstained: 0,
    empty: 0,
  }
  readonly #levels = new Map<Level, number>()
  #expecting = 0
  readonly #released = { both: 0, onlyKeyword: 0, onlyStrict: 0, neither: 0 }
  readonly #anywhere = { both: 0, onlyKeyword: 0, onlyStrict: 0, neither: 0 }
  #worded = 0
  readonly #faults = new Map<string, CountedCode>()
  readonly #repairs = new Map<string, CountedCode>()
  readonly #confusions = new Map<string, { readonly gold: string; readonly called: string; count: number }>()

  add(item: string, { outcome, level, keyword, faults, repairs, confusion }: CallDigest): void {
    this.#n++
    this.#outcomes[outcome]++
    if (level !== undefined) {
      this.#expecting++
      this.#levels.set(level, (this.#levels.get(level) ?? 0) + 1)
    }
    if (keyword !== undefined) {
      this.#worded++
      this.#released[cellOf(keyword.released, keyword.exact)]++
      this.#anywhere[cellOf(keyword.anywhere, keyword.exact)]++
    }
    for (const { code, what } of faults) count(this.#faults, { code, example: what, item })
    for (const { code, what } of repairs) count(this.#repairs, { code, example: what, item })
    if (confusion === undefined) return
    const key = JSON.stringify([confusion.gold, confusion.called])
    const known = this.#confusions.get(key) ?? { ...confusion, count: 0 }
    known.count++
    this.#confusions.set(key, known)
  }

  get result(): Tallied {
    return {
      n: this.#n,
      outcomes: this.#outcomes,
      ...(this.#worded === 0 ? {} : { keyword: { released: this.#released, anywhere: this.#anywhere } }),
      levels: levels.map((level) => ({
        level,
        reached: [...this.#levels].reduce((sum, [own, times]) => (own >= level ? sum + times : sum), 0),
        n: this.#expecting,
      })),
      faults: codesOf(this.#faults),
      repairs: codesOf(this.#repairs),
      confusions: [...this.#confusions.values()].sort((a, b) => b.count - a.count).slice(0, CONFUSIONS),
    }
  }
}

function cellOf(byKeyword: boolean, isExact: boolean): keyof TwoByTwo {
  if (byKeyword) return isExact ? 'both' : 'onlyKeyword'
  return isExact ? 'onlyStrict' : 'neither'
}

function count(
  codes: Map<string, CountedCode>,
  { code, example, item }: { readonly code: string; readonly example: string; readonly item: string },
): void {
  const known = codes.get(code) ?? { count: 0, example, items: new Set<string>() }
  known.count++
  if (known.items.size < EXAMPLES) known.items.add(item)
  codes.set(code, known)
}

function codesOf(codes: ReadonlyMap<string, CountedCode>): readonly CodeCount[] {
  return Array.from(codes, ([code, { count: times, example, items }]) => ({
    code,
    count: times,
    example,
    items: [...items],
  })).sort((left, right) => right.count - left.count)
}
