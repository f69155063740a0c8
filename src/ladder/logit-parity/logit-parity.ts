import type { TokenProbability } from '../../subject/reply.js'
import type { LadderCase } from '../ladder-case.js'

/** The likeliest first tokens of the answer to one case, on both paths. */
export interface ParityPair {
  readonly case: LadderCase
  /** `same`: both were given one text. `own`: each rendered the conversation itself, so that templates can differ, too. */
  readonly prompt: 'same' | 'own'
  readonly direct: readonly TokenProbability[]
  readonly served: readonly TokenProbability[]
}

/** First tokens asked directly and as served: whether an export left the model as it was. */
export interface LogitParity {
  readonly pairs: readonly ParityPair[]
  /** Why prompts are missing, where some are. */
  readonly missing?: string
}
