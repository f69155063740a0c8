import { randomStream } from '../../numeric/random.js'
import type { TokenSource } from '../../parametric/next-tokens.js'
import { choicesOf } from '../../subject/protocols/choices.js'
import type { SubjectReply } from '../../subject/reply.js'
import type { GenerationSettings, SubjectRequest } from '../../subject/request.js'
import { defineSubject, type PromptRenderer, type Subject } from '../../subject/subject.js'
import { hermes } from '../../toolcall/dialects/hermes.js'
import { BOS_ID, END_ID, PracticeMind, practiceVocabulary } from './practice-mind.js'

/** Conversations as the practice model was made to read them. */
export const practicePrompts: PromptRenderer = {
  async render({ messages, tools, toolChoice }) {
    const text = hermes.render(messages, toolChoice === 'none' ? [] : tools)
    return { text, tokenIds: [BOS_ID, ...practiceVocabulary.tokenize(text)] }
  },
  tokenize: async (text) => practiceVocabulary.tokenize(text),
  detokenize: async (ids) => practiceVocabulary.detokenize(ids),
  specials: { bos: BOS_ID, eos: [END_ID], addsBos: true },
}

/** A model whose every answer can be worked out by hand, behind the same port as any other. */
export function practiceSubject(): Subject {
  return defineSubject({
    spec: 'practice',
    label: 'practice model',
    facts: { model: 'practice', dialect: hermes.id },
    answers: new Set([
      'chat',
      'completion',
      'next-token',
      'continuation',
      'choices',
      'logprobs',
      'token-ids',
    ]),
    endpoint: 'practice',
    maxConcurrency: 1,
    prompts: practicePrompts,
    ask: (request) => answer(request),
  })
}

/** The same model as a source of probabilities. */
export function practiceSource(): TokenSource {
  return {
    spec: 'practice',
    label: 'practice model',
    prompts: practicePrompts,
    facts: {},
    async open(promptIds) {
      const mind = new PracticeMind(promptIds)
      return { next: async (prefixes) => prefixes.map((prefix) => ({ logprobs: mind.next(prefix) })) }
    },
    close: async () => undefined,
  }
}

async function answer(request: SubjectRequest): Promise<SubjectReply> {
  const promptIds = await promptOf(request)
  const mind = new PracticeMind(promptIds)
  const first = mind.next([])
  const told = (ids: readonly number[]) =>
    ids.map((id) => ({
      id,
      text: practiceVocabulary.detokenize([id]),
      logprob: first[id] ?? Number.NEGATIVE_INFINITY,
    }))
  if (request.kind === 'next-token') {
    const asked = request.candidates.map((one) =>
      typeof one === 'number' ? one : practiceVocabulary.id(one),
    )
    const listed = [...new Set([...asked, ...likeliest(first, request.top ?? 5)])]
    return { output: { text: '', tokenIds: [], stopReason: 'stop' }, promptIds, firstTokens: told(listed) }
  }
  if (request.kind === 'continuation') {
    const ids = practiceVocabulary.tokenize(request.continuation).slice(0, request.most)
    const continuation = ids.map((id, at) => ({
      id,
      text: practiceVocabulary.detokenize([id]),
      logprob: mind.next(ids.slice(0, at))[id] ?? Number.NEGATIVE_INFINITY,
    }))
    return { output: { text: '', tokenIds: [], stopReason: 'stop' }, promptIds, continuation }
  }
  const firstTokens = told(likeliest(first, request.topLogprobs ?? 0))
  if (request.kind === 'chat' && request.choices !== undefined) {
    const listed = told(request.choices.map((label) => practiceVocabulary.id(label)))
    const choices = choicesOf(listed, request.choices)
    return {
      output: { text: '', tokenIds: [], stopReason: 'stop' },
      promptIds,
      firstTokens,
      ...(choices === undefined ? {} : { choices, choiceMethod: 'logprobs' }),
    }
  }
  return { output: generate(mind, request.settings), promptIds, firstTokens }
}

async function promptOf(request: SubjectRequest): Promise<readonly number[]> {
  if (request.kind === 'chat') return (await practicePrompts.render(request)).tokenIds ?? []
  return typeof request.prompt === 'string'
    ? [BOS_ID, ...practiceVocabulary.tokenize(request.prompt)]
    : request.prompt
}

function likeliest(logprobs: Float64Array, count: number): readonly number[] {
  if (count === 1) return [logprobs.indexOf(Math.max(...logprobs))]
  return Array.from(logprobs.keys())
    .sort((a, b) => (logprobs[b] ?? 0) - (logprobs[a] ?? 0) || a - b)
    .slice(0, count)
}

function generate(
  mind: PracticeMind,
  { maxTokens = 512, temperature = 0, seed = 0, stop = [] }: GenerationSettings,
): SubjectReply['output'] {
  const random = randomStream(seed, 'practice model')
  const tokenIds: number[] = []
  while (tokenIds.length < maxTokens) {
    const logprobs = mind.next(tokenIds)
    const id =
      temperature === 0 ? (likeliest(logprobs, 1)[0] ?? END_ID) : drawn(logprobs, temperature, random)
    tokenIds.push(id)
    const text = practiceVocabulary.detokenize(tokenIds)
    if (id === END_ID) return { text, tokenIds, stopReason: 'stop' }
    const cut = stop.map((one) => text.indexOf(one)).filter((at) => at !== -1)
    if (cut.length > 0) return { text: text.slice(0, Math.min(...cut)), tokenIds, stopReason: 'stop' }
  }
  return { text: practiceVocabulary.detokenize(tokenIds), tokenIds, stopReason: 'length' }
}

function drawn(logprobs: Float64Array, temperature: number, random: ReturnType<typeof randomStream>): number {
  const weights = logprobs.map((logprob) => Math.exp(logprob / temperature))
  let rest = random.uniform() * weights.reduce((sum, weight) => sum + weight, 0)
  for (const [id, weight] of weights.entries()) {
    rest -= weight
    if (rest < 0) return id
  }
  return END_ID
}
