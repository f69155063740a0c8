import type { RandomStream } from '../numeric/random.js'
import type { JsonObject, JsonValue } from '../text/json.js'
import type {
  Bindings,
  DialogueSplit,
  DialogueTemplate,
  GrammarSplits,
  Mention,
} from './dialogue-template.js'
import type { ResultRows, ToolResult } from './tool-result.js'

/**
 * A domain of dialogues: its ontology, the generator of its knowledge base, its tools, the words in which an agent asks
 * for what is missing, and the grammar of its dialogues. Data and rules only: nothing that the engine does is done here.
 */
export interface Pack {
  /** As `--pack` names it. */
  readonly id: string
  /** Rises whenever the same seed gives other rows or other dialogues. */
  readonly version: number
  /** A few words for headings. */
  readonly title: string
  /** What the assistant is, as its system prompt says, e.g. "an expert travel planner". */
  readonly persona: string
  /** BCP 47 tags of the languages that its dialogues are written in; the first is the default. */
  readonly languages: readonly [string, ...string[]]
  /**
   * Opens the pack over a knowledge base, generated from the seed or read from where one was saved.
   * @throws {InputError} when a saved knowledge base is damaged or of another version.
   */
  open(opening: PackOpening): Promise<PackWorld>
  /** Names that `PackOpening.switches` may have; absent: none. */
  readonly switches?: readonly string[]
  /** Absent: the pack brings no dialogues of its own. */
  readonly dialogues?: DialogueGrammar
}

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

/**
 * `strict`: the semantics without the faults of the released code. `compat`: as released, faults included; a pack without
 * a released ancestor treats it as `strict`.
 */
export type PackSemantics = 'strict' | 'compat'

export interface PackOpening {
  /** `full`: the published size. `small`: made in well under a second, for tests and examples. */
  readonly size: 'full' | 'small'
  /** Decides every row of the knowledge base. */
  readonly seed: number
  readonly semantics: PackSemantics
  /** Faults of the released code to put right (`strict` has all of them put right), or under `strict` to bring back. */
  readonly switches?: Readonly<Record<string, boolean>>
  /** A saved knowledge base, by name of file; absent: it is generated. */
  readonly saved?: (name: string) => Promise<Uint8Array>
}

/** A pack over one knowledge base. Holds no state of a dialogue: one world serves any number of them at once. */
export interface PackWorld {
  readonly pack: Pick<Pack, 'id' | 'version' | 'persona' | 'languages'>
  readonly semantics: PackSemantics
  /** SHA-256 over all rows. */
  readonly knowledge: string
  /** In the order in which prompts list them. */
  readonly tools: readonly PackTool[]
  /** How an agent's question is read: which slots it names. */
  readonly seek: SeekLexicon
  /** Files that hold the knowledge base compactly; what `saved` gives back. Pieces are made as they are taken. */
  save(): Iterable<{ readonly name: string; readonly bytes: Uint8Array }>
  /** Rows by table, for the card of a data set. */
  readonly counts: Readonly<Record<string, number>>
}

/**
 * What a tool is to the engine and to the scorers. `save`, `get` and `seek` are carried out by the engine; the scorers look
 * through `save` and `get` to who made the value. `call`: any other, e.g. one that changes something.
 */
export type ToolRole = 'search' | 'filter' | 'nearest' | 'sort' | 'date' | 'seek' | 'save' | 'get' | 'call'

