import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/*
 * The one door to Stryker, beside its node_modules. Places are Stryker's own: lines and columns from 0, the end exclusive.
 */

/** Names a mutant by what it is, so that a draw stays the same while other files change. */
export function keyOf({ fileName, location, mutatorName, replacement }) {
  const { start, end } = location
  const place = [start.line, start.column, end.line, end.column].join(':')
  return JSON.stringify([fileName.slice(fileName.lastIndexOf('/src/') + 1), place, mutatorName, replacement])
}

/** Every mutant that Stryker makes of these files, in the order of the files. */
export async function listMutants(paths) {
  const { createInstrumenter } = await import('@stryker-mutator/instrumenter')
  const { createInjector } = await import('typed-inject')
  const silent = new Proxy(
    {},
    { get: (_target, name) => () => (String(name).startsWith('is') ? false : undefined) },
  )
  const instrumenter = createInjector()
    .provideValue('logger', silent)
    .provideValue('getLogger', () => silent)
    .injectFunction(createInstrumenter)
  const files = paths.map((path) => ({ name: path, mutate: true, content: readFileSync(path, 'utf8') }))
  const { mutants } = await instrumenter.instrument(files, {
    plugins: null,
    excludedMutations: [],
    ignorers: [],
  })
  return mutants.map((mutant) => ({
    key: keyOf({ ...mutant, fileName: `/${mutant.fileName}` }),
    fileName: mutant.fileName,
    location: mutant.location,
    mutatorName: mutant.mutatorName,
    replacement: mutant.replacement,
    isIgnored: mutant.status === 'Ignored',
  }))
}

/** A report counts lines and columns from 1. */
function fromReport({ start, end }) {
  return {
    start: { line: start.line - 1, column: start.column - 1 },
    end: { line: end.line - 1, column: end.column - 1 },
  }
}

/** Runs the drawn mutants alone. `drawn` is a file with their keys, `ranges` where they stand. */
export async function runMutants({ drawn, ranges, concurrency, temporary }) {
  const { Stryker } = await import('@stryker-mutator/core')
  const stryker = new Stryker({
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner', './drawn-checker.mjs'].map((name) =>
      name.startsWith('.')
        ? fileURLToPath(new URL(name, import.meta.url))
        : fileURLToPath(import.meta.resolve(name)),
    ),
    checkers: ['drawn'],
    drawn,
    mutate: ranges,
    vitest: { configFile: 'bench/mutation/vitest.config.ts', related: true },
    coverageAnalysis: 'perTest',
    ignoreStatic: false,
    concurrency,
    tempDirName: temporary,
    ignorePatterns: ['/.cache', '/dist', '/docs/site', '/runs', '/coverage', '/ui', '/bench/dist'],
    disableTypeChecks: false,
    // A timeout counts as killed: a busy machine must not make one.
    timeoutMS: 60_000,
    timeoutFactor: 4,
    dryRunTimeoutMinutes: 10,
    reporters: ['progress-append-only'],
    logLevel: 'warn',
    allowConsoleColors: false,
    warnings: { unknownOptions: false },
  })
  const results = await stryker.runMutationTest()
  return results.map((result) => ({
    key: keyOf({ ...result, location: fromReport(result.location) }),
    status: result.status,
    reason: result.statusReason,
    isStatic: result.static === true,
  }))
}
