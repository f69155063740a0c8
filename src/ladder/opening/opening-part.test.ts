import { describe, expect, it } from 'vitest'
import { madeCase, madeOpening, madeReading } from '../../../test/generators/ladder-readings.js'
import type { OpeningReading } from '../case-reading.js'
import { openingStatistics, probabilityText } from './bounded-statistics.js'
import { readForcedPrefix, UNLISTED } from './forced-prefix.js'
import { gatingAuc, gatingScores, logitOf } from './gating.js'
import { bandOf, setBand } from './opening-band.js'
import { openingPart } from './opening-part.js'
import { openingScores } from './opening-scores.js'

const calls = (count: number, probability: (at: number) => number, more: Partial<OpeningReading> = {}) =>
  Array.from({ length: count }, (_, at) =>
    madeOpening(madeCase({ id: `c${at}`, calls: true }), probability(at), more),
  )
const prose = (count: number, probability: (at: number) => number, more: Partial<OpeningReading> = {}) =>
  Array.from({ length: count }, (_, at) =>
    madeOpening(madeCase({ id: `n${at}`, battery: 'suppression', calls: false }), probability(at), more),
  )
const evidence = (openings: readonly OpeningReading[]) => ({
  openings,
  readings: [],
  harness: [],
  missing: [],
  seed: 0,
  resamples: 500,
})
const draws = { seed: 0, resamples: 500 }

describe('openingStatistics', () => {
  it('tells the arithmetic mean from the geometric one', () => {
    const statistics = openingStatistics(
      [2e-7, 2e-5, 2e-3].map((p) => ({ logprob: Math.log(p), isBound: false })),
    )
    expect(statistics?.arithmeticMean.atMost).toBeCloseTo((2e-7 + 2e-5 + 2e-3) / 3, 12)
    expect(statistics?.geometricMean.atMost).toBeCloseTo(2e-5, 12)
    expect(statistics?.median.atLeast).toBeCloseTo(2e-5, 12)
  })

  it('takes bounds for bounds, and knows what they do not touch', () => {
    const statistics = openingStatistics([
      { logprob: Math.log(0.01), isBound: true },
      { logprob: Math.log(0.5), isBound: false },
      { logprob: Math.log(0.9), isBound: false },
    ])
    expect(statistics).toMatchObject({ n: 3, bounds: 1, min: { atLeast: 0 }, geometricMean: { atLeast: 0 } })
    expect(statistics?.median).toEqual({ atLeast: 0.5, atMost: 0.5 })
    expect(statistics?.max.atLeast).toBeCloseTo(0.9, 12)
    expect(probabilityText({ atLeast: 0, atMost: 0.01 })).toBe('≤ 0.0100')
    expect(openingStatistics([])).toBeUndefined()
  })
})

describe('bands', () => {
  it.each([
    [0.4, true, false, 'argmax'],
    [0.4, false, false, 'latent'],
    [0.005, false, false, 'weak'],
    [0.0005, false, false, 'absent'],
    [0.0005, false, true, 'absent'],
    [0.005, false, true, 'unclear'],
  ] as const)('%d, argmax %s, bound %s: %s', (p, isArgmax, isBound, band) => {
    expect(bandOf({ logprob: Math.log(p), isArgmax, isBound })).toBe(band)
  })

  it('of a set go by its geometric mean', () => {
    expect(setBand(calls(3, () => 0.02, { isArgmax: false }))).toBe('latent')
    expect(setBand(calls(3, () => 0.9))).toBe('argmax')
    expect(setBand([])).toBeUndefined()
  })
})

