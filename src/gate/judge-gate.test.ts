import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countVerdicts } from '../../test/generators/pull-requests.js'
import type { StoredItem, StoredScores } from '../score/run/read-scores.js'
import type { Score } from '../score/score.js'
import { clopperPearsonInterval } from '../stats/clopper-pearson.js'
import type { GateBaseline, GateEvidence, GateScores, RepeatedItem } from './evidence.js'
import type { GateDocument } from './gate-document.js'
import { judgeGate } from './judge-gate.js'
import { readPolicy } from './read-policy.js'

const scorer = { name: 'calls', version: 1 } as const
const about = { metric: 'exact', unit: 'share of items', better: 'higher', scorer } as const

const exact = (value: number, interval?: readonly [number, number], n = 100): Score => ({
  kind: 'scored',
  ...about,
  value,
  n,
  ...(interval === undefined
    ? { itemInterval: [value - 0.1, value + 0.1], intervalNote: 'too few clusters' }
    : { interval }),
})

const items = (values: readonly number[], clusterSize = 1): readonly StoredItem[] =>
  values.map((value, place) => ({
    id: `i${place}`,
    kind: 'call',
    cluster: `c${Math.floor(place / clusterSize)}`,
    values: { exact: value, match: value },
  }))

const stored = (values: readonly number[], more: Partial<StoredScores> = {}): StoredScores => ({
  subject: 's',
  benchmark: 'desk',
  fingerprint: 'f',
  metrics: [
    { metric: 'exact', better: 'higher', scorer },
    { metric: 'match', better: 'higher', scorer },
  ],
  items: items(values),
  hidesClusters: false,
  ...more,
})

const right = (count: number, of: number): readonly number[] =>
  Array.from({ length: of }, (_, place) => (place < count ? 1 : 0))

const ofRun = (more: Partial<GateScores> = {}): GateScores => ({
  subject: 's',
  benchmark: 'desk',
  fingerprint: 'f',
  scores: [exact(0.8, [0.7, 0.9])],
  stored: stored(right(80, 100)),
  samples: { measured: 100, errors: 0, missing: 0 },
  repeated: [],
  ...more,
})

const usable = { name: 'desk', fingerprint: 'f', verdict: 'usable', reasons: [], from: 'audit.json' } as const

const given = (more: Partial<GateEvidence> = {}): GateEvidence => ({
  scores: [ofRun()],
  judgements: [usable],
  sections: [],
  ladders: [],
  ...more,
})

const base = (values: readonly number[], more: Partial<StoredScores> = {}): GateBaseline => ({
  from: 'main.json',
  scores: [stored(values, more)],
})

const judge = (rules: string, evidence = given(), baseline?: GateBaseline): GateDocument =>
  judgeGate({
    policy: readPolicy(`{schema: assay.policy/1, rules: [${rules}]}`, 'p.yaml'),
    evidence,
    assay: '0',
    permutations: 1000,
    resamples: 1000,
    ...(baseline === undefined ? {} : { baseline }),
  })

/** Verdict of the gate, and of its first rule. */
const verdicts = (document: GateDocument): readonly string[] => [
  document.verdict,
  document.rules[0]?.verdict ?? '',
]

