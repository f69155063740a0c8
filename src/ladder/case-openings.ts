import type { PlannedSample } from '../run/plan-run.js'
import type { StoredSample } from '../run/sample-lines.js'
import type { PromptRenderer, Subject } from '../subject/subject.js'
import type { Dialect } from '../toolcall/dialect.js'
import type { MissingReading, OpeningReading } from './case-reading.js'
import { caseChat, listedOpenings } from './case-requests.js'
import type { LadderCase } from './ladder-case.js'
import { type OpeningPosition, openingRequests, type TokenName } from './opening/opening-requests.js'
import { type OpeningReply, type PositionedOpening, readOpening } from './opening/read-opening.js'

/** How a call opens for one subject: each way as the tokens that spell it. */
export interface CallOpener {
  readonly text: string
  readonly sequences: readonly (readonly TokenName[])[]
}

/**
 * How calls open in a dialect: its triggers, or where it has none what all its calls begin with (`{"name": "`, `[`).
 * Undefined where calls have no common beginning.
 */
export async function callOpener(
  dialect: Dialect,
  prompts: PromptRenderer | undefined,
): Promise<CallOpener | undefined> {
  const texts = dialect.trigger.length > 0 ? dialect.trigger : commonBeginning(dialect)
  const [text] = texts
  if (text === undefined) return undefined
  if (prompts?.tokenize === undefined) return { text, sequences: texts.map((one) => [one]) }
  const sequences: (readonly number[])[] = []
  for (const one of texts) sequences.push((await idsWithin(one, prompts)) ?? [])
  return { text, sequences: sequences.filter((sequence) => sequence.length > 0) }
}

/** Ids of a text that stands within another: without the beginning token that some tokenizers put before every text. */
async function idsWithin(
  text: string,
  prompts: PromptRenderer | undefined,
): Promise<readonly number[] | undefined> {
  const ids = await prompts?.tokenize?.(text)
  return ids?.[0] !== undefined && ids[0] === prompts?.specials?.bos ? ids.slice(1) : ids
}

function commonBeginning(dialect: Dialect): readonly string[] {
  try {
    const [first, second] = ['alpha', 'omega'].map((name) => dialect.renderCalls([{ name, arguments: {} }]))
    if (first === undefined || second === undefined) return []
    let length = 0
    while (length < first.length && first[length] === second[length]) length++
    return length === 0 ? [] : [first.slice(0, length)]
  } catch {
    return []
  }
}

/** Cases of each kind of prompt whose first token is looked at, where that takes a question for each token of a trigger. */
const MOST_OF_KIND = 48

/**
 * The cases whose openings are looked at: all where one question tells, else at most 48 that need a call, 48 that need none,
 * and as many of each battery of openings alone, evenly spread.
 */
export function openingCases(cases: readonly LadderCase[], { sequences }: CallOpener): readonly LadderCase[] {
  if (sequences.every(({ length }) => length <= 1)) return cases
  const kinds = new Map<string, LadderCase[]>()
  for (const one of cases) {
    if (!one.asking.probesOpening) continue
    const { battery, gold, asking } = one
    const kind = asking.generates ? (gold?.calls.length === 0 ? 'no-call' : 'call') : battery
    const list = kinds.get(kind) ?? []
    kinds.set(kind, list)
    list.push(one)
  }
  const taken = new Set<LadderCase>()
  for (const list of kinds.values()) {
    const most = Math.min(MOST_OF_KIND, list.length)
    for (let at = 0; at < most; at++) {
      const one = list[Math.floor((at * list.length) / most)]
      if (one !== undefined) taken.add(one)
    }
  }
  return cases.filter((one) => taken.has(one))
}

export interface OpeningPlan {
  readonly subject: Pick<Subject, 'answers' | 'facts' | 'prompts'>
  readonly dialect: Dialect
  readonly opener: CallOpener
  readonly seed: number
  /** Written out, for models that think first: the opening is looked at behind it, too. */
  readonly emptyThought?: string
}

/**
 * The questions that tell how likely each case is to open a call: whole distributions where the subject has them, else the
 * likeliest tokens of an answer.
 *
 * @throws {InputError} `template-*` when the subject's template refuses a conversation.
 */
