import type { BenchmarkNotice } from '../../item.js'

/** What was wrong with rows and dialogues of a T1 table: the code, and what is said of so many of them. */
const SAYINGS = {
  'text-empty': (count) => `${rows(count)} no text and ${are(count)} passed over`,
  'id-empty': (count) =>
    `${rows(count)} no ID and ${count === 1 ? 'is' : 'are'} taken for the dialogue above`,
  'role-doubled': (count) => `${rows(count)} the role twice; it is taken once`,
  'plan-on-assistant': (count) => `${rows(count)} a plan beside words of the assistant; it is left out`,
  'plan-missing': (count) => `${count} ${count === 1 ? 'turn' : 'turns'} of the user ${have(count)} no plan`,
  'starts-with-user': (count) => `${dialogues(count)} with the user; kept as ${they(count)}`,
  'not-alternating': (count) =>
    `${count} ${count === 1 ? 'dialogue has' : 'dialogues have'} two turns of one role in a row; kept as ${they(count)}`,
  'role-missing': (count) => `${leftOut(count)}: a row names neither assistant nor user`,
  'placeholder-left': (count) => `${leftOut(count)}: a placeholder was never filled`,
  'no-user': (count) => `${leftOut(count)}: the user says nothing`,
} as const satisfies Record<string, (count: number) => string>

export type RowFault = keyof typeof SAYINGS

/** Counts what was wrong, each kind once with an example: real sets have thousands of rows of one kind. */
export class RowNotices {
  readonly #found = new Map<RowFault, { count: number; readonly where: string; readonly example: string }>()

  /** @param example what stands there, or the empty text. */
  add(fault: RowFault, { where, example = '' }: { readonly where: string; readonly example?: string }): void {
    const known = this.#found.get(fault)
    if (known === undefined) this.#found.set(fault, { count: 1, where, example })
    else known.count++
  }

  list(path: string): readonly BenchmarkNotice[] {
    return [...this.#found].map(([code, { count, where, example }]) => ({
      code,
      what: `${SAYINGS[code](count)}, e.g. ${where}${example === '' ? '' : `: ${JSON.stringify(example)}`}.`,
      where: path,
    }))
  }
}

const rows = (count: number): string => `${count} ${count === 1 ? 'row has' : 'rows have'}`
const are = (count: number): string => (count === 1 ? 'is' : 'are')
const have = (count: number): string => (count === 1 ? 'has' : 'have')
const they = (count: number): string => (count === 1 ? 'it stands' : 'they stand')
const dialogues = (count: number): string => `${count} ${count === 1 ? 'dialogue starts' : 'dialogues start'}`
const leftOut = (count: number): string =>
  `${count} ${count === 1 ? 'dialogue is' : 'dialogues are'} left out`
