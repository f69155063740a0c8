import type { Tool } from '../../../catalog/tool.js'
import { randomStream, shuffled } from '../../../numeric/random.js'
import { writeJson } from '../../../text/json.js'
import { wordsOf } from '../../../text/shingles.js'
import { clusterOf } from '../anchor-order.js'
import { answerOf } from '../ask.js'
import { dataBlock, fillPrompt, quotedLine } from '../prompt-set.js'
import { readAnswer } from '../read-answer.js'
import { cardOf } from '../tool-card.js'
import { voteSteps } from '../votes.js'
import { GroundedText } from './grounding.js'
import type { ProbeKind, ProbeWork } from './probe-job.js'
import { optionFault, questionFault } from './question-checks.js'

/** A multiple-choice question as the generator writes it. */
export interface McqDraft {
  readonly question: string
  readonly answer: string
  readonly others: readonly { readonly tool: string; readonly answer: string }[]
}

/** A question that stands, with every wrong option that was judged wrong. */
export interface McqCandidate {
  readonly tool: string
  readonly cluster: string
  readonly question: string
  readonly answer: string
  readonly wrong: readonly string[]
  /** The answer stands in the text of the service alone, so that every tool of it has the same. */
  readonly isServiceLevel: boolean
}

const LEAST_WRONG = 3
/** Wrong options that are judged at most; more only make a prompt longer. */
const MOST_WRONG = 8

export const mcqKind: ProbeKind<McqDraft, McqCandidate> = {
  id: 'mcq',
  prompt: 'mcq-generate',
  read: (sample) => ({
    question: sample.text('question'),
    answer: sample.text('answer'),
    others: sample
      .objects('others')
      .map((other) => ({ tool: other.text('tool'), answer: other.text('answer') })),
  }),
  textOf: ({ question }) => question,
  sampleSchema: (shown) => ({
    type: 'object',
    properties: {
      question: { type: 'string' },
      answer: { type: 'string' },
      others: {
        type: 'array',
        maxItems: MOST_WRONG,
        items: {
          type: 'object',
          properties: {
            tool: { type: 'string', enum: shown.slice(1).map(({ id }) => id) },
            answer: { type: 'string' },
          },
          required: ['tool', 'answer'],
          additionalProperties: false,
        },
      },
    },
    required: ['question', 'answer', 'others'],
    additionalProperties: false,
  }),
  judge: judgeMcq,
}

async function judgeMcq(
  draft: McqDraft,
  work: ProbeWork,
): Promise<{ readonly made: McqCandidate } | { readonly reason: string }> {
  const { context, shown, refused } = work
  const tools = shown.map(({ tool }) => tool)
  const anchor = tools[0] as Tool // shown first
  const { leaks, options } = context
  const { question, answer } = draft
  const fault = questionFault(question, { language: options.language, leaks, tools })
  if (fault !== undefined) return { reason: fault }
  const answerFault = optionFault(answer, { leaks, tools })
  if (answerFault !== undefined) return { reason: answerFault }
  const text = GroundedText.of(anchor)
  if (!text.grounds(answer)) return { reason: 'answer-ungrounded' }
  const wrong: string[] = []
  const known = new Set([sameAs(answer)])
  for (const { tool: id, answer: option } of draft.others) {
    const reason = distractorFault(option, { id, work, text, known })
    known.add(sameAs(option))
    if (reason !== undefined) refused.add(reason)
    else if (wrong.length < MOST_WRONG) wrong.push(option)
  }
  if (wrong.length < LEAST_WRONG) return { reason: 'too-few-distractors' }
  const verdict = await judgeOptions({ question, answer, wrong }, anchor, work)
  if ('reason' in verdict) return verdict
  if (verdict.wrong.length < LEAST_WRONG) return { reason: 'too-few-distractors' }
  return {
    made: {
      tool: anchor.name,
      cluster: clusterOf(anchor),
      question,
      answer,
      wrong: verdict.wrong,
      isServiceLevel: isServiceLevel(answer, anchor),
    },
  }
}

/** Options that differ in case or marks alone are one. */
function sameAs(option: string): string {
  return wordsOf(option).join(' ')
}

interface DistractorParts {
  readonly id: string
  readonly work: ProbeWork
  /** Of the tool that is asked about. */
  readonly text: GroundedText
  readonly known: ReadonlySet<string>
}

