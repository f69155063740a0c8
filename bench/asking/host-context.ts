import { hostClock } from '../../src/adapters/clock.js'
import { hostHttp } from '../../src/adapters/http.js'
import type { CliContext } from '../../src/cli/command.js'
import { hostPlaces } from '../../src/cli/host-places.js'

/** The context of the command line, without its output. */
export function hostContext(overrides: Partial<CliContext> = {}): CliContext {
  return {
    files: hostPlaces.files,
    http: hostHttp,
    clock: hostClock,
    print: () => undefined,
    notify: () => undefined,
    complain: (text) => void process.stderr.write(text),
    variable: (name) => process.env[name],
    signal: new AbortController().signal,
    exit: (code) => {
      if (code !== 0) throw new Error(`the run ended with ${code}`)
    },
    ...overrides,
  }
}
