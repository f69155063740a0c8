import { choicesOf } from '../../subject/protocols/choices.js'
import type { SubjectReply } from '../../subject/reply.js'
import type { ChatRequest, SubjectRequest } from '../../subject/request.js'
import type { AskContext, PromptRenderer, RenderedPrompt, Subject } from '../../subject/subject.js'
import type { Instrument } from './instrument.js'

/** How many of the likeliest tokens are listed, where labels are looked for among them. */
const LISTED = 20

/** Both doors to the model with another renderer: what is rendered is what it gets. */
export function withPrompts(
  instrument: Instrument,
  bend: (prompts: PromptRenderer) => PromptRenderer,
): Instrument {
  const { subject, source } = instrument
  return {
    ...instrument,
    source: { ...source, prompts: bend(source.prompts) },
    ...(subject?.prompts === undefined ? {} : { subject: promptedBy(subject, bend(subject.prompts)) }),
  }
}

/** Prompts that are rendered as ever, and then bent. */
export function withRendered(
  instrument: Instrument,
  bend: (rendered: RenderedPrompt, prompts: PromptRenderer) => Promise<RenderedPrompt>,
): Instrument {
  return withPrompts(instrument, (prompts) => ({
    ...prompts,
    render: async (request) => bend(await prompts.render(request), prompts),
  }))
}

/** Conversations are rendered here and sent on as tokens. */
function promptedBy(subject: Subject, prompts: PromptRenderer): Subject {
  return {
    ...subject,
    prompts,
    async ask(request, context) {
      if (request.kind !== 'chat') return subject.ask(request, context)
      const rendered = await prompts.render(request)
      const prompt = rendered.tokenIds ?? rendered.text
      return request.choices === undefined
        ? subject.ask({ kind: 'completion', prompt, settings: request.settings }, context)
        : chosen(subject, { prompt, labels: request.choices }, context)
    },
  }
}

async function chosen(
  subject: Subject,
  { prompt, labels }: { readonly prompt: string | readonly number[]; readonly labels: readonly string[] },
  context: AskContext,
): Promise<SubjectReply> {
  const reply = await subject.ask({ kind: 'next-token', prompt, candidates: labels, top: LISTED }, context)
  const choices = choicesOf(reply.firstTokens ?? [], labels)
  return choices === undefined ? reply : { ...reply, choices, choiceMethod: 'logprobs' }
}

/** A subject whose requests are changed on the way to it. */
export function withRequests(
  instrument: Instrument | undefined,
  bend: (request: ChatRequest) => SubjectRequest,
): Instrument | undefined {
  const subject = instrument?.subject
  if (instrument === undefined || subject === undefined) return undefined
  const ask: Subject['ask'] = (request, context) =>
    subject.ask(request.kind === 'chat' ? bend(request) : request, context)
  return { ...instrument, subject: { ...subject, ask } }
}

/** A subject whose replies to conversations are changed on the way back. */
export function withReplies(
  instrument: Instrument | undefined,
  bend: (reply: SubjectReply) => SubjectReply | Promise<SubjectReply>,
): Instrument | undefined {
  const subject = instrument?.subject
  if (instrument === undefined || subject === undefined) return undefined
  const ask: Subject['ask'] = async (request, context) => {
    const reply = await subject.ask(request, context)
    return request.kind === 'chat' ? bend(reply) : reply
  }
  return { ...instrument, subject: { ...subject, ask } }
}
