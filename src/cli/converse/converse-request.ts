import type { SecretBook } from '../../run/secret-book.js'
import type { StoredConfig } from '../../run/stored-config.js'
import type { CliContext } from '../command.js'
import type { RunHost } from '../run/run-host.js'
import type { ConverseFlags } from './converse-flags.js'

/** What a run of dialogues is opened with. */
export interface ConverseOpening {
  readonly flags: ConverseFlags
  readonly context: CliContext
  readonly host: RunHost
  readonly secrets: SecretBook
  readonly stored: StoredConfig | undefined
  readonly folder: string
  readonly id: string
  readonly halt: AbortSignal
}