describe('thresholds', () => {
  it.each<[string, string, readonly string[]]>([
    ['the whole interval above', '{kind: threshold, metric: exact, atLeast: 0.7}', ['passed', 'passed']],
    [
      'a mean above, a bound below',
      '{kind: threshold, metric: exact, atLeast: 0.75}',
      ['insufficient-data', 'insufficient-data'],
    ],
    ['the whole interval below', '{kind: threshold, metric: exact, atLeast: 0.95}', ['failed', 'failed']],
    [
      'the whole interval below a limit',
      '{kind: threshold, metric: exact, atMost: 0.9}',
      ['passed', 'passed'],
    ],
    [
      'the whole interval above a limit',
      '{kind: threshold, metric: exact, atMost: 0.6}',
      ['failed', 'failed'],
    ],
    [
      'between two bounds',
      '{kind: threshold, metric: exact, atLeast: 0.6, atMost: 0.95}',
      ['passed', 'passed'],
    ],
    ['a metric that is not there', '{kind: threshold, metric: exat, atMost: 0.9}', ['failed', 'unmeasured']],
    [
      'its negation',
      '{kind: not, rule: {kind: threshold, metric: exat, atLeast: 0.9}}',
      ['failed', 'unmeasured'],
    ],
    [
      'either it or what holds',
      '{kind: any, rules: [{kind: threshold, metric: exat, atMost: 0.9}, {kind: threshold, metric: exact, atLeast: 0.1}]}',
      ['failed', 'unmeasured'],
    ],
    [
      'a benchmark that is not there',
      '{kind: threshold, metric: exact, benchmark: dsk, atLeast: 0.1}',
      ['failed', 'unmeasured'],
    ],
    [
      'a tier that is not there',
      '{kind: threshold, metric: exact, tier: hard, atLeast: 0.1}',
      ['failed', 'unmeasured'],
    ],
    [
      'items of another kind',
      '{kind: threshold, metric: exact, items: qa, atLeast: 0.1}',
      ['failed', 'unmeasured'],
    ],
    [
      'what does not hold, denied',
      '{kind: not, rule: {kind: threshold, metric: exact, atMost: 0.5}}',
      ['passed', 'passed'],
    ],
    [
      'what cannot be told, denied',
      '{kind: not, rule: {kind: threshold, metric: exact, atLeast: 0.75}}',
      ['insufficient-data', 'insufficient-data'],
    ],
  ])('%s', (_what, rule, expected) => {
    expect(verdicts(judge(rule))).toEqual(expected)
  })

  it('decides nothing by an interval that speaks of its own items only', () => {
    const evidence = given({ scores: [ofRun({ scores: [exact(0.99)] })] })
    const document = judge('{kind: threshold, metric: exact, atLeast: 0.5}', evidence)
    expect(verdicts(document)).toEqual(['insufficient-data', 'insufficient-data'])
    expect(document.rules[0]?.checks[0]?.sentence).toMatch(/these items only \(too few clusters\)/)
  })

  it.each([
    [0, 'unmeasured'],
    [1, 'insufficient-data'],
  ])('tells a score of %i items without a value %s', (n, verdict) => {
    const evidence = given({ scores: [ofRun({ scores: [{ kind: 'unscored', ...about, reason: 'no', n }] })] })
    expect(judge('{kind: threshold, metric: exact, atMost: 0.9}', evidence).rules[0]?.verdict).toBe(verdict)
  })

  it('refuses a rule that every share would pass, and a depth that is not named', () => {
    expect(() => judge('{kind: threshold, metric: exact, atLeast: 0}')).toThrow(
      /policy|Every "exact" would pass/,
    )
    expect(() => judge('{kind: threshold, metric: exact, atMost: 1}')).toThrow(/Every "exact" would pass/)
    const recall = (k: number): Score => ({ ...exact(0.8, [0.7, 0.9]), metric: 'recall', k })
    const evidence = given({ scores: [ofRun({ scores: [recall(1), recall(5)] })] })
    expect(() => judge('{kind: threshold, metric: recall, atLeast: 0.5}', evidence)).toThrow(/one of 1, 5/)
    expect(judge('{kind: threshold, metric: recall@5, atLeast: 0.5}', evidence).verdict).toBe('passed')
  })

  it('says what there is where a depth or a group is missing', () => {
    const evidence = given({
      scores: [ofRun({ scores: [{ ...exact(0.8, [0.7, 0.9]), k: 5, group: 'pool' }] })],
    })
    expect(
      judge('{kind: threshold, metric: exact, atLeast: 0.5}', evidence).rules[0]?.checks[0]?.sentence,
    ).toMatch(/of exact there is k 5, group "pool"/)
  })

  it('passes no value where the bound does not hold, whatever the threshold', () => {
    const share = fc.integer({ min: 1, max: 99 }).map((points) => points / 100)
    fc.assert(
      fc.property(share, share, share, (one, other, atLeast) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)]
        const evidence = given({ scores: [ofRun({ scores: [exact((low + high) / 2, [low, high])] })] })
        const verdict = judge(`{kind: threshold, metric: exact, atLeast: ${atLeast}}`, evidence).verdict
        expect(verdict === 'passed').toBe(low >= atLeast)
        expect(verdict === 'failed').toBe(high < atLeast)
      }),
    )
  })
})

