import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StoredSample } from '../../run/sample-lines.js'
import { rowsByVariant, SampleLedger } from './sample-ledger.js'

const sample = (trial: number, variant?: string, error?: StoredSample['error']): StoredSample => ({
  benchmark: 'b',
  item: 'i',
  trial,
  ...(variant === undefined ? {} : { variant }),
  ...(error === undefined ? {} : { error }),
  where: 's.jsonl, line 1',
})
const failed = { kind: 'server', code: 'http-500', message: 'x' } as const

describe('SampleLedger', () => {
  it('tells trials of any number apart, and expects planned variants that nothing is left of', () => {
    const ledger = new SampleLedger<string>(['a', 'b'], { planned: ['x', 'y'] })
    for (const trial of [0, 4095, 4096, 4097, 1e12]) {
      ledger.record(0, sample(trial, 'x'), `${trial}`)
      ledger.record(1, sample(trial, 'x'), `other ${trial}`)
    }
    const numbers = ['0', '4095', '4096', '4097', '1000000000000']
    expect(ledger.measured().map(({ outcome }) => outcome)).toEqual([
      ...numbers,
      ...numbers.map((number) => `other ${number}`),
    ])
    expect(ledger.gaps(1).missing).toEqual({
      count: 2,
      first: [
        { item: 'a', variant: 'y', trial: 0 },
        { item: 'b', variant: 'y', trial: 0 },
      ],
    })
  })

  it('lets the later of two samples count, also where one of them is an error', () => {
    const ledger = new SampleLedger<string>(['a', 'b'])
    ledger.record(0, sample(0), 'first')
    ledger.record(1, sample(0, undefined, failed), undefined)
    ledger.record(0, sample(0), 'second')
    ledger.record(1, sample(0), 'retried')
    expect(ledger.measured().map(({ outcome }) => outcome)).toEqual(['second', 'retried'])
    expect(ledger.gaps(1)).toEqual({
      errors: { count: 0, first: [] },
      missing: { count: 0, first: [] },
      superseded: 2,
    })
    ledger.record(0, sample(0, undefined, failed), undefined)
    expect(ledger.gaps(1).errors).toEqual({
      count: 1,
      first: [{ item: 'a', trial: 0, kind: 'server', code: 'http-500' }],
    })
  })

  it('names what is missing: every item in every variant that was met, as often as there are trials', () => {
    const ledger = new SampleLedger<number>(['a', 'b'])
    ledger.record(0, sample(0, 'x'), 1)
    ledger.record(0, sample(1, 'y'), 1)
    expect(ledger.gaps(2).missing).toEqual({
      count: 6,
      first: [
        { item: 'a', variant: 'x', trial: 1 },
        { item: 'a', variant: 'y', trial: 0 },
        { item: 'b', variant: 'x', trial: 0 },
        { item: 'b', variant: 'x', trial: 1 },
        { item: 'b', variant: 'y', trial: 0 },
        { item: 'b', variant: 'y', trial: 1 },
      ],
    })
    expect(new SampleLedger(['a']).gaps(1).missing).toEqual({ count: 1, first: [{ item: 'a', trial: 0 }] })
  })

  it('does not miss variants that are none of an item', () => {
    const ledger = new SampleLedger<number>(['a', 'b'], {
      isPlanned: (item, variant) => item === 0 || variant === 'x',
    })
    ledger.record(0, sample(0, 'x'), 1)
    ledger.record(0, sample(0, 'y'), 1)
    expect(ledger.gaps(1).missing).toEqual({ count: 1, first: [{ item: 'b', variant: 'x', trial: 0 }] })
  })

  it('counts what a run.json claims without going through it', () => {
    const ledger = new SampleLedger<number>(['a'])
    ledger.record(0, sample(0), 1)
    const { count, first } = ledger.gaps(Number.MAX_SAFE_INTEGER).missing
    expect(count).toBe(Number.MAX_SAFE_INTEGER - 1)
    expect(first).toHaveLength(1000)
  })

  it('refuses samples whose every line is a variant of its own', () => {
    const ledger = new SampleLedger<number>(['a'])
    expect(() => {
      for (let line = 0; line < 2000; line++) ledger.record(0, sample(0, `v${line}`), 1)
    }).toThrow(expect.objectContaining({ code: 'too-many-variants' }))
  })

  it('names the first thousand errors, in the order of items, variants and trials, and counts the rest', () => {
    const ids = Array.from({ length: 1200 }, (_, at) => `i${at}`)
    const ledger = new SampleLedger<number>(ids)
    for (const item of [...ids.keys()].reverse()) ledger.record(item, sample(0, undefined, failed), undefined)
    const { count, first } = ledger.gaps(1).errors
    expect(count).toBe(1200)
    expect(first).toHaveLength(1000)
    expect(first[0]).toMatchObject({ item: 'i0' })
    expect(first[999]).toMatchObject({ item: 'i999' })
    const mixed = new SampleLedger<number>(['a'])
    for (const [trial, variant] of [
      [1, 'y'],
      [0, 'y'],
      [0, 'x'],
      [0, undefined],
    ] as const) {
      mixed.record(0, sample(trial, variant, failed), undefined)
    }
    expect(mixed.gaps(1).errors.first.map(({ variant, trial }) => [variant, trial])).toEqual([
      [undefined, 0],
      ['x', 0],
      ['y', 0],
      ['y', 1],
    ])
  })

  it('does not count trials beyond those of the run as answers that were wanted', () => {
    const ledger = new SampleLedger<number>(['a', 'b'])
    ledger.record(0, sample(5), 1)
    expect(ledger.gaps(1).missing).toEqual({
      count: 2,
      first: [
        { item: 'a', trial: 0 },
        { item: 'b', trial: 0 },
      ],
    })
  })

  it('takes exactly a thousand variants, and says what they are for beyond', () => {
    const ledger = new SampleLedger<number>(['a'])
    for (let line = 0; line < 1000; line++) ledger.record(0, sample(0, `v${line}`), 1)
    ledger.record(0, sample(0, 'v7'), 1)
    expect(() => ledger.record(0, sample(0, 'other'), 1)).toThrow(
      expect.objectContaining({
        what: 'The samples of one benchmark name more than 1000 variants.',
        where: 's.jsonl, line 1',
        fix: expect.stringMatching(/Repetitions of an item are trials/),
      }),
    )
  })

  it('gives the same rows whatever the order of distinct samples', () => {
    const keys = fc.uniqueArray(fc.tuple(fc.nat(3), fc.nat(3), fc.constantFrom(undefined, 'x', 'y')), {
      selector: (key) => key.join(),
      minLength: 1,
    })
    fc.assert(
      fc.property(
        keys.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([all, shuffled]) => {
          const rowsOf = (list: typeof all) => {
            const ledger = new SampleLedger<string>(['a', 'b', 'c', 'd'])
            for (const [item, trial, variant] of list)
              ledger.record(item, sample(trial, variant), `${item}${trial}`)
            return ledger
              .measured()
              .map(({ item, variant, trial, outcome }) => ({ item, variant, trial, outcome }))
          }
          expect(rowsOf(shuffled)).toEqual(rowsOf(all))
        },
      ),
    )
  })
})

describe('rowsByVariant', () => {
  it('parts rows by variant, the one without a name first', () => {
    const row = (item: number, variant: string | undefined) => ({ item, variant, trial: 0, outcome: 0 })
    expect(
      rowsByVariant([row(0, 'b'), row(0, undefined), row(1, 'a'), row(1, 'b')]).map(({ variant, rows }) => [
        variant,
        rows.map(({ item }) => item),
      ]),
    ).toEqual([
      [undefined, [0]],
      ['a', [1]],
      ['b', [0, 1]],
    ])
  })
})
