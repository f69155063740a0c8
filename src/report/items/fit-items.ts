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

/**
 * Samples of all sources as one list that fits into a file. Texts are cut alike for all, down to 500 characters; where that
 * does not do, evidence of right answers is left out first, from the end.
 */
export function fitItems(tables: readonly SampleTable[], caps: ItemCaps): ItemsPage | undefined {
  const rows: ItemRow[] = []
  const evidence: (ItemEvidence | null)[] = []
  const asked: AskedItem[] = []
  let total = 0
  for (const table of tables) {
    const base = asked.length
    asked.push(...table.asked)
    for (const [place, row] of table.rows.entries()) {
      total++
      if (rows.length >= caps.rows) continue
      rows.push(row.asked === undefined ? row : { ...row, asked: row.asked + base })
      evidence.push(table.evidence[place] ?? null)
    }
  }
  if (total === 0) return undefined
  const last = LENGTHS[LENGTHS.length - 1] ?? 500
  const textLength =
    LENGTHS.find((length) => sizeOf({ evidence, asked }, length) <= caps.evidenceBytes) ?? last
  const cutAsked = asked.map((one) => cutAskedItem(one, textLength))
  const cut = evidence.map((one) => one && cutEvidence(one, textLength))
  const fitted = within({ rows, evidence: cut, room: caps.evidenceBytes - bytesOf(cutAsked) })
  return {
    total,
    rows,
    evidence: fitted,
    asked: cutAsked,
    caps: { rows: caps.rows, evidenceBytes: caps.evidenceBytes, textLength },
    left: { rows: total - rows.length, evidence: fitted.filter((one) => one === null).length },
  }
}

function sizeOf(
  {
    evidence,
    asked,
  }: { readonly evidence: readonly (ItemEvidence | null)[]; readonly asked: readonly AskedItem[] },
  length: number,
): number {
  let size = bytesOf(asked.map((one) => cutAskedItem(one, length)))
  for (const one of evidence) size += one === null ? 5 : bytesOf(cutEvidence(one, length))
  return size
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

function within({
  rows,
  evidence,
  room,
}: {
  readonly rows: readonly ItemRow[]
  readonly evidence: readonly (ItemEvidence | null)[]
  readonly room: number
}): readonly (ItemEvidence | null)[] {
  const sizes = evidence.map((one) => (one === null ? 0 : bytesOf(one)))
  let size = sizes.reduce((sum, one) => sum + one, 0)
  if (size <= room) return evidence
  const kept = [...evidence]
  for (const isRight of [true, false]) {
    for (let place = kept.length - 1; place >= 0 && size > room; place--) {
      if ((rows[place]?.verdict === 'right') !== isRight || kept[place] === null) continue
      size -= sizes[place] ?? 0
      kept[place] = null
    }
  }
  return kept
}
