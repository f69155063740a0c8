import { describe, expect, it } from 'vitest'
import {
  callText,
  caseOf,
  corpusOf,
  evidenceOf,
  example,
  readingOf,
  shopTools,
} from '../../../test/generators/lenient-evidence.js'
import { exactMcNemar } from '../../stats/mcnemar.js'
import { wilsonInterval } from '../../stats/wilson.js'
import type { CaseReading } from '../case-reading.js'
import { evalCaseId } from '../eval-cases.js'
import type { KeywordSet } from '../keyword-set.js'
import type { LadderCase } from '../ladder-case.js'
import type { LadderEvidence } from '../ladder-evidence.js'
import type { RungResult } from '../rung.js'
import { lenientRung } from './lenient.js'

const corpus = corpusOf([example(1, 'Where?', callText('find_place', { place: 'x' }))])
const asked = (count: number, battery: LadderCase['battery'] = 'verbatim'): readonly LadderCase[] =>
  Array.from({ length: count }, (_, at) =>
    caseOf(at, { battery, prompt: `Where is place ${at}?`, call: ['find_place', { place: `place ${at}` }] }),
  )
const judge = (readings: readonly CaseReading[], rest: Partial<LadderEvidence> = {}): RungResult =>
  lenientRung.judge(evidenceOf({ corpus, readings, ...rest }))
const scoreIn = ({ evidence }: RungResult, metric: string, group?: string) =>
  evidence.find((score) => score.metric === metric && score.group === group)

describe('rung 1', () => {
  it('credits a fake that names the tool in prose, and the strict reading sees S0 everywhere', () => {
    const readings = asked(40).map((one) => readingOf(one, 'Use the tool find_place for that place.'))
    expect(readings.map(({ parsing }) => parsing.strict.level)).toEqual(readings.map(() => 'S0'))
    const result = judge(readings)
    expect(scoreIn(result, 'lenient-anywhere')).toMatchObject({ kind: 'scored', value: 1, n: 40 })
    expect(scoreIn(result, 'lenient-released')).toMatchObject({ value: 1 })
    expect(scoreIn(result, 'strict-selection')).toMatchObject({ value: 0 })
    const [low] = wilsonInterval({ successes: 40, n: 40 })
    expect(scoreIn(result, 'lenient-only')).toMatchObject({ value: 1, better: 'lower', interval: [low, 1] })
    expect(scoreIn(result, 'lenient-only', 'verbatim')).toMatchObject({ value: 1 })
    expect(result.verdict).toBe('fails')
    expect(result.findings.map(({ code }) => code)).toContain('keywords-fail-open')
  })

  it('holds for a caller, whose arguments do not matter here', () => {
    const result = judge(
      asked(40).map((one) => readingOf(one, callText('find_place', { place: 'elsewhere' }))),
    )
    expect(scoreIn(result, 'strict-selection')).toMatchObject({ value: 1 })
    expect(scoreIn(result, 'lenient-only')).toMatchObject({ value: 0 })
    expect(result.verdict).toBe('holds')
  })

  it('counts lenient against strict for each battery and by both rules', () => {
    const [a, b, c, d] = asked(4)
    const [e] = asked(1, 'unseen')
    if (!(a && b && c && d && e)) throw new Error('no cases')
    const result = judge([
      readingOf(a, callText('find_place', { place: 'x' })),
      readingOf(b, 'find_place'),
      // The first "name" of the text is another one's.
      readingOf(c, `{"name": "echo"} ${callText('find_place', { place: 'x' })}`),
      readingOf(d, 'No idea.'),
      readingOf(e, 'count_stars, or find_place', { path: 'direct' }),
    ])
    const table = result.tables.find(({ id }) => id === 'lenient-strict')
    expect(table?.rows).toEqual([
      ['direct', 'verbatim', 'anywhere', 4, 2, 1, 0, 1, 1],
      ['direct', 'verbatim', 'released', 4, 1, 1, 1, 1, 1],
      ['direct', 'unseen', 'anywhere', 1, 0, 1, 0, 0, 1],
      ['direct', 'unseen', 'released', 1, 0, 1, 0, 0, 1],
      ['direct', 'all', 'anywhere', 5, 2, 2, 0, 1, expect.closeTo(0.5, 12)],
      ['direct', 'all', 'released', 5, 1, 2, 1, 1, 1],
    ])
    expect(result.findings.map(({ code }) => code)).toContain('keywords-miss-calls')
  })

  it('gives floors: whoever lists all tools is credited anywhere, and calls nothing', () => {
    const result = judge(asked(40).map((one) => readingOf(one, 'find_place')))
    expect(scoreIn(result, 'lenient-anywhere')).toMatchObject({ floor: { value: 1, verdict: 'at-floor' } })
    expect(scoreIn(result, 'strict-selection')).toMatchObject({ floor: { null: 'constant', value: 1 } })
  })

  it('averages trials within a case, and keeps the paths apart', () => {
    const [one] = asked(2)
    const [, other] = asked(2)
    if (!(one && other)) throw new Error('no cases')
    const result = judge([
      readingOf(one, 'find_place'),
      readingOf(one, 'No.', { trial: 1 }),
      readingOf(other, 'No.'),
      readingOf(one, 'find_place', { path: 'served' }),
    ])
    expect(scoreIn(result, 'lenient-only')).toMatchObject({ value: 0.25, n: 2 })
    expect(result.tables[0]?.rows.map(([path]) => path)).toEqual(['direct', 'direct', 'served', 'served'])
  })

  it('leaves out cases without a call, other batteries and what was not answered', () => {
    const prose = caseOf(1, { prompt: 'Hello' })
    const quality = caseOf(2, { battery: 'qualitative', prompt: 'x', call: ['find_place', { place: 'x' }] })
    const result = judge([readingOf(prose, 'find_place'), readingOf(quality, 'find_place')])
    expect(result).toMatchObject({ verdict: 'unmeasured', evidence: [], tables: [] })
  })

  it('says these cases only where there are too few clusters', () => {
    const readings = asked(30).map((one) =>
      readingOf({ ...one, cluster: `c${Number(one.id.at(-1)) % 2}` }, 'find_place'),
    )
    const result = judge(readings)
    expect(result.summary).toContain('These cases only')
    expect(scoreIn(result, 'lenient-only')).toMatchObject({
      intervalNote: expect.stringContaining('too few clusters'),
    })
  })
})

