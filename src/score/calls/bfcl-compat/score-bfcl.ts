import type { CallTask } from '../../../benchmark/call-item.js'
import type { CallItem } from '../../../benchmark/item.js'
import { nullCallers } from '../../../benchmark/nulls/index.js'
import type { NullCaller } from '../../../benchmark/nulls/null-caller.js'
import {
  isPythonDict,
  type PythonDict,
  pythonFromJson,
} from '../../../benchmark/readers/bfcl/python-value.js'
import { InputError } from '../../../errors.js'
import type { Output } from '../../../run/output-lines.js'
import { isJsonArray, isJsonObject, type JsonValue } from '../../../text/json.js'
import type { Dialect } from '../../../toolcall/dialect.js'
import { parseOutput } from '../../../toolcall/parse-output.js'
import { toolTable } from '../../../toolcall/tool-table.js'
import type { Score } from '../../score.js'
import { type Measure, scoreSums } from '../../sum-score.js'
import type { EmittedCall } from '../call-comparison.js'
import { type OutputGaps, pairOutputs } from '../score-outputs.js'
import { type BfclQuestion, checkBfcl } from './checker.js'
import { type DecodedCalls, decodePromptAnswer } from './decoder.js'
import { type BfclVerdict, invalid, VALID } from './verdict.js'

export interface BfclScoreRequest {
  readonly items: readonly { readonly item: CallItem; readonly task: CallTask }[]
  readonly outputs: AsyncIterable<Output> | Iterable<Output>
  /** What the outputs are read from, for messages. */
  readonly where?: string
  readonly partial: boolean
  /** Reads messages of an API; prompt answers are read as BFCL reads them, whatever the dialect. */
  readonly dialect?: Dialect
  readonly nulls?: readonly NullCaller[]
  readonly seed: number
  readonly resamples: number
}

export interface BfclScores {
  readonly scores: readonly Score[]
  /** One verdict for each measured item, in the order of the items. */
  readonly verdicts: readonly { readonly id: string; readonly verdict: BfclVerdict }[]
  readonly gaps: OutputGaps
}

const SCORER = { name: 'bfcl-compat', version: 2 } as const

/**
 * Scores outputs as BFCL v4's public checker does, for comparison only: accuracy over all items and each category.
 *
 * @throws {InputError} `not-bfcl` when an item was not imported from BFCL's Python categories; and what `pairOutputs`
 * throws.
 */
export async function scoreBfcl(request: BfclScoreRequest): Promise<BfclScores> {
  const { items, seed, resamples, dialect, outputs, partial, where } = request
  const questions = new Map(items.map(({ item }) => [item.id, questionOf(item)]))
  const questionFor = ({ id }: CallTask): Omit<BfclQuestion, 'dot'> =>
    questions.get(id) as Omit<BfclQuestion, 'dot'>
  const { tasks, results, gaps } = await pairOutputs(
    { tasks: items.map(({ task }) => task), outputs, partial, ...(where !== undefined && { where }) },
    (task, output) => verdictOn(questionFor(task), readCalls(task, output, dialect)),
  )
  const verdicts = tasks.map(({ id }, place) => ({ id, verdict: results[place] as BfclVerdict })) // one a task
  const nulls = (request.nulls ?? nullCallers).map((caller) => {
    const answer = caller.prepare(tasks)
    const hits = tasks.map((task) => {
      const said = answer(task)
      const calls = said.kind === 'text' ? decodePromptAnswer(said.text) : pythonCalls(said.calls)
      return verdictOn(questionFor(task), { calls, dot: '.' }).valid
    })
    return { id: caller.id, hits }
  })
  const categories = [...new Set(tasks.map(({ category = '' }) => category))]
  const groups = categories.length > 1 ? [undefined, ...categories] : [undefined]
  const scores = groups.flatMap((group) => {
    const places = tasks.flatMap(({ category }, place) =>
      group === undefined || category === group ? [place] : [],
    )
    const sumOf = (hits: readonly boolean[]) => ({
      terms: [{ weight: 1, top: places.map((place) => (hits[place] ? 1 : 0)), bottom: places.map(() => 1) }],
      offset: 0,
    })
    const measure: Measure = {
      about: {
        metric: 'accuracy',
        ...(group === undefined ? {} : { group }),
        unit: 'share of items',
        better: 'higher',
        scorer: SCORER,
      },
      isShare: true,
      subject: sumOf(verdicts.map(({ verdict }) => verdict.valid)),
      nulls: nulls.map(({ id, hits }) => ({ id, sum: sumOf(hits) })),
      ceiling: 1,
      whenNothing: 'no items',
    }
    const clusters = places.map((place) => tasks[place]?.cluster)
    return scoreSums({ measures: [measure], clusters, seed, resamples, label: `bfcl ${group ?? ''}` })
  })
  return { scores, verdicts, gaps }
}

/** What was said, as the checker takes it; undefined where BFCL's decoder fails. */
interface BfclCalls {
  readonly calls: DecodedCalls | undefined
  readonly dot: BfclQuestion['dot']
}

function verdictOn(question: Omit<BfclQuestion, 'dot'>, { calls, dot }: BfclCalls): BfclVerdict {
  if (question.category.includes('irrelevance')) {
    const isSilent = calls === undefined || calls.length === 0
    return isSilent ? VALID : invalid('irrelevance_error:decoder_success')
  }
  if (calls === undefined) return invalid('ast_decoder:decoder_failed')
  return checkBfcl({ ...question, dot }, calls)
}

function readCalls(task: CallTask, { said, where }: Output, dialect: Dialect | undefined): BfclCalls {
  switch (said.kind) {
    case 'text':
      return { calls: decodePromptAnswer(said.text), dot: '.' }
    case 'calls':
      return { calls: pythonCalls(said.calls), dot: '.' }
    case 'message': {
      if (dialect?.isApi !== true) throw notReadable(where, 'Name the API with --dialect, e.g. openai.')
      const { outcome, strict } = parseOutput({ text: said.text }, { dialect, tools: toolTable(task.tools) })
      return { calls: outcome === 'attempted' ? undefined : pythonCalls(strict.calls), dot: '_' }
    }
    case 'tokens':
      throw notReadable(where, 'Write the text as "text".')
    default:
      return said satisfies never
  }
}

function notReadable(where: string, fix: string): InputError {
  return new InputError({ code: 'dialect-missing', what: 'BFCL does not read such outputs.', where, fix })
}

function pythonCalls(calls: readonly EmittedCall[]): DecodedCalls {
  return calls.map(({ name, arguments: given }) => ({
    kind: 'dict',
    entries: [[name, pythonFromJson(given)]],
  }))
}

function questionOf({ id, json }: CallItem): Omit<BfclQuestion, 'dot'> {
  const kept = isJsonObject(json.bfcl) ? json.bfcl : undefined
  const category = kept?.category
  if (kept === undefined || typeof category !== 'string' || /java/.test(category)) {
    throw new InputError({
      code: 'not-bfcl',
      what:
        kept === undefined
          ? 'The item was not imported from BFCL.'
          : 'The item is not of one of the Python categories of BFCL.',
      where: `item ${JSON.stringify(id)}`,
      fix: "Name BFCL's own question files with --items, or leave --compat out.",
    })
  }
  return { category, functions: dictsIn(kept.functions), answers: dictsIn(kept.answers) }
}

function dictsIn(list: JsonValue | undefined): readonly PythonDict[] {
  return isJsonArray(list) ? list.map(pythonFromJson).filter(isPythonDict) : []
}