describe('gating', () => {
  it('is 1 for sets that are apart, with an interval that has a width', () => {
    const [auc, difference] = gatingScores({
      call: calls(20, () => 0.99),
      noCall: prose(20, () => 0.001),
      ...draws,
    })
    expect(auc).toMatchObject({
      kind: 'scored',
      value: 1,
      n: 40,
      method: 'Newcombe over 40 independent prompts',
    })
    expect(auc?.kind === 'scored' && auc.interval?.[0]).toBeLessThan(1)
    expect(difference).toMatchObject({
      value: expect.closeTo(logitOf(Math.log(0.99)) - logitOf(Math.log(0.001)), 9),
    })
  })

  it('is one half where calls come at one rate', () => {
    const rate = (at: number) => 0.6 + 0.3 * ((at * 7) % 10) * 0.1
    const auc = gatingAuc({ call: calls(40, rate), noCall: prose(40, rate), ...draws })
    expect(auc).toMatchObject({ value: 0.5, chance: 0.5 })
  })

  it('gives no clustered interval below 20 effective clusters', () => {
    const call = Array.from({ length: 30 }, (_, at) =>
      madeOpening(madeCase({ id: `c${at}`, calls: true, cluster: `t${at % 3}` }), 0.9 - at / 100),
    )
    const auc = gatingAuc({ call, noCall: prose(30, (at) => 0.3 + at / 100), ...draws })
    expect(auc).toMatchObject({ kind: 'scored', intervalNote: expect.stringContaining('too few clusters') })
    expect(auc).not.toHaveProperty('interval')
    expect(auc).toHaveProperty('itemInterval')
  })

  it('leaves open what bounds leave open', () => {
    const call = calls(10, () => 0.01, { isBound: true })
    expect(gatingAuc({ call, noCall: prose(10, () => 0.005), ...draws })).toMatchObject({
      kind: 'unscored',
      reason: expect.stringContaining('between 0.000 and 1.000'),
    })
    const low = prose(10, () => 1e-4, { isBound: true })
    expect(gatingAuc({ call: calls(10, () => 0.9), noCall: low, ...draws })).toMatchObject({ value: 1 })
    expect(gatingScores({ call: calls(10, () => 0.9), noCall: low, ...draws })[1]).toMatchObject({
      kind: 'unscored',
      reason: expect.stringContaining('at least'),
    })
    expect(gatingAuc({ call: [], noCall: low, ...draws })).toMatchObject({ kind: 'unscored' })
  })
})

describe('openingScores', () => {
  it('raises the interval of the logarithms to probabilities', () => {
    const [mean] = openingScores({
      openings: calls(40, (at) => 10 ** -(1 + (at % 3))),
      group: 'call',
      ...draws,
    })
    expect(mean).toMatchObject({ metric: 'p-first', group: 'call', better: 'higher' })
    if (mean?.kind !== 'scored' || mean.interval === undefined) throw new Error('no interval')
    expect(mean.value).toBeGreaterThan(mean.interval[0])
    expect(mean.value).toBeLessThan(mean.interval[1])
    expect(mean.interval[1]).toBeLessThan(0.05)
  })

  it('does not take certain triggers for shares of right answers', () => {
    const [mean] = openingScores({ openings: calls(40, () => 1), group: 'call', ...draws })
    expect(mean).toMatchObject({
      value: 1,
      intervalNote: 'every item scores alike, so resampling shows no spread',
    })
  })

  it('gives a bound where it decides and nothing where it does not', () => {
    const [low] = openingScores({
      openings: calls(5, () => 1e-5, { isBound: true }),
      group: 'call',
      ...draws,
    })
    expect(low).toMatchObject({
      kind: 'scored',
      value: expect.closeTo(1e-5, 12),
      interval: [0, expect.closeTo(1e-5, 12)],
    })
    const [high] = openingScores({
      openings: calls(5, () => 0.01, { isBound: true }),
      group: 'call',
      ...draws,
    })
    expect(high).toMatchObject({ kind: 'unscored', reason: expect.stringContaining('≤ 0.0100') })
  })
})

