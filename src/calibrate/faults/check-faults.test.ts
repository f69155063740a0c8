import { beforeAll, describe, expect, it } from 'vitest'
import { checkFaults, type FaultResults } from './check-faults.js'
import { detectors } from './detectors/index.js'
import type { Fault } from './fault.js'
import { faults } from './index.js'
import type { Instrument } from './instrument.js'
import { practiceInstrument } from './practice-instrument.js'

const { signal } = new AbortController()
const check = (chosen: readonly Fault[], own = detectors, instrument: Instrument = practiceInstrument()) =>
  checkFaults({ instrument, faults: chosen, detectors: own, signal })
const detectorOf = ({ noticedBy }: Fault): string => noticedBy.split('/')[0] ?? ''
/** The first fault of each detector. */
const oneEach = detectors.flatMap(({ id }) => faults.find((fault) => detectorOf(fault) === id) ?? [])

describe('checkFaults around the practice model', () => {
  let results: FaultResults

  beforeAll(async () => {
    results = await check(faults)
  }, 120_000)

  it('hears nothing of a sound instrument', () => {
    expect(results.falseAlarms).toEqual([])
    expect(results.skipped).toEqual([])
  })

  it('knows at least fourteen faults, each by its own detector', () => {
    expect(faults.length).toBeGreaterThanOrEqual(14)
    expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length)
    for (const fault of faults) expect(detectors.map(({ id }) => id)).toContain(detectorOf(fault))
    // Every detector is needed by some fault.
    expect(oneEach).toHaveLength(detectors.length)
  })

  it.each(faults.map((fault) => [fault.id, fault] as const))('notices %s', (id, { noticedBy }) => {
    const found = results.results.find(({ fault }) => fault.id === id)
    expect(found?.signals).toContain(noticedBy)
    expect(found).toMatchObject({ isNoticed: true, said: expect.stringMatching(/\S/) })
  })
})

describe('a check that can fail', () => {
  it.each(['preflight', 'recall', 'journal'])(
    'notices less once %s is taken out',
    async (id) => {
      const own = faults.filter((fault) => detectorOf(fault) === id).slice(0, 2)
      const others = detectors.filter((detector) => detector.id !== id)
      const { results, falseAlarms } = await check(own, others)
      expect(results.map(({ isNoticed }) => isNoticed)).toEqual(own.map(() => false))
      expect(falseAlarms).toEqual([])
    },
    60_000,
  )

  it('hears nothing when nothing is injected', async () => {
    const idle = oneEach.map((fault): Fault => ({ ...fault, inject: (instrument) => instrument }))
    const { results } = await check(idle)
    expect(results.map(({ isNoticed, signals }) => [isNoticed, signals])).toEqual(idle.map(() => [false, []]))
  }, 120_000)

  it('raises the alarm where the instrument was broken before', async () => {
    const fault = faults.find(({ id }) => id === 'gold-shifted')
    const { falseAlarms } = await check([], detectors, fault?.inject(practiceInstrument()))
    expect(falseAlarms.join()).toContain('recall/rc@1')
  })

  it('passes over faults for which the instrument has no part', async () => {
    const { subject: _, dialect: __, ...rest } = practiceInstrument()
    const { queries } = rest.asked
    const { choices: ___, calls: ____, ...expected } = rest.expected
    const recallOnly = { ...rest, asked: { queries }, gold: { queries }, expected }
    const { skipped, results, falseAlarms } = await check(faults, detectors, recallOnly)
    expect(falseAlarms).toEqual([])
    expect(skipped).toEqual(
      expect.arrayContaining(['preamble-dropped', 'wrong-dialect', 'key-rotated', 'samples-lost']),
    )
    const unnoticed = results.filter(({ isNoticed }) => !isNoticed).map(({ fault }) => fault.noticedBy)
    // Without a subject to chat with there is no look at prompts.
    expect(unnoticed.every((noticedBy) => noticedBy.startsWith('preflight/'))).toBe(true)
  }, 60_000)

  it('stops when it is told to', async () => {
    const stopped = AbortSignal.abort(new Error('enough'))
    await expect(
      checkFaults({ instrument: practiceInstrument(), faults, detectors, signal: stopped }),
    ).rejects.toThrow('enough')
  })
})
