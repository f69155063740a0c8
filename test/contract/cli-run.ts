import type { CliContext, ExitCode } from '../../src/cli/command.js'
import type { Files } from '../../src/ports.js'
import { type MemoryFiles, memoryFiles } from './memory-files.js'

/** What a command said and did, and the context that recorded it. */
export interface CliRecord<F extends Files = MemoryFiles> {
  readonly context: CliContext
  readonly files: F
  /** Results, on stdout. */
  readonly out: () => string
  /** Progress and errors, on stderr. */
  readonly err: () => string
  readonly exitCode: () => ExitCode
}

/** A context without network: files in memory unless others are given, a clock that stands still. */
export function recordCli(files?: MemoryFiles, overrides?: Partial<CliContext>): CliRecord
export function recordCli<F extends Files>(files: F, overrides?: Partial<CliContext>): CliRecord<F>
export function recordCli(
  files: Files = memoryFiles(),
  overrides: Partial<CliContext> = {},
): CliRecord<Files> {
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
