import type { CliContext, ExitCode } from '../../src/cli/command.js'
import { type MemoryFiles, memoryFiles } from './memory-files.js'

/** What a command said and did, and the context that recorded it. */
export interface CliRecord {
  readonly context: CliContext
  readonly files: MemoryFiles
  /** Results, on stdout. */
  readonly out: () => string
  /** Progress and errors, on stderr. */
  readonly err: () => string
  readonly exitCode: () => ExitCode
}

/** A context without network or host: files in memory, a clock that stands still. */
export function recordCli(
  files: MemoryFiles = memoryFiles(),
  overrides: Partial<CliContext> = {},
): CliRecord {
  let out = ''
  let err = ''
  let exitCode: ExitCode = 0
  const context: CliContext = {
    files,
    http: { send: () => Promise.reject(new Error('no network in tests')) },
    clock: { now: () => 0, sleep: async () => {} },
    print: (text) => {
      out += text
    },
    notify: (line) => {
      err += `${line}\n`
    },
    complain: (text) => {
      err += text
    },
    variable: () => undefined,
    signal: new AbortController().signal,
    exit: (code) => {
      exitCode = code
    },
    ...overrides,
  }
  return { context, files, out: () => out, err: () => err, exitCode: () => exitCode }
}
