import { InputError } from '../errors.js'
import type { Files } from '../ports.js'
import { isAmount, isCount } from '../text/plain-value.js'
import type { Budget, Spending } from './budget.js'
import type { SampleKey } from './sample.js'
import { sampleKey } from './sample-line.js'

/** What a run has so far, by `sampleKey`. */
export interface SampleScan {
  readonly done: ReadonlySet<string>
  /** Samples whose last line is an error. */
  readonly failed: ReadonlySet<string>
  /** Lines, earlier ones of a key included. */
  readonly lines: number
}

/** What the run asks, to know a line of another run. */
export interface KnownSamples {
  readonly benchmarks: ReadonlyMap<string, ReadonlySet<string>>
  readonly trials: number
}

/**
 * Reads `samples.jsonl` as far as a resume needs it: which samples there are and what they cost. Nothing of a sample is
 * kept but its key. The last line must be whole; opening the journal sees to that.
 *
 * @throws {InputError} `journal-broken` for a line that is no sample, `journal-foreign` for one of another run.
 */
export async function scanSamples(
  path: string,
  files: Pick<Files, 'stream'>,
  { known, budget }: { readonly known: KnownSamples; readonly budget: Budget },
): Promise<SampleScan> {
  const done = new Set<string>()
  const failed = new Set<string>()
  let lines = 0
  for await (const batch of lineBatches(files.stream(path), path)) {
    for (const text of batch) {
      lines++
      if (text.trim() === '') continue
      const where = (): string => `${path}, line ${lines}`
      const sample = sampleHead(text, where)
      checkKnown(sample, known, where)
      budget.count(sample)
      const key = sampleKey(sample)
      done.add(key)
      if (sample.error !== undefined) failed.add(key)
      else if (failed.size > 0) failed.delete(key)
    }
  }
  return { done, failed, lines }
}

/** As long as what reads samples for scores takes. */
const MAX_LINE_LENGTH = 64 * 1024 * 1024

/** The whole lines of each piece at once: a step of its own for every line would take most of the time. */
async function* lineBatches(
  pieces: AsyncIterable<Uint8Array>,
  path: string,
): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  // Parts of a line that goes on: joining them at every piece would take time by the square of its length.
  let parts: string[] = []
  let length = 0
  let before = 0
  try {
    for await (const piece of pieces) {
      const [first = '', ...lines] = decoder.decode(piece, { stream: true }).split('\n')
      parts.push(first)
      length += first.length
      if (length > MAX_LINE_LENGTH) throw tooLong(`${path}, line ${before + 1}`)
      const last = lines.pop()
      if (last === undefined) continue
      const whole = [parts.join(''), ...lines]
      parts = [last]
      length = last.length
      before += whole.length
      yield whole
    }
    parts.push(decoder.decode())
  } catch (cause) {
    if (cause instanceof TypeError) throw broken(path, 'It is no UTF-8.', cause)
    throw cause
  }
  const rest = parts.join('')
  if (rest !== '') yield [rest]
}

/** What a resume looks at; whatever else a line holds is passed over. */
interface SampleHead extends SampleKey, Spending {
  readonly error?: unknown
}

/** By the host's parser, which is several times as fast as ours; verbatim parts are not looked at. */
function sampleHead(text: string, where: () => string): SampleHead {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw broken(where(), 'It is not valid JSON.', cause)
  }
  // Every member that is used is checked below.
  const line = value as Partial<Record<keyof SampleHead | 'output', unknown>> | null
  if (typeof line !== 'object' || line === null) throw broken(where(), 'It holds no object.')
  const { benchmark, item, variant, trial, cost, usage } = line
  const isNamed = typeof benchmark === 'string' && typeof item === 'string'
  const isTrial = isCount(trial)
  if (!isNamed || !isTrial || (variant !== undefined && typeof variant !== 'string')) {
    throw broken(where(), 'It names no benchmark, item and trial.')
  }
  if ((line.output === undefined) === (line.error === undefined)) {
    throw broken(where(), 'It must hold either an output or an error.')
  }
  if ((cost !== undefined && !isAmount(cost)) || !isUsage(usage)) {
    throw broken(where(), 'Its cost or its usage is no number from 0.')
  }
  return line as SampleHead // checked above; `cached` is only held against true
}

function isUsage(usage: unknown): boolean {
  if (usage === undefined) return true
  if (typeof usage !== 'object' || usage === null) return false
  const { promptTokens = 0, completionTokens = 0 } = usage as Record<string, unknown> // an object of JSON
  return isAmount(promptTokens) && isAmount(completionTokens)
}

function checkKnown(
  { benchmark, item, trial }: SampleHead,
  { benchmarks, trials }: KnownSamples,
  where: () => string,
): void {
  const items = benchmarks.get(benchmark)
  const reason =
    items === undefined
      ? `the run has no benchmark ${JSON.stringify(benchmark)}`
      : !items.has(item)
        ? `${JSON.stringify(benchmark)} has no item ${JSON.stringify(item)}`
        : trial >= trials
          ? `the run has no trial ${trial}`
          : undefined
  if (reason === undefined) return
  throw new InputError({
    code: 'journal-foreign',
    what: `The line is not of this run: ${reason}.`,
    where: where(),
    fix: 'Take the line out, or restore the file; nothing was changed.',
  })
}

function tooLong(where: string): InputError {
  return broken(where, `It is longer than ${MAX_LINE_LENGTH / 1024 / 1024} Mi characters.`)
}

function broken(where: string, reason: string, cause?: unknown): InputError {
  return new InputError({
    code: 'journal-broken',
    what: `A line of the journal is no sample: ${reason}`,
    where,
    fix: 'Take the line out, and its sample is asked again, or restore the file; nothing was changed.',
    cause,
  })
}
