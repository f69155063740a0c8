import type { GateDocument, GateRuleResult } from '../../gate/gate-document.js'
import { junitXml, type TestCase } from '../renderers/junit-xml.js'
import { RULE_WORDS, ruleLines } from './gate-words.js'

/** What was not measured fails a build as what failed does; a case that is skipped would show as fine. */
const OUTCOMES = {
  passed: 'passed',
  failed: 'failure',
  unmeasured: 'failure',
  'insufficient-data': 'error',
} as const

/** The rules of a gate as the cases of one suite. */
export function gateJunit({ rules, subjects }: GateDocument, createdAt: string): string {
  const whom = subjects.length === 0 ? '' : ` of ${subjects.join(', ')}`
  return junitXml([{ name: `assay gate${whom}`, cases: rules.map(caseOf) }], createdAt)
}

function caseOf(rule: GateRuleResult): TestCase {
  const { id, verdict, asks } = rule
  return {
    name: id,
    outcome: OUTCOMES[verdict],
    message: RULE_WORDS[verdict],
    text: [asks, ...ruleLines(rule)].join('\n'),
  }
}
