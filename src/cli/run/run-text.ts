import type { RunEnding } from '../../run/execute.js'
import type { RunDocument } from '../../run/run-document.js'
import { countText } from '../../text/number-text.js'
import { printable, quoted } from '../../text/printable.js'
import type { FailureCount } from './run-progress.js'

/** Samples by number. */
export interface RunCounts {
  /** Of the whole run, or of the items that were chosen with `--only`. */
  readonly planned: number
  /** Kept by this call: answers, errors, and answers from the cache. */
  readonly asked: number
  readonly failed: number
  /** The same by kind, the most first. */
  readonly failures: readonly FailureCount[]
  readonly cached: number
  /** Kept by earlier calls. */
  readonly before: number
  /** Whose last line is an error. */
  readonly errors: number
  /** Of a recording: samples that it has no answer for, and the first of their items that this call met. */
  readonly unrecorded?: { readonly count: number; readonly items: readonly string[] }
  /** Failed in this call for a reason that may pass. */
  readonly passing: number
  /** That the cache lacked, when nobody was asked. */
  readonly uncached: number
  /** In the currency of the price; undefined where there is none. */
  readonly cost: number | undefined
  readonly tokens: number
}

export interface RunSummary {
  readonly folder: string
  readonly ending: RunEnding | { readonly kind: 'unmeasured' }
  readonly counts: RunCounts | undefined
}

/** What a run came to, for people. */
export function textOfRun(
  { subject, benchmarks, preflight, probe }: RunDocument,
  { folder, ending, counts }: RunSummary,
): string {
  const lines = [
    `${printable(subject.label)} · ${benchmarks.map(({ name }) => printable(name)).join(', ')} · ${printable(folder)}`,
  ]
  if (counts !== undefined) {
    lines.push(countsText(counts))
    for (const { kind, count, message } of counts.failures) {
      lines.push(`  failed: ${countText(count)} ${kind}, e.g. ${printable(message, { maxLength: 300 })}`)
    }
  }
  if (preflight?.verdict === 'unmeasured') {
    lines.push(
      'Unmeasured: something is wrong with the instrument, so that its samples would say nothing of the subject.',
    )
  }
  for (const { severity, what, fix } of preflight?.findings ?? []) {
    lines.push(
      `  ${severity === 'blocking' ? 'wrong:' : 'note: '} ${printable(what)}`,
      `         ${printable(fix)}`,
    )
  }
  lines.push(...endingText(ending, { folder, counts, command: probe === undefined ? 'run' : 'probe' }))
  // A probe prints its scores itself.
  if (ending.kind === 'complete' && probe === undefined && preflight?.verdict !== 'unmeasured') {
    lines.push(`next: assay score ${printable(folder)}`)
  }
  return `${lines.join('\n')}\n`
}

function countsText({ planned, asked, failed, cached, before, cost, tokens }: RunCounts): string {
  const parts = [`${countText(asked)} ${asked === 1 ? 'sample' : 'samples'} kept`]
  if (before > 0) parts.push(`${countText(before)} before`)
  parts.push(`${countText(planned)} planned`)
  if (failed > 0) parts.push(`${countText(failed)} failed`)
  if (cached > 0) parts.push(`${countText(cached)} from the cache`)
  if (tokens > 0) parts.push(`${countText(tokens)} tokens`)
  if (cost !== undefined) parts.push(`cost ${cost.toFixed(4)}`)
  return parts.join(' · ')
}

function endingText(
  ending: RunSummary['ending'],
  { folder, counts, command }: Pick<RunSummary, 'folder' | 'counts'> & { readonly command: 'run' | 'probe' },
): readonly string[] {
  const again = `assay ${command} --resume ${printable(folder)}`
  switch (ending.kind) {
    case 'complete': {
      const lines: string[] = []
      if (counts?.unrecorded !== undefined && counts.unrecorded.count > 0) {
        lines.push(unrecordedText(counts.unrecorded))
      } else if ((counts?.errors ?? 0) > 0) {
        const errors = counts?.errors ?? 0
        const are = errors === 1 ? 'sample is an error' : 'samples are errors'
        lines.push(`${countText(errors)} ${are}. Ask again: ${again} --retry-errors`)
      }
      if ((counts?.uncached ?? 0) > 0) {
        lines.push(`${countText(counts?.uncached ?? 0)} answers are not in the cache. Ask for them: ${again}`)
      }
      return lines
    }
    case 'interrupted':
      return [`Interrupted; nothing is lost. Go on: ${again}`]
    case 'budget':
      return [`Stopped: another sample would go beyond ${ending.limit}. Go on: ${again} with a higher limit`]
    case 'budget-blind':
      return [
        `Stopped: the subject does not tell what it uses, so ${ending.limit} cannot be kept${ending.limit === '--max-cost' ? '; name its price with --price' : ''}. Go on: ${again}`,
      ]
    case 'subject':
      return [`Stopped: the subject cannot be asked. Nothing is lost. Go on: ${again}`]
    case 'unmeasured':
      return ['Nothing was asked. Correct it and go on with --resume, or ask all the same with --ask-anyway.']
    default:
      return ending satisfies never
  }
}

/** A recording gives no more when it is asked again. */
function unrecordedText({ count, items }: NonNullable<RunCounts['unrecorded']>): string {
  const shown = items.map((item) => quoted(item, 80)).join(', ')
  const these = items.length === 0 ? '' : `: ${shown}${count > items.length ? ', …' : ''}`
  return `The recording lacks ${countText(count)} ${count === 1 ? 'answer' : 'answers'}${these}. Such samples are unmeasured, and asking again brings none: begin another run with a recording that has these ids.`
}
