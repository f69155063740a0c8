import { removeFolder } from '../../adapters/remove-file.js'
import type { Files } from '../../ports.js'

/** What a command makes before anything is asked, and would make again. */
const MADE: ReadonlySet<string> = new Set(['items.jsonl', 'items'])
/** Left where it is: who takes it finds out by itself whether its holder lives. */
const LOCK = 'run.lock'

/**
 * Clears the folder of a job that ended before its command had written down what it asks: its command would refuse the folder for
 * ever, as somebody's. One that holds anything else stays as it is.
 */
export async function clearBeginning(folder: string, files: Files): Promise<void> {
  const facts = await files.facts(folder)
  if (facts?.kind !== 'folder' || facts.isLink === true) return
  const names = (await files.list(folder)).filter((name) => name !== LOCK)
  if (!names.every(isMade)) return
  for (const name of names) await removeFolder(files.join(folder, name))
}

function isMade(name: string): boolean {
  return MADE.has(name) || name.endsWith('.tmp')
}
