import { InputError } from '../../errors.js'
import { isJsonObject, parseJson, writeJson } from '../../text/json.js'
import type { Pack, PackOpening } from '../pack.js'
import type { Table } from './table.js'
import { readTable, tableBytes, tablesHash } from './table-file.js'

/** A pack whose knowledge base is tables. */
export type TablePack = Pick<Pack, 'id' | 'version'>

const HEAD_FILE = 'knowledge.json'
const SCHEMA = 'assay.knowledge/1'

/** Files that hold a knowledge base: what it is of, then a file a table, each made when it is taken. */
export function* knowledgeFiles(
  { id, version }: TablePack,
  tables: readonly Table[],
): Generator<{ readonly name: string; readonly bytes: Uint8Array }> {
  const head = { schema: SCHEMA, pack: id, version, knowledge: tablesHash(tables) }
  yield { name: HEAD_FILE, bytes: new TextEncoder().encode(`${writeJson(head, 2)}\n`) }
  for (const table of tables) yield { name: `${table.name}.table`, bytes: tableBytes(table) }
}

/**
 * The tables of a saved knowledge base, by name.
 *
 * @throws {InputError} `pack-saved` when it is of another pack or version, or its rows are not those that its head tells of;
 *   `table-invalid`; and what `saved` throws.
 */
export async function readKnowledgeFiles<Name extends string>(
  { id, version }: TablePack,
  names: readonly Name[],
  saved: NonNullable<PackOpening['saved']>,
): Promise<Readonly<Record<Name, Table>>> {
  const reading = parseJson(new TextDecoder().decode(await saved(HEAD_FILE)))
  const head = reading.kind === 'value' ? reading.value : undefined
  if (!isJsonObject(head) || head.schema !== SCHEMA || head.pack !== id || head.version !== version) {
    throw wrong(`It is no knowledge base of version ${version} of the pack ${id}.`, HEAD_FILE)
  }
  const tables = new Map<string, Table>()
  for (const name of names) {
    const file = `${name}.table`
    const table = readTable(await saved(file), file)
    if (table.name !== name) throw wrong(`It holds another table than its name says.`, file)
    tables.set(name, table)
  }
  if (tablesHash([...tables.values()]) !== head.knowledge) {
    throw wrong(`Its rows are not those that ${HEAD_FILE} tells of.`, 'the saved knowledge base')
  }
  // Every name was set in the loop.
  return Object.fromEntries(tables) as Record<Name, Table>
}

function wrong(what: string, where: string): InputError {
  return new InputError({ code: 'pack-saved', what, where, fix: 'Generate the knowledge base again.' })
}
