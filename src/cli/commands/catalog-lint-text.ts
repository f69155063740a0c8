import { descriptionParts, PARTS_PRICE, type PartCounts } from '../../catalog/lint/description-parts.js'
import type { CodeCount, Finding, Severity } from '../../catalog/lint/finding.js'
import type { LintReport } from '../../catalog/lint/lint.js'
import type { DescriptionJudgement } from '../../experiment/description-judge.js'
import { countText } from '../../text/number-text.js'
import { printable } from '../../text/printable.js'

/** Examples shown of each code. */
const EXAMPLES = 3
const NAME_WIDTH = 60
const MESSAGE_WIDTH = 140

/** A report with what a judge said of descriptions, where one was asked. */
export interface JudgedLintReport extends LintReport {
  readonly judgement?: DescriptionJudgement
}

/** The report for a terminal: verdict, counts with the worst examples, classes, prompt cost. */
export function textOfLint(report: JudgedLintReport): string {
  const lines = [verdictLine(report), '']
  for (const counted of report.counts) lines.push(...codeLines(counted, report.findings))
  if (report.counts.length > 0) lines.push('')
  lines.push(...equivalenceLines(report), ...partLines(report), ...costLines(report))
  return `${lines.join('\n')}\n`
}

function verdictLine({ tools, totals, affected }: LintReport): string {
  const verdict = totals.error > 0 ? 'Errors' : totals.warn > 0 ? 'Warnings' : 'No errors or warnings'
  const part = (severity: Severity, word: string): string =>
    `${some(totals[severity], word)} in ${countText(affected[severity])}`
  return `${verdict}: of ${some(tools, 'tool')}, ${part('error', 'error')}, ${part('warn', 'warning')}, ${part('info', 'note')}`
}

function codeLines(
  { code, severity, findings: total, tools }: CodeCount,
  findings: readonly Finding[],
): readonly string[] {
  const listed = findings.filter((finding) => finding.code === code && finding.severity === severity)
  const worst = [...listed].sort((a, b) => weight(b) - weight(a)).slice(0, severity === 'info' ? 2 : EXAMPLES)
  return [
    `${severity.padEnd(5)}  ${code}  ${countText(total)} in ${some(tools, 'tool')}`,
    ...worst.map((finding) => `         ${exampleOf(finding)}`),
  ]
}

/** Findings of many tools or in many places are worse; equal ones stay in catalog order. */
function weight({ tools, places = 1 }: Finding): number {
  return tools.length + places
}

function exampleOf({ tools, message, where, places }: Finding): string {
  const names = tools.slice(0, 2).map((name) => printable(name, { maxLength: NAME_WIDTH }))
  const rest = tools.length > 2 ? ` and ${countText(tools.length - 2)} more` : ''
  const spot =
    where === undefined || where === 'name' || where === 'description'
      ? ''
      : ` at ${printable(where, { maxLength: NAME_WIDTH })}`
  const more = places === undefined ? '' : ` and ${some(places - 1, 'more place')}`
  return `${names.join(', ')}${rest}${spot}${more}: ${printable(message, { maxLength: MESSAGE_WIDTH })}`
}

function equivalenceLines({ equivalence, classes }: LintReport): readonly string[] {
  if (equivalence.kind === 'unmeasured') return [`Near-duplicates: not looked for (${equivalence.reason})`]
  const least = equivalence.isComplete ? '' : 'at least '
  const lines = [
    `Near-duplicates: ${least}${some(equivalence.classes, 'class', 'classes')} (${countText(equivalence.exactClasses)} word for word, ${countText(equivalence.interchangeableClasses)} interchangeable) with ${some(equivalence.toolsInClasses, 'tool')}; ${least}${some(equivalence.confusablePairs, 'further confusable pair')}`,
  ]
  for (const { kind, tools, similarity } of classes.slice(0, EXAMPLES)) {
    const names = tools.slice(0, 3).map((name) => printable(name, { maxLength: NAME_WIDTH }))
    const rest = tools.length > 3 ? ', …' : ''
    lines.push(
      `  ${countText(tools.length)} tools, ${kind} ${similarity.toFixed(2)}: ${names.join(', ')}${rest}`,
    )
  }
  return lines
}

function partLines({ descriptionParts: said, judgement }: JudgedLintReport): readonly string[] {
  if (said.kind === 'unmeasured' || said.described === 0) return []
  const shares = (counts: PartCounts, of: number): string =>
    descriptionParts
      .map(
        (part) => `${part.replaceAll('-', ' ')} ${of === 0 ? '–' : Math.round((100 * counts[part]) / of)} %`,
      )
      .join(', ')
  return [
    `Descriptions say, by phrases: ${shares(said.saying, said.described)}`,
    ...(judgement === undefined
      ? []
      : [
          `  by the judge, of ${some(judgement.tools.length, 'tool')} that it answered: ${shares(judgement.saying, judgement.tools.length)}; unanswered ${countText(judgement.unanswered.length)}, quotations that do not stand there ${countText(judgement.unfounded)}`,
        ]),
    `  ${PARTS_PRICE}`,
  ]
}

function costLines({ tokens }: LintReport): readonly string[] {
  if (tokens.kind === 'unmeasured') return [`Prompt cost: not counted (${tokens.reason})`]
  const { tokenizer, recipe, total, median, p90, max, dearest } = tokens
  return [
    `Prompt cost in ${tokenizer} tokens: ${countText(total)} for all tools; median ${countText(median)}, 90th percentile ${countText(p90)}, most ${countText(max)}`,
    `  counted on ${recipe}; dearest:`,
    ...dearest.map(
      ({ tool, tokens: cost }) =>
        `  ${countText(cost).padStart(9)}  ${printable(tool, { maxLength: NAME_WIDTH })}`,
    ),
  ]
}

function some(amount: number, one: string, many = `${one}s`): string {
  return `${countText(amount)} ${amount === 1 ? one : many}`
}
