import type { CallGold, CallTask } from '../benchmark/call-item.js'
import type { Tool } from '../catalog/tool.js'
import type { GenerationSettings } from '../subject/request.js'
import type { Message } from '../toolcall/dialect.js'

/**
 * Sets of cases. `eval`: items of the user. `verbatim`: examples of the corpus. `novel`: prompts that no corpus holds.
 * `unseen`: templates of the corpus with entities that it lacks. `suppression`: prompts that need no call. `unseen-tools`:
 * tools that are declared and were never trained. `multi-call`: prompts that need several calls. `qualitative`: six prompts
 * to look at. `no-preamble`: prompts that need a call, without the declaration of tools. `neutral`: prompts that have
 * nothing to do with tools.
 */
export type BatteryId =
  | 'eval'
  | 'verbatim'
  | 'novel'
  | 'unseen'
  | 'suppression'
  | 'unseen-tools'
  | 'multi-call'
  | 'qualitative'
  | 'no-preamble'
  | 'neutral'

/** A text that a call must copy. */
export interface CaseEntity {
  /** Tool and argument that take it. */
  readonly tool: string
  readonly argument: string
  /** Id of the entity's type, e.g. `ipv4`. */
  readonly type: string
  readonly value: string
}

/** What is asked of a case beyond its answer. */
export interface CaseAsking {
  /** Whether an answer is generated; else only the first token is looked at. */
  readonly generates: boolean
  /** Whether the probability of the trigger as the first token is looked at. */
  readonly probesOpening: boolean
  /** Default 1. */
  readonly trials?: number
  /** Beyond the ladder's own, which are greedy. */
  readonly settings?: GenerationSettings
}

/** One prompt with what is right for it. */
export interface LadderCase {
  /** `<battery>/<number or name>`; stable for a corpus, a seed and a version, so that two subjects can be paired. */
  readonly id: string
  readonly battery: BatteryId
  /** The preamble included, where the corpus writes it as a message. */
  readonly messages: readonly Message[]
  /** Tools against which calls are judged. */
  readonly tools: readonly Tool[]
  /** Whether the request offers `tools`; false where the messages declare them. */
  readonly offersTools: boolean
  /** Absent: nothing is right or wrong here. */
  readonly gold?: CallGold
  /** Cases of one cluster are no independent evidence: the template they were made from. */
  readonly cluster: string
  /** Division within the battery: the tool, the cell of the 2×2, what a suppression prompt mentions. */
  readonly group?: string
  readonly entities: readonly CaseEntity[]
  /** Id of the corpus example that it is, or comes from. */
  readonly example?: string
  /** Why no call is right, or where the case comes from. */
  readonly note?: string
  readonly asking: CaseAsking
}

/** The case as a call item, for the scorers of calls; undefined where nothing is right or wrong. */
export function caseTask({ id, messages, tools, gold, cluster, group }: LadderCase): CallTask | undefined {
  if (gold === undefined) return undefined
  return {
    id,
    messages: messages.map((message) => ({
      role: message.role,
      text: message.content ?? '',
      json: {},
    })),
    tools,
    undescribed: NONE,
    gold,
    forbidden: [],
    cluster,
    ...(group === undefined ? {} : { category: group }),
  }
}

const NONE: ReadonlySet<string> = new Set()
