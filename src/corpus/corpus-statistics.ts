import { canonicalJson } from '../text/json.js'
import { type DistinctExample, distinctExamples } from './distinct-examples.js'
import { findEntities } from './entities.js'
import { normalPrompt } from './prompt-overlap.js'
import {
  type ArgumentGrounding,
  type ArgumentShape,
  argumentShapes,
  groundingUses,
  type TemplateUse,
  type ToolUse,
  toolUses,
} from './statistics/argument-use.js'
import { type CallWriting, callWriting } from './statistics/call-writing.js'
import { type EntityUse, entityUses } from './statistics/entity-use.js'
import { callsOf, isCallAnswer, isForeign, isSingleTurn } from './statistics/example-calls.js'
import { type Mixture, type MixtureOptions, mixturesOf } from './statistics/mixture.js'
import type { CorpusExample, ToolCorpus } from './tool-corpus.js'

/** Of rows and of distinct examples: prompt and answer to the letter. */
export interface RowCounts {
  readonly rows: number
  readonly distinct: number
}

/** Answers whose calls are written in one way. */
export interface Serialisation extends CallWriting {
  readonly rows: number
}

/** Rows of one origin. */
export interface SourceUse extends RowCounts {
  readonly source: string
}

/** One prompt, after normalising, that has several answers. */
export interface PromptConflict {
  /** As it stands the first time. */
  readonly prompt: string
  readonly answers: number
  /** Ids of the first example of each answer, at most 20. */
  readonly examples: readonly string[]
}

/** Distinct examples that the corpus holds so many times. */
export interface Repetition {
  readonly times: number
  readonly distinct: number
}

/** Lengths of all rows, in UTF-16 code units. `whole`: everything, marks of roles included where the corpus holds them. */
export interface Lengths {
  readonly of: 'whole' | 'system' | 'prompt' | 'answer'
  readonly min: number
  /** The lower one of two in the middle. */
  readonly median: number
  readonly max: number
}

/** What a training corpus holds, before anybody is asked anything. */
export interface CorpusStatistics {
  /** Records of the file. */
  readonly rows: number
  /** Answers to learn from; a conversation may have several. */
  readonly examples: number
  readonly distinctExamples: number
  /** Examples before which there is one message of the user and nothing else but the system's. */
  readonly singleTurn: number
  /** Distinct prompts to the letter, and after `normalPrompt`. */
  readonly distinctPrompts: number
  readonly distinctNormalPrompts: number
  /** Answers that call or try to, and all others. */
  readonly calls: RowCounts
  readonly prose: RowCounts
  /** Of the calls: those of a tool that is not declared. */
  readonly foreign: RowCounts
  /** Of the calls: those that the strict reading does not accept. */
  readonly attempted: RowCounts
  /** Of the calls: those with several in one turn. */
  readonly multiCall: RowCounts
  /** Distinct examples that a round trip can judge: calls of declared tools, and prose. */
  readonly roundTrip: { readonly calls: number; readonly prose: number }
  readonly sources: readonly SourceUse[]
  readonly tools: readonly ToolUse[]
  /** Declared and never called. */
  readonly unusedTools: readonly string[]
  readonly shapes: readonly ArgumentShape[]
  readonly serialisation: readonly Serialisation[]
  readonly entities: readonly EntityUse[]
  /** Prose whose prompt names an entity: what teaches not to call at the sight of one. */
  readonly proseWithEntities: RowCounts
  readonly grounding: readonly ArgumentGrounding[]
  readonly templates: readonly TemplateUse[]
  readonly conflicts: readonly PromptConflict[]
  readonly repetition: readonly Repetition[]
  readonly lengths: readonly Lengths[]
  readonly mixtures: readonly Mixture[]
}

/**
 * The statistics of a corpus. Distinct is by prompt and answer to the letter (`distinctExamples`), so 2,801 rows that are
 * 274 repeated ones count as 274 where a claim rests on different examples.
 */
export function corpusStatistics(corpus: ToolCorpus, options: MixtureOptions = {}): CorpusStatistics {
  const { examples } = corpus
  const distinct = distinctExamples(corpus)
  const where = (accepts: (example: CorpusExample) => boolean): RowCounts => countsOf(distinct, accepts)
  const isCall = ({ answer }: CorpusExample): boolean => isCallAnswer(answer)
  const declared = new Set<string>()
  for (const tools of new Set(examples.map((example) => example.tools))) {
    for (const { name } of tools) declared.add(name)
  }
  const tools = toolUses(distinct, declared)
  const called = new Set(tools.map(({ tool }) => tool))
  const prose = where((example) => !isCall(example))
  const foreign = where((example) => isCall(example) && isForeign(example))
  const prompts = new Set(distinct.map(({ example }) => example.prompt))
  return {
    rows: corpus.rows,
    examples: examples.length,
    distinctExamples: distinct.length,
    singleTurn: where(isSingleTurn).rows,
    distinctPrompts: prompts.size,
    distinctNormalPrompts: new Set([...prompts].map(normalPrompt)).size,
    calls: where(isCall),
    prose,
    foreign,
    attempted: where((example) => isCall(example) && example.answer.calls.length === 0),
    multiCall: where(({ answer }) => callsOf(answer).length > 1),
    roundTrip: {
      calls: where((example) => example.answer.calls.length > 0 && !isForeign(example)).distinct,
      prose: prose.distinct,
    },
    sources: sourcesOf(examples),
    tools,
    unusedTools: [...declared].filter((name) => !called.has(name)),
    shapes: argumentShapes(distinct),
    serialisation: serialisationOf(corpus, distinct),
    entities: entityUses(distinct),
    proseWithEntities: where((example) => !isCall(example) && findEntities(example.prompt).length > 0),
    ...groundingUses(corpus),
    conflicts: conflictsOf(distinct),
    repetition: repetitionOf(distinct),
    lengths: lengthsOf(corpus),
    mixtures: mixturesOf(corpus, options),
  }
}

