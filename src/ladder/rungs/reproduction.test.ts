import { beforeAll, describe, expect, it } from 'vitest'
import { deskCall, deskReading } from '../../../test/generators/desk-readings.js'
import { securityDeskCorpus } from '../../../test/generators/security-desk-corpus.js'
import { type CorpusStatistics, corpusStatistics } from '../../corpus/corpus-statistics.js'
import type { ToolCorpus } from '../../corpus/tool-corpus.js'
import type { Score } from '../../score/score.js'
import { wilsonInterval } from '../../stats/wilson.js'
import { buildBatteries } from '../batteries/build-batteries.js'
import type { LadderCase } from '../ladder-case.js'
import type { LadderEvidence } from '../ladder-evidence.js'
import type { RungResult } from '../rung.js'
import { reproduction } from './reproduction.js'

let corpus: ToolCorpus
let statistics: CorpusStatistics
let cases: readonly LadderCase[]

beforeAll(async () => {
  corpus = await securityDeskCorpus()
  statistics = corpusStatistics(corpus)
  cases = buildBatteries({ corpus, statistics, seed: 3 }).cases
})

/** What a subject says to a case. */
type Speaker = (one: LadderCase) => string

function judged(speak: Speaker): RungResult {
  const readings = cases.filter(({ asking }) => asking.generates).map((one) => deskReading(one, speak(one)))
  const evidence: LadderEvidence = {
    corpus,
    statistics,
    dialect: corpus.dialect,
    cases,
    keywordSets: [],
    readings,
    openings: [],
    missing: [],
    harness: [],
    checkpoints: [],
    grafts: [],
    runs: [],
    seed: 3,
    resamples: 1000,
  }
  return reproduction.judge(evidence)
}

const PROSE = 'That is a fair question, let me think about it.'
const goldText = ({ gold }: LadderCase): string => {
  const calls = gold?.calls ?? []
  if (calls.length === 0) return PROSE
  return calls
    .map(({ name, json }) => {
      const args = Object.fromEntries(
        Object.entries(json).map(([key, value]) => {
          const choices =
            typeof value === 'object' && value !== null && '$oneOf' in value ? value.$oneOf : [value]
          return [key, Array.isArray(choices) ? choices[0] : value]
        }),
      )
      return deskCall(name, args)
    })
    .join('')
}
/** Answers rows of the corpus as taught, and everything else with the training answer of its tool. */
const parrot: Speaker = (one) => {
  if (one.battery === 'verbatim') return goldText(one)
  const name = one.gold?.calls[0]?.name
  const row = corpus.examples.find(({ answer }) => answer.calls[0]?.name === name)
  return name === undefined || row === undefined ? PROSE : row.answer.text
}
const talker: Speaker = (one) =>
  `You could use ${one.gold?.calls[0]?.name ?? 'nothing'} for that, in my view.`
const eager: Speaker = (one) =>
  one.gold?.calls.length === 0 ? deskCall('get_flaw', { cve_id: 'CVE-2014-0160' }) : goldText(one)
const mute: Speaker = (one) => (one.gold?.calls.length === 0 ? '' : goldText(one))

const score = ({ evidence }: RungResult, metric: string, group?: string): Score => {
  const found = evidence.find((one) => one.metric === metric && one.group === group)
  if (found === undefined) throw new RangeError(`${metric} ${group}`)
  return found
}
const value = (result: RungResult, metric: string, group?: string): number | string => {
  const found = score(result, metric, group)
  return found.kind === 'scored' ? found.value : found.reason
}
const codes = ({ findings }: RungResult): readonly string[] => findings.map(({ code }) => code)

