/**
 * What is asked of every generated dialogue.
 *
 * - `shape`: assistant first, user last, in turns; plans on the user's turns; no role written into a text
 * - `placeholder`: none left, none that the assistant uses first, numbers from 1
 * - `statement`: what the user says is in a plan, and a plan holds nothing that nobody said
 * - `plan`: parses, calls tools of the pack by keyword, defines what it uses and uses what it defines
 * - `run`: runs without an error, on the cache that the turns before have left
 * - `rows`: every search finds something
 * - `narrowing`: every filter leaves something out
 * - `grounding`: every value was said, was computed, or follows from a rule
 * - `seeking`: a question names just what is missing and mandatory, and nobody had said it
 * - `keys`: no key of the cache is used twice
 * - `repetition`: nothing is searched for that was found before
 * - `labels`: the label is what the plan does
 * - `leak`: no name that belongs to another split
 * - `likeness`: no two templates share more than 0.6 of their words
 */
export type CheckId =
  | 'shape'
  | 'placeholder'
  | 'statement'
  | 'plan'
  | 'run'
  | 'rows'
  | 'narrowing'
  | 'grounding'
  | 'seeking'
  | 'keys'
  | 'repetition'
  | 'labels'
  | 'leak'
  | 'likeness'

/** Something that a check objects to. */
export interface CheckFinding {
  readonly check: CheckId
  /** One sentence. */
  readonly what: string
  /** Turn from 1; absent where the whole is at fault. */
  readonly turn?: number
}
