import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Score, ScoredValue } from '../score/score.js'
import type { Interval } from '../stats/interval.js'
import { wilsonInterval } from '../stats/wilson.js'
import type { RungId, RungResult } from './rung.js'
import type { RungFinding } from './rung-finding.js'
import { ladderVerdict } from './verdict.js'

interface Made {
  readonly rung: RungId
  readonly metric: string
  readonly value: number
  readonly interval?: Interval
  readonly group?: string
  readonly n?: number
  /** The interval is of these items only. */
  readonly isItemsOnly?: true
}

const ABOUT = { unit: 'share', better: 'higher', scorer: { name: 'test', version: 1 } } as const

function scoreOf({ metric, value, interval, group, n = 100, isItemsOnly }: Made): ScoredValue {
  return {
    kind: 'scored',
    metric,
    ...ABOUT,
    value,
    n,
    ...(group === undefined ? {} : { group }),
    ...(interval === undefined ? {} : isItemsOnly ? { itemInterval: interval } : { interval }),
  }
}

function rungOf(id: RungId, evidence: readonly Score[], findings: readonly RungFinding[] = []): RungResult {
  return {
    id,
    name: `rung ${id}`,
    claim: '',
    verdict: 'measured',
    summary: '',
    evidence,
    findings,
    tables: [],
  }
}

function rungsOf(...made: readonly Made[]): readonly RungResult[] {
  const ids: readonly RungId[] = [0, 1, 2, 3, 4, 5]
  return ids.map((id) => rungOf(id, made.filter(({ rung }) => rung === id).map(scoreOf)))
}

const blocking: RungFinding = {
  code: 'preamble-missing',
  severity: 'blocking',
  what: 'The tools are not declared.',
  cases: [],
  count: 3,
}

const HIGH: Interval = [0.8, 0.95]
const LOW: Interval = [0.05, 0.2]
const UNCLEAR: Interval = [0.4, 0.7]
const middle = ([low, high]: Interval): number => (low + high) / 2
const figure = (metric: string, interval: Interval, more: Partial<Made> = {}): Made => ({
  rung: 3,
  metric,
  value: middle(interval),
  interval,
  ...more,
})
const formed = (interval: Interval) => figure('well-formed', interval, { group: 'verbatim' })
const unseen = (interval: Interval) => figure('unseen-pass', interval)
const useful = (interval: Interval) => figure('useful-abstention', interval, { group: 'suppression' })
const memory = (value: number) => figure('memory', [value - 0.05, value + 0.05], { value })
const lenient = (only: Interval, strict: Interval): readonly Made[] => [
  { rung: 1, metric: 'lenient-only', value: middle(only), interval: only },
  { rung: 1, metric: 'strict-selection', value: middle(strict), interval: strict },
]
const prior = (value: number): Made => ({ rung: 4, metric: 'p-first', group: 'call', value })
const wordOf = (...made: readonly Made[]) => ladderVerdict(rungsOf(...made)).verdict

