import { interruptible } from '../../adapters/interruptible.js'
import type { Benchmark } from '../../benchmark/item.js'
import { loadBenchmark } from '../../benchmark/load.js'
import type { Catalog } from '../../catalog/catalog.js'
import { loadCatalog } from '../../catalog/import.js'
import { InputError } from '../../errors.js'
import { type Output, readOutputLines } from '../../run/output-lines.js'
import { scoreBfcl } from '../../score/calls/bfcl-compat/score-bfcl.js'
import { callTasks, type ExaminedCall } from '../../score/calls/call-tasks.js'
import { type OutputScores, scoreOutputs } from '../../score/calls/score-outputs.js'
import { scoredItem } from '../../score/calls/scored-item.js'
import { isUnreachable } from '../../score/run/call-samples.js'
import { LeftCalls, leftCallsText } from '../../score/run/left-calls.js'
import type { Dialect } from '../../toolcall/dialect.js'
import type { Vocabulary } from '../../toolcall/tokens/vocabulary.js'
import { type CatalogFlags, importContextOf, importOptionsOf } from '../catalog/catalog-flags.js'
import { configCatalog } from '../catalog/config-catalog.js'
import type { CliContext } from '../command.js'
import { dialectOption } from '../dialect/dialect-option.js'
import { readVocabulary } from '../vocabulary-option.js'
import type { CallScoreDocument } from './score-calls-document.js'
import { textOfCallScores } from './score-calls-text.js'

export interface ScoreCallsFlags extends CatalogFlags {
  readonly items: string
  readonly outputs: string
  readonly dialect?: string
  readonly config?: string
  readonly vocabulary?: string
  readonly compat?: 'bfcl'
  readonly answers?: string
  readonly partial?: true
  readonly itemsFormat?: string
  readonly catalog?: readonly string[]
  readonly seed: number
  readonly resamples: number
  readonly output?: string
  readonly json?: true
}

/** @throws {InputError} `no-call-items`, `answers-unused`, `dialect-unknown`, and what reading throws; nothing is printed by then. */
export async function runScoreCalls(flags: ScoreCallsFlags, context: CliContext): Promise<void> {
  const dialect =
    flags.dialect === undefined ? undefined : await dialectOption(flags.dialect, flags.config, context)
  const vocabulary =
    flags.vocabulary === undefined ? undefined : await readVocabulary(flags.vocabulary, context)
  const benchmark = await loadBenchmark(
    flags.items,
    {
      files: context.files,
      notify: context.notify,
      ...(flags.answers === undefined ? {} : { answers: flags.answers }),
    },
    flags.itemsFormat === undefined ? {} : { format: flags.itemsFormat },
  )
  const format = benchmark.source?.format
  if (flags.answers !== undefined && format !== 'bfcl') throw answersUnused(format)
  const catalog = await catalogFor(flags, context)
  const items = interruptible(() => callTasks(benchmark.items, { catalog, where: flags.items }))
  const document = await scoreAll({ flags, context, benchmark, items, dialect, vocabulary })
  if (flags.output !== undefined) {
    await context.files.write(flags.output, jsonPieces(document))
    context.notify(`Written: ${flags.output}`)
  }
  if (flags.json) for (const piece of jsonPieces(document)) context.print(piece)
  else context.print(textOfCallScores(document))
}

interface Scoring {
  readonly flags: ScoreCallsFlags
  readonly context: CliContext
  readonly benchmark: Benchmark
  readonly items: readonly ExaminedCall[]
  readonly dialect: Dialect | undefined
  readonly vocabulary: Vocabulary | undefined
}

