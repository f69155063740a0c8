import type { AgentMode } from '../../agent/agents/agent.js'
import type { SummaryPolicy } from '../../agent/agents/model-summary.js'
import type { InjectionKind } from '../../agent/inject/injector.js'
import type { PackSemantics } from '../../agent/pack.js'
import type { TokenPrice } from '../../subject/subject.js'

/** Flags of `assay converse`. */
export interface ConverseFlags {
  readonly pack?: string
  readonly subject?: string
  readonly items?: string
  readonly itemsFormat?: string
  readonly split?: string
  readonly category?: readonly string[]
  readonly language?: string
  readonly small?: true
  readonly semantics?: PackSemantics
  readonly switch?: Readonly<Record<string, boolean>>
  readonly knowledge?: string
  readonly mode?: AgentMode
  readonly freeRunning?: true
  readonly shots?: number
  readonly executor?: 'tree' | 'monty'
  readonly repairs?: number
  readonly maxSteps?: number
  readonly toolsInPrompt?: true
  readonly inject?: readonly InjectionKind[]
  readonly injectRate?: number
  readonly user?: string
  readonly userTurns?: number
  readonly summaries?: SummaryPolicy
  readonly summarizer?: string
  readonly trials?: number
  readonly only?: readonly string[]
  readonly concurrency: number
  readonly maxTokensOut?: number
  readonly temperature?: number
  readonly topP?: number
  readonly seed?: number
  readonly label?: string
  readonly dialect?: string
  readonly config?: string
  readonly key?: string
  readonly price?: TokenPrice
  readonly maxCost?: number
  readonly maxTokens?: number
  readonly timeout: number
  readonly allowWrites?: true
  readonly replay?: string
  readonly header?: readonly string[]
  readonly env?: readonly string[]
  readonly resume?: string
  readonly retryErrors?: true
  readonly transcripts?: TranscriptChoice
  readonly resamples: number
  readonly output?: string
  readonly json?: true
  readonly quiet?: true
}

/** Of which dialogues transcripts are written. */
export const transcriptChoices = ['all', 'wrong', 'none'] as const

export type TranscriptChoice = (typeof transcriptChoices)[number]
