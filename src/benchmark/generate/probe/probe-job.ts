import type { Catalog } from '../../../catalog/catalog.js'
import type { Tool } from '../../../catalog/tool.js'
import type { RetrieverIndex } from '../../../retrieval/retriever.js'
import type { JsonObject } from '../../../text/json.js'
import { type Ask, answerOf, countingForms } from '../ask.js'
import type { EligibleTools } from '../eligible-tools.js'
import { feedbackOf } from '../feedback.js'
import { languageNames } from '../language.js'
import type { NameLeaks } from '../name-leak.js'
import { neighboursOf } from '../neighbours.js'
import { dataBlock, fillPrompt, type PromptName, type PromptSet } from '../prompt-set.js'
import { readAnswer, type Shape } from '../read-answer.js'
import { Tally } from '../tally.js'
import { cardOf, type ShownTool, shownTools } from '../tool-card.js'
import { Abandoned } from '../work-in-order.js'
import type { ProbeOptions } from './probe-options.js'

/** What every job of a generation of probes shares. */
export interface ProbeContext {
  readonly catalog: Catalog
  readonly eligible: EligibleTools
  readonly ask: Ask
  readonly prompts: PromptSet
  readonly seed: number
  readonly options: ProbeOptions
  readonly leaks: NameLeaks
  /** Finds neighbours. */
  readonly likeness: RetrieverIndex
}

/** One tool to be asked about. */
export interface ProbeJob {
  /** Position in the catalog. */
  readonly anchor: number
  /** From 0. */
  readonly pass: number
}

export interface ProbeResult<T> {
  readonly made?: T
  readonly refused: Tally
  /** Answers by role and form. */
  readonly forms: Tally
  readonly counts: { readonly candidates: number; readonly questions: number }
}

/** What the two kinds of probe differ in. */
export interface ProbeKind<C, T> {
  readonly id: 'mcq' | 'qa'
  readonly prompt: PromptName
  /** Takes a sample apart. */
  readonly read: (sample: Shape) => C
  /** What says a sample apart from others of a job. */
  readonly textOf: (candidate: C) => string
  readonly sampleSchema: (shown: readonly ShownTool[]) => JsonObject
  /** What a candidate becomes, or why it is refused. */
  readonly judge: (
    candidate: C,
    work: ProbeWork,
  ) => Promise<{ readonly made: T } | { readonly reason: string }>
}

/** What judging a candidate needs. */
export interface ProbeWork {
  readonly context: ProbeContext
  /** Counted, and abandoned when nobody wants the result any more. */
  readonly ask: Ask
  readonly id: string
  /** Of this candidate, unique in its job. */
  readonly step: string
  /** The tool that is asked about first, then its neighbours. */
  readonly shown: readonly ShownTool[]
  readonly refused: Tally
}

/**
 * Makes at most one question about a tool: asks for candidates, refuses by program what breaks a rule, has the rest judged
 * one by one, and takes the first that stands.
 *
 * @throws {AskingStopped}, {Abandoned}.
 */
export async function doProbeJob<C, T>(
  job: ProbeJob,
  {
    kind,
    context,
    isMoot,
  }: { readonly kind: ProbeKind<C, T>; readonly context: ProbeContext; readonly isMoot: () => boolean },
): Promise<ProbeResult<T>> {
  const { catalog, eligible, likeness, seed, options } = context
  const anchor = catalog.tools[job.anchor] as Tool // a position of the catalog
  const { positions } = await neighboursOf(job.anchor, {
    catalog,
    tools: eligible,
    index: likeness,
    count: options.neighbours,
    mostSiblings: options.mostSiblings,
    seed,
  })
  const refused = new Tally()
  const forms = new Tally()
  let questions = 0
  let candidates = 0
  const ask = countingForms(async (question) => {
    if (isMoot()) throw new Abandoned()
    questions++
    return context.ask(question)
  }, forms)
  const shown = shownTools([anchor, ...positions.map((position) => catalog.tools[position] as Tool)]) // as above
  const id = `${kind.id}/${job.pass}/${anchor.name}`
  const seen = new Set<string>()
  for (let attempt = 1; attempt <= options.attempts; attempt++) {
    const proposed = await propose(kind, { context, ask, id, step: `generate-${attempt}`, shown, refused })
    candidates += proposed.written
    for (const [at, candidate] of proposed.values.entries()) {
      const text = kind.textOf(candidate)
      if (seen.has(text)) {
        refused.add('query-repeated')
        continue
      }
      seen.add(text)
      const judged = await kind.judge(candidate, {
        context,
        ask,
        id,
        step: `${attempt}-${at + 1}`,
        shown,
        refused,
      })
      if ('made' in judged) return { made: judged.made, refused, forms, counts: { candidates, questions } }
      refused.add(judged.reason)
    }
  }
  return { refused, forms, counts: { candidates, questions } }
}

async function propose<C, T>(
  kind: ProbeKind<C, T>,
  { context: { prompts, options, seed }, ask, id, step, shown, refused }: ProbeWork,
): Promise<{ readonly values: readonly C[]; readonly written: number }> {
  const answer = await answerOf(ask, {
    role: 'generator',
    id,
    step,
    prompt: fillPrompt(prompts[kind.prompt], {
      tools: dataBlock({
        lines: shown.map((tool) => cardOf(tool, { isDetailed: true })),
        salt: `${seed}/${id}/${step}`,
      }),
      samples: String(options.samples),
      language: languageNames[options.language],
      feedback: feedbackOf(refused),
    }),
    answerSchema: {
      type: 'object',
      properties: { samples: { type: 'array', maxItems: options.samples, items: kind.sampleSchema(shown) } },
      required: ['samples'],
      additionalProperties: false,
    },
    maxTokens: options.maxTokens,
  })
  const reading = readAnswer(answer, (shape) => shape.readable('samples', kind.read))
  if (reading.kind === 'fault') {
    refused.add(`generator-${reading.fault}`)
    return { values: [], written: 0 }
  }
  const { values, broken } = reading.value
  refused.add('candidate-shape', broken)
  if (values.length + broken === 0) refused.add('generator-empty')
  return { values: values.slice(0, options.samples), written: values.length + broken }
}
