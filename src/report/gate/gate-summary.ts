import type { GateDocument, GateRuleResult } from '../../gate/gate-document.js'
import { markdownText } from '../../text/markdown-text.js'
import { printable } from '../../text/printable.js'
import { flakyLines, GATE_WORDS, RULE_WORDS, ruleLines } from './gate-words.js'

const MARKS = { passed: '🟢', failed: '🔴', 'insufficient-data': '🟡', unmeasured: '◻️' } as const

/** Rules that are listed; a summary of a step holds 1 MiB. */
const RULES = 100
/** Lines of one rule, and characters of one line. */
const LINES = 5
const LENGTH = 300

/** The step summary of GitHub, as Markdown. Texts of strangers stay text. */
export function gateSummary(document: GateDocument): string {
  const { verdict, because, rules, errorControl, assay } = document
  const rows = rules.slice(0, RULES).map((rule) => `| ${cellsOf(rule).join(' | ')} |`)
  const more = rules.length > RULES ? [`… and ${rules.length - RULES} more rules.`] : []
  const parts = [
    `## Assay gate: ${MARKS[verdict]} ${GATE_WORDS[verdict]}`,
    markdownText(because),
    ['| rule | verdict | what was found |', '| --- | --- | --- |', ...rows].join('\n'),
    ...more,
    ...flakyLines(document, 20).map((line) => text(line, 2000)),
    `<sub>${markdownText(errorControl)} Assay ${markdownText(assay)}.</sub>`,
  ]
  return `${parts.join('\n\n')}\n\n`
}

function cellsOf(rule: GateRuleResult): readonly string[] {
  const { id, verdict, asks, implied } = rule
  const lines = ruleLines(rule)
  const shown = lines.slice(0, LINES).map((line) => text(line, LENGTH))
  if (lines.length > LINES) shown.push(`… and ${lines.length - LINES} more`)
  return [
    `${text(id, 100)}${implied === undefined ? '' : ' (asked of every run)'}<br>${text(asks, LENGTH)}`,
    `${MARKS[verdict]} ${RULE_WORDS[verdict]}`,
    shown.join('<br>'),
  ]
}

function text(value: string, maxLength: number): string {
  return markdownText(printable(value, { maxLength }))
}
