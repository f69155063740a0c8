import type { Tool } from '../../../catalog/tool.js'
import { randomStream, shuffled } from '../../../numeric/random.js'
import type { JsonObject } from '../../../text/json.js'
import { type Ask, answerOf, type ModelQuestion } from '../ask.js'
import { dataBlock, fillPrompt, type PromptSet, quotedLine } from '../prompt-set.js'
import { type AnswerFault, readAnswer } from '../read-answer.js'
import { cardOf, type ShownTool, shownTools } from '../tool-card.js'
import { voteSteps } from '../votes.js'

export type Grade = 'fully' | 'partly' | 'no'

/** What the judge says of one tool. */
export interface ToolVerdict {
  readonly tool: Tool
  readonly grade: Grade
  /** The need that it serves, from 0; absent under `no`. */
  readonly need?: number
}

export type Judgement =
  | { readonly kind: 'verdicts'; readonly verdicts: readonly ToolVerdict[] }
  /** Nothing is accepted: the answer says nothing, or the request is refused. */
  | { readonly kind: 'refused'; readonly reason: `judge-${AnswerFault}` | 'judge-needs' | 'judge-unnatural' }

export interface JudgeRequest {
  readonly ask: Ask
  readonly prompts: PromptSet
  readonly seed: number
  readonly id: string
  readonly step: string
  readonly query: string
  /** As texts; the judge is not told which tool was proposed for which. */
  readonly needs: readonly string[]
  readonly tools: readonly Tool[]
  readonly maxTokens: number
  /** Default 1. */
  readonly votes?: number | undefined
  /** A query that somebody really asked is natural, whatever the judge says; default false. */
  readonly isReal?: boolean
}

/**
 * Has every tool graded for a request. The judge sees all texts, in an order that the seed decides, and nothing of what
 * was proposed. Only a whole, exact answer counts: every tool once, every need a need. With several votes a refusal in any
 * of them refuses; a tool is `fully` or `no` where all votes say so (of the same need), and else `partly`, which is never
 * gold.
 */
export async function judgeTools(request: JudgeRequest): Promise<Judgement> {
  const votes: (readonly ToolVerdict[])[] = []
  for (const step of voteSteps(request.step, request.votes)) {
    const vote = await voteOnTools({ ...request, step })
    if (vote.kind === 'refused') return vote
    votes.push(vote.verdicts)
  }
  const [first = [], ...others] = votes
  return {
    kind: 'verdicts',
    verdicts: first.map((verdict) =>
      joinedVerdict(
        verdict,
        others.flatMap((vote) => vote.find(({ tool }) => tool === verdict.tool) ?? []),
      ),
    ),
  }
}

function joinedVerdict(verdict: ToolVerdict, others: readonly ToolVerdict[]): ToolVerdict {
  const { tool, grade, need } = verdict
  if (others.every((other) => other.grade === grade && other.need === need)) return verdict
  const served = [verdict, ...others].find((vote) => vote.need !== undefined)?.need
  return { tool, grade: 'partly', ...(served === undefined ? {} : { need: served }) }
}

async function voteOnTools(request: JudgeRequest): Promise<Judgement> {
  const { ask, prompts, seed, id, step, query, needs, maxTokens } = request
  const order = shuffled(request.tools, randomStream(seed, `judge/${id}/${step}`))
  const shown = shownTools(order)
  const salt = `${seed}/${id}/${step}`
  const question: ModelQuestion = {
    role: 'judge',
    id,
    step,
    prompt: fillPrompt(prompts['rrb-judge'], {
      query: dataBlock({ lines: [quotedLine(query)], salt: `${salt}/query` }),
      needs: dataBlock({ lines: needs.map(quotedLine), salt: `${salt}/needs` }),
      tools: dataBlock({ lines: shown.map((tool) => cardOf(tool)), salt }),
      count: String(shown.length),
    }),
    answerSchema: verdictSchema(shown, needs.length),
    maxTokens,
  }
  const reading = readAnswer(await answerOf(ask, question), (shape) => {
    shape.only('needsMatch', 'natural', 'tools', 'reason')
    return {
      needsMatch: shape.flag('needsMatch'),
      natural: shape.flag('natural'),
      tools: shape.objects('tools').map((entry) => {
        entry.only('tool', 'grade', 'need', 'reason')
        const grade = entry.word('grade', ['fully', 'partly', 'no'])
        return { tool: entry.text('tool'), grade, need: entry.has('need') ? entry.count('need') : undefined }
      }),
    }
  })
  if (reading.kind === 'fault') return { kind: 'refused', reason: `judge-${reading.fault}` }
  const verdicts = verdictsOf(reading.value.tools, shown, needs.length)
  if (verdicts === undefined) return { kind: 'refused', reason: 'judge-shape' }
  if (!reading.value.needsMatch) return { kind: 'refused', reason: 'judge-needs' }
  const isNatural = reading.value.natural || request.isReal === true
  return isNatural ? { kind: 'verdicts', verdicts } : { kind: 'refused', reason: 'judge-unnatural' }
}

interface WrittenVerdict {
  readonly tool: string
  readonly grade: Grade
  /** From 1. */
  readonly need: number | undefined
}

function verdictsOf(
  written: readonly WrittenVerdict[],
  shown: readonly ShownTool[],
  needs: number,
): readonly ToolVerdict[] | undefined {
  if (written.length !== shown.length) return undefined
  const byId = new Map(written.map((verdict) => [verdict.tool, verdict]))
  const verdicts: ToolVerdict[] = []
  for (const { id, tool } of shown) {
    const verdict = byId.get(id)
    if (verdict === undefined) return undefined
    const { grade } = verdict
    // With one need there is nothing to choose; under "no" a number means nothing.
    const need = verdict.need ?? (needs === 1 ? 1 : undefined)
    if (grade === 'no') verdicts.push({ tool, grade })
    else if (need === undefined || need < 1 || need > needs) return undefined
    else verdicts.push({ tool, grade, need: need - 1 })
  }
  return verdicts
}

function verdictSchema(shown: readonly ShownTool[], needs: number): JsonObject {
  return {
    type: 'object',
    properties: {
      needsMatch: { type: 'boolean' },
      natural: { type: 'boolean' },
      tools: {
        type: 'array',
        minItems: shown.length,
        maxItems: shown.length,
        items: {
          type: 'object',
          properties: {
            tool: { type: 'string', enum: shown.map(({ id }) => id) },
            grade: { type: 'string', enum: ['fully', 'partly', 'no'] },
            need: { type: 'integer', minimum: 1, maximum: needs },
          },
          required: ['tool', 'grade'],
          additionalProperties: false,
        },
      },
    },
    required: ['needsMatch', 'natural', 'tools'],
    additionalProperties: false,
  }
}