describe('against a baseline', () => {
  const noWorse = '{kind: no-worse, metric: exact, margin: 0.1}'

  it('fails a loss, passes what stayed, and does not know of a few items', () => {
    expect(verdicts(judge(noWorse, given(), base(right(99, 100))))).toEqual(['failed', 'failed'])
    expect(verdicts(judge(noWorse, given(), base(right(80, 100))))).toEqual(['passed', 'passed'])
    const few = given({
      scores: [ofRun({ stored: stored(right(5, 6)), samples: { measured: 6, errors: 0, missing: 0 } })],
    })
    expect(verdicts(judge(noWorse, few, base(right(6, 6))))).toEqual([
      'insufficient-data',
      'insufficient-data',
    ])
  })

  it('does not pass one item, right on both sides', () => {
    const one = given({
      scores: [ofRun({ stored: stored([1]), samples: { measured: 1, errors: 0, missing: 0 } })],
    })
    expect(judge(noWorse, one, base([1])).verdict).toBe('insufficient-data')
  })

  it('takes what decides where no metric is named', () => {
    const document = judge('{kind: no-worse, margin: 0.1}', given(), base(right(80, 100)))
    expect(document.comparisons.map(({ metric }) => metric)).toEqual(['exact'])
  })

  it('adjusts by Holm over all comparisons, and says so', () => {
    const two = judge(
      `${noWorse}, {kind: no-worse, metric: match, margin: 0.1}`,
      given(),
      base(right(88, 100)),
    )
    const one = judge(noWorse, given(), base(right(88, 100)))
    expect(one.rules[0]?.verdict).toBe('failed')
    expect(two.comparisons.map(({ p, adjustedP }) => adjustedP / p)).toEqual([2, 2])
    expect(two.errorControl).toMatch(/^2 comparisons with the baseline.*Holm/)
    const again = judge(
      `${noWorse}, {kind: no-worse, id: again, metric: exact, margin: 0.2}`,
      given(),
      base(right(88, 100)),
    )
    expect(again.comparisons).toHaveLength(1)
  })

  it('turns about where less is better', () => {
    const metrics = [{ metric: 'exact', better: 'lower', scorer }] as const
    const fewer = given({ scores: [ofRun({ stored: stored(right(60, 100), { metrics }) })] })
    expect(judge(noWorse, fewer, base(right(90, 100), { metrics })).verdict).toBe('passed')
    const more = given({ scores: [ofRun({ stored: stored(right(99, 100), { metrics }) })] })
    expect(judge(noWorse, more, base(right(60, 100), { metrics })).verdict).toBe('failed')
  })

  it('takes items that the run lacks for unmeasured, and those that the baseline lacks for undecided', () => {
    const less = { scores: [ofRun({ stored: stored(right(80, 90)) })] }
    expect(verdicts(judge(noWorse, given(less), base(right(80, 100))))).toEqual(['failed', 'unmeasured'])
    expect(verdicts(judge(noWorse, given(), base(right(80, 90))))).toEqual([
      'insufficient-data',
      'insufficient-data',
    ])
    const allowed = '{kind: no-worse, metric: exact, margin: 0.1, missing: 0.1}'
    expect(verdicts(judge(allowed, given(less), base(right(80, 100))))).toEqual(['passed', 'passed'])
  })

  it('takes a run in which nothing was measured, and which therefore names no scorer, for unmeasured', () => {
    const nothing = ofRun({ scores: [], stored: stored([], { metrics: [] }) })
    const { verdict, rules } = judge(
      '{kind: no-worse, metric: exact, margin: 0.05}',
      given({ scores: [nothing] }),
      base(right(80, 100)),
    )
    expect(verdict).toBe('failed')
    expect(rules[0]).toMatchObject({
      verdict: 'unmeasured',
      checks: [{ sentence: expect.stringContaining('100 items were measured in the baseline alone') }],
    })
  })

  it('takes a metric that neither side has, and a benchmark that the run lacks, for unmeasured', () => {
    expect(
      verdicts(judge('{kind: no-worse, metric: exat, margin: 0.1}', given(), base(right(80, 100)))),
    ).toEqual(['failed', 'unmeasured'])
    const more = {
      from: 'm',
      scores: [stored(right(80, 100)), stored(right(1, 2), { benchmark: 'other', fingerprint: 'g' })],
    }
    const document = judge(noWorse, given(), more)
    expect(document.rules[0]?.checks.map(({ verdict }) => verdict)).toEqual(['passed', 'unmeasured'])
    expect(document.verdict).toBe('failed')
  })

  it('leaves undecided a benchmark that the baseline lacks', () => {
    const another = ofRun({
      benchmark: 'new',
      fingerprint: 'n',
      stored: stored(right(9, 10), { benchmark: 'new', fingerprint: 'n' }),
    })
    const evidence = given({
      scores: [ofRun(), another],
      judgements: [usable, { ...usable, fingerprint: 'n' }],
    })
    expect(judge(noWorse, evidence, base(right(80, 100))).verdict).toBe('insufficient-data')
  })

  it.each<[string, Partial<StoredScores>, RegExp]>([
    ['other items', { fingerprint: 'g' }, /fingerprints differ[^]*fix: +The benchmark has changed/],
    [
      'another scorer',
      { metrics: [{ metric: 'exact', better: 'higher', scorer: { name: 'calls', version: 2 } }] },
      /calls version 2[^]*--save-baseline/,
    ],
    ['another catalog', { catalog: 'c' }, /another catalog[^]*acrossCatalogs/],
  ])('refuses a baseline of %s', (_what, more, message) => {
    expect(() => judge(noWorse, given(), base(right(80, 100), more))).toThrow(message)
  })

  it('goes on over another catalog where the rule allows it', () => {
    const rule = '{kind: no-worse, metric: exact, margin: 0.1, acrossCatalogs: true}'
    expect(judge(rule, given(), base(right(80, 100), { catalog: 'c' })).verdict).toBe('passed')
  })

  it('lets a run of another tool pass where a rule accepts that', () => {
    const evidence = given({ scores: [ofRun({ importedFrom: 'inspect' })] })
    const rules = '{kind: measured, atLeast: 1, imported: true}'
    expect(judge(rules, evidence).verdict).toBe('passed')
    expect(judge('{kind: measured, atLeast: 1}', evidence).verdict).toBe('failed')
  })

  it('refuses a rule on the baseline where none is named, at any depth', () => {
    expect(() => judge(noWorse)).toThrow(/none is named/)
    expect(() => judge(`{kind: not, rule: ${noWorse}}`)).toThrow(/none is named/)
  })

  it('refuses to guess between two subjects', () => {
    const evidence = given({
      scores: [ofRun(), ofRun({ subject: 't', stored: stored(right(1, 2), { subject: 't' }) })],
    })
    expect(() => judge(noWorse, evidence, base(right(80, 100)))).toThrow(/subjects s, t/)
  })
})

