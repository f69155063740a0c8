import type { ShownEntry, SpokenLine } from './agent.js'

/** An example in a prompt: a conversation up to a line of the user, the cache as it stood, and what was right then. */
export interface Shot {
  readonly history: readonly SpokenLine[]
  readonly cache: readonly ShownEntry[]
  readonly reasoning: string
  /** Plan in Python; parses and runs. */
  readonly code: string
}
