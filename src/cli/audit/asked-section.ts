import type { Benchmark, Item } from '../../benchmark/item.js'
import type { askedSectionIds } from '../../sections/asked-section-ids.js'

/** A flag of a command by its name without dashes: a list repeats it, `true` sets it, `false` leaves it out. */
export type FlagValue = string | number | boolean | readonly (string | number)[]
export type Flags = Readonly<Record<string, FlagValue>>

/** What a section is planned from. */
export interface AskingMaterial {
  readonly spec: string
  /** What the config gives the section, for all subjects and for this one, paths as seen from the working folder. */
  readonly flags: Flags
  readonly benchmarks: readonly { readonly path: string; readonly benchmark: Benchmark }[]
  /** File with the tools of the audit. */
  readonly catalog: string
}

/** A section of the audit that asks a subject, by a command of its own in a folder of its own. */
export interface AskedSection {
  /** The word in the config's `sections` and `ask`. */
  readonly id: (typeof askedSectionIds)[number]
  readonly title: string
  readonly command: string
  /** Flags that name files, which a config names from its own folder. */
  readonly paths: readonly string[]
  /** Flags that are refused when it goes on, for what they said is stored. */
  readonly atStart: readonly string[]
  /** Whether the command scores what it asked; otherwise `assay score` does. */
  readonly scores: boolean
  /** Whether the command can go on where it stopped; otherwise it starts anew, and keeps what it is given by `-o` there. */
  readonly resumes: boolean
  /** Flags beside `--subject` and `-o`; a text says why there is nothing to ask. */
  plan(material: AskingMaterial): Flags | string
}

export function defineAskedSection(section: AskedSection): AskedSection {
  return section
}

/** Paths of benchmarks that hold items of a kind. */
export function itemsOf(
  { benchmarks }: Pick<AskingMaterial, 'benchmarks'>,
  kinds: readonly Item['kind'][],
): readonly string[] {
  return benchmarks
    .filter(({ benchmark }) => benchmark.items.some(({ kind }) => kinds.includes(kind)))
    .map(({ path }) => path)
}