export interface PackTool {
  readonly name: string
  readonly role: ToolRole
  readonly description: string
  /** In the order of the signature. */
  readonly parameters: readonly ToolParameter[]
  /** Groups of parameters of which at least one must be given, e.g. city, airport or code of departure. */
  readonly needsOneOf?: readonly (readonly string[])[]
  /** Calls in Python, each of which parses and runs over some knowledge base. */
  readonly examples: readonly string[]
  /** Whether the tool changes something outside; such a tool of a live server runs only when allowed. */
  readonly writes?: boolean
  /** JSON Schema of the arguments where it says more than `parameters`; results are `{"$ref": "r3"}`. Default: made from `parameters`. */
  readonly inputSchema?: JsonObject
  /**
   * Reads arguments that were bound to names. Default: by `parameters`. A world under `compat` may be laxer or stricter
   * than the strict reading.
   */
  check?(given: ReadonlyMap<string, GivenArgument>): CheckedArguments | ArgumentFault
  /** Never called for `save`, `get` and `seek`. May be asynchronous only where it reaches outside (a live server). */
  run(args: CheckedArguments): ToolOutcome | Promise<ToolOutcome>
}

/** How a value is written and compared. */
export interface ToolParameter {
  readonly name: string
  /** `result`: rows of an earlier call. `date`: ISO once read. `time`: minutes from midnight once read. `any`: any JSON, for tools of servers. */
  readonly type: 'text' | 'integer' | 'number' | 'boolean' | 'date' | 'time' | 'result' | 'any'
  /** `one` value; `set`: a list whose order and repetitions mean nothing; `pair`: a list of two, lowest first; `list`: order counts. */
  readonly shape: 'one' | 'set' | 'pair' | 'list'
  readonly isMandatory?: boolean
  /** What an absent argument means; a call that states it and one that does not are the same call. In the form of `CheckedArguments`. */
  readonly default?: CheckedValue
  readonly description: string
  /** Values that exist; anything else is a validation error. */
  readonly choices?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  /** Slot that a question asks for when this is missing; default: the name. */
  readonly slot?: string
}

/**
 * A value as an executor hands it over: numbers of Python keep their type, results are themselves. `list` and `tuple` both
 * come as arrays.
 */
export type GivenArgument =
  | { readonly kind: 'none' }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'integer'; readonly value: bigint }
  | { readonly kind: 'float'; readonly value: number }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'list'; readonly items: readonly GivenArgument[] }
  | { readonly kind: 'dict'; readonly entries: readonly (readonly [GivenArgument, GivenArgument])[] }
  | { readonly kind: 'result'; readonly result: ToolResult }

/** Arguments as tools take them: dates in ISO, times in minutes, integers as numbers, absent ones absent (defaults are not filled in). */
export interface CheckedArguments {
  readonly kind: 'checked'
  readonly values: Readonly<Record<string, CheckedValue>>
}

export type CheckedValue = JsonValue | ToolResult | readonly ToolResult[]

/** A call that the tool refuses before it does anything. */
export interface ArgumentFault {
  readonly kind: 'fault'
  /** Undefined where no one parameter is to blame. */
  readonly parameter?: string
  readonly reason: 'missing' | 'unknown' | 'type' | 'pair' | 'range' | 'choice' | 'format'
  /** One sentence for the agent. */
  readonly message: string
}

/** What a tool gives back; a mistake of the agent is an outcome, not an exception. */
export type ToolOutcome =
  | { readonly kind: 'rows'; readonly rows: ResultRows; readonly summary: string }
  /** A plain value, such as a date; `summary` is what a saved value shows (default: the value as text). */
  | { readonly kind: 'value'; readonly value: JsonValue; readonly summary?: string }
  | {
      readonly kind: 'error'
      /** `column`: a column that the rows lack. `empty`: the tool refuses to work on nothing. `failed`: the server or the tool itself failed. */
      readonly error: 'column' | 'validation' | 'empty' | 'failed'
      readonly parameter?: string
      readonly message: string
    }

/** Words by which a question is understood, slot by slot. */
export interface SeekLexicon {
  readonly slots: readonly SeekSlot[]
}

export interface SeekSlot {
  /** As `ToolParameter.slot` names it. */
  readonly slot: string
  /**
   * Phrases that name the slot, by BCP 47 tag, lower case; matched on whole words, longest first, so that "departure date"
   * is not also "date".
   */
  readonly phrases: Readonly<Record<string, readonly string[]>>
}

export function definePack(pack: Pack): Pack {
  return pack
}
