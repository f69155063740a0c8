import type { Tool } from '../../catalog/tool.js'
import { InputError } from '../../errors.js'
import type { ChatRequest, GenerationSettings, SubjectRequest } from '../../subject/request.js'
import type { Subject } from '../../subject/subject.js'
import type { Message } from '../../toolcall/dialect.js'
import type { TaskContext } from '../plan.js'

export interface Conversation {
  readonly messages: readonly Message[]
  readonly tools?: readonly Tool[]
}

/** A conversation whose answer is a label. */
export interface LabelConversation extends Conversation, Pick<ChatRequest, 'spellings' | 'literal'> {}

/** Tokens for an answer that is one label: a subject that starts with a space or a line break still gets to say it. */
const LABEL_TOKENS = 8
/** How many of the likeliest first tokens are asked for beside a label; the most that hosted models give. */
const LISTED_TOKENS = 20

/** A conversation as a request: a chat, or for a subject that only completes the prompt that the dialect writes. */
export function conversationRequest(
  { messages, tools = [] }: Conversation,
  context: TaskContext,
): SubjectRequest {
  const { subject, settings } = context
  if (subject.answers.has('chat')) return { kind: 'chat', messages, tools, settings }
  return { kind: 'completion', prompt: promptOf({ messages, tools }, context), settings }
}

/**
 * A conversation whose answer is to be one of the labels: by their probabilities where the subject has them, by choosing
 * among them where it can be held to that, else by writing freely.
 */
export function labelRequest(
  conversation: LabelConversation,
  labels: readonly string[],
  context: TaskContext,
): SubjectRequest {
  const { answers } = context.subject
  const { spellings, literal } = conversation
  const settings =
    answers.has('choices') || answers.has('logprobs') ? shortened(context.settings) : context.settings
  if (answers.has('chat')) {
    const request = conversationRequest(conversation, { ...context, settings })
    return {
      ...(request as ChatRequest), // what a subject that chats is asked
      ...(answers.has('choices') ? { choices: labels } : {}),
      ...(answers.has('choices') && spellings !== undefined ? { spellings } : {}),
      ...(literal === undefined ? {} : { literal }),
      ...(answers.has('logprobs') ? { topLogprobs: LISTED_TOKENS } : {}),
    }
  }
  const prompt = promptOf(conversation, context)
  if (answers.has('next-token')) return { kind: 'next-token', prompt, candidates: labels, top: LISTED_TOKENS }
  return {
    kind: 'completion',
    prompt,
    settings,
    ...(answers.has('logprobs') ? { topLogprobs: LISTED_TOKENS } : {}),
  }
}

/** Why a subject cannot be asked in conversation; undefined when it can. */
export function unfitForConversation({
  answers,
  facts,
}: Pick<Subject, 'answers' | 'facts'>): string | undefined {
  if (answers.has('chat')) return undefined
  if (!answers.has('completion') && !answers.has('next-token')) return 'it answers neither chats nor prompts'
  if (facts.dialect !== undefined) return undefined
  return 'it only continues prompts, and nothing says how a conversation is written for it; name its dialect with --dialect'
}

function promptOf({ messages, tools = [] }: Conversation, { dialect, subject }: TaskContext): string {
  if (dialect !== undefined) return dialect.render(messages, tools)
  throw new InputError({
    code: 'dialect-missing',
    what: 'Nothing says how a conversation is written for this subject.',
    where: subject.facts.model,
    fix: 'Name the dialect with --dialect; `assay dialect list` shows all.',
  })
}

function shortened(settings: GenerationSettings): GenerationSettings {
  return { ...settings, maxTokens: Math.min(settings.maxTokens ?? LABEL_TOKENS, LABEL_TOKENS) }
}
