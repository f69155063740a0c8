/** What somebody might look for in a report, and why it is missing. */
export interface Absence {
  readonly what: string
  readonly why: string
}
