import type { GateDocument, GateRuleResult } from '../../gate/gate-document.js'
import { printable } from '../../text/printable.js'
import { flakyLines, GATE_WORDS, RULE_WORDS, ruleLines } from './gate-words.js'

/** Flaky items that are named in print. */
const FLAKY = 20

/** Longest line of a rule. */
const MAX_LENGTH = 600

/** What `assay gate` prints: no line begins with a stranger's text. */
export function gateText(document: GateDocument): string {
  const { verdict, because, rules, errorControl } = document
  const head = `Gate: ${GATE_WORDS[verdict]}. ${because}`
  const lines = [head, '', ...rules.flatMap(linesOf), '', ...flakyLines(document, FLAKY), errorControl]
  return lines.map((line) => `${oneLine(line)}\n`).join('')
}

function linesOf(rule: GateRuleResult): readonly string[] {
  const { id, verdict, asks, implied } = rule
  const title = `${RULE_WORDS[verdict].padEnd(12)}  ${id}${implied === undefined ? '' : ' (asked of every run)'}: ${asks}`
  return [title, ...ruleLines(rule).map((line) => `              ${line}`)]
}

/** The older form of workflow commands, `##[…]`, counts anywhere in a line. */
function oneLine(text: string): string {
  return printable(text, { maxLength: MAX_LENGTH }).replaceAll('##[', '## [')
}
