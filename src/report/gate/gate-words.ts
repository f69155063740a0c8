import type { GateDocument, GateRuleResult, RuleVerdict } from '../../gate/gate-document.js'

export const RULE_WORDS: Readonly<Record<RuleVerdict, string>> = {
  passed: 'passed',
  failed: 'failed',
  'insufficient-data': 'undecided',
  unmeasured: 'not measured',
}

export const GATE_WORDS: Readonly<Record<GateDocument['verdict'], string>> = {
  passed: 'passed',
  failed: 'failed',
  'insufficient-data': 'insufficient data',
}

/** What every rule was held against, a line each, those within it included. */
export function ruleLines({ checks, rules = [] }: GateRuleResult): readonly string[] {
  return [
    ...checks.map(({ verdict, sentence }) => `${RULE_WORDS[verdict]}: ${sentence}`),
    ...rules.flatMap((rule) => ruleLines(rule)),
  ]
}

/** Flaky items as a sentence a benchmark. */
export function flakyLines({ flaky }: GateDocument, named: number): readonly string[] {
  return flaky
    .filter((one) => one.flaky > 0)
    .map(({ subject, benchmark, repeated, flaky: count, items }) => {
      const names = items
        .slice(0, named)
        .map(({ id, variant }) => `${JSON.stringify(id)}${variant === undefined ? '' : ` (${variant})`}`)
      const more = count > names.length ? `, and ${count - names.length} more` : ''
      return `Flaky: ${count} of ${repeated} items that ${subject} was asked more than once on ${benchmark} are answered now right, now wrong: ${names.join(', ')}${more}.`
    })
}
