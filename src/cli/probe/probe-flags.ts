import type { MainShowing } from '../../probe/showing.js'
import type { RunFlags } from '../run/run-flags.js'

/** Flags of `assay probe`. */
export interface ProbeFlags
  extends Omit<RunFlags, 'battery' | 'shortlist' | 'temperature' | 'topP' | 'stop' | 'trialRequests'> {
  /** The same as `items`. */
  readonly benchmark?: readonly string[]
  readonly checkpoints?: readonly string[]
  readonly tokens?: string
  readonly show?: MainShowing
  readonly resamples: number
}
