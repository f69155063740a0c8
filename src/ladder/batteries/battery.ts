import type { CorpusStatistics } from '../../corpus/corpus-statistics.js'
import type { CorpusTemplate } from '../../corpus/templates.js'
import type { ToolCorpus } from '../../corpus/tool-corpus.js'
import type { JsonObject } from '../../text/json.js'
import type { Dialect } from '../../toolcall/dialect.js'
import type { BatteryId, LadderCase } from '../ladder-case.js'
import type { CommandArguments } from '../reproduction/command-arguments.js'
import type { BatterySizes } from './battery-sizes.js'
import type { CaseFrames } from './case-frame.js'
import type { BatteryLanguage } from './corpus-language.js'
import type { SeenTexts } from './seen-texts.js'
import type { UserCase } from './user-cases.js'

/** What the user brings. */
export interface UserCases {
  /** Prompts that need a call or none, in place of the novel prompts that Assay makes. */
  readonly novel?: readonly UserCase[]
  /** Prompts that need no call. */
  readonly suppression?: readonly UserCase[]
  /** Whether those stand in place of Assay's own; default false: beside them. */
  readonly replacesSuppression?: boolean
  /** Prompts that have nothing to do with tools, in place of Assay's own. */
  readonly neutral?: readonly UserCase[]
}

/** Tokens that an answer may take. */
export interface AnswerBudgets {
  /** Where a call is right: twice the longest call of the corpus and 16 more. */
  readonly call: number
  /** The same of its prose. */
  readonly prose: number
  /** Where only abstention is looked at: what a sentence or two takes. */
  readonly talk: number
}

export interface BatteryContext {
  readonly corpus: ToolCorpus
  readonly statistics: CorpusStatistics
  readonly templates: readonly CorpusTemplate[]
  readonly dialect: Dialect
  readonly seed: number
  readonly sizes: BatterySizes
  readonly language: BatteryLanguage
  readonly user: UserCases
  readonly frames: CaseFrames
  /** Prompts and values of training and evaluation, which new ones must not repeat. */
  readonly seen: SeenTexts
  readonly budgets: AnswerBudgets
  /** Arguments that take command lines. */
  readonly commands: CommandArguments
}

/** Something that a battery left out, or that a reader of its numbers should know. */
export interface BatteryNotice {
  readonly battery: BatteryId
  /** Kebab-case, stable. */
  readonly code: string
  readonly what: string
  /** Ids of cases, items or examples, at most 20. */
  readonly cases: readonly string[]
  readonly count: number
}

export interface BuiltBattery {
  readonly cases: readonly LadderCase[]
  /** How the cases came about, for the run's manifest. */
  readonly manifest: JsonObject
  readonly notices: readonly BatteryNotice[]
}

/** One set of cases. One file, one line in the list. The same context gives the same cases. */
export interface Battery {
  readonly id: BatteryId
  /** One line for `assay ladder --help`. */
  readonly describes: string
  /** @throws nothing for whatever the corpus lacks: there are no cases then, and a notice says why. */
  build(context: BatteryContext): BuiltBattery
}

export function defineBattery(battery: Battery): Battery {
  return battery
}
