import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { againstUs } from '../../scripts/evidence/against.js'
import type { EvidenceRecord, Exhibit, Figure, Measurement, Reading } from '../../scripts/evidence/exhibit.js'
import { jsonIn, strongestOf } from '../../scripts/evidence/exhibit.js'
import { renderEvidence } from '../../scripts/evidence/page.js'
import { CHOSEN_BY_GOLD, standingsOf } from '../../scripts/evidence/standing.js'
import { cell, percentText } from '../../scripts/evidence/table-text.js'

const figure = (over: Partial<Figure> = {}): Figure => ({
  what: 'shortest: accuracy',
  group: 'accuracy',
  value: 0.484,
  unit: 'share',
  n: 496,
  counted: 'items',
  interval: [0.442, 0.527],
  over: 'these-items',
  chance: 0.25,
  ...over,
})

const exhibit = (over: Partial<Exhibit> = {}): Exhibit => ({
  id: 'one',
  section: 'benchmarks',
  title: 'One',
  about: 'About it.',
  commands: ['node bin/assay.js benchmark audit $DATA/one --json'],
  inputs: ['one'],
  needs: ['data'],
  read: () => ({ verdicts: [], figures: [], faults: [] }),
  follows: () => ['Something.'],
  ...over,
})

const measured = (reading: Partial<Reading>): Measurement => ({
  id: 'one',
  kind: 'measured',
  day: '2030-01-02',
  assay: '9.9.9',
  seconds: 1.5,
  exitCodes: [0],
  inputs: [{ path: 'one', files: 1, bytes: 1234, sha256: 'ab' }],
  reading: { verdicts: [], figures: [], faults: [], ...reading },
})

const recordOf = (...measurements: readonly Measurement[]): EvidenceRecord => ({
  schema: 'assay.evidence/1',
  machine: '2 × a processor',
  measurements,
})

describe('renderEvidence', () => {
  it('shows value, interval with its mark, n and chance', () => {
    const page = renderEvidence([exhibit()], recordOf(measured({ figures: [figure()] })))
    expect(page).toContain('| shortest: accuracy | 48.4 % | [44.2, 52.7]\\* | 496 items | 25.0 % |  |')
    expect(page).toContain(
      '`one`, measured on 2030-01-02 by Assay 9.9.9 in 1.5 s, exit code 0. Inputs: `one` (1,234 bytes, SHA-256 `ab`).',
    )
    expect(page).toContain('**It follows:** Something.')
  })

  it('lists what was not measured, with why, in its place and at the end', () => {
    const why = 'the public data are not at hand'
    const page = renderEvidence(
      [exhibit()],
      recordOf({ id: 'one', kind: 'not-measured', day: '2030-01-02', why }),
    )
    expect(page).toContain(`\`one\`: **not measured**: ${why}.`)
    expect(page.slice(page.indexOf('What was not measured'))).toContain(`- \`one\`: ${why}.`)
    expect(againstUs(recordOf({ id: 'one', kind: 'not-measured', day: '', why })).join()).toContain('`one`')
  })

  it('says of an exhibit that never ran that it never ran', () => {
    expect(renderEvidence([exhibit()], recordOf())).toContain('`one`: **not measured**: it was never run.')
  })

  it('has a place for every exhibit, what speaks against us first', () => {
    const page = renderEvidence(
      [exhibit({ title: 'Later' }), exhibit({ id: 'two', section: 'against', title: 'First' })],
      recordOf(),
    )
    expect(page.indexOf('### First')).toBeGreaterThan(0)
    expect(page.indexOf('### First')).toBeLessThan(page.indexOf('### Later'))
  })

  it('places published numbers beside floors of the same items alone', () => {
    const published = [{ whose: 'x', printed: '31.4 %', value: 0.314, group: 'accuracy' }]
    const record = recordOf(measured({ figures: [figure()] }))
    const same = renderEvidence([exhibit({ published, source: 'a paper' })], record)
    expect(same).toContain(
      '| accuracy | x | 31.4 % | shortest 48.4 % [44.2, 52.7]\\*: published is **below** |',
    )
    const other = renderEvidence([exhibit({ published, source: 'a paper', isOfOtherItems: true })], record)
    expect(other).toContain('| accuracy | x | 31.4 % | shortest 48.4 % [44.2, 52.7]\\* |')
  })

  it('breaks no table by what a cell says', () => {
    expect(cell('a|b\nc')).toBe('a\\|b c')
  })
})

describe('percentText', () => {
  it('never rounds to all or nothing', () => {
    expect(percentText(0.9996)).toBe('> 99.9')
    expect(percentText(0.0004)).toBe('< 0.1')
    expect(percentText(1)).toBe('100.0')
    expect(percentText(0)).toBe('0.0')
  })
  it('is within a tenth of a point of the value', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (value) => {
        const shown = Number(percentText(value).replace(/^[<>] /, ''))
        expect(Math.abs(shown - 100 * value)).toBeLessThanOrEqual(0.1)
      }),
    )
  })
})

describe('standingsOf', () => {
  const published = (value: number) => ({ whose: 'x', printed: `${value}`, value, group: 'accuracy' })

  it('tells below, inside and above the interval of the strongest null model', () => {
    const stands = (value: number) =>
      standingsOf([published(value)], [figure(), figure({ value: 0.2, interval: [0.1, 0.3] })])[0]?.blind
        ?.stands
    expect(stands(0.314)).toBe('below')
    expect(stands(0.45)).toBe('inside')
    expect(stands(0.742)).toBe('above')
  })

  it('keeps apart a null model that looked at the gold', () => {
    const peeked = figure({
      what: 'constant-in-prose: accuracy',
      value: 0.6,
      interval: [0.5, 0.7],
      note: CHOSEN_BY_GOLD,
    })
    const [standing] = standingsOf([published(0.55)], [figure(), peeked])
    expect(standing?.blind?.stands).toBe('above')
    expect(standing?.byGold?.stands).toBe('inside')
  })

  it('has nothing to say where no null model has a number', () => {
    expect(standingsOf([published(0.5)], [figure({ value: null })])[0]).toEqual({ published: published(0.5) })
  })
})

describe('strongestOf', () => {
  it('takes the highest value of the group and no other', () => {
    const low = figure({ value: 0 })
    const other = figure({ group: 'other', value: 1 })
    expect(strongestOf([low, other], 'accuracy')).toBe(low)
    expect(strongestOf([other], 'accuracy')).toBeUndefined()
  })
})

describe('jsonIn', () => {
  it('finds the document behind what a build printed', () => {
    expect(jsonIn('built\nin 1 s\n{"a":1}\n')).toEqual({ a: 1 })
    expect(jsonIn('{\n "a": {\n "b": 2 }\n}')).toEqual({ a: { b: 2 } })
    expect(jsonIn('built\n[\n {"a":1}\n]\n')).toEqual([{ a: 1 }])
  })
  it('refuses an output without one', () => {
    expect(() => jsonIn('nothing')).toThrow()
  })
})
