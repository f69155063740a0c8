/** Something that was looked at. */
export interface DoctorCheck {
  readonly group: 'host' | 'folders' | 'peers' | 'keys' | 'endpoints' | 'queue'
  readonly name: string
  /**
   * - `ok`;
   * - `absent`: not there, which is no fault unless it is demanded;
   * - `careful`: works, or may work, but look at it;
   * - `bad`: what is there does not do.
   */
  readonly state: 'ok' | 'absent' | 'careful' | 'bad'
  /** What was found, as a fragment. */
  readonly found: string
  readonly wanted?: string
  /** What it is for. */
  readonly purpose?: string
  /** What to do about it. */
  readonly fix?: string
  /** Whether a flag, a config or Assay itself cannot do without it. */
  readonly isDemanded: boolean
}

/** What `assay doctor --json` prints. */
export interface DoctorDocument {
  readonly schema: 'assay.doctor/1'
  readonly assay: string
  /** `lacking`: something that is demanded is absent or bad. */
  readonly verdict: 'ready' | 'lacking'
  readonly checks: readonly DoctorCheck[]
}

/** Whether a check stands in the way. */
export function isLacking({ isDemanded, state }: DoctorCheck): boolean {
  return isDemanded && (state === 'absent' || state === 'bad')
}

export function doctorDocument(assay: string, checks: readonly DoctorCheck[]): DoctorDocument {
  return { schema: 'assay.doctor/1', assay, verdict: checks.some(isLacking) ? 'lacking' : 'ready', checks }
}