function countsOf(
  distinct: readonly DistinctExample[],
  accepts: (example: CorpusExample) => boolean,
): RowCounts {
  let rows = 0
  let kinds = 0
  for (const { example, count } of distinct) {
    if (!accepts(example)) continue
    kinds++
    rows += count
  }
  return { rows, distinct: kinds }
}

/** Distinct within each source, so that an example of two sources counts in both. */
function sourcesOf(examples: readonly CorpusExample[]): readonly SourceUse[] {
  const groups = new Map<string, CorpusExample[]>()
  for (const example of examples) {
    const { source } = example
    if (source === undefined) continue
    const group = groups.get(source)
    if (group === undefined) groups.set(source, [example])
    else group.push(example)
  }
  return [...groups]
    .map(([source, group]) => ({
      source,
      rows: group.length,
      distinct: distinctExamples({ examples: group }).length,
    }))
    .sort((left, right) => right.rows - left.rows || (left.source < right.source ? -1 : 1))
}

function serialisationOf(
  { dialect }: ToolCorpus,
  distinct: readonly DistinctExample[],
): readonly Serialisation[] {
  const found = new Map<string, { readonly writing: CallWriting; rows: number }>()
  // The JSON around calls of an API is ours, not the corpus's.
  if (dialect.isApi === true) return []
  for (const { example, count } of distinct) {
    if (!isCallAnswer(example.answer)) continue
    const writing = callWriting(example.answer.text, dialect)
    const key = `${writing.spacing} ${writing.keys}`
    const known = found.get(key)
    if (known === undefined) found.set(key, { writing, rows: count })
    else known.rows += count
  }
  return [...found.values()]
    .map(({ writing, rows }) => ({ ...writing, rows }))
    .sort((left, right) => right.rows - left.rows)
}

function conflictsOf(distinct: readonly DistinctExample[]): readonly PromptConflict[] {
  const prompts = new Map<string, { readonly prompt: string; readonly answers: Map<string, string> }>()
  for (const { example } of distinct) {
    if (!isSingleTurn(example)) continue
    const normal = normalPrompt(example.prompt)
    let known = prompts.get(normal)
    if (known === undefined) {
      known = { prompt: example.prompt, answers: new Map() }
      prompts.set(normal, known)
    }
    const key = answerKey(example)
    if (!known.answers.has(key)) known.answers.set(key, example.id)
  }
  return [...prompts.values()]
    .filter(({ answers }) => answers.size > 1)
    .map(({ prompt, answers }) => ({
      prompt,
      answers: answers.size,
      examples: [...answers.values()].slice(0, 20),
    }))
}

/** Calls are equal whatever their spelling. */
function answerKey({ answer }: CorpusExample): string {
  const { calls, text } = answer
  if (calls.length === 0) return `t${text}`
  return `c${canonicalJson(calls.map(({ name, arguments: given }) => [name, given]))}`
}

function repetitionOf(distinct: readonly DistinctExample[]): readonly Repetition[] {
  const times = new Map<number, number>()
  for (const { count } of distinct) times.set(count, (times.get(count) ?? 0) + 1)
  return [...times]
    .map(([count, kinds]) => ({ times: count, distinct: kinds }))
    .sort((left, right) => left.times - right.times)
}

function lengthsOf({ examples, roles }: ToolCorpus): readonly Lengths[] {
  const end = roles?.end.trimEnd().length ?? 0
  const sizes = examples.map(({ messages, prompt, promptText, answer }) => {
    let system = 0
    let said = 0
    for (const { role, content = '' } of messages) {
      if (role === 'system') system += content.length
      said += content.length
    }
    const before = promptText === undefined ? said : promptText.length + end
    return { whole: before + answer.text.length, system, prompt: prompt.length, answer: answer.text.length }
  })
  return (['whole', 'system', 'prompt', 'answer'] as const).map((of) => {
    const sorted = Float64Array.from(sizes, (size) => size[of]).sort()
    const at = (index: number): number => sorted[index] ?? 0
    return { of, min: at(0), median: at(Math.floor((sorted.length - 1) / 2)), max: at(sorted.length - 1) }
  })
}
