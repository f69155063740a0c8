import { describe, expect, it } from 'vitest'
import type { GateDocument, GateRuleResult, RuleVerdict } from '../../gate/gate-document.js'
import { gateAnnotations } from './gate-annotations.js'
import { gateJunit } from './gate-junit.js'
import { gateSummary } from './gate-summary.js'
import { gateText } from './gate-text.js'

const rule = (id: string, verdict: RuleVerdict, sentences = ['It is so.']): GateRuleResult => ({
  id,
  kind: 'threshold',
  verdict,
  asks: 'exact is at least 0.8',
  checks: sentences.map((sentence) => ({ verdict, sentence })),
})

const document = (rules: readonly GateRuleResult[], more: Partial<GateDocument> = {}): GateDocument => ({
  schema: 'assay.gate/1',
  assay: '0',
  verdict: 'failed',
  because: 'Of 2 rules 1 failed.',
  subjects: ['agent'],
  rules,
  comparisons: [],
  errorControl: 'No rule rests on a sample.',
  flaky: [],
  seed: 0,
  ...more,
})

describe('a gate as test cases', () => {
  it('fails what failed and what was not measured, and tells what could not be decided', () => {
    const xml = gateJunit(
      document([
        rule('a', 'passed'),
        rule('b', 'failed'),
        rule('c', 'unmeasured'),
        rule('d', 'insufficient-data'),
      ]),
      '2030-01-02T03:04:05.000Z',
    )
    expect(xml).toContain(
      'name="assay gate of agent" tests="4" failures="2" errors="1" skipped="0" timestamp="2030-01-02T03:04:05"',
    )
    expect(xml).toContain('<failure message="not measured">')
    expect(xml).toContain('<error message="undecided">')
  })
})

describe('what GitHub takes', () => {
  const long = '%:,\n::error::<b>|'.repeat(400)
  const many = (verdict: RuleVerdict) =>
    Array.from({ length: 500 }, (_, at) =>
      rule(
        `${at} ${long}`,
        verdict,
        Array.from({ length: 50 }, () => long),
      ),
    )

  it('keeps to ten annotations of each level, each on one line', () => {
    const all = gateAnnotations(document([...many('failed'), ...many('insufficient-data')]))
    const lines = all.trimEnd().split('\n')
    const levels = lines.map((line) => /^::(\w+) title=/.exec(line)?.[1])
    expect(levels.filter((level) => level === 'error')).toHaveLength(10)
    expect(levels.filter((level) => level === 'warning')).toHaveLength(10)
    expect(levels.at(-1)).toBe('notice')
    expect(levels).toHaveLength(21)
    for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThan(64 * 1024)
  })

  it('keeps a summary below the mebibyte that a step may have', () => {
    const summary = gateSummary(document(many('failed')))
    expect(new TextEncoder().encode(summary).length).toBeLessThan(1024 * 1024)
    expect(summary).toContain('… and 400 more rules.')
    expect(summary).toContain('… and 45 more')
  })
})

describe('a gate in words', () => {
  it('names flaky items, and how many more there are', () => {
    const items = Array.from({ length: 30 }, (_, at) => ({ id: `i${at}`, kind: 'call', trials: 3 }))
    const flaky = [{ subject: 'agent', benchmark: 'desk', repeated: 90, flaky: 30, items }]
    const text = gateText(document([rule('a', 'passed')], { flaky }))
    expect(text).toMatch(/^Flaky: 30 of 90 items .* "i0", .*"i19", and 10 more\.$/m)
    const steady = [{ subject: 'agent', benchmark: 'desk', repeated: 90, flaky: 0, items: [] }]
    expect(gateText(document([rule('a', 'passed')], { flaky: steady }))).not.toContain('Flaky')
  })

  it('shows the rules within a rule', () => {
    const nested: GateRuleResult = {
      ...rule('outer', 'passed', []),
      kind: 'not',
      rules: [rule('inner', 'failed', ['Too low.'])],
    }
    expect(gateText(document([nested]))).toContain('failed: Too low.')
  })
})
