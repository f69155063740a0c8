/** Where an exhibit stands on the page, in the order of the page. */
export type SectionId = 'against' | 'benchmarks' | 'instrument' | 'models'

/** One number with what it takes to read it; or why there is none. */
export interface Figure {
  /** What was measured, e.g. "shortest: mcq accuracy". */
  readonly what: string
  /** Figures of one group are held against each other and against what was published. */
  readonly group: string
  /** A proportion in [0, 1] where `unit` is "share"; null where there is no number, and then `note` says why. */
  readonly value: number | null
  readonly unit: 'share' | 'count' | 'microseconds' | 'probability'
  readonly n: number
  /** What n counts, e.g. "items". */
  readonly counted: string
  readonly interval?: readonly [number, number]
  /** What the interval speaks of. */
  readonly over?: 'clusters' | 'these-items' | 'independent'
  readonly chance?: number
  readonly note?: string
  /** Kept in the data and left out of the page's table, where stronger ones stand. */
  readonly isDetail?: true
}

/** A fault that a command names, without the texts of the data that it quotes. */
export interface Fault {
  readonly code: string
  readonly severity: string
  /** Items, or what the command counts, that are concerned. */
  readonly count: number
  readonly n?: number
  /** Which part of the input, where there are several. */
  readonly of?: string
}

/** What one exhibit's commands said. */
export interface Reading {
  /** Verdicts of the commands themselves, by part. */
  readonly verdicts: readonly { readonly of: string; readonly verdict: string }[]
  readonly figures: readonly Figure[]
  readonly faults: readonly Fault[]
}

/** A number that others published. */
export interface PublishedFigure {
  readonly whose: string
  /** Digits as printed. */
  readonly printed: string
  /** The same as a proportion in [0, 1]. */
  readonly value: number
  /** The group of figures that it is held against. */
  readonly group: string
}

/** What a command needs that a clone does not bring. */
export type Need = 'data' | 'model' | 'engine' | 'call-peers'

/** One experiment: what is typed, what goes in, and how its output becomes figures. */
export interface Exhibit {
  readonly id: string
  readonly section: SectionId
  readonly title: string
  /** What it measures and by whose rules; stays true whatever the figures are. */
  readonly about: string
  /** As typed in a clone; $DATA, $MODEL and $OUT stand for folders and files of the reader's. */
  readonly commands: readonly string[]
  /** Paths below $DATA or, beginning with "./", in the clone; "$MODEL" is the model's file. Folders are read whole. */
  readonly inputs: readonly string[]
  readonly needs: readonly Need[]
  /** Outputs in the order of `commands`. Pure. */
  read(outputs: readonly string[]): Reading
  /** Where published numbers come from; present with `published`. */
  readonly source?: string
  readonly published?: readonly PublishedFigure[]
  /** Set where the published numbers are of other items than the figures: rules are compared then, and nobody is placed. */
  readonly isOfOtherItems?: true
  /** What follows from the figures, one sentence each; computed, so that it stays true when they change. */
  follows(reading: Reading): readonly string[]
}

/** One input as it was when it was measured. */
export interface InputFacts {
  readonly path: string
  readonly files: number
  readonly bytes: number
  /** SHA-256 of the file; of a folder, of the lines "<SHA-256>  <name>" of its files in order of their names. */
  readonly sha256: string
}

export type Measurement =
  | {
      readonly id: string
      readonly kind: 'measured'
      /** Day, UTC. */
      readonly day: string
      readonly assay: string
      readonly seconds: number
      readonly exitCodes: readonly number[]
      readonly inputs: readonly InputFacts[]
      readonly reading: Reading
    }
  | { readonly id: string; readonly kind: 'not-measured'; readonly day: string; readonly why: string }

/** What docs/evidence.json holds. */
export interface EvidenceRecord {
  readonly schema: 'assay.evidence/1'
  /** The machine of the last measurement, in words. */
  readonly machine: string
  readonly measurements: readonly Measurement[]
}

/** The figure of a group with the highest value. */
export function strongestOf(figures: readonly Figure[], group: string): Figure | undefined {
  return figures
    .filter((figure) => figure.group === group && figure.value !== null)
    .reduce<Figure | undefined>(
      (best, figure) => ((best?.value ?? -1) >= (figure.value ?? -1) ? best : figure),
      undefined,
    )
}

/** The JSON document in what a command printed; builds and runners may have printed lines before it. */
export function jsonIn(output: string): unknown {
  const at = /^[{[]/m.exec(output)?.index ?? 0
  return JSON.parse(output.slice(at))
}
