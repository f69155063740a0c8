import { alwaysSeekAgent } from './always-seek.js'
import { goldChanged } from './gold-changed.js'
import { goldPermuted } from './gold-permuted.js'
import { goldRenamed } from './gold-renamed.js'
import { goldTwice } from './gold-twice.js'
import { noOpAgent } from './no-op.js'
import type { NullAgent } from './null-agent.js'
import { reSearchAgent } from './re-search.js'
import { silentAgent } from './silent.js'

/** In the order of tables: what a subject must beat, then what a score must see and what it must not. */
export const nullAgents: readonly NullAgent[] = [
  silentAgent,
  noOpAgent,
  alwaysSeekAgent,
  reSearchAgent,
  goldRenamed,
  goldPermuted,
  goldChanged,
  goldTwice,
]
