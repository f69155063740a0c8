import { describe, expect, it } from 'vitest'
import { madeCase, madeOpening, madeReading } from '../../../test/generators/ladder-readings.js'
import type { CheckpointProbe } from '../checkpoint-probe.js'
import { trajectoryPart } from './trajectory-part.js'
import { trajectoryReadouts } from './trajectory-readouts.js'
import { trajectoryCsv, trajectoryRows } from './trajectory-rows.js'

const cases = [madeCase({ id: 'a', calls: true }), madeCase({ id: 'b', calls: true })]
const quiet = madeCase({ id: 'n', battery: 'suppression', calls: false })
const CALL = '<tool_call>\n{"name": "look_up", "arguments": {"id": "x"}}\n</tool_call>'
const NAMED = 'I would use look_up.'

function probe(
  name: string,
  probability: number,
  { answer = 'No.', ...more }: Partial<CheckpointProbe> & { readonly answer?: string } = {},
): CheckpointProbe {
  return {
    name,
    path: `${name}.gguf`,
    openings: [...cases.map((one) => madeOpening(one, probability)), madeOpening(quiet, probability / 2)],
    readings: cases.map((one) => madeReading(one, answer)),
    ...more,
  }
}

const csv = (probes: readonly CheckpointProbe[]) => [...trajectoryCsv(trajectoryRows(probes))].join('')

describe('trajectoryCsv', () => {
  it('has the columns of the contract, and empty cells for what is not known', () => {
    const probes = [
      probe('base', 0.25, {
        step: 0,
        phase: 'web, heavy',
        tokens: 0,
        answer: NAMED,
        weights: 'F16',
        fingerprint: 'ab',
      }),
      { ...probe('bare', 0.5), openings: [], readings: [] },
    ]
    expect(csv(probes)).toBe(
      [
        'ckpt,phase,step,tokens,p_geo,p_med,p_min,p_max,gating_auc,wellformed_k,wellformed_n,lenient_b4,dtype,hash',
        'base,"web, heavy",0,0,0.25,0.25,0.25,0.25,1,0,2,1,F16,ab',
        'bare,,,,,,,,,,,,,',
        '',
      ].join('\r\n'),
    )
  })

  it('marks bounds, does not count answers that were cut, and writes no formulas', () => {
    const bounded = probe('=x', 0.25)
    const openings = bounded.openings.map((one) => ({ ...one, isBound: true }))
    const readings = [
      madeReading(cases[0] as (typeof cases)[0], CALL),
      madeReading(cases[1] as (typeof cases)[0], '<tool_call>\n{"name": "lo', { stopReason: 'length' }),
    ]
    expect(csv([{ ...bounded, openings, readings }])).toContain("'=x,,,,<=0.25,<=0.25,<=0.25,<=0.25,,1,1,")
  })

  it('refuses checkpoints of different vocabularies; the rung says so and throws nothing', () => {
    const probes = [
      probe('a', 0.1, { vocabulary: 'v1' }),
      probe('b', 0.2),
      probe('c\u001b', 0.3, { vocabulary: 'v2' }),
    ]
    expect(() => trajectoryRows(probes)).toThrow(/different vocabularies/)
    expect(trajectoryPart(probes).findings).toMatchObject([{ code: 'vocabularies-differ' }])
    expect(trajectoryPart(probes).sentences[0]).toContain('\\u{1b}')
  })
})

describe('trajectoryReadouts', () => {
  it('finds the steepest drop and rise by steps, and the most that was lost', () => {
    const rows = trajectoryRows([
      probe('s0', 0.1, { step: 0 }),
      probe('s1', 0.01, { step: 1000 }),
      probe('s9', 1e-7, { step: 9000 }),
      probe('s10', 0.1, { step: 10_000 }),
    ])
    const { largestDrop, largestRise, erasure } = trajectoryReadouts(rows)
    expect(largestDrop).toMatchObject({ from: 's0', to: 's1', per1000Steps: expect.closeTo(-1, 9) })
    expect(largestRise).toMatchObject({ from: 's9', to: 's10', decades: expect.closeTo(6, 9) })
    expect(erasure).toMatchObject({ from: 's0', to: 's9', decades: expect.closeTo(-6, 9), isAtLeast: false })
  })

  it('follows parents, and does not hang when these go in a circle', () => {
    const rows = trajectoryRows([
      probe('base', 0.1),
      probe('left', 0.001, { parent: 'base' }),
      probe('right', 0.05, { parent: 'base' }),
    ])
    expect(trajectoryReadouts(rows).erasure).toMatchObject({ from: 'base', to: 'left' })
    expect(trajectoryReadouts(rows).largestRise).toBeUndefined()
    const circle = trajectoryRows([probe('x', 0.1, { parent: 'y' }), probe('y', 0.2, { parent: 'x' })])
    expect(trajectoryReadouts(circle).erasure).toMatchObject({ from: 'y', to: 'x' })
  })

  it('says that a fall to a bound is at least as large, and nothing of one from a bound', () => {
    const low = probe('low', 1e-4)
    const bounded = { ...low, openings: low.openings.map((one) => ({ ...one, isBound: true })) }
    const rows = trajectoryRows([probe('high', 0.1), bounded, probe('again', 0.2)])
    const { erasure, largestRise } = trajectoryReadouts(rows)
    expect(erasure).toMatchObject({ from: 'high', to: 'low', isAtLeast: true })
    expect(largestRise).toBeUndefined()
  })

  it('correlates the lenient score with the prior by ranks', () => {
    const rows = trajectoryRows([
      probe('a', 0.1, { answer: 'No.' }),
      probe('b', 0.01, { answer: NAMED }),
      probe('c', 0.2, { answer: 'No.' }),
      probe('d', 0.02, { answer: NAMED }),
    ])
    // Ranks of p 3, 1, 4, 2 against 1.5, 3.5, 1.5, 3.5: −4 / √(5 · 4).
    expect(trajectoryReadouts(rows).lenientAgainstPrior).toMatchObject({
      rho: expect.closeTo(-4 / Math.sqrt(20), 9),
      n: 4,
    })
    expect(trajectoryReadouts(rows.slice(1)).lenientAgainstPrior).toBeUndefined()
  })
})

describe('trajectoryPart', () => {
  it('finds the erased prior, and the best checkpoint by keywords at the floor of calls', () => {
    const many = Array.from({ length: 40 }, (_, at) => madeCase({ id: `m${at}`, calls: true }))
    const answered = (text: string) => many.map((one) => madeReading(one, text))
    const { findings, tables, sentences } = trajectoryPart([
      probe('strict', 0.5, {
        readings: answered(CALL).map((one, at) => (at < 20 ? one : madeReading(one.case, 'No.'))),
      }),
      probe('keyword', 1e-5, { readings: answered(NAMED) }),
    ])
    expect(findings.map(({ code }) => code)).toEqual(['prior-erased', 'best-lenient-at-floor'])
    expect(findings[1]?.what).toContain(
      'keyword has the best lenient score (40/40) and 0 of 40 well-formed calls',
    )
    expect(tables.map(({ id }) => id)).toEqual(['trajectory', 'trajectory-readouts'])
    expect(sentences).toHaveLength(1)
  })

  it('is nothing without checkpoints', () => {
    expect(trajectoryPart([])).toMatchObject({ sentences: [], tables: [] })
  })
})
