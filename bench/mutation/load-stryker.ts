import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Mutant, MutantStatus } from './mutant.js'

/** What `bench/mutation/stryker.mjs` exports. */
export interface StrykerDoor {
  listMutants(paths: readonly string[]): Promise<readonly (Mutant & { readonly isIgnored: boolean })[]>
  runMutants(request: {
    /** A file with the keys of the mutants to try, as a list in JSON. */
    readonly drawn: string
    /** `file:line:column-line:column`, lines from 1. */
    readonly ranges: readonly string[]
    readonly concurrency: number
    /** A folder for the copy that is mutated. */
    readonly temporary: string
  }): Promise<
    readonly {
      readonly key: string
      readonly status: MutantStatus | 'CompileError'
      readonly isStatic: boolean
    }[]
  >
}

const HOME = 'bench/mutation'

/** @throws {Error} when Stryker is not installed. */
export async function loadStryker(): Promise<StrykerDoor> {
  if (!existsSync(`${HOME}/node_modules`)) {
    throw new Error(`Stryker is not installed: npm ci --ignore-scripts --prefix ${HOME}`)
  }
  // The shape is that of the file beside its node_modules.
  return (await import(pathToFileURL(`${HOME}/stryker.mjs`).href)) as StrykerDoor
}