function distractorFault(option: string, { id, work, text, known }: DistractorParts): string | undefined {
  const { shown, context } = work
  const source = shown.slice(1).find((other) => other.id === id)
  if (source === undefined) return 'distractor-ungrounded'
  const fault = optionFault(option, { leaks: context.leaks, tools: shown.map(({ tool }) => tool) })
  if (fault !== undefined) return `distractor-${fault}`
  if (known.has(sameAs(option))) return 'distractor-repeated'
  if (!GroundedText.of(source.tool).grounds(option)) return 'distractor-ungrounded'
  return text.covers(option) ? 'distractor-in-text' : undefined
}

interface Options {
  readonly question: string
  readonly answer: string
  readonly wrong: readonly string[]
}

/** Of several votes each must call the answer right; what any of them does not call wrong is not shown. */
async function judgeOptions(
  { question, answer, wrong }: Options,
  anchor: Tool,
  work: ProbeWork,
): Promise<{ readonly wrong: readonly string[] } | { readonly reason: string }> {
  let left = wrong
  for (const step of voteSteps(work.step, work.context.options.votes)) {
    const vote = await voteOnOptions({ question, answer, wrong: left }, anchor, { ...work, step })
    if ('reason' in vote) return vote
    left = vote.wrong
  }
  return { wrong: left }
}

/** The judge sees the options in an order that the seed decides, none of them marked. */
async function voteOnOptions(
  { question, answer, wrong }: Options,
  anchor: Tool,
  { context: { seed, prompts, options: settings }, ask, id, step }: ProbeWork,
): Promise<{ readonly wrong: readonly string[] } | { readonly reason: string }> {
  const name = `judge-${step}`
  const options = shuffled([answer, ...wrong], randomStream(seed, `options/${id}/${step}`))
  const letters = options.map((_, at) => String.fromCharCode(65 + at))
  const salt = `${seed}/${id}/${name}`
  const said = await answerOf(ask, {
    role: 'judge',
    id,
    step: name,
    prompt: fillPrompt(prompts['mcq-judge'], {
      tools: dataBlock({ lines: [cardOf({ id: 'T1', tool: anchor }, { isDetailed: true })], salt }),
      question: dataBlock({ lines: [quotedLine(question)], salt: `${salt}/question` }),
      options: dataBlock({
        lines: options.map((text, at) => writeJson({ option: letters[at] ?? '', text })),
        salt: `${salt}/options`,
      }),
    }),
    answerSchema: {
      type: 'object',
      properties: {
        specific: { type: 'boolean' },
        options: {
          type: 'array',
          minItems: options.length,
          maxItems: options.length,
          items: {
            type: 'object',
            properties: {
              option: { type: 'string', enum: letters },
              verdict: { type: 'string', enum: ['right', 'wrong', 'unclear'] },
            },
            required: ['option', 'verdict'],
            additionalProperties: false,
          },
        },
      },
      required: ['specific', 'options'],
      additionalProperties: false,
    },
    maxTokens: settings.maxTokens,
  })
  const reading = readAnswer(said, (shape) => {
    shape.only('specific', 'options', 'reason')
    return {
      specific: shape.flag('specific'),
      verdicts: new Map(
        shape.objects('options').map((entry) => {
          entry.only('option', 'verdict', 'reason')
          return [entry.text('option'), entry.word('verdict', ['right', 'wrong', 'unclear'])]
        }),
      ),
      count: shape.objects('options').length,
    }
  })
  if (reading.kind === 'fault') return { reason: `judge-${reading.fault}` }
  const { specific, verdicts, count } = reading.value
  const isWhole = count === letters.length && letters.every((letter) => verdicts.has(letter))
  if (!isWhole) return { reason: 'judge-shape' }
  if (!specific) return { reason: 'judge-unspecific' }
  const verdictOf = (option: string): string | undefined =>
    verdicts.get(letters[options.indexOf(option)] ?? '')
  if (verdictOf(answer) !== 'right') return { reason: 'answer-not-right' }
  if (wrong.some((option) => verdictOf(option) === 'right')) return { reason: 'distractor-right' }
  return { wrong: wrong.filter((option) => verdictOf(option) === 'wrong') }
}

function isServiceLevel(answer: string, tool: Tool): boolean {
  const { serviceDescription, ...own } = tool
  if (serviceDescription === undefined) return false
  return new GroundedText(serviceDescription).grounds(answer) && !GroundedText.of(own).grounds(answer)
}
