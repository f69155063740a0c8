import type { PlannedSample } from '../../run/plan-run.js'
import type { Subject } from '../../subject/subject.js'
import type { Dialect } from '../../toolcall/dialect.js'
import { caseChat, listedOpenings } from '../case-requests.js'
import type { LadderCase } from '../ladder-case.js'

interface ParityPlan {
  readonly subject: Pick<Subject, 'answers' | 'facts' | 'prompts'>
  readonly dialect: Dialect
  readonly seed: number
}

/** Prompts that are compared. */
const PROMPTS = 4
/** Tokens of each list; the most that hosted servers give. */
const LISTED = 20

/**
 * The verbatim cases that are compared: the shortest, the longest, and two between them, since faults of positions grow with
 * the length of a prompt.
 */
export function parityCases(cases: readonly LadderCase[]): readonly LadderCase[] {
  const length = ({ messages }: LadderCase): number =>
    messages.reduce((sum, { content }) => sum + (content?.length ?? 0), 0)
  const verbatim = cases
    .filter(({ battery }) => battery === 'verbatim')
    .toSorted((left, right) => length(left) - length(right))
  const count = Math.min(PROMPTS, verbatim.length)
  return Array.from(
    { length: count },
    (_, at) => verbatim[count === 1 ? 0 : Math.round((at * (verbatim.length - 1)) / (count - 1))],
  ).filter((one) => one !== undefined)
}

/** Prompts as the subject that is asked directly sees them, by case. */
export async function directPrompts(
  cases: readonly LadderCase[],
  { subject, dialect, seed }: ParityPlan,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  for (const one of parityCases(cases)) {
    const rendered = await subject.prompts?.render(caseChat(one, { seed }))
    texts.set(one.id, rendered?.text ?? dialect.render(one.messages, one.offersTools ? one.tools : []))
  }
  return texts
}

/**
 * One question for each prompt: what is likeliest first? By the very text of the prompt where the subject continues prompts,
 * which the variant `prompt` tells; else as a conversation, `chat`, that it renders itself. None for subjects that tell no
 * probabilities.
 *
 * @throws {InputError} `template-*` when the subject's template refuses a conversation.
 */
export function paritySamples(
  cases: readonly LadderCase[],
  plan: ParityPlan & { readonly texts: ReadonlyMap<string, string> },
): readonly PlannedSample[] {
  const { subject, seed, texts } = plan
  const compared = parityCases(cases)
  if (subject.answers.has('next-token')) {
    return compared.map(
      (one): PlannedSample => ({
        benchmark: one.battery,
        item: one.id,
        variant: 'prompt',
        trial: 0,
        seed,
        request: { kind: 'next-token', prompt: texts.get(one.id) ?? '', candidates: [], top: LISTED },
      }),
    )
  }
  if (!subject.answers.has('logprobs')) return []
  const asking = { generates: false, probesOpening: true }
  return listedOpenings(
    compared.map((one) => ({ ...one, asking: { ...one.asking, ...asking } })),
    plan,
  ).map((sample) => ({ ...sample, variant: 'chat' }))
}
