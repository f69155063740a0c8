import type { Tool } from '../../../catalog/tool.js'
import { wordsOf } from '../../../text/shingles.js'
import { clusterOf } from '../anchor-order.js'
import { answerOf } from '../ask.js'
import { dataBlock, fillPrompt, quotedLine } from '../prompt-set.js'
import { readAnswer } from '../read-answer.js'
import { cardOf } from '../tool-card.js'
import { voteSteps } from '../votes.js'
import { GroundedText } from './grounding.js'
import type { ProbeKind, ProbeWork } from './probe-job.js'
import { questionFault } from './question-checks.js'

/** A yes-or-no question for two tools, as the generator writes it. */
export interface QaDraft {
  readonly question: string
  /** Copied from the text of the tool with yes. */
  readonly evidence: string
  readonly noTool: string
  /** Copied from the text of the tool with no. */
  readonly contradiction: string
}

/** One question, its answer for two tools. */
export interface QaPair {
  readonly question: string
  readonly yes: { readonly tool: string; readonly cluster: string }
  readonly no: { readonly tool: string; readonly cluster: string }
}

/** A quotation of fewer words proves nothing. */
const LEAST_QUOTED = 2

export const qaKind: ProbeKind<QaDraft, QaPair> = {
  id: 'qa',
  prompt: 'qa-generate',
  read: (sample) => ({
    question: sample.text('question'),
    evidence: sample.text('evidence'),
    noTool: sample.text('noTool'),
    contradiction: sample.text('contradiction'),
  }),
  textOf: ({ question }) => question,
  sampleSchema: (shown) => ({
    type: 'object',
    properties: {
      question: { type: 'string' },
      evidence: { type: 'string' },
      noTool: { type: 'string', enum: shown.slice(1).map(({ id }) => id) },
      contradiction: { type: 'string' },
    },
    required: ['question', 'evidence', 'noTool', 'contradiction'],
    additionalProperties: false,
  }),
  judge: judgeQa,
}

async function judgeQa(
  { question, evidence, noTool, contradiction }: QaDraft,
  work: ProbeWork,
): Promise<{ readonly made: QaPair } | { readonly reason: string }> {
  const { context, shown } = work
  const tools = shown.map(({ tool }) => tool)
  const fault = questionFault(question, { language: context.options.language, leaks: context.leaks, tools })
  if (fault !== undefined) return { reason: fault }
  const yes = tools[0] as Tool // shown first
  const no = shown.slice(1).find(({ id }) => id === noTool)?.tool
  if (no === undefined) return { reason: 'ungrounded' }
  if (!isQuoted(evidence, yes) || !isQuoted(contradiction, no)) return { reason: 'evidence-ungrounded' }
  for (const [tool, expected] of [
    [yes, 'yes'],
    [no, 'no'],
  ] as const) {
    // Of several votes each must say it.
    for (const step of voteSteps(`judge-${work.step}-${expected}`, context.options.votes)) {
      const said = await answerAbout(tool, { question, step }, work)
      if (said === expected) continue
      if (said === 'yes' || said === 'no') return { reason: `answer-not-${expected}` }
      return { reason: said === 'not-stated' ? `${expected}-not-stated` : said }
    }
  }
  const sideOf = (tool: Tool): QaPair['yes'] => ({ tool: tool.name, cluster: clusterOf(tool) })
  return { made: { question, yes: sideOf(yes), no: sideOf(no) } }
}

function isQuoted(quote: string, tool: Tool): boolean {
  return wordsOf(quote).length >= LEAST_QUOTED && GroundedText.of(tool).holds(quote)
}

/** The judge is asked of each tool by itself and does not know which answer is wanted. */
async function answerAbout(
  tool: Tool,
  { question, step }: { readonly question: string; readonly step: string },
  { context: { seed, prompts, options }, ask, id }: ProbeWork,
): Promise<'yes' | 'no' | 'not-stated' | `judge-${string}`> {
  const salt = `${seed}/${id}/${step}`
  const said = await answerOf(ask, {
    role: 'judge',
    id,
    step,
    prompt: fillPrompt(prompts['qa-judge'], {
      tools: dataBlock({ lines: [cardOf({ id: 'T1', tool }, { isDetailed: true })], salt }),
      question: dataBlock({ lines: [quotedLine(question)], salt: `${salt}/question` }),
    }),
    answerSchema: {
      type: 'object',
      properties: {
        clear: { type: 'boolean' },
        answer: { type: 'string', enum: ['yes', 'no', 'not-stated'] },
      },
      required: ['clear', 'answer'],
      additionalProperties: false,
    },
    maxTokens: options.maxTokens,
  })
  const reading = readAnswer(said, (shape) => {
    shape.only('clear', 'answer', 'reason')
    return { clear: shape.flag('clear'), answer: shape.word('answer', ['yes', 'no', 'not-stated']) }
  })
  if (reading.kind === 'fault') return `judge-${reading.fault}`
  return reading.value.clear ? reading.value.answer : 'judge-unclear'
}
