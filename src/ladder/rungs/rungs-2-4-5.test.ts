import { describe, expect, it } from 'vitest'
import { madeCase, madeOpening, madeReading } from '../../../test/generators/ladder-readings.js'
import type { CaseReading } from '../case-reading.js'
import type { FactorialContrast, FactorialRun } from '../factorial-run.js'
import type { LadderEvidence } from '../ladder-evidence.js'
import { factorialRung } from './factorial.js'
import { firstTokenRung } from './first-token.js'
import { qualitativeRung } from './qualitative.js'

const prompts = ['a', 'b', 'c'].map((id) => madeCase({ id, battery: 'qualitative' }))
const CALL = '<tool_call>\n{"name": "look_up", "arguments": {"id": "x"}}\n</tool_call>'

/** What these rungs look at; the rest of the evidence is not theirs. */
const base = {
  cases: prompts,
  readings: [],
  openings: [],
  missing: [],
  harness: [],
  checkpoints: [],
  grafts: [],
  runs: [],
  seed: 0,
  resamples: 200,
} as unknown as LadderEvidence // corpus, statistics and dialect are not looked at

const answers = (path: CaseReading['path'], text: string) =>
  prompts.flatMap((one) => Array.from({ length: 5 }, (_, trial) => madeReading(one, text, { path, trial })))

describe('rung 2', () => {
  it('puts both paths side by side and finds that they differ, without a score', () => {
    const result = qualitativeRung.judge({
      ...base,
      readings: [...answers('direct', CALL), ...answers('served', 'Lima, I think.')],
    })
    expect(result).toMatchObject({
      verdict: 'measured',
      evidence: [],
      findings: [{ code: 'paths-differ', count: 3 }],
    })
    expect(result.tables[0]?.columns).toEqual(['prompt', 'direct', 'served'])
    expect(result.tables[0]?.rows[0]?.slice(1)).toEqual(['0 / 0 / 5', '5 / 0 / 0'])
    expect(result.tables[2]?.rows).toHaveLength(15)
  })

  it('says that one path alone hides faults of the export, and names noise', () => {
    const result = qualitativeRung.judge({ ...base, readings: answers('direct', '\u001b[31m!!!!') })
    expect(result.summary).toContain('Only one path was asked')
    expect(result.findings).toMatchObject([{ code: 'mostly-incoherent' }])
    expect(result.tables[2]?.rows[0]?.[2]).toBe('\\u{1b}[31m!!!!')
  })

  it('shows each checkpoint, and is unmeasured without answers', () => {
    const probe = { name: 'step 5', path: 'x', openings: [], readings: answers('direct', 'Lima.') }
    expect(qualitativeRung.judge({ ...base, checkpoints: [probe] }).tables[0]?.columns).toEqual([
      'prompt',
      'step 5',
    ])
    expect(qualitativeRung.judge(base)).toMatchObject({ verdict: 'unmeasured', findings: [] })
  })
})

describe('rung 4', () => {
  it('is about the first token; checkpoints and weights are told beside it', () => {
    const openings = [
      ...Array.from({ length: 30 }, (_, at) => madeOpening(madeCase({ id: `c${at}`, calls: true }), 0.99)),
      ...Array.from({ length: 30 }, (_, at) =>
        madeOpening(madeCase({ id: `n${at}`, battery: 'suppression', calls: false }), 0.01),
      ),
    ]
    const checkpoint = { name: 'base', path: 'x', openings: openings.slice(0, 3), readings: [] }
    const result = firstTokenRung.judge({ ...base, openings, checkpoints: [checkpoint] })
    expect(result.verdict).toBe('holds')
    expect(result.tables.map(({ id }) => id)).toEqual([
      'first-token',
      'first-token-bands',
      'trajectory',
      'trajectory-readouts',
    ])
    expect(firstTokenRung.judge({ ...base, checkpoints: [checkpoint] }).verdict).toBe('measured')
    expect(firstTokenRung.judge(base).verdict).toBe('unmeasured')
  })
})

describe('rung 5', () => {
  const runs: readonly FactorialRun[] = [1, 2, 3].flatMap((seed) =>
    ['diverse', 'narrow'].map((corpus) => ({
      name: `${corpus}${seed}`,
      factors: { corpus },
      seed,
      isComplete: true,
      counts: {
        suppression: {
          right: (corpus === 'diverse' ? 80 : 20) + seed + (corpus === 'narrow' ? seed : 0),
          n: 100,
        },
      },
      figures: {},
    })),
  )
  const contrast: FactorialContrast = {
    measure: 'suppression',
    factor: 'corpus',
    from: 'narrow',
    to: 'diverse',
    within: {},
  }
  const judge = (more: Partial<LadderEvidence> & { readonly contrast?: FactorialContrast }) =>
    factorialRung.judge({ ...base, ...more } as LadderEvidence)

  it('judges the declared contrast, in its direction', () => {
    expect(judge({ runs, contrast })).toMatchObject({ verdict: 'holds', findings: [] })
    expect(judge({ runs, contrast: { ...contrast, from: 'diverse', to: 'narrow' } }).verdict).toBe('fails')
    expect(judge({ runs, contrast: { ...contrast, factor: 'lr' } }).verdict).toBe('not-enough-data')
    expect(judge({ runs, contrast }).evidence[0]).toMatchObject({
      metric: 'declared-contrast',
      group: 'suppression: corpus: narrow → diverse',
      method: expect.stringContaining('seed as block'),
    })
  })

  it('marks what the table lacks', () => {
    const lacking = [
      ...runs.slice(0, 3),
      { ...(runs[3] as FactorialRun), isComplete: false },
      { ...(runs[0] as FactorialRun), name: 'twin', factors: { corpus: 'narrow', lr: '1e-5' } },
    ]
    const { findings, verdict, tables } = judge({ runs: lacking })
    expect(verdict).toBe('measured')
    expect(findings.map(({ code }) => code)).toEqual(['runs-incomplete', 'few-seeds', 'contrast-undeclared'])
    expect(tables[0]?.rows[3]?.includes('NO')).toBe(true)
    expect(judge({}).verdict).toBe('unmeasured')
    expect(judge({ runs: runs.slice(0, 1) })).toMatchObject({ verdict: 'not-enough-data' })
  })
})
