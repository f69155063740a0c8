import { InputError } from '../../errors.js'
import type { Files } from '../../ports.js'
import { refuseLinks } from '../../run/refuse-links.js'

/** Where a generation keeps what it asked, within the folder of its benchmark. */
export function workFolder(output: string, files: Files): string {
  return files.join(output, 'generation')
}

/**
 * A new generation begins in a folder that holds neither a benchmark nor another one; one that goes on needs its own.
 *
 * @throws {InputError} `output-occupied`, `generation-missing`, `run-link`.
 */
export async function checkFolder(output: string, { files, isResumed }: FolderCheck): Promise<void> {
  const work = workFolder(output, files)
  const isBegun = (await files.facts(files.join(work, 'generation.json'))) !== undefined
  if (isResumed) {
    if (!isBegun) {
      throw new InputError({
        code: 'generation-missing',
        what: 'There is no generation to go on with.',
        where: output,
        fix: 'Name the folder that it was begun in with -o, or leave out --resume.',
      })
    }
    await refuseLinks(work, ['generation.json', 'samples.jsonl', 'raw'], files)
    return
  }
  for (const name of ['benchmark.json', 'items.jsonl']) {
    if ((await files.facts(files.join(output, name))) !== undefined) throw occupied(output, 'a benchmark')
  }
  if (isBegun || (await files.facts(files.join(work, 'samples.jsonl'))) !== undefined) {
    throw occupied(output, 'a generation that was begun')
  }
}

interface FolderCheck {
  readonly files: Files
  readonly isResumed: boolean
}

function occupied(output: string, what: string): InputError {
  return new InputError({
    code: 'output-occupied',
    what: `The folder holds ${what} already.`,
    where: output,
    fix: 'Go on with it by --resume, or choose another folder with -o.',
  })
}
