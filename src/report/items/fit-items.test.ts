import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ItemEvidence, ItemRow } from '../pages/items-page.js'
import { fitItems } from './fit-items.js'
import type { SampleTable } from './sample-table.js'

const row = (item: string, verdict: ItemRow['verdict']): ItemRow => ({
  source: 's1',
  benchmark: 'b',
  item,
  trial: 0,
  verdict,
  outcome: 'called',
  tools: [],
  said: '',
})

const evidence = (length: number): ItemEvidence => ({
  said: { text: 'x'.repeat(length), length },
  form: 'text',
})

const table = (lengths: readonly number[], isRight = (_: number): boolean => false): SampleTable => ({
  total: lengths.length,
  rows: lengths.map((_, place) => row(`i${place}`, isRight(place) ? 'right' : 'wrong')),
  evidence: lengths.map(evidence),
  asked: [],
})

describe('fitItems', () => {
  it('keeps everything that has room', () => {
    expect(fitItems([table([10, 20])], { rows: 10, evidenceBytes: 10_000 })).toMatchObject({
      total: 2,
      left: { rows: 0, evidence: 0 },
      evidence: [{ said: { length: 10 } }, { said: { length: 20 } }],
    })
  })

  it('cuts all texts alike before it leaves any out, and tells the length of the whole', () => {
    const page = fitItems([table([15_000, 15_000])], { rows: 10, evidenceBytes: 17_000 })
    expect(page?.caps.textLength).toBe(8000)
    expect(page?.evidence[0]?.said).toMatchObject({ length: 15_000, text: 'x'.repeat(8000) })
    expect(page?.left.evidence).toBe(0)
  })

  it('leaves out evidence of right answers first, from the end', () => {
    const page = fitItems([table([500, 500, 500, 500], (place) => place < 2)], {
      rows: 10,
      evidenceBytes: 1300,
    })
    expect(page?.evidence.map((one) => one !== null)).toEqual([false, false, true, true])
  })

  it('leaves out the same whether answers took long or lay in the cache', () => {
    const asked = {
      ...table([500, 500, 500]),
      evidence: [500, 500, 500].map((length) => ({ ...evidence(length), durationMs: 123_456 })),
    }
    const cached = {
      ...asked,
      evidence: asked.evidence.map((one) => ({ ...one, durationMs: 0, isCached: true as const })),
    }
    for (let room = 500; room < 2000; room += 7) {
      const caps = { rows: 10, evidenceBytes: room }
      expect(fitItems([cached], caps)?.left).toEqual(fitItems([asked], caps)?.left)
    }
  })

  it('counts rows beyond the cap, and gives each source its share', () => {
    const page = fitItems([table([1, 1, 1, 1]), table([1])], { rows: 4, evidenceBytes: 1000 })
    expect(page).toMatchObject({ total: 5, left: { rows: 1 } })
    expect(page?.rows.map(({ item }) => item)).toEqual(['i0', 'i1', 'i2', 'i0'])
  })

  it('leaves room for the evidence of short sources behind a long one', () => {
    const page = fitItems([table(Array.from({ length: 50 }, () => 400)), table([400, 400])], {
      rows: 100,
      evidenceBytes: 4000,
    })
    const kept = page?.evidence.map((one) => one !== null) ?? []
    expect(kept.slice(50)).toEqual([true, true])
    expect(kept.filter(Boolean).length).toBeGreaterThan(5)
    expect(kept.indexOf(false)).toBe(kept.filter(Boolean).length - 2)
  })

  it('has nothing to show without samples', () => {
    expect(fitItems([], { rows: 2, evidenceBytes: 1000 })).toBeUndefined()
  })

  it('never goes beyond its caps', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(3000), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 0, max: 20_000 }),
        (lengths, bytes) => {
          const page = fitItems([table(lengths)], { rows: 20, evidenceBytes: bytes })
          const kept = (page?.evidence ?? []).filter((one) => one !== null)
          expect(kept.reduce((sum, one) => sum + JSON.stringify(one).length, 0)).toBeLessThanOrEqual(bytes)
          expect(page?.rows.length).toBe(Math.min(20, lengths.length))
          expect(page?.evidence.length).toBe(page?.rows.length)
        },
      ),
      { numRuns: 50 },
    )
  })
})
