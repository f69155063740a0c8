import { CommanderError } from 'commander'
import { hostClock } from '../adapters/clock.js'
import { hostHttp } from '../adapters/http.js'
import { AssayError, InputError } from '../errors.js'
import { printable } from '../text/printable.js'
import type { ExitCode } from './command.js'
import { hostPlaces } from './host-places.js'
import { buildProgram } from './program.js'
import { toldError } from './told-error.js'

/** Runs the command line and sets the exit code of the process. */
export async function main(argv: readonly string[]): Promise<void> {
  const interrupt = new AbortController()
  process.once('SIGINT', () => {
    process.exitCode = 130
    interrupt.abort(new Error('interrupted'))
    process.once('SIGINT', () => process.exit(130))
  })
  const isQuiet = argv.includes('--quiet')
  // A reader that has seen enough, such as `head`, closes the pipe: nothing is wrong then.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit()
    process.stderr.write(
      `StoreError: The output cannot be written: ${printable(error.message)}\n  where: standard output\n`,
    )
    process.exit(3)
  })
  const program = buildProgram({
    files: hostPlaces.files,
    http: hostHttp,
    clock: hostClock,
    print: (text) => void process.stdout.write(text),
    notify: (line) => {
      if (!isQuiet) process.stderr.write(`${printable(line)}\n`)
    },
    complain: (text) => void process.stderr.write(text),
    variable: (name) => process.env[name],
    signal: interrupt.signal,
    exit: (code) => {
      process.exitCode = code
    },
  })
  try {
    await program.parseAsync([...argv])
  } catch (error) {
    process.exitCode = interrupt.signal.aborted ? 130 : report(error)
  }
}

/** Says what went wrong on stderr and names the exit code for it. */
function report(error: unknown): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  process.stderr.write(toldError(error))
  if (!(error instanceof AssayError)) return 70
  if (error instanceof InputError) return 2
  return error.name === 'BugError' ? 70 : 3
}