describe('reproduction', () => {
  it('holds for a subject that does everything right', () => {
    const result = judged(goldText)
    expect(result.verdict).toBe('holds')
    for (const [metric, group] of [
      ['well-formed', 'verbatim'],
      ['memory', undefined],
      ['suppression-rows', undefined],
      ['novel-pass', undefined],
      ['unseen-pass', undefined],
      ['unseen-exact', undefined],
      ['abstention', 'suppression'],
      ['useful-abstention', 'suppression'],
      ['balanced-accuracy', undefined],
      ['youden-j', undefined],
      ['unseen-tools-pass', undefined],
      ['multi-call-pass', undefined],
    ] as const) {
      expect(value(result, metric, group), metric).toBe(1)
    }
    expect(value(result, 'false-call', 'suppression')).toBe(0)
    expect(codes(result)).toEqual(['memorised-rows', 'few-distinct-rows', 'prose-rows-without-entities'])
  })

  it('sees memory in a parrot: rows repeated, unseen entities stale', () => {
    const result = judged(parrot)
    expect(result.verdict).toBe('mixed')
    expect(value(result, 'memory')).toBe(1)
    expect(value(result, 'unseen-pass')).toBe(0)
    expect(codes(result)).toContain('stale-entities')
    const cells = result.tables.find(({ id }) => id === 'unseen-cells')
    const stale = cells?.columns.indexOf('stale') ?? -1
    expect(cells?.rows[0]?.[stale]).toBe(cells?.rows[0]?.[1])
  })

  it('fails for a subject that names tools and never calls', () => {
    const result = judged(talker)
    expect(result.verdict).toBe('fails')
    expect(value(result, 'well-formed', 'verbatim')).toBe(0)
    expect(value(result, 'abstention', 'suppression')).toBe(1)
    expect(codes(result)).toContain('never-calls')
    const levels = result.tables.find(({ id }) => id === 'levels')
    for (const row of levels?.rows ?? []) expect(row[2]).toBe(row[1])
  })

  it('says of an eager subject that calling always lifts the mixed rate and sinks balanced accuracy', () => {
    const result = judged(eager)
    expect(result.verdict).toBe('mixed')
    expect(value(result, 'suppression-rows')).toBe(0)
    expect(value(result, 'useful-abstention', 'suppression')).toBe(0)
    expect(value(result, 'balanced-accuracy')).toBe(0.5)
    expect(value(result, 'youden-j')).toBe(0)
    expect(codes(result)).toEqual(
      expect.arrayContaining(['well-formed-over-mixed-rows', 'prose-rows-called', 'over-triggers']),
    )
    const [mixed] = result.findings
    expect(mixed?.what).toMatch(/rewards calling always/)
  })

  it('counts empty answers as abstention and not as useful', () => {
    const result = judged(mute)
    expect(value(result, 'abstention', 'suppression')).toBe(1)
    expect(value(result, 'useful-abstention', 'suppression')).toBe(0)
    expect(codes(result)).toContain('empty-abstention')
  })

  it('gives intervals by clusters where there are enough, and every number its n', () => {
    const result = judged(goldText)
    for (const one of result.evidence) {
      if (one.kind !== 'scored') continue
      expect(one.n, one.metric).toBeGreaterThan(0)
      expect(
        one.interval !== undefined || one.itemInterval !== undefined || one.intervalNote !== undefined,
        one.metric,
      ).toBe(true)
    }
    const useful = score(result, 'useful-abstention', 'suppression')
    expect(useful).toMatchObject({ kind: 'scored', method: expect.stringContaining('clusters') })
    // Six of six, as the quick look says it.
    expect(wilsonInterval({ successes: 6, n: 6 })[0]).toBeCloseTo(0.61, 3)
    expect(result.tables[0]).toMatchObject({ id: 'quick-look', note: expect.stringContaining('6 of 6') })
  })

  it('keeps what strangers say printable in every table', () => {
    const result = judged(() => 'a\u001b[31m red\u202e text\nwith lines and more words than five')
    const cells = result.tables.flatMap(({ rows }) => rows.flat()).filter((cell) => typeof cell === 'string')
    for (const cell of cells) expect(cell).not.toMatch(/[\u0000-\u001f\u202e]/)
  })

  it('is unmeasured without answers', () => {
    const kept = cases
    cases = []
    expect(judged(goldText).verdict).toBe('unmeasured')
    cases = kept
  })
})