describe('what every gate asks', () => {
  const rule = '{kind: threshold, metric: exact, atLeast: 0.5}'

  it.each<[string, GateEvidence, string]>([
    ['a benchmark that nobody audited', given({ judgements: [] }), 'unmeasured'],
    ['an audit of other items', given({ judgements: [{ ...usable, fingerprint: 'g' }] }), 'unmeasured'],
    [
      'a benchmark to be read with care',
      given({ judgements: [{ ...usable, verdict: 'usable-with-care' }] }),
      'failed',
    ],
    [
      'a broken benchmark, audited twice',
      given({ judgements: [usable, { ...usable, verdict: 'not-usable' }] }),
      'failed',
    ],
    [
      'samples that ended in errors',
      given({ scores: [ofRun({ samples: { measured: 99, errors: 1, missing: 0 } })] }),
      'unmeasured',
    ],
    [
      'a benchmark of which items were left out',
      given({ scores: [ofRun({ samples: { measured: 99, errors: 0, missing: 0, leftOut: 1 } })] }),
      'unmeasured',
    ],
    [
      'a run without samples',
      given({ scores: [ofRun({ samples: { measured: 0, errors: 0, missing: 0 } })] }),
      'unmeasured',
    ],
    [
      'a run that another tool carried out',
      given({ scores: [ofRun({ importedFrom: 'inspect' })] }),
      'unmeasured',
    ],
    [
      'a run that preflight blocked',
      given({ scores: [ofRun({ unmeasured: ['template-differs'] })] }),
      'unmeasured',
    ],
    [
      'a section that is unmeasured',
      given({ sections: [{ id: 'lint', verdict: 'unmeasured', summary: 'No.' }] }),
      'unmeasured',
    ],
    [
      'a ladder with cases unanswered',
      given({ ladders: [{ subject: 's', verdict: 'capable', because: '', cases: 9, missing: 1 }] }),
      'unmeasured',
    ],
  ])('does not pass %s', (_what, evidence, verdict) => {
    const document = judge(rule, evidence)
    expect(document.verdict).toBe('failed')
    expect(document.rules.filter((one) => one.implied).map((one) => one.verdict)).toContain(verdict)
  })

  it('lets a policy ask it otherwise at its first level', () => {
    const evidence = given({
      judgements: [{ ...usable, verdict: 'usable-with-care' }],
      scores: [ofRun({ samples: { measured: 99, errors: 1, missing: 0 } })],
    })
    const own = '{kind: usable, accept: [usable, usable-with-care]}, {kind: measured, atLeast: 0.95}'
    const document = judge(`${rule}, ${own}`, evidence)
    expect(document.verdict).toBe('passed')
    expect(document.rules.some(({ implied }) => implied)).toBe(false)
  })

  it('does not take what stands within other rules, or speaks of another benchmark, for that', () => {
    const evidence = given({ judgements: [] })
    const inner = '{kind: not, rule: {kind: usable}}'
    expect(judge(`${rule}, ${inner}`, evidence).verdict).toBe('failed')
    expect(judge(`${rule}, {kind: usable, benchmark: other}`).verdict).toBe('failed')
    expect(
      judge(`${rule}, {kind: usable, benchmark: other}`).rules.filter(({ implied }) => implied),
    ).toHaveLength(2)
  })

  it('refuses evidence that holds nothing', () => {
    expect(() => judge(rule, given({ scores: [] }))).toThrow(/nothing to judge/)
  })
})

