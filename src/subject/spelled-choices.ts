import { InputError } from '../errors.js'
import { quoted } from '../text/printable.js'
import { SubjectFailure } from './failure.js'
import { type NextTokenOptions, nextToken } from './next-token.js'
import type { SubjectReply } from './reply.js'
import type { ChoiceSpellings } from './request.js'
import type { ServerTokenizer } from './server-prompts.js'
import type { AskContext } from './subject.js'

export interface SpelledChoices {
  readonly labels: readonly string[]
  readonly spellings: ChoiceSpellings
  readonly prompt: string | readonly number[]
}

/** How many of the likeliest tokens are kept beside the spellings. */
const LISTED = 20

/**
 * The log-probabilities of labels as the next token, each by its spellings that are one token of the server's tokenizer.
 * Where the server lists too few tokens to tell which label is likeliest, that is said, and nothing guessed.
 *
 * @throws {InputError} `label-split`, `label-collides`. @throws {SubjectFailure} `logprobs-too-few`.
 */
export async function spelledChoices(
  { labels, spellings, prompt }: SpelledChoices,
  context: AskContext,
  options: NextTokenOptions & { readonly tokenizer: ServerTokenizer },
): Promise<SubjectReply> {
  const spelled = await spelledIds(labels, spellings, context, options)
  const candidates = spelled.map(({ id }) => id)
  const reply = await nextToken({ kind: 'next-token', prompt, candidates, top: LISTED }, context, options)
  const byId = new Map((reply.firstTokens ?? []).map((token) => [token.id, token]))
  const choices: Record<string, number> = {}
  const least = new Map<string, number>()
  const most = new Map<string, number>()
  for (const { label, text, id } of spelled) {
    const token = byId.get(id)
    const known = token === undefined || token.bound !== undefined ? undefined : token.logprob
    if (known !== undefined) choices[text] = known
    least.set(label, (least.get(label) ?? 0) + (known === undefined ? 0 : Math.exp(known)))
    most.set(label, (most.get(label) ?? 0) + Math.exp(known ?? token?.logprob ?? 0))
  }
  const [first] = [...least].sort(([, left], [, right]) => right - left)
  const isSure =
    first !== undefined &&
    first[1] > 0 &&
    labels.every((label) => label === first[0] || (most.get(label) ?? 1) < first[1] || isKnown(label))
  function isKnown(label: string): boolean {
    return most.get(label) === least.get(label)
  }
  if (isSure) return { ...reply, choices, choiceMethod: 'logprobs' }
  throw new SubjectFailure({
    code: 'logprobs-too-few',
    failure: 'schema',
    what: 'The server lists too few tokens to tell which label is the likeliest.',
    where: options.spec,
    fix: 'Serve the model with more log-probabilities (vLLM: --max-logprobs), or by SGLang or llama.cpp.',
    retryable: false,
    ...(reply.raw === undefined ? {} : { raw: reply.raw }),
  })
}

interface SpelledId {
  readonly label: string
  readonly text: string
  readonly id: number
}

async function spelledIds(
  labels: readonly string[],
  { texts }: ChoiceSpellings,
  context: AskContext,
  { tokenizer, spec }: { readonly tokenizer: ServerTokenizer; readonly spec: string },
): Promise<readonly SpelledId[]> {
  const owners = new Map<number, string>()
  const spelled: SpelledId[] = []
  for (const label of labels) {
    const all = await Promise.all(
      (texts[label] ?? [label]).map(async (text) => ({ text, ids: await idsOf(text, context, tokenizer) })),
    )
    const single = all.flatMap(({ text, ids: [id, ...more] }) =>
      id === undefined || more.length > 0 ? [] : [{ label, text, id }],
    )
    if (single.length === 0) {
      throw unfitLabels(
        'label-split',
        `No spelling of the label ${quoted(label, 40)} is one token of this model.`,
        spec,
      )
    }
    for (const one of single) {
      const owner = owners.get(one.id)
      if (owner !== undefined && owner !== label) {
        throw unfitLabels(
          'label-collides',
          `${quoted(owner, 40)} and ${quoted(label, 40)} are the same token of this model.`,
          spec,
        )
      }
      if (owner === undefined) spelled.push(one)
      owners.set(one.id, label)
    }
  }
  return spelled
}

/** Ids of spellings, by tokenizer: they are the same for every question. */
const kept = new WeakMap<ServerTokenizer, Map<string, readonly number[]>>()

/**
 * Ids of a text as it begins a line: many tokenizers put a space before a text that stands alone, which an answer behind
 * the opening of a turn does not have.
 */
async function idsOf(
  text: string,
  context: AskContext,
  tokenizer: ServerTokenizer,
): Promise<readonly number[]> {
  const known = kept.get(tokenizer) ?? new Map<string, readonly number[]>()
  kept.set(tokenizer, known)
  const found = known.get(text)
  if (found !== undefined) return found
  const before = await tokenizer.tokenize('\n', context)
  const whole = await tokenizer.tokenize(`\n${text}`, context)
  const ids = before.every((id, at) => whole[at] === id)
    ? whole.slice(before.length)
    : await tokenizer.tokenize(text, context)
  known.set(text, ids)
  return ids
}

export function unfitLabels(code: string, what: string, where: string): InputError {
  return new InputError({ code, what, where, fix: 'Ask this model by generation, or with other labels.' })
}