export async function openingSamples(
  cases: readonly LadderCase[],
  plan: OpeningPlan,
): Promise<readonly PlannedSample[]> {
  const { subject, dialect, opener, seed, emptyThought } = plan
  const { prompts, answers } = subject
  if (!answers.has('next-token')) return listedOpenings(cases, plan)
  const samples: PlannedSample[] = []
  for (const one of cases) {
    if (!one.asking.probesOpening) continue
    const rendered = await prompts?.render(caseChat(one, plan))
    const prompt =
      rendered?.tokenIds ?? rendered?.text ?? dialect.render(one.messages, one.offersTools ? one.tools : [])
    const thought =
      emptyThought === undefined || typeof prompt === 'string'
        ? emptyThought
        : await idsWithin(emptyThought, prompts)
    const asked = openingRequests({
      prompt,
      sequences: opener.sequences,
      ...(thought === undefined ? {} : { emptyThought: thought }),
    })
    for (const { position, prefix, request } of asked) {
      samples.push({
        benchmark: one.battery,
        item: one.id,
        variant: variantOf(position, prefix),
        trial: 0,
        seed,
        request,
      })
    }
  }
  return samples
}

/** Position and prefix as one name, so that a stored sample says what it answers. */
function variantOf(position: OpeningPosition, prefix: readonly TokenName[]): string {
  return JSON.stringify([position, ...prefix])
}

function questionOf(variant: string | undefined): Pick<OpeningReply, 'position' | 'prefix'> | undefined {
  if (variant === undefined) return { position: 'first', prefix: [] }
  try {
    const parts: unknown = JSON.parse(variant)
    if (!Array.isArray(parts)) return undefined
    const [position, ...prefix] = parts as readonly unknown[]
    if (position !== 'first' && position !== 'content') return undefined
    const isName = (part: unknown): part is TokenName => typeof part === 'number' || typeof part === 'string'
    return prefix.every(isName) ? { position, prefix } : undefined
  } catch {
    return undefined
  }
}

/** Reads stored answers to `openingSamples`. */
export class OpeningReader {
  readonly #opener: CallOpener
  readonly #cases: readonly LadderCase[]
  readonly #replies = new Map<string, Map<string, OpeningReply>>()
  readonly #faults = new Map<string, string>()

  constructor(cases: readonly LadderCase[], opener: CallOpener) {
    this.#cases = cases.filter(({ asking }) => asking.probesOpening)
    this.#opener = opener
  }

  take({ item, variant, firstTokens, firstEntropy, error }: StoredSample): void {
    const question = questionOf(variant)
    if (question === undefined) return
    const replies = this.#replies.get(item) ?? new Map<string, OpeningReply>()
    this.#replies.set(item, replies)
    replies.set(variant ?? '', {
      ...question,
      ...(firstTokens === undefined ? {} : { firstTokens }),
      ...(firstEntropy === undefined ? {} : { firstEntropy }),
    })
    if (error !== undefined) this.#faults.set(item, error.message)
  }

  finish(): { readonly openings: readonly PositionedOpening[]; readonly missing: readonly MissingReading[] } {
    const openings: PositionedOpening[] = []
    const missing: MissingReading[] = []
    for (const one of this.#cases) {
      const replies = this.#replies.get(one.id)
      const lack = (reason: string): void => {
        missing.push({ case: one, path: 'direct', what: 'opening', reason })
      }
      if (replies === undefined) {
        lack('It was not asked.')
        continue
      }
      const result = readOpening({
        case: one,
        sequences: this.#opener.sequences,
        replies: [...replies.values()],
      })
      if (result.kind === 'read') openings.push(...result.openings)
      else lack(this.#faults.get(one.id) ?? result.reason)
    }
    return { openings, missing }
  }
}

/** Share of first tokens, over the cases, whose likeliest is what opens reasoning. */
export function thinkingShare(openings: readonly OpeningReading[], opener: string): number {
  if (openings.length === 0) return 0
  const thinking = openings.filter(({ top }) => top[0]?.text?.trim() === opener.trim())
  return thinking.length / openings.length
}
