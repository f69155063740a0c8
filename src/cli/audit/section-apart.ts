import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import type { CliContext } from '../command.js'
import type { TimedSection } from '../commands/calibrate-document.js'

const MOST_BYTES = 64 * 1024 * 1024

/**
 * One section of the calibration in a process of its own.
 *
 * @returns undefined where there is no second processor or no built program, and where the process ends without a result, as it
 * does when the signal is aborted.
 */
export async function sectionApart(
  id: string,
  { seed, items, reference }: { readonly seed: number; readonly items: number; readonly reference?: string },
  { signal, notify }: Pick<CliContext, 'signal' | 'notify'>,
): Promise<TimedSection | undefined> {
  // Sources are run by tests and loaders, which no process of its own would find again.
  const isBundle = /\/dist\/[^/]+\.js$/.test(import.meta.url)
  if (availableParallelism() < 2 || !isBundle) return undefined
  const program = join(
    dirname(createRequire(import.meta.url).resolve('assay/package.json')),
    'bin',
    'assay.js',
  )
  if (!existsSync(program)) return undefined
  const argv = [
    program,
    'calibrate',
    '--only',
    id,
    '--json',
    '--quiet',
    '--seed',
    `${seed}`,
    '--items',
    `${items}`,
  ]
  notify(`${id}: in a process of its own`)
  const printed = await new Promise<string>((resolve) => {
    execFile(
      process.execPath,
      [...argv, ...(reference === undefined ? [] : ['--reference', reference])],
      { signal, maxBuffer: MOST_BYTES },
      (_, stdout) => resolve(stdout),
    )
  })
  try {
    // Printed by the same program.
    const { sections } = JSON.parse(printed) as { readonly sections: readonly TimedSection[] }
    return sections[0]
  } catch {
    return undefined
  }
}
