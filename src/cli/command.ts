import type { Command } from 'commander'
import type { Clock, Files, Http, Notify } from '../ports.js'

/** What a command is given instead of the process. */
export interface CliContext {
  readonly files: Files
  readonly http: Http
  readonly clock: Clock
  /** Machine output and results. */
  readonly print: (text: string) => void
  /** Progress and messages, on stderr; silent under `--quiet`. */
  readonly notify: Notify
  /** Errors, on stderr, also under `--quiet`. */
  readonly complain: (text: string) => void
  readonly variable: (name: string) => string | undefined
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
  /** Sets the exit code of a command that is done but whose result is bad by its own rule. */
  readonly exit: (code: ExitCode) => void
}

/** 0 done · 1 done, result bad · 2 input or call wrong · 3 infrastructure · 4 insufficient data · 70 our fault · 130 interrupted */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 70 | 130

/** A command of the command line: one file, one line in the list of `program.ts`. */
export interface CliCommand {
  /** Adds flags, help with examples, and an action that loads what it needs on first use. */
  register(program: Command, context: CliContext): void
}
