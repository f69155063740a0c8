import { type Ask, answerOf } from '../../benchmark/generate/ask.js'
import { isJsonObject, parseJson } from '../../text/json.js'
import type { CacheEntry } from '../cache-state.js'
import type { PackTool } from '../pack.js'
import {
  type Constraint,
  constraintsOf,
  type ResultOrigin,
  type SummaryFaults,
  summaryFaults,
} from './summary-faithfulness.js'

/**
 * Who writes what the planner sees of a saved result. `rules`: the tools. `model`: a model, faithful or not. `hybrid`: a
 * model, but the tools where the model leaves out a constraint or invents one.
 */
export const summaryPolicies = ['rules', 'model', 'hybrid'] as const

export type SummaryPolicy = (typeof summaryPolicies)[number]

/** A summary that a model wrote. */
export interface WrittenSummary extends SummaryFaults {
  readonly key: string
  /** Empty where the model gave none. */
  readonly text: string
  /** Whether the planner sees it. */
  readonly isShown: boolean
}

export interface SummaryRequest {
  readonly entry: CacheEntry
  readonly count: number
  readonly origins: ReadonlyMap<string, ResultOrigin>
  readonly tools: readonly PackTool[]
  readonly policy: Exclude<SummaryPolicy, 'rules'>
  readonly ask: Ask
  /** Tells the question from every other of the run. */
  readonly id: string
}

const MAX_TOKENS = 200

/** Has a model summarise a saved result, and holds what it wrote against the arguments that the result goes back to. */
export async function modelSummary(request: SummaryRequest): Promise<WrittenSummary> {
  const { entry, count, policy, ask, id } = request
  const constraints = constraintsOf(entry.id, request)
  const answer = await answerOf(ask, {
    role: 'generator',
    id,
    step: entry.key,
    prompt: promptOf(entry, count, constraints),
    answerSchema: SCHEMA,
    maxTokens: MAX_TOKENS,
  })
  const text = answer.kind === 'said' ? textOf(answer.text) : ''
  const faults = summaryFaults(text, { constraints, count, rules: entry.summary })
  const isFaithful = faults.missing.length === 0 && faults.invented.length === 0
  return { key: entry.key, text, ...faults, isShown: text !== '' && (policy === 'model' || isFaithful) }
}

const SCHEMA = {
  type: 'object',
  properties: { summary: { type: 'string' } },
  required: ['summary'],
  additionalProperties: false,
} as const

function promptOf({ key, tool }: CacheEntry, count: number, constraints: readonly Constraint[]): string {
  const stated = constraints.map(({ parameter, value }) => `- ${parameter}: ${JSON.stringify(value)}`)
  return [
    'A planner sees nothing of a saved result but a summary. Write that summary in one or two sentences. State every constraint below, with its value as it stands, and how many rows were found; state nothing else.',
    `Saved as ${JSON.stringify(key)} by ${JSON.stringify(tool)}. Rows: ${count}.`,
    `Constraints:\n${stated.length === 0 ? '- none' : stated.join('\n')}`,
    'Answer with JSON: {"summary": "…"}',
  ].join('\n\n')
}

/** Of JSON its summary, of anything else all of it. */
function textOf(said: string): string {
  const from = said.indexOf('{')
  const reading = from === -1 ? undefined : parseJson(said.slice(from, said.lastIndexOf('}') + 1))
  const value = reading?.kind === 'value' ? reading.value : undefined
  const summary = isJsonObject(value) ? value.summary : undefined
  return (typeof summary === 'string' ? summary : said).trim()
}
