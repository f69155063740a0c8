import { renderTable } from '../../src/text/table.js'

/** What a scorer said of things that are right or wrong. */
export class Tally {
  readonly falseAccepts: string[] = []
  readonly falseRejects: string[] = []
  judged = 0
  /** Of the judged ones those that are right, which can be rejected falsely, and those that are wrong. */
  ofRight = 0
  ofWrong = 0

  /** Counts a verdict; undefined: the scorer cannot say. */
  add(id: string, verdict: boolean | undefined, isRight: boolean): void {
    if (verdict === undefined) return
    this.judged++
    if (isRight) this.ofRight++
    else this.ofWrong++
    if (verdict && !isRight) this.falseAccepts.push(id)
    if (!verdict && isRight) this.falseRejects.push(id)
  }
}

/** One scorer's counts, as `--json` prints them. */
export interface Row {
  readonly scorer: string
  readonly judged: number
  readonly falseAccepts: number
  readonly ofWrong: number
  readonly falseRejects: number
  readonly ofRight: number
  /** CPU time of one judgement; absent where it was not measured. */
  readonly microseconds?: number
}

export function rowsOf(
  tallies: ReadonlyMap<string, Tally>,
  microseconds: ReadonlyMap<string, number>,
): readonly Row[] {
  return [...tallies].map(([scorer, { judged, falseAccepts, falseRejects, ofRight, ofWrong }]) => {
    const time = microseconds.get(scorer)
    return {
      scorer,
      judged,
      falseAccepts: falseAccepts.length,
      ofWrong,
      falseRejects: falseRejects.length,
      ofRight,
      ...(time === undefined ? {} : { microseconds: time }),
    }
  })
}

/** Names that are printed of each kind of fault. */
const SHOWN = 6

/** One row a scorer, then what it got wrong. */
export function tallyTable(
  tallies: ReadonlyMap<string, Tally>,
  microseconds: ReadonlyMap<string, number>,
): string {
  const right = (title: string) => ({ title, align: 'right' as const })
  const isTimed = microseconds.size > 0
  const table = renderTable({
    columns: [
      { title: 'scorer' },
      right('judged'),
      right('false accepts'),
      right('false rejects'),
      ...(isTimed ? [right('CPU µs each')] : []),
    ],
    rows: [...tallies].map(([id, { judged, falseAccepts, falseRejects }]) => [
      id,
      String(judged),
      String(falseAccepts.length),
      String(falseRejects.length),
      ...(isTimed ? [microseconds.get(id)?.toFixed(1) ?? ''] : []),
    ]),
  })
  const examples = [...tallies].flatMap(([id, { falseAccepts, falseRejects }]) => [
    ...(falseAccepts.length === 0 ? [] : [`  ${id} accepts ${shown(falseAccepts)}\n`]),
    ...(falseRejects.length === 0 ? [] : [`  ${id} rejects ${shown(falseRejects)}\n`]),
  ])
  return table + examples.join('')
}

function shown(ids: readonly string[]): string {
  return `${ids.slice(0, SHOWN).join(', ')}${ids.length > SHOWN ? ', …' : ''}`
}
