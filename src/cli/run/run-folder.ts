import { InputError } from '../../errors.js'
import type { Files } from '../../ports.js'
import type { CliContext } from '../command.js'
import { guardFolder } from '../output-guard.js'

export interface RunFolderRequest {
  readonly resume?: string | undefined
  readonly output?: string | undefined
  /** Files that the command will write: a folder that holds one of them is somebody's. */
  readonly writes: readonly string[]
}

/**
 * The folder of the run: the one that goes on, or a new one.
 *
 * @throws {InputError} `output-is-file`, `run-exists`, `run-missing`.
 */
export async function runFolder(
  { resume, output, writes }: RunFolderRequest,
  { files, clock }: CliContext,
): Promise<string> {
  if (resume !== undefined) {
    for (const folder of [resume, files.join('runs', resume)]) {
      if (await isThere(files, files.join(folder, 'run.json'))) return folder
    }
    throw new InputError({
      code: 'run-missing',
      what: 'There is no such run.',
      where: resume,
      fix: 'Name the folder that holds run.json, or the id of a run in runs/.',
    })
  }
  const stamp = new Date(clock.now())
    .toISOString()
    .replace(/[-:]/g, '')
    .replace(/\..*$/, '')
    .replace('T', '-')
  const wanted = output ?? files.join('runs', stamp)
  let folder = wanted
  for (let number = 2; output === undefined && (await isThere(files, folder)); number++) {
    folder = `${wanted}-${number}`
  }
  await guardFolder(folder, files)
  await refuseFolder(folder, writes, files)
  return folder
}

/** @throws {InputError} `run-exists`. */
export async function refuseFolder(folder: string, writes: readonly string[], files: Files): Promise<void> {
  for (const name of writes) {
    if (!(await isThere(files, files.join(folder, name)))) continue
    throw new InputError({
      code: 'run-exists',
      what: `The folder holds a run or a benchmark already: ${name}.`,
      where: folder,
      fix: `Go on with a run by --resume ${folder}, or choose another folder with -o.`,
    })
  }
}

async function isThere(files: Files, path: string): Promise<boolean> {
  return (await files.facts(path)) !== undefined
}
