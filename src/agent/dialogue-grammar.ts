import type { RandomStream } from '../numeric/random.js'
import type { PackWorld } from './pack.js'

/** How a pack's dialogues are made: templates that its grammar composes, and rows that exist to fill them with. */
export interface DialogueGrammar {
  /** In the order of tables, e.g. `flight`, `hotel`, `flighthotel`. */
  readonly categories: readonly string[]
  /** Counts of templates in each category by split, and how often each is filled. T1: 15, 5, 40 and 25. */
  readonly templates: { readonly train: number; readonly validation: number; readonly test: number }
  readonly fillings: number
  /**
   * Composes the templates of a category, at least as many as `templates` adds up to, or without end: whoever takes them
   * leaves out those that are too like one taken before. Nothing random that `random` does not decide.
   */
  compose(category: string, language: string, random: RandomStream): Iterable<DialogueTemplate>
  /** Divides what dialogues are about (cities, sites) between the splits, with nothing in common. */
  divide(world: PackWorld, random: RandomStream): GrammarSplits
  /**
   * Values for the placeholders of a template, from rows that exist: every search of its plans finds something.
   * @returns undefined where these draws lead nowhere; the caller draws again.
   */
  bind(
    template: DialogueTemplate,
    split: DialogueSplit,
    context: { readonly world: PackWorld; readonly splits: GrammarSplits; readonly random: RandomStream },
  ): Bindings | undefined
  /**
   * Words that state an argument for which there is no placeholder. Of each, the words and the argument must come together:
   * what the user says must be in a plan, and a plan must not hold what nobody said.
   */
  readonly mentions?: readonly Mention[]
  /**
   * Values by parameter that a plan may state for the end of a range that the user left open, as texts: "4 stars or more"
   * is `[4, 5]`, "after 9:00" is `["9:00", "23:59"]`.
   */
  readonly openEnds?: Readonly<Record<string, readonly string[]>>
}

/** E.g. `{ parameter: 'pool_present', value: 'True', phrases: ['pool'] }`. */
export interface Mention {
  readonly parameter: string
  /** As plans write it. */
  readonly value: string
  /** Lower case, matched on whole words, by any of which it is stated. */
  readonly phrases: readonly string[]
}

export type DialogueSplit = 'train' | 'validation' | 'test'

/** Names (of cities, say) by split, and every other name that belongs to them alone (neighbourhoods, hotels, airports). */
export type GrammarSplits = Readonly<Record<DialogueSplit, readonly string[]>>

/** Text by placeholder, without its brackets: `{CITY_1: 'Boise', …}`; the same value in text and in plans. */
export type Bindings = Readonly<Record<string, string>>

export interface DialogueTemplate {
  /** Distinct within the category. */
  readonly id: string
  readonly category: string
  readonly language: string
  /** Scenario and persona, for the card. */
  readonly about: { readonly scenario: string; readonly persona: string }
  /** Starts with the assistant, ends with the user, strictly alternating. */
  readonly turns: readonly TemplateTurn[]
}

export interface TemplateTurn {
  readonly role: 'assistant' | 'user'
  /** With placeholders such as `<CITY_1>`. */
  readonly text: string
  /** Gold plan in Python, with the same placeholders; on user turns only. */
  readonly plan?: string
  /** `seek`, `search`, `refine`, `nearest`, `sort`, `date`, `switch-domain`, `change-mind`, `noop`, with `+` between several. */
  readonly label?: string
  /** On turns that seek: the slots that are missing and mandatory. */
  readonly missing?: readonly string[]
}
