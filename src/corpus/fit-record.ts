import { InputError } from '../errors.js'
import type { TokenCounter } from '../text/count-tokens.js'
import type { ChatMessage, ChatRecord } from './chat-record.js'
import type { ShrinkableText } from './shrinkable-text.js'

/** A piece of a message: fixed text, tokens of tools (each counts as one), or text that may be cut. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tokens'; readonly tokens: readonly string[] }
  | { readonly kind: 'shrinkable'; readonly text: ShrinkableText }

/** A record before it is known to fit. At most one piece of it is shrinkable. */
export interface RecordDraft {
  readonly id: string
  readonly format: string
  readonly tool: string
  readonly system?: string
  readonly user: readonly Piece[]
  readonly assistant: readonly Piece[]
}

/** How long a record may be. */
export interface TokenBudget {
  readonly counter: TokenCounter
  /** Tokens of a whole record as the model sees it. */
  readonly maxTokens: number
  /** Kept free for the chat template's own marks. */
  readonly reserve: number
}

export interface FittedRecord {
  readonly record: ChatRecord
  readonly isTruncated: boolean
}

/** Characters that one token holds at most in text worth keeping; beyond it lie runs of white space. */
const MAX_CHARACTERS_PER_TOKEN = 16

/**
 * The record with its shrinkable piece cut as far as needed; everything else, the target's tokens above all, stays
 * whole. A text of n bytes has at most n tokens, so that short records need no counting.
 *
 * @throws {InputError} `token-budget` when it does not fit even without the shrinkable text.
 */
export function fitRecord(draft: RecordDraft, budget: TokenBudget): FittedRecord {
  const room = budget.maxTokens - budget.reserve
  const longest = longestOf(draft)
  const most = room * MAX_CHARACTERS_PER_TOKEN
  if (longest <= most) {
    const whole = messagesOf(draft, longest)
    if (fits(whole, room, budget.counter)) return { record: recordOf(draft, whole), isTruncated: false }
  }
  let enough = -1
  let best: readonly Draft[] | undefined
  for (let low = 0, high = Math.min(longest - 1, most); low <= high; ) {
    const middle = (low + high) >> 1
    const messages = messagesOf(draft, middle)
    if (fits(messages, room, budget.counter)) {
      enough = middle
      best = messages
      low = middle + 1
    } else high = middle - 1
  }
  if (enough < 0 || best === undefined) throw tooSmall(draft, budget)
  return { record: recordOf(draft, best), isTruncated: true }
}

interface Draft {
  readonly message: ChatMessage
  /** Texts between tokens, which tokenizers never join across one. */
  readonly texts: readonly string[]
  readonly tokens: number
}

function longestOf({ user, assistant }: RecordDraft): number {
  let longest = 0
  for (const piece of [...user, ...assistant]) {
    if (piece.kind === 'shrinkable') longest = Math.max(longest, piece.text.longest)
  }
  return longest
}

function messagesOf({ system, user, assistant }: RecordDraft, length: number): readonly Draft[] {
  return [
    ...(system === undefined ? [] : [messageOf('system', [{ kind: 'text', text: system }], length)]),
    messageOf('user', user, length),
    messageOf('assistant', assistant, length),
  ]
}

function messageOf(role: ChatMessage['role'], pieces: readonly Piece[], length: number): Draft {
  let content = ''
  let text = ''
  let tokens = 0
  const texts: string[] = []
  for (const piece of pieces) {
    if (piece.kind === 'tokens') {
      texts.push(text)
      text = ''
      tokens += piece.tokens.length
      content += piece.tokens.join('')
      continue
    }
    const added = piece.kind === 'text' ? piece.text : piece.text.within(length)
    text += added
    content += added
  }
  texts.push(text)
  return { message: { role, content }, texts, tokens }
}

function fits(messages: readonly Draft[], room: number, counter: TokenCounter): boolean {
  let tokens = 0
  let length = 0
  for (const message of messages) {
    tokens += message.tokens
    for (const text of message.texts) length += text.length
  }
  // UTF-8 takes at most three bytes a code unit.
  if (tokens + 3 * length <= room) return true
  for (const { texts } of messages) {
    for (const text of texts) {
      if (text !== '') tokens += counter.count(text)
      if (tokens > room) return false
    }
  }
  return tokens <= room
}

function recordOf({ id, format, tool }: RecordDraft, messages: readonly Draft[]): ChatRecord {
  return { id, format, tool, messages: messages.map(({ message }) => message) }
}

function tooSmall({ id }: RecordDraft, { maxTokens, reserve }: TokenBudget): InputError {
  return new InputError({
    code: 'token-budget',
    what: `A record does not fit into ${maxTokens} tokens (${reserve} of them kept for the chat template) even without any of its text.`,
    where: id,
    fix: 'Allow more with --max-tokens.',
  })
}