async function scoreAll({
  flags,
  context,
  benchmark,
  items,
  dialect,
  vocabulary,
}: Scoring): Promise<CallScoreDocument> {
  const { seed, resamples, compat } = flags
  const request = {
    outputs: untilInterrupted(readOutputLines(flags.outputs, context.files), context.signal),
    where: flags.outputs,
    partial: flags.partial === true,
    ...(dialect === undefined ? {} : { dialect }),
    seed,
    resamples,
    compute: interruptible,
  }
  const counts = { items: items.length, otherKinds: benchmark.items.length - items.length }
  const common = {
    schema: 'assay.scores/1' as const,
    subject: flags.outputs.split(/[/\\]/).at(-1) ?? flags.outputs,
    benchmark: benchmark.name,
  }
  const details = {
    benchmark: { ...benchmark.source, fingerprint: benchmark.fingerprint, notices: benchmark.notices ?? [] },
    ...(dialect === undefined ? {} : { dialect: dialect.id }),
    unreachable: items
      .map(({ task }) => task)
      .filter(isUnreachable)
      .map(({ id }) => id),
    seed,
    resamples,
  }
  if (compat === 'bfcl') {
    const { scores, verdicts, gaps } = await scoreBfcl({ ...request, items })
    return {
      ...common,
      scores,
      items: verdicts.map(({ id, verdict }) => ({ id, ...verdict })),
      details: { ...details, compat, counts: { ...counts, measured: verdicts.length }, gaps },
    }
  }
  const left = dialect && new LeftCalls({ dialect, ...(vocabulary === undefined ? {} : { vocabulary }) })
  const looked = left === undefined ? request.outputs : lookedAt(request.outputs, { items, left })
  const { scores, tasks, verdicts, outcomes, nulls, gaps } = await scoreOutputs({
    ...request,
    outputs: looked,
    ...(vocabulary === undefined ? {} : { vocabulary }),
    tasks: items.map(({ task }) => task),
  })
  const leftCalls = left?.finding
  if (leftCalls !== undefined && flags.json === true) context.notify(leftCallsText(leftCalls))
  return {
    ...common,
    scores,
    // Made anew whenever it is gone through: for the file and for the screen.
    items: { [Symbol.iterator]: () => itemsOf({ tasks, verdicts }) },
    details: {
      ...details,
      counts: { ...counts, measured: verdicts.length },
      gaps,
      outcomes,
      nulls,
      ...(leftCalls === undefined ? {} : { leftCalls }),
    },
  }
}

/** The same until Ctrl-C: half the outputs have no scores, so that nothing is printed then. */
async function* untilInterrupted<T>(values: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  for await (const value of values) {
    signal.throwIfAborted()
    yield value
  }
}

/** The same, some of them held against the other dialects on their way. */
async function* lookedAt(
  outputs: AsyncIterable<Output>,
  { items, left }: Pick<Scoring, 'items'> & { readonly left: LeftCalls },
): AsyncGenerator<Output> {
  const tools = new Map(items.map(({ task }) => [task.id, task.tools]))
  for await (const output of outputs) {
    const offered = tools.get(output.id)
    if (offered !== undefined) left.take(output, offered)
    yield output
  }
}

function* itemsOf({ tasks, verdicts }: Pick<OutputScores, 'tasks' | 'verdicts'>): Generator<object> {
  for (const [place, { id }] of tasks.entries()) {
    const verdict = verdicts.at(place)
    if (verdict !== undefined) yield { id, ...scoredItem(verdict) }
  }
}

async function catalogFor(flags: ScoreCallsFlags, context: CliContext): Promise<Catalog | undefined> {
  const ofConfig =
    flags.catalog === undefined && flags.config !== undefined
      ? await configCatalog(flags.config, context.files)
      : undefined
  const sources = flags.catalog ?? ofConfig?.sources
  if (sources === undefined) return undefined
  const options = importOptionsOf({ ...flags, onDuplicate: ofConfig?.onDuplicate ?? flags.onDuplicate })
  return (await loadCatalog(sources, importContextOf(context), options)).catalog
}

function answersUnused(format = 'unknown'): InputError {
  return new InputError({
    code: 'answers-unused',
    what: `Answers beside the questions are BFCL's; items of the format "${format}" hold their gold themselves.`,
    where: '--answers',
    fix: 'Leave --answers out, or name question files of BFCL with --items.',
  })
}

/** Length from which gathered lines are written: one write a line would take longer than making it. */
const PIECE_LENGTH = 64 * 1024

/** The document as JSON, one item a line, piece by piece: a long list of items is never one text. */
function* jsonPieces({ items, ...rest }: CallScoreDocument): Generator<string> {
  const whole = JSON.stringify(rest, undefined, 2)
  let piece = `${whole.slice(0, -2)},\n  "items": [`
  let isEmpty = true
  for (const item of items) {
    piece += `${isEmpty ? '' : ','}\n    ${JSON.stringify(item)}`
    isEmpty = false
    if (piece.length < PIECE_LENGTH) continue
    yield piece
    piece = ''
  }
  yield `${piece}${isEmpty ? ']' : '\n  ]'}\n}\n`
}