describe('tests by keywords on rung 1', () => {
  const items = Array.from({ length: 30 }, (_, at) => {
    const prompt = `¿Dónde está el lugar ${at % 25}?`
    return { id: `${at}`, prompt, members: { prompt, expected_tool: 'find_place' } }
  })
  const set: KeywordSet = {
    name: 'own-b4',
    path: '',
    rule: 'vectrayx-b4',
    items,
    tools: shopTools.map(({ name }) => name),
  }
  const answers = (said: (at: number) => string): readonly CaseReading[] =>
    items.map((item, at) => {
      const { gold: _, ...open } = caseOf(at, { battery: 'eval', prompt: item.prompt })
      return readingOf({ ...open, id: evalCaseId(set, item) }, said(at))
    })

  it('scores them by both rules, with n, distinct n and the floor, beside the strict reading', () => {
    const readings = answers((at) => (at < 15 ? 'find_place' : callText('find_place', { place: 'x' })))
    const result = judge(readings, { keywordSets: [set] })
    expect(scoreIn(result, 'lenient-anywhere', 'own-b4')).toMatchObject({ value: 1, n: 30, clusters: 25 })
    expect(scoreIn(result, 'strict-selection', 'eval')).toMatchObject({ value: 0.5, n: 30 })
    expect(scoreIn(result, 'lenient-only')).toMatchObject({ value: 0.5 })
    const rows = result.tables.find(({ id }) => id === 'keyword-tests')?.rows
    expect(rows?.map((row) => row.slice(0, 5))).toEqual([
      ['own-b4', 'released', 30, 25, 1],
      ['own-b4', 'anywhere', 30, 25, 1],
    ])
    expect(result.findings.map(({ code }) => code)).toContain('score-at-floor')
  })

  it('leaves out items without an answer, and says so', () => {
    const result = judge(answers(() => 'find_place').slice(0, 28), { keywordSets: [set] })
    expect(scoreIn(result, 'lenient-anywhere', 'own-b4')).toMatchObject({ n: 28 })
    expect(result.findings.find(({ code }) => code === 'test-incomplete')).toMatchObject({ count: 2 })
  })

  it('gives no score where the released harness crashes', () => {
    const crashing: KeywordSet = {
      ...set,
      rule: 'vectrayx-b2',
      items: items.map((item) => ({ ...item, members: { text: item.prompt, label: 'sqli' } })),
    }
    const result = judge(
      answers(() => 'otro'),
      { keywordSets: [crashing] },
    )
    expect(scoreIn(result, 'lenient-accuracy', 'own-b4')).toMatchObject({
      kind: 'unscored',
      reason: expect.stringContaining('KeyError'),
    })
    expect(result.verdict).toBe('measured')
  })
})

describe('reference values of the ladder', () => {
  it.each([
    [6, 6, 0.61, 1],
    [0, 6, 0, 0.39],
    [4, 4, 0.51, 1],
    [8, 8, 0.676, 1],
    [7, 8, 0.529, 0.978],
    [258, 269, 0.928, 0.977],
    [249, 269, 0.888, 0.951],
    [27, 269, 0.07, 0.142],
    [74, 138, 0.453, 0.617],
    [59, 138, 0.348, 0.511],
    [9, 100, 0.048, 0.162],
    [17, 100, 0.109, 0.255],
  ])('%d of %d is within [%d, %d] by Wilson', (successes, n, low, high) => {
    const interval = wilsonInterval({ successes, n })
    expect(interval.map((bound) => Number(bound.toFixed(3)))).toEqual([low, high])
  })
  it('is 0.00408 for 20 against 5 by exact McNemar', () => {
    expect(exactMcNemar({ onlyA: 20, onlyB: 5 }).toFixed(5)).toBe('0.00408')
  })
})
