import type { GoldTurn } from '../../agent/agents/gold-turns.js'
import type { CacheRecord, PlanExecution, TracedCall } from '../../agent/turn-record.js'
import type { Dialogue } from '../../benchmark/dialogue-item.js'
import { contentOf } from '../../run/converse/step-text.js'
import type { TurnLine } from '../../run/converse/turn-line.js'
import { writeJson } from '../../text/json.js'
import { printable, printableLines } from '../../text/printable.js'

export interface TranscriptRequest {
  readonly dialogue: Dialogue
  readonly gold: readonly GoldTurn[]
  readonly lines: readonly TurnLine[]
  /** A sentence or two on each turn, by its place. */
  readonly verdicts: ReadonlyMap<number, readonly string[]>
  readonly subject: string
}

/** A dialogue as Markdown, for people: what was said, planned and called, the cache before and after, and what it was worth. */
export function transcriptOf({ dialogue, gold, lines, verdicts, subject }: TranscriptRequest): string {
  const { id, category, split, template } = dialogue
  const facts = [category, split, template].filter((fact) => fact !== undefined)
  const parts = [
    `# ${printable(id)}`,
    [`Subject: ${printable(subject)}`, ...facts.map((fact) => printable(fact))].join(' · '),
  ]
  const byTurn = new Map(lines.map((line) => [line.record.turn, line]))
  const isPlayed = lines.some(({ user }) => user !== undefined)
  if (isPlayed) for (const line of lines) parts.push(...turnParts(line, undefined, verdicts))
  else {
    for (const [turn, { role, text }] of dialogue.turns.entries()) {
      if (role !== 'user') {
        parts.push(`**${printable(role)}**`, quote(text))
        continue
      }
      parts.push(`## Turn ${turn + 1}`, '**user**', quote(text))
      const line = byTurn.get(turn)
      const right = gold.find((one) => one.turn === turn)
      if (line === undefined) parts.push('Not played.')
      else parts.push(...turnParts(line, right, verdicts))
    }
  }
  return `${parts.join('\n\n')}\n`
}

function turnParts(
  { record, user, summaries = [] }: TurnLine,
  gold: GoldTurn | undefined,
  verdicts: TranscriptRequest['verdicts'],
): readonly string[] {
  const parts: string[] = []
  if (user !== undefined) parts.push(`## Turn ${record.turn + 1}`, '**user**, played', quote(user))
  parts.push('Cache before:', cacheList(record.cacheBefore))
  for (const [index, { output, plan, execution }] of record.steps.entries()) {
    const number = record.steps.length === 1 ? '' : ` ${index + 1}`
    parts.push(`**Said${number}**`, fence(contentOf(output) || (output.message ?? '')))
    if (plan !== undefined) parts.push(`**Plan${number}**`, fence(plan))
    parts.push(`**Trace${number}**`, ...traceParts(execution))
  }
  if (gold?.plan !== undefined) parts.push('**Gold plan**', fence(gold.plan))
  else if (gold !== undefined && gold.execution.trace.length > 0) {
    parts.push('**Gold**', ...traceParts(gold.execution))
  }
  parts.push('Cache after:', cacheList(record.cacheAfter))
  for (const { key, text, missing, invented, isShown } of summaries) {
    const faults = [
      ...(missing.length === 0 ? [] : [`leaves out ${missing.join(', ')}`]),
      ...(invented.length === 0 ? [] : [`invents ${invented.join(', ')}`]),
    ]
    const verdict = faults.length === 0 ? 'faithful' : faults.join('; ')
    parts.push(
      `Summary of ${printable(key)} by the model (${printable(verdict)}; ${isShown ? 'shown' : 'not shown'}):`,
      quote(text),
    )
  }
  const said = verdicts.get(record.turn) ?? []
  parts.push(
    '**Verdict**',
    said.length === 0 ? 'None.' : said.map((line) => `- ${printable(line)}`).join('\n'),
  )
  return parts
}

function traceParts({ trace, printed, error }: PlanExecution): readonly string[] {
  return [
    trace.length === 0 ? 'Nothing was called.' : trace.map(callLine).join('\n'),
    ...(printed === '' ? [] : ['Printed:', fence(printed)]),
    ...(error === undefined
      ? []
      : [`Error (${error.fault}): ${printable(error.message, { maxLength: 500 })}`]),
  ]
}

function callLine(
  { tool, arguments: given, producers, outcome, injected }: TracedCall,
  index: number,
): string {
  const from = Object.entries(producers).map(
    ([parameter, makers]) =>
      `${parameter} from ${makers.map((maker) => (typeof maker === 'number' ? `call ${maker + 1}` : maker.slice(0, 8))).join(', ')}`,
  )
  const made = from.length === 0 ? '' : ` (${from.join('; ')})`
  const failure = injected === undefined ? '' : ` [injected: ${injected}]`
  const said = `${tool} ${writeJson(given)}${made} → ${outcomeText(outcome)}${failure}`
  return `${index + 1}. ${code(printable(said, { maxLength: 2000 }))}`
}

function outcomeText(outcome: TracedCall['outcome']): string {
  switch (outcome.kind) {
    case 'result':
      return `${outcome.count} rows, ${outcome.id.slice(0, 8)}`
    case 'value':
      return writeJson(outcome.value)
    case 'none':
      return 'nothing'
    case 'error':
      return `${outcome.error.fault}: ${outcome.error.message}`
    default:
      return outcome satisfies never
  }
}

function cacheList(records: readonly CacheRecord[]): string {
  if (records.length === 0) return '- empty'
  return records
    .map(({ key, id, count, summary }) => {
      const shown = printable(summary, { maxLength: 300 })
      return `- ${code(printable(key, { maxLength: 80 }))} ${id.slice(0, 8)}, ${count} rows: ${code(shown)}`
    })
    .join('\n')
}

/** Model text as text: in a fence longer than any run of marks in it, line by line as a terminal may show it. */
function fence(text: string): string {
  const shown = printableLines(text)
  const marks = '`'.repeat(Math.max(3, longestRun(shown) + 1))
  return `${marks}text\n${shown}\n${marks}`
}

/** On one line. */
function code(text: string): string {
  const marks = '`'.repeat(longestRun(text) + 1)
  return `${marks} ${text} ${marks}`
}

function quote(text: string): string {
  return fence(text)
}

function longestRun(text: string): number {
  return Array.from(text.matchAll(/`+/g)).reduce((longest, [run]) => Math.max(longest, run.length), 0)
}

/** Names the host may not have, and names that differ by case alone, are told apart by a part of the hash. */
export function transcriptName(item: string, trial: number, hash: (text: string) => string): string {
  const plain = item
    .replace(/[^\w.-]/g, '_')
    .replace(/^\.+/, '_')
    .slice(0, 100)
  const isSame = plain === item && item === item.toLowerCase()
  return `${plain}${isSame ? '' : `-${hash(item).slice(0, 8)}`}${trial === 0 ? '' : `-t${trial}`}.md`
}
