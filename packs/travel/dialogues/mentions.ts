import type { Mention } from '../../../src/agent/dialogue-template.js'
import { constraintsOf } from './words/index.js'

/** Words that ask for what no placeholder stands for: a pool, business class, no layovers. */
export const travelMentions: readonly Mention[] = Object.values(constraintsOf)
  .flat()
  .flatMap(({ parameter, value, mentions }) =>
    mentions === undefined ? [] : [{ parameter, value, phrases: mentions }],
  )
