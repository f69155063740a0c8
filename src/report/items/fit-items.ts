import type { CutText } from '../pages/cut-text.js'
import type { AskedItem, ItemEvidence, ItemRow, ItemsPage } from '../pages/items-page.js'
import { toCutText } from './cut-text.js'
import type { SampleTable } from './sample-table.js'

export interface ItemCaps {
  readonly rows: number
  readonly evidenceBytes: number
}

/** Characters of an output that are tried, until all evidence fits. */
const LENGTHS = [20_000, 8000, 4000, 2000, 1000, 500] as const
const SHORTEST = 500

/**
 * Samples of all sources as one list that fits into a file. Texts are cut alike for all, down to 500 characters; where that
 * does not do, evidence of right answers is left out first, from the end, of each source alike. What an item was asked stays with its evidence.
 */
export function fitItems(tables: readonly SampleTable[], caps: ItemCaps): ItemsPage | undefined {
  const rows: ItemRow[] = []
  const evidence: (ItemEvidence | null)[] = []
  const asked: AskedItem[] = []
  const counts = fairShares(
    tables.map((table) => table.rows.length),
    caps.rows,
  )
  let total = 0
  for (const [at, table] of tables.entries()) {
    const base = asked.length
    total += table.total
    for (const one of table.asked) asked.push(one)
    for (const [place, row] of table.rows.slice(0, counts[at]).entries()) {
      rows.push(row.asked === undefined ? row : { ...row, asked: row.asked + base })
      evidence.push(table.evidence[place] ?? null)
    }
  }
  if (total === 0) return undefined
  const shelf = { rows, evidence, asked, order: inTurn(counts) }
  let chosen = choose(shelf, SHORTEST, caps.evidenceBytes)
  if (chosen.isWhole) {
    for (const length of LENGTHS) {
      chosen = choose(shelf, length, caps.evidenceBytes)
      if (chosen.isWhole) break
    }
  }
  const { places, textLength } = chosen
  const kept = evidence.map((one, place) =>
    one === null || !places.has(place) ? null : cutEvidence(one, textLength),
  )
  return {
    total,
    ...withAsked({ ...shelf, evidence: kept }, textLength),
    evidence: kept,
    caps: { rows: caps.rows, evidenceBytes: caps.evidenceBytes, textLength },
    left: { rows: total - rows.length, evidence: kept.filter((one) => one === null).length },
  }
}

interface Shelf {
  readonly rows: readonly ItemRow[]
  readonly evidence: readonly (ItemEvidence | null)[]
  readonly asked: readonly AskedItem[]
  /** Places of rows as they are given room. */
  readonly order: readonly number[]
}

/** As many as there are, where there is room; otherwise alike for all, and what one does not need goes to the others. */
function fairShares(wanted: readonly number[], room: number): readonly number[] {
  const shares = wanted.map(() => 0)
  let left = room
  const bySize = [...wanted.keys()].sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0))
  for (const [turn, at] of bySize.entries()) {
    const share = Math.min(wanted[at] ?? 0, Math.floor(left / (bySize.length - turn)))
    shares[at] = share
    left -= share
  }
  return shares
}

/** One row of each source in turn, so that a long one leaves room for those behind it. */
function inTurn(counts: readonly number[]): readonly number[] {
  const starts = counts.map((_, at) => counts.slice(0, at).reduce((sum, count) => sum + count, 0))
  const order: number[] = []
  for (let turn = 0; turn < Math.max(0, ...counts); turn++) {
    for (const [at, count] of counts.entries()) {
      if (turn < count) order.push((starts[at] ?? 0) + turn)
    }
  }
  return order
}

interface Chosen {
  /** Rows whose evidence is kept. */
  readonly places: ReadonlySet<number>
  readonly textLength: number
  readonly isWhole: boolean
}

/** Takes evidence as long as there is room, with what was asked: first of rows that are not right, then of the others. */
function choose({ rows, evidence, asked, order }: Shelf, textLength: number, room: number): Chosen {
  const places = new Set<number>()
  const taken = new Set<number>()
  let size = 0
  for (const isRight of [false, true]) {
    for (const place of order) {
      const [row, one = null] = [rows[place], evidence[place]]
      if (one === null || row === undefined || (row.verdict === 'right') !== isRight) continue
      const question = row.asked === undefined || taken.has(row.asked) ? undefined : asked[row.asked]
      size += evidenceBytes(cutEvidence(one, textLength))
      if (question !== undefined) size += bytesOf(cutAskedItem(question, textLength))
      if (size > room) return { places, textLength, isWhole: false }
      places.add(place)
      if (row.asked !== undefined) taken.add(row.asked)
    }
  }
  return { places, textLength, isWhole: true }
}

/** Rows that name only what is kept of what was asked. */
function withAsked({ rows, evidence, asked }: Shelf, textLength: number): Pick<ItemsPage, 'rows' | 'asked'> {
  const kept: AskedItem[] = []
  const places = new Map<number, number>()
  for (const [place, row] of rows.entries()) {
    const question = row.asked === undefined ? undefined : asked[row.asked]
    if (
      row.asked === undefined ||
      question === undefined ||
      evidence[place] === null ||
      places.has(row.asked)
    )
      continue
    places.set(row.asked, kept.push(cutAskedItem(question, textLength)) - 1)
  }
  return {
    rows: rows.map(({ asked: old, ...row }) => {
      const place = old === undefined ? undefined : places.get(old)
      return place === undefined ? row : { ...row, asked: place }
    }),
    asked: kept,
  }
}

/** How long an answer took and whether it lay in the cache take this room at most: `"durationMs":86400000,"isCached":true,`. */
const TIMING_BYTES = 39

/** Without what differs from one run to the next, so that the same answers leave the same evidence out. */
function evidenceBytes({ durationMs: _, isCached: __, ...evidence }: ItemEvidence): number {
  return TIMING_BYTES + bytesOf(evidence)
}

/** Characters of the JSON: bytes for most, and a cap need not be exact. */
function bytesOf(value: unknown): number {
  return JSON.stringify(value).length
}

function cutEvidence(evidence: ItemEvidence, length: number): ItemEvidence {
  return evidence.said === undefined ? evidence : { ...evidence, said: shorter(evidence.said, length) }
}

function cutAskedItem(asked: AskedItem, length: number): AskedItem {
  return { ...asked, prompt: shorter(asked.prompt, length), gold: shorter(asked.gold, length) }
}

function shorter(text: CutText, length: number): CutText {
  return text.text.length <= length ? text : { ...toCutText(text.text, length), length: text.length }
}
