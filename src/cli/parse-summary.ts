import { wilsonInterval } from '../stats/wilson.js'
import { countText, percent, percentInterval } from '../text/number-text.js'
import { printable } from '../text/printable.js'
import { renderTable } from '../text/table.js'
import { type Level, levels, type Outcome, type Parsing } from '../toolcall/parsed-call.js'
import type { ToolTable } from '../toolcall/tool-table.js'

interface Share {
  readonly n: number
  readonly value: number
  /** Wilson, 95 %. */
  readonly interval: readonly [number, number]
}

export interface ParseSummary {
  readonly schema: 'assay.parse-summary/1'
  readonly dialect: string
  readonly outputs: number
  readonly outcomes: Readonly<Record<Outcome, Share>>
  /** Outputs that reach the level, S1 to S6; cumulative. */
  readonly levels: readonly (Share & { readonly level: Level })[]
  /** Whether a keyword harness credits the output, against whether the strict reading finds a call of a declared tool. */
  readonly keywordAgainstStrict: {
    readonly both: number
    readonly keywordOnly: number
    readonly strictOnly: number
    readonly neither: number
    /** Ids of outputs that keywords alone credit, the first of them. */
    readonly examples: readonly string[]
  }
  /** By falling count. */
  readonly faults: readonly {
    readonly code: string
    readonly outputs: number
    readonly examples: readonly string[]
  }[]
}

const OUTCOMES: readonly Outcome[] = ['called', 'attempted', 'truncated', 'abstained', 'empty']
const SAYINGS: Readonly<Record<string, string>> = {
  called: 'a call in the form of the dialect',
  attempted: 'tries to call, and nothing can be run',
  truncated: 'a call was cut by the token limit',
  abstained: 'an answer without a call',
  empty: 'nothing visible',
  S1: 'a call is opened',
  S2: 'and closed',
  S3: 'and can be read',
  S4: 'and has name and arguments',
  S5: 'and names a declared tool',
  S6: 'and its arguments fit the schema',
}
const EXAMPLES = 5

/** Counts readings as they come. */
export class ParseCounter {
  readonly #outcomes = new Map<Outcome, number>()
  readonly #reached = levels.map(() => 0)
  readonly #faults = new Map<string, { outputs: number; readonly examples: string[] }>()
  readonly #square = { both: 0, keywordOnly: 0, strictOnly: 0, neither: 0 }
  readonly #examples: string[] = []
  readonly #tools: Pick<ToolTable, 'schemaOf'>
  #outputs = 0

  constructor(tools: Pick<ToolTable, 'schemaOf'>) {
    this.#tools = tools
  }

  add(id: string, { outcome, strict, keyword }: Parsing): void {
    this.#outputs++
    this.#outcomes.set(outcome, (this.#outcomes.get(outcome) ?? 0) + 1)
    const level = levels.indexOf(strict.level)
    for (let at = 1; at <= level; at++) this.#reached[at] = (this.#reached[at] ?? 0) + 1
    const isCredited = keyword.released !== null
    const isCall = strict.calls.some(({ name }) => this.#tools.schemaOf(name) !== undefined)
    this.#square[isCredited ? (isCall ? 'both' : 'keywordOnly') : isCall ? 'strictOnly' : 'neither']++
    if (isCredited && !isCall && this.#examples.length < EXAMPLES) this.#examples.push(id)
    for (const code of new Set(strict.faults.map((fault) => fault.code))) {
      const seen = this.#faults.get(code) ?? { outputs: 0, examples: [] }
      seen.outputs++
      if (seen.examples.length < EXAMPLES) seen.examples.push(id)
      this.#faults.set(code, seen)
    }
  }

  summary(dialect: string): ParseSummary {
    const share = (n: number): Share => shareOf(n, this.#outputs)
    const outcomes = Object.fromEntries(OUTCOMES.map((id) => [id, share(this.#outcomes.get(id) ?? 0)]))
    return {
      schema: 'assay.parse-summary/1',
      dialect,
      outputs: this.#outputs,
      // One entry an outcome.
      outcomes: outcomes as Readonly<Record<Outcome, Share>>,
      levels: levels.slice(1, -1).map((level, at) => ({ level, ...share(this.#reached[at + 1] ?? 0) })),
      keywordAgainstStrict: { ...this.#square, examples: this.#examples },
      faults: Array.from(this.#faults, ([code, { outputs, examples }]) => ({ code, outputs, examples })).sort(
        (left, right) => right.outputs - left.outputs || (left.code < right.code ? -1 : 1),
      ),
    }
  }
}

function shareOf(n: number, of: number): Share {
  if (of === 0) return { n, value: 0, interval: [0, 1] }
  return { n, value: n / of, interval: wilsonInterval({ successes: n, n: of }) }
}

/**
 * For people: outcomes, levels, keywords against calls, faults, and what to do next.
 *
 * @param file as the user named it.
 */
export function textOfSummary(summary: ParseSummary, file: string): string {
  const { dialect, outputs, outcomes, keywordAgainstStrict: square, faults } = summary
  const shown = printable(file)
  if (outputs === 0) return `${shown} holds no output.\n`
  const rows = [
    ...OUTCOMES.map((id) => rowOf(id, outcomes[id])),
    [],
    ...summary.levels.map((one) => rowOf(one.level, one)),
  ]
  const parts = [
    `${shown}: ${countText(outputs)} outputs, read as ${printable(dialect)}; percent with 95 % intervals\n`,
    renderTable({ columns: columnsOf('outcome · level', 'n', 'share', 'means'), rows }),
    renderTable({
      columns: columnsOf('', 'a call of a declared tool', 'no such call'),
      rows: [
        ['a keyword harness credits it', `${square.both}`, `${square.keywordOnly}`],
        ['it does not', `${square.strictOnly}`, `${square.neither}`],
      ],
    }),
  ]
  if (square.keywordOnly > 0)
    parts.push(
      `Credited by keywords alone: ${square.examples.map((id) => printable(id)).join(', ')}${square.keywordOnly > square.examples.length ? ', …' : ''}\n`,
    )
  if (faults.length > 0) {
    parts.push(
      renderTable({
        columns: columnsOf('fault', 'outputs', 'e.g.'),
        rows: faults.map(({ code, outputs: count, examples }) => [code, `${count}`, examples.join(', ')]),
      }),
    )
  }
  parts.push(
    `Whether they are the right calls takes items: assay score calls --items ITEMS --outputs ${shown} --dialect ${printable(dialect)}\n`,
  )
  return parts.join('\n')
}

function rowOf(id: string, { n, value, interval }: Share): readonly string[] {
  return [id, `${n}`, `${percent(value)} ${percentInterval(interval)}`, SAYINGS[id] ?? '']
}

function columnsOf(
  ...titles: readonly string[]
): readonly { readonly title: string; readonly maxWidth: number }[] {
  return titles.map((title) => ({ title, maxWidth: 64 }))
}
