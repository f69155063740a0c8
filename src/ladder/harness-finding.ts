import type { RungFinding } from './rung-finding.js'

/**
 * What is seen of the instrument while asking, stored so that rung 0 can judge it later: `template-differs`,
 * `preamble-missing`, `bos-doubled`, `trigger-stripped` and whatever preflight reports.
 */
export interface HarnessFinding extends RungFinding {
  /** First token at which the prompt differs from the training's, where that is what was seen. */
  readonly at?: number
}
