import type { ToolFacts } from './tool-facts.js'

/** One statement about a tool: of a parameter or field (`subject`), with a value, or of the tool as a whole. */
export interface Fact {
  /** The parameter or field that it is about; empty for the whole tool. */
  readonly subject: string
  readonly value: string
}

/**
 * What a tool's schemas say of a statement. `contradicted`: they state otherwise. `unlisted`: they list all that there
 * is, and it is not among that. `open`: they leave it open.
 */
export type Judgement = 'true' | 'contradicted' | 'unlisted' | 'open'

/** One kind of statement: which hold for a tool, which do not, and how they are asked for. */
export interface FactKind {
  readonly id: string
  /** `whole`: of the tool as a whole, so that almost any two tools can be asked; at most a third of the blocks while others are found. */
  readonly about: 'part' | 'whole'
  /** Statements that are true of the tool and can be quoted. */
  facts(tool: ToolFacts): readonly Fact[]
  judge(tool: ToolFacts, fact: Fact): Judgement
  /** Yes-or-no questions; absent where the kind is asked as multiple choice only. */
  readonly yesNo?: readonly ((fact: Fact) => string)[]
  /** Multiple choice: all statements with the same frame answer one question, by their options. */
  readonly choice?: {
    frame(fact: Fact): string
    option(fact: Fact): string
    readonly questions: readonly ((frame: string) => string)[]
  }
  /** Parts of a question or an option that come out of the catalog. */
  quoted(fact: Fact): readonly string[]
}