describe('sections and ladders', () => {
  const section = '{kind: section, section: lint, verdicts: [good]}'
  it.each<[string, readonly string[]]>([
    ['good', ['passed', 'passed']],
    ['bad', ['failed', 'failed']],
    ['unmeasured', ['failed', 'unmeasured']],
  ])('a section that is %s', (verdict, expected) => {
    const evidence = given({ sections: [{ id: 'lint', verdict: verdict as 'good', summary: 'x.' }] })
    expect(verdicts(judge(section, evidence))).toEqual(expected)
  })

  it('takes a missing section for unmeasured, under every negation', () => {
    for (const rule of [
      section,
      `{kind: not, rule: ${section}}`,
      `{kind: not, rule: {kind: not, rule: ${section}}}`,
      `{kind: any, rules: [${section}, {kind: threshold, metric: exact, atLeast: 0.1}]}`,
      `{kind: not, rule: {kind: all, rules: [${section}, {kind: threshold, metric: exact, atLeast: 0.99}]}}`,
    ]) {
      expect(verdicts(judge(rule)), rule).toEqual(['failed', 'unmeasured'])
    }
  })

  const ladder = '{kind: ladder, verdicts: [capable]}'
  it.each<[string, readonly string[]]>([
    ['capable', ['passed', 'passed']],
    ['memorised', ['failed', 'failed']],
    ['not-enough-data', ['insufficient-data', 'insufficient-data']],
    ['unmeasured', ['failed', 'unmeasured']],
  ])('a ladder that ends with %s', (verdict, expected) => {
    const ladders = [{ subject: 's', verdict, because: 'x.', cases: 9, missing: 0 }]
    expect(verdicts(judge(ladder, given({ scores: [], ladders })))).toEqual(expected)
  })

  it('takes no ladder, and one that asked nobody, for unmeasured', () => {
    expect(judge(ladder).rules[0]?.verdict).toBe('unmeasured')
    const ladders = [{ verdict: 'capable', because: '', cases: 0, missing: 0 }]
    expect(judge(ladder, given({ scores: [], ladders })).rules[0]?.verdict).toBe('unmeasured')
  })
})

