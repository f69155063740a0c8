import type { KnownLanguage } from '../../benchmark/generate/language.js'
import type { Dialect } from '../../toolcall/dialect.js'
import type { CaseReading } from '../case-reading.js'
import type { LadderCase } from '../ladder-case.js'
import { type CopyJudgement, copyClassOf } from './copy-class.js'
import type { CorpusReferences } from './corpus-references.js'
import { type EntityOutcome, entityOutcomeOf } from './entity-outcome.js'
import { type SilenceKind, silenceOf } from './useful-answer.js'

/** An answer with what rung 3 sees in it. Exactly one of the last three, by battery and gold. */
export interface JudgedCase {
  readonly reading: CaseReading
  readonly case: LadderCase
  /** Whether a call is right. */
  readonly needsCall: boolean
  /** Level S4 and up: the form of a call holds. */
  readonly isWellFormed: boolean
  /** Rows of the corpus that call. */
  readonly copy?: CopyJudgement
  /** New prompts that need a call. */
  readonly entity?: EntityOutcome
  /** Prompts that need none. */
  readonly silence?: SilenceKind
}

export interface JudgeOptions {
  readonly references: CorpusReferences
  readonly dialect: Dialect
  /** Of the corpus. */
  readonly language: KnownLanguage
}

/** Judges an answer to a case with gold; undefined where nothing is right or wrong. */
export function judgeCase(reading: CaseReading, options: JudgeOptions): JudgedCase | undefined {
  const { case: one, parsing } = reading
  if (one.gold === undefined) return undefined
  const needsCall = one.gold.calls.length > 0
  const base = {
    reading,
    case: one,
    needsCall,
    isWellFormed: parsing.outcome === 'called' && parsing.strict.level >= 'S4',
  }
  if (!needsCall) return { ...base, silence: silenceOf(reading, options.language) }
  if (one.battery === 'verbatim') return { ...base, copy: copyClassOf({ reading, ...options }) }
  return { ...base, entity: entityOutcomeOf(reading, options.references) }
}

/** Whether no call, and no attempt at one, was made. */
export function isSilent({ reading }: JudgedCase): boolean {
  const { outcome } = reading.parsing
  return outcome === 'abstained' || outcome === 'empty'
}

/** The level of an answer, S7 where its calls equal gold. */
export function levelOf({ reading }: JudgedCase): string {
  return reading.verdict?.level ?? reading.parsing.strict.level
}
