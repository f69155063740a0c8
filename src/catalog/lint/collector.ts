import { BugError } from '../../errors.js'
import type { Catalog } from '../catalog.js'
import { type CodeCount, type Finding, type LintCode, SEVERITIES, type Severity } from './finding.js'
import type { Fault, LintRule } from './rule.js'

interface Tally {
  readonly code: LintCode
  readonly severity: Severity
  readonly order: number
  readonly findings: Finding[]
  /** Whether the tool at a position has the fault. */
  readonly tools: Uint8Array
  count: number
}

/** A fault with how often the tool has it. */
interface Gathered {
  readonly fault: Fault
  readonly tally: Tally
  readonly where: string | undefined
  places: number
}

/** Counts all findings and keeps the first of each code and severity, up to a limit. */
export class FindingCollector {
  readonly #catalog: Catalog
  readonly #limit: number
  readonly #codes: ReadonlyMap<string, { readonly code: LintCode; readonly order: number }>
  readonly #tallies = new Map<string, Tally>()
  #gathered: Gathered[] = []

  constructor(
    catalog: Catalog,
    {
      rules,
      isOn,
      limit,
    }: {
      readonly rules: readonly LintRule[]
      readonly isOn: (code: string) => boolean
      readonly limit: number
    },
  ) {
    this.#catalog = catalog
    this.#limit = limit
    const codes = rules.flatMap((rule) => rule.codes)
    this.#codes = new Map(
      codes.flatMap((code, order) => (isOn(code.code) ? [[code.code, { code, order }] as const] : [])),
    )
    this.#known = new Set(codes.map(({ code }) => code))
  }

  readonly #known: ReadonlySet<string>

  /** Takes a fault of the tools that `close` will name; faults of one code count as one finding of several places. */
  gather(fault: Fault, where: string | undefined): void {
    const tally = this.#tally(fault)
    if (tally === undefined) return
    const same = this.#gathered.find((gathered) => gathered.tally === tally)
    if (same === undefined) this.#gathered.push({ fault, tally, where, places: 1 })
    else same.places++
  }

  /** Turns what was gathered into findings of these tools. */
  close(positions: readonly number[]): void {
    for (const { fault, tally, where, places } of this.#gathered) {
      this.#count(tally, positions, () => ({
        ...this.#finding(fault, tally, positions),
        ...(where === undefined ? {} : { where }),
        ...(places > 1 ? { places } : {}),
      }))
    }
    this.#gathered = []
  }

  /** Takes a fault of a group of tools: a finding of its own. */
  add(fault: Fault, positions: readonly number[]): void {
    const tally = this.#tally(fault)
    if (tally === undefined) return
    this.#count(tally, positions, () => this.#finding(fault, tally, positions))
  }

  /** Distinct tools with a finding of the severity, listed or not. */
  affected(severity: Severity): number {
    const tallies = [...this.#tallies.values()].filter((tally) => tally.severity === severity)
    return this.#catalog.tools.reduce(
      (sum, _, position) => sum + (tallies.some(({ tools }) => tools[position] === 1) ? 1 : 0),
      0,
    )
  }

  /** Worst severity first, then in the order of the rules, then of the catalog. */
  findings(): readonly Finding[] {
    return this.#sorted().flatMap(({ findings }) => findings)
  }

  counts(): readonly CodeCount[] {
    return this.#sorted().map(({ code, severity, findings, tools, count }) => ({
      code: code.code,
      severity,
      findings: count,
      tools: tools.reduce((sum, isSet) => sum + isSet, 0),
      listed: findings.length,
    }))
  }

  #finding(fault: Fault, tally: Tally, positions: readonly number[]): Finding {
    return {
      code: fault.code,
      severity: tally.severity,
      tools: positions.map((position) => this.#catalog.tools[position]?.name ?? ''),
      message: fault.message,
    }
  }

  #count(tally: Tally, positions: readonly number[], finding: () => Finding): void {
    tally.count++
    for (const position of positions) tally.tools[position] = 1
    if (tally.findings.length < this.#limit) tally.findings.push(finding())
  }

  /** Undefined for a code that is switched off. */
  #tally({ code, severity }: Fault): Tally | undefined {
    const known = this.#codes.get(code)
    if (known === undefined) {
      if (this.#known.has(code)) return undefined
      throw new BugError({
        code: 'lint-code-unlisted',
        what: `A lint rule reports "${code}", which no rule lists.`,
      })
    }
    const level = severity ?? known.code.severities[0]
    const key = `${level} ${code}`
    let tally = this.#tallies.get(key)
    if (tally === undefined) {
      const tools = new Uint8Array(this.#catalog.tools.length)
      tally = { code: known.code, severity: level, order: known.order, findings: [], tools, count: 0 }
      this.#tallies.set(key, tally)
    }
    return tally
  }

  #sorted(): readonly Tally[] {
    return [...this.#tallies.values()].sort(
      (a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || a.order - b.order,
    )
  }
}
