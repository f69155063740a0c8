import { InputError } from '../../errors.js'
import type { Files } from '../../ports.js'

/** What is to be asked: folders of runs, and Parquet files that `assay export parquet` wrote. */
export interface FoundTables {
  readonly runs: readonly string[]
  readonly parquet: readonly string[]
}

/** Files and folders that are looked at: far above what is kept in one place; of more a part is named. */
const MOST_ENTRIES = 100_000

/**
 * Finds runs and Parquet files: a folder with `run.json` is a run; another holds runs up to two levels below, as an audit
 * with the runs of its subjects leaves them.
 *
 * @throws {InputError} `tables-missing`, `tables-too-many`.
 */
export async function findRuns(
  paths: readonly string[],
  files: Pick<Files, 'facts' | 'list' | 'join'>,
): Promise<FoundTables> {
  const runs = new Set<string>()
  const parquet = new Set<string>()
  let looked = 0
  const look = async (path: string, depth: number): Promise<void> => {
    if ((await files.facts(files.join(path, 'run.json'))) !== undefined) {
      runs.add(path)
      return
    }
    for (const name of await files.list(path)) {
      if (++looked > MOST_ENTRIES) throw tooMany(path)
      const inner = files.join(path, name)
      const facts = await files.facts(inner)
      if (facts?.kind === 'file' && name.endsWith('.parquet') && facts.isSpecial !== true) parquet.add(inner)
      // A link is not followed below what was named: it may lead in a circle, or out of what somebody sent.
      else if (facts?.kind === 'folder' && facts.isLink !== true && depth < 2) await look(inner, depth + 1)
    }
  }
  for (const path of paths) {
    const before = runs.size + parquet.size
    const facts = await files.facts(path)
    if (facts?.kind === 'file' && path.endsWith('.parquet')) parquet.add(path)
    else if (facts?.kind === 'folder') await look(path, 0)
    if (facts === undefined || (runs.size + parquet.size === before && paths.length === 1)) {
      throw missing(path, facts !== undefined)
    }
  }
  return { runs: [...runs], parquet: [...parquet] }
}

function missing(path: string, isThere: boolean): InputError {
  return new InputError({
    code: 'tables-missing',
    what: isThere ? 'There is no run and no Parquet file here.' : 'There is no such folder or file.',
    where: path,
    fix: 'Name folders of runs, a folder that holds them, or Parquet files that `assay export parquet` wrote.',
  })
}

function tooMany(path: string): InputError {
  return new InputError({
    code: 'tables-too-many',
    what: `More than ${MOST_ENTRIES} files and folders would have to be looked at.`,
    where: path,
    fix: 'Name a part of them.',
  })
}
