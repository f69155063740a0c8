/** `error`: the tool cannot be used as it is. `warn`: it can, and answers will suffer. `info`: worth knowing. */
export type Severity = 'error' | 'warn' | 'info'

/** Worst first. */
export const SEVERITIES: readonly Severity[] = ['error', 'warn', 'info']

/** One fault of one tool, of a group of tools, or of a text that several tools share. */
export interface Finding {
  readonly code: string
  readonly severity: Severity
  /** Names, in catalog order. */
  readonly tools: readonly string[]
  /** One line; texts of the catalog are cut short and made printable. */
  readonly message: string
  /** The first place, e.g. `description` or `inputSchema/properties/limit`. */
  readonly where?: string
  /** How many places of the tool have the fault, when more than one. */
  readonly places?: number
}

/** What a code means; `docs/lint.md` holds the same table. */
export interface LintCode {
  /** Kebab-case, stable. */
  readonly code: string
  /** The severities it can have, usual one first. */
  readonly severities: readonly [Severity, ...Severity[]]
  readonly means: string
  readonly fix: string
}

/** How often a code was found, whatever the limit on findings. */
export interface CodeCount {
  readonly code: string
  readonly severity: Severity
  readonly findings: number
  /** Distinct tools. */
  readonly tools: number
  /** How many of the findings are listed. */
  readonly listed: number
}
