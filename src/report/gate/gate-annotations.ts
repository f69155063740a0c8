import type { GateDocument, GateRuleResult } from '../../gate/gate-document.js'
import { printable } from '../../text/printable.js'
import { flakyLines, GATE_WORDS, RULE_WORDS, ruleLines } from './gate-words.js'

/** GitHub shows ten of each level and step. */
const SHOWN = 10

/** Lines of one message, and characters of one line; GitHub cuts a message at 64 KB. */
const LINES = 12
const LENGTH = 500

/**
 * Workflow commands of GitHub, a line each: an error for a rule that failed or was not measured, a warning for one that could not be
 * decided and for flaky items, a notice for the whole. Texts of strangers cannot end a command or begin another one.
 */
export function gateAnnotations(document: GateDocument): string {
  const { rules, verdict, because } = document
  const errors = rules.filter((rule) => rule.verdict === 'failed' || rule.verdict === 'unmeasured')
  const warnings = rules.filter((rule) => rule.verdict === 'insufficient-data')
  const lines = [
    ...errors.slice(0, SHOWN).map((rule) => ofRule('error', rule)),
    ...[
      ...warnings.map((rule) => ofRule('warning', rule)),
      ...flakyLines(document, 5).map((line) => command('warning', 'Assay gate: flaky items', [line])),
    ].slice(0, SHOWN),
    command('notice', 'Assay gate', [`${GATE_WORDS[verdict]}. ${because}`]),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

function ofRule(level: 'error' | 'warning', rule: GateRuleResult): string {
  const lines = [rule.asks, ...ruleLines(rule)].slice(0, LINES)
  return command(level, `Assay gate: ${rule.id} ${RULE_WORDS[rule.verdict]}`, lines)
}

function command(level: 'error' | 'warning' | 'notice', title: string, lines: readonly string[]): string {
  const message = lines.map((line) => data(printable(line, { maxLength: LENGTH }))).join('%0A')
  return `::${level} title=${property(title)}::${message}`
}

/** What stands behind the second `::`. Line breaks of a stranger are spelled out by now. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('##[', '## [')
}

/** The value of a property, which colons and commas would end. */
function property(text: string): string {
  return data(printable(text, { maxLength: 200 }))
    .replaceAll(':', '%3A')
    .replaceAll(',', '%2C')
}
