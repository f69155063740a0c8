/** Words that state an argument, e.g. `{ parameter: 'pool_present', value: 'True', phrases: ['pool'] }`. */
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