describe('openingPart', () => {
  const codes = (part: ReturnType<typeof openingPart>) => part.findings.map(({ code }) => code)

  it('holds for a subject that fires where it should and only there', () => {
    const part = openingPart(evidence([...calls(30, () => 0.99), ...prose(30, () => 0.001)]))
    expect(part.verdict).toBe('holds')
    expect(codes(part)).toEqual([])
    expect(part.evidence.map(({ metric, group }) => `${metric} ${group ?? ''}`.trim())).toEqual([
      'p-first call',
      'p-first-mean call',
      'argmax-share call',
      'p-first no-call',
      'p-first-mean no-call',
      'argmax-share no-call',
      'gating-auc',
      'gating-logit-difference',
    ])
  })

  it('tells the entropy of first tokens where whole distributions are known, and why not elsewhere', () => {
    const known = calls(3, () => 0.9).map((opening, at) => ({ ...opening, entropy: at / 2 }))
    const table = (openings: readonly OpeningReading[]) =>
      openingPart(evidence(openings)).tables.find(({ id }) => id === 'first-token')
    const column = table(known)?.columns.indexOf('entropy (nats)') ?? -1
    expect(table(known)?.rows[0]?.[column]).toBe('0.50 (0.00 to 1.00)')
    expect(table(known)?.note).not.toContain('not measured')
    const partly = table([...known, ...prose(2, () => 0.1)])
    expect(partly?.rows.map((row) => row[column])).toEqual(['0.50 (0.00 to 1.00)', null])
    expect(partly?.note).toMatch(/not measured where the subject lists its likeliest tokens alone/)
  })

  it('fails without a prior, and says so', () => {
    const part = openingPart(evidence([...calls(30, () => 1e-5), ...prose(30, () => 1e-5)]))
    expect(part.verdict).toBe('fails')
    expect(codes(part)).toEqual(['prior-absent', 'ungated'])
  })

  it('is mixed for a subject that fires whatever is asked', () => {
    const part = openingPart(evidence([...calls(30, () => 0.9), ...prose(30, () => 0.9)]))
    expect(part.verdict).toBe('mixed')
    expect(codes(part)).toEqual(['fires-anyway', 'ungated'])
  })

  it('tells what the preamble carries', () => {
    const bare = calls(5, () => 1e-4).map((one) => ({
      ...one,
      case: { ...one.case, id: `no-preamble/${one.case.id}`, battery: 'no-preamble' as const },
    }))
    expect(codes(openingPart(evidence([...calls(5, () => 0.9), ...bare])))).toContain('preamble-carries')
  })

  it('looks behind an empty think block first, and shows both', () => {
    const both = [
      ...calls(10, () => 1e-6).map((one) => ({ ...one, position: 'first' as const })),
      ...calls(10, () => 0.99).map((one) => ({ ...one, position: 'content' as const })),
    ]
    const part = openingPart(evidence(both))
    expect(part.evidence.map(({ metric, group }) => `${metric} ${group ?? ''}`)).toContain(
      'p-first call@first',
    )
    expect(part.evidence.find(({ metric, group }) => metric === 'p-first' && group === 'call')).toMatchObject(
      {
        value: expect.closeTo(0.99, 9),
      },
    )
    expect(part.tables[0]?.rows.map((row) => row[1])).toEqual(['content', 'first'])
  })

  it('does not count bounds of a server that drops special tokens from its lists', () => {
    const openings = calls(4, () => 0.01, { isBound: true, isArgmax: false })
    const readings = [
      madeReading((openings[0] as OpeningReading).case, '<tool_call>\n{"name": "look_up"', {}),
    ]
    const part = openingPart({ ...evidence(openings), readings })
    expect(part.verdict).toBe('unmeasured')
    expect(codes(part)).toEqual(['trigger-unlisted'])
    const harness = [{ code: UNLISTED, severity: 'warn', what: '', cases: [], count: 1 } as const]
    expect(openingPart({ ...evidence(openings), harness }).verdict).toBe('unmeasured')
    expect(openingPart(evidence(openings)).verdict).toBe('fails')
  })

  it('says why nothing was measured', () => {
    const missing = [
      {
        case: madeCase({ id: 'a', calls: true }),
        path: 'direct',
        what: 'opening',
        reason: 'No \u001b[31mlist.',
      } as const,
    ]
    expect(openingPart({ ...evidence([]), missing }).sentences).toEqual([
      'First-token probabilities were not measured: No \\u{1b}[31mlist.',
    ])
  })
})

describe('readForcedPrefix', () => {
  it('finds lists from which the closer is missing, and lets unlikely closers be', () => {
    expect(readForcedPrefix([{ text: '\n', logprob: Math.log(0.01) }], '</tool_call>')).toMatchObject({
      code: UNLISTED,
    })
    expect(readForcedPrefix([{ text: 'x', logprob: Math.log(0.97) }], '</tool_call>')).toBeUndefined()
    expect(readForcedPrefix([{ text: '</tool_call>', logprob: -0.01 }], '</tool_call>')).toBeUndefined()
    expect(readForcedPrefix([{ id: 4, logprob: -9, bound: 'at-most' }], 4)).toBeUndefined()
  })
})