describe('flaky items', () => {
  const repeated = (flaky: number, of: number): readonly RepeatedItem[] =>
    Array.from({ length: of }, (_, place) => ({
      id: `i${place}`,
      kind: 'call',
      trials: 3,
      isFlaky: place < flaky,
    }))
  const withRepeats = (flaky: number, of: number) =>
    given({ scores: [ofRun({ repeated: repeated(flaky, of) })] })
  const rule = '{kind: threshold, metric: flaky, atMost: 0.1}'

  it('lists them with their number, and bounds their share', () => {
    const document = judge(rule, withRepeats(30, 100))
    expect(document.flaky).toMatchObject([{ subject: 's', benchmark: 'desk', repeated: 100, flaky: 30 }])
    expect(document.flaky[0]?.items).toHaveLength(30)
    expect(document.flaky[0]?.items[0]).toEqual({ id: 'i0', kind: 'call', trials: 3 })
    expect(verdicts(document)).toEqual(['failed', 'failed'])
    expect(verdicts(judge(rule, withRepeats(1, 100)))).toEqual(['passed', 'passed'])
    expect(verdicts(judge(rule, withRepeats(9, 100)))).toEqual(['insufficient-data', 'insufficient-data'])
  })

  it('takes a run of one trial for unmeasured there, and lists nothing', () => {
    const document = judge(rule)
    expect(verdicts(document)).toEqual(['failed', 'unmeasured'])
    expect(document.flaky).toEqual([])
  })
})

/** The drill of bench/gate-drill.ts, a fifth as long. */
describe('two hundred pull requests', () => {
  const draw = { items: 500, discordance: 0.3, seed: 1 } as const

  it('raises few alarms where nothing has changed, and some', () => {
    const { failed } = countVerdicts({ ...draw, clusterSize: 5, likeness: 0.14, drop: 0 }, 200, 1000)
    expect(failed).toBeGreaterThan(0)
    // 2.5 % are expected; 14 of 200 is beyond its 99.9 % quantile.
    expect(failed).toBeLessThan(14)
  })

  it.each([
    [1, 0],
    [5, 0.14],
  ])('sees a loss of ten points, in clusters of %i', (clusterSize, likeness) => {
    const { failed } = countVerdicts({ ...draw, clusterSize, likeness, drop: 0.1 }, 200, 1000)
    expect(clopperPearsonInterval({ successes: failed, n: 200 })[0]).toBeGreaterThan(0.8)
  })
})