describe('ladderVerdict', () => {
  it.each([
    ['capable', [formed(HIGH), unseen(HIGH), useful(HIGH), memory(0.9)]],
    ['over-triggers', [formed(HIGH), unseen(HIGH), useful(LOW)]],
    ['memorised', [formed(HIGH), unseen(LOW), useful(HIGH), memory(0.9)]],
    ['partial', [formed(HIGH), unseen(LOW), useful(HIGH), memory(0.3)]],
    ['partial', [formed(LOW), unseen(LOW), useful(HIGH)]],
    ['partial', [formed(LOW)]],
    ['not-enough-data', [formed(HIGH), unseen(UNCLEAR), useful(HIGH)]],
    ['not-enough-data', [formed(HIGH), unseen(HIGH)]],
  ] as const)('is %s by rung 3', (word, made) => {
    const { verdict, decidedBy, because, next } = ladderVerdict(rungsOf(...made))
    expect(verdict).toBe(word)
    expect(decidedBy).toBe(3)
    expect(because).toMatch(/%|not measured/)
    expect(next.length).toBeGreaterThan(0)
  })

  it('is false-positive where keywords credit what the strict reading refuses', () => {
    const made = lenient([0.5, 0.7], [0, 0.05])
    const verdict = ladderVerdict(rungsOf(...made, formed(HIGH), unseen(HIGH), useful(HIGH)))
    expect(verdict).toMatchObject({ verdict: 'false-positive', decidedBy: 1, caveats: [] })
    expect(verdict.because).toContain('60.0 %')
    expect(verdict.figures.map(({ metric }) => metric)).toEqual(['lenient-only', 'strict-selection'])
    expect(verdict.next.some(({ command }) => command?.includes('--recipe repair'))).toBe(true)
  })

  it('is no-prior where the trigger is all but impossible and calls are not well formed', () => {
    const verdict = ladderVerdict(rungsOf(prior(1e-9), formed(LOW)))
    expect(verdict).toMatchObject({ verdict: 'no-prior', decidedBy: 4 })
    expect(verdict.because).toContain('1.0e-9')
    expect(wordOf(prior(1e-9))).toBe('no-prior')
  })

  it('says nothing of memory on a practice corpus, and asks for the corpus of the training', () => {
    const made = rungsOf(formed(HIGH), unseen(LOW), useful(HIGH), memory(0.9))
    expect(ladderVerdict(made).verdict).toBe('memorised')
    const { verdict, caveats, next } = ladderVerdict(made, { isPractice: true })
    expect(verdict).toBe('partial')
    expect(caveats.at(-1)).toContain('not trained on')
    expect(next.map(({ command }) => command)).toEqual([
      'assay ladder --subject SUBJECT --corpus TRAINING.jsonl',
    ])
    const broken = ladderVerdict([rungOf(0, [], [blocking])], { isPractice: true })
    expect(broken.next[0]?.what).toContain('Mend the harness first')
  })

  describe('boundaries', () => {
    const rest = [formed(HIGH), unseen(HIGH), useful(HIGH)]

    it('of false-positive are exclusive: exactly 10 % on either side is not enough', () => {
      expect(wordOf(...lenient([0.1, 0.7], [0, 0.05]), ...rest)).toBe('capable')
      expect(wordOf(...lenient([0.100001, 0.7], [0, 0.05]), ...rest)).toBe('false-positive')
      expect(wordOf(...lenient([0.5, 0.7], [0, 0.1]), ...rest)).toBe('capable')
      expect(wordOf(...lenient([0.5, 0.7], [0, 0.099999]), ...rest)).toBe('false-positive')
    })

    it('of high and low are exclusive: exactly one half is neither', () => {
      expect(wordOf(formed([0.5, 0.9]), unseen(HIGH), useful(HIGH))).toBe('not-enough-data')
      expect(wordOf(formed([0.500001, 0.9]), unseen(HIGH), useful(HIGH))).toBe('capable')
      expect(wordOf(formed(HIGH), unseen(HIGH), useful([0.1, 0.5]))).toBe('not-enough-data')
      expect(wordOf(formed(HIGH), unseen(HIGH), useful([0.1, 0.499999]))).toBe('over-triggers')
    })

    it('of memory are four copies in five, and of the prior one in a thousand', () => {
      expect(wordOf(formed(HIGH), unseen(LOW), useful(HIGH), memory(0.8))).toBe('memorised')
      expect(wordOf(formed(HIGH), unseen(LOW), useful(HIGH), memory(0.799))).toBe('partial')
      expect(wordOf(prior(0.001), formed(LOW))).toBe('partial')
      expect(wordOf(prior(0.000999), formed(LOW))).toBe('no-prior')
    })
  })

  describe('order of the rules', () => {
    it('a blocking fault wins over every figure, wherever it was seen', () => {
      const good = rungsOf(
        formed(HIGH),
        unseen(HIGH),
        useful(HIGH),
        ...lenient([0.5, 0.7], [0, 0.05]),
        prior(1e-9),
      )
      const other = { ...blocking, code: 'bos-doubled', what: 'Two tokens begin the prompt.' }
      const verdict = ladderVerdict([
        ...good.filter(({ id }) => id !== 0),
        rungOf(0, [], [{ ...blocking, severity: 'warn' }, blocking, other]),
      ])
      expect(verdict).toMatchObject({
        verdict: 'unmeasured',
        decidedBy: 0,
        because: 'The instrument measured something else: the tools are not declared.',
        figures: [],
        caveats: ['Two tokens begin the prompt.'],
      })
      expect(verdict.next[0]?.what).toContain('preamble-missing, bos-doubled')
    })

    it('false-positive stands before no-prior, and no-prior before rung 3', () => {
      expect(wordOf(...lenient([0.5, 0.7], [0, 0.05]), prior(1e-9), formed(LOW))).toBe('false-positive')
      expect(wordOf(prior(1e-9), formed(UNCLEAR), unseen(LOW), useful(HIGH))).toBe('no-prior')
    })

    it('calls that are well formed refute a low prior', () => {
      expect(wordOf(prior(1e-9), formed(HIGH), unseen(HIGH), useful(HIGH))).toBe('capable')
    })
  })

  describe('not-enough-data', () => {
    const needed = (value: number, n: number, interval: Interval) =>
      ladderVerdict(
        rungsOf(formed(HIGH), { rung: 3, metric: 'unseen-pass', value, n, interval }, useful(HIGH)),
      ).needed

    it('tells the n at which Wilson leaves out one half: z² / 4d² is 96.04 for 60 %, so 97', () => {
      expect(needed(0.6, 40, wilsonInterval({ successes: 24, n: 40 }))).toEqual([
        { metric: 'unseen-pass', n: 97 },
      ])
      // By Wilson's own formula on both sides of it.
      expect(wilsonInterval({ successes: 57, n: 95 })[0]).toBeLessThan(0.5)
      expect(wilsonInterval({ successes: 60, n: 100 })[0]).toBeGreaterThan(0.5)
      expect(wilsonInterval({ successes: 0.6 * 96, n: 96 })[0]).toBeLessThan(0.5)
      expect(wilsonInterval({ successes: 0.6 * 97, n: 97 })[0]).toBeGreaterThan(0.5)
    })

    it('is alike above and below one half, and ends at 10,000', () => {
      expect(needed(0.4, 40, wilsonInterval({ successes: 16, n: 40 }))?.[0]?.n).toBe(97)
      expect(needed(0.5, 40, wilsonInterval({ successes: 20, n: 40 }))?.[0]?.n).toBe(10_000)
    })

    it('asks four times as many where clusters make the interval twice as wide', () => {
      const [low, high] = wilsonInterval({ successes: 24, n: 40 })
      const half = high - low
      expect(needed(0.6, 40, [0.6 - half, 0.6 + half])?.[0]?.n).toBe(Math.floor(4 * 96.0365) + 1)
    })

    it('never asks for what there is already', () => {
      const { verdict, needed: more } = ladderVerdict(
        rungsOf(
          formed(HIGH),
          { rung: 3, metric: 'unseen-pass', value: 0.7, n: 500, interval: [0.45, 0.9] },
          useful(HIGH),
        ),
      )
      expect(verdict).toBe('not-enough-data')
      expect(more?.[0]?.n).toBeGreaterThan(500)
    })

    it('names what was not measured', () => {
      const verdict = ladderVerdict(rungsOf(formed(HIGH)))
      expect(verdict.because).toContain('unseen-pass was not measured; useful-abstention was not measured')
      expect(verdict).not.toHaveProperty('needed')
    })

    it('is the verdict when nothing was asked, and nothing decided it', () => {
      expect(ladderVerdict([])).toMatchObject({ verdict: 'not-enough-data', decidedBy: null, figures: [] })
      const floors = rungOf(0, [scoreOf({ rung: 0, metric: 'null-floor', value: 0.5, interval: HIGH })])
      expect(ladderVerdict([floors])).toMatchObject({ decidedBy: null })
      const unscored: Score = { kind: 'unscored', metric: 'well-formed', ...ABOUT, reason: 'no calls', n: 0 }
      expect(ladderVerdict([rungOf(3, [unscored])])).toMatchObject({ decidedBy: null })
    })

    it('is decided by nobody where other rungs alone have figures', () => {
      expect(ladderVerdict(rungsOf(...lenient([0, 0.1], [0.8, 0.9])))).toMatchObject({
        verdict: 'not-enough-data',
        decidedBy: null,
      })
    })
  })

  it('says how far intervals of items alone reach', () => {
    const { verdict, caveats, figures } = ladderVerdict(
      rungsOf(formed(HIGH), { ...unseen(HIGH), isItemsOnly: true }, useful(HIGH)),
    )
    expect(verdict).toBe('capable')
    expect(caveats).toEqual(['Too few clusters for more: unseen-pass speak of these cases only.'])
    expect(figures.map(({ isItemsOnly }) => isItemsOnly)).toEqual([false, true, false])
  })

  it('says where more cases would make it a false positive', () => {
    const { verdict, caveats } = ladderVerdict(
      rungsOf(...lenient([0.9, 1], [0, 0.11]), formed(LOW), unseen(LOW), useful(HIGH)),
    )
    expect(verdict).toBe('partial')
    expect(caveats).toEqual([expect.stringMatching(/up to 11\.0 % cannot be ruled out/)])
    expect(ladderVerdict(rungsOf(...lenient([0, 0.1], [0.8, 0.9]), formed(LOW))).caveats).toEqual([])
  })

  it('takes the whole battery, not one of its groups', () => {
    const cell = figure('unseen-pass', LOW, { group: 'seen-new' })
    expect(wordOf(formed(HIGH), cell, unseen(HIGH), useful(HIGH))).toBe('capable')
    const mentions = figure('useful-abstention', LOW, { group: 'suppression/cve' })
    expect(wordOf(formed(HIGH), unseen(HIGH), mentions, useful(HIGH))).toBe('capable')
    expect(wordOf({ ...prior(0.9) }, { ...prior(1e-9), group: 'neutral' }, formed(LOW))).toBe('partial')
  })

  it('depends on the evidence alone, not on the order of rungs and scores', () => {
    const interval = fc
      .tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 20 }))
      .map(([a, b]): Interval => [Math.min(a, b) / 20, Math.max(a, b) / 20])
    const metrics = [
      [1, 'lenient-only'],
      [1, 'strict-selection'],
      [3, 'well-formed', 'verbatim'],
      [3, 'memory'],
      [3, 'unseen-pass'],
      [3, 'unseen-pass', 'seen-new'],
      [3, 'useful-abstention', 'suppression'],
      [4, 'p-first', 'call'],
      [4, 'p-first', 'neutral'],
    ] as const
    const made = fc.tuple(
      ...metrics.map(([rung, metric, group]) =>
        fc.option(
          interval.map(
            (bounds): Made => ({
              rung,
              metric,
              interval: bounds,
              value: rung === 4 ? middle(bounds) / 500 : middle(bounds),
              ...(group === undefined ? {} : { group }),
            }),
          ),
        ),
      ),
    )
    const keys = fc.array(fc.nat(), { minLength: 30, maxLength: 30 })
    const shuffled = <T>(values: readonly T[], by: readonly number[]): readonly T[] =>
      values
        .map((value, at) => ({ value, key: by[at % by.length] ?? 0 }))
        .toSorted((left, right) => left.key - right.key)
        .map(({ value }) => value)
    fc.assert(
      fc.property(made, keys, fc.subarray([0, 2, 4] as const), (options, by, blocked) => {
        const list = options.filter((one) => one !== null)
        const rungs = rungsOf(...list).map((rung) => ({
          ...rung,
          findings: blocked.some((id) => id === rung.id) ? [{ ...blocking, code: `at-${rung.id}` }] : [],
        }))
        const other = shuffled(
          rungs.map((rung) => ({ ...rung, evidence: shuffled(rung.evidence, by) })),
          by,
        )
        expect(ladderVerdict(other)).toEqual(ladderVerdict(rungs))
      }),
    )
  })
})
