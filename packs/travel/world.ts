import type { PackOpening, PackTool, PackWorld } from '../../src/agent/pack.js'
import { knowledgeFiles, readKnowledgeFiles } from '../../src/agent/tables/knowledge-files.js'
import { tablesHash } from '../../src/agent/tables/table-file.js'
import { InputError } from '../../src/errors.js'
import { faultsOf } from './faults.js'
import { makeTables, patternTables, TRAVEL_DOMAINS, type TravelTables } from './knowledge/knowledge-base.js'
import { SEEK_LEXICON } from './seek-lexicon.js'
import { travelTools } from './tools/travel-tools.js'

/** Rises whenever the same seed gives other rows or other dialogues. */
const TRAVEL_VERSION = 1

export const TRAVEL_CARD: PackWorld['pack'] = {
  id: 'travel',
  version: TRAVEL_VERSION,
  persona: 'an expert travel planner',
  languages: ['en'],
}

/** A travel world whose rows can be read without a search. */
export interface TravelWorld extends PackWorld {
  readonly tables: TravelTables
}

export function isTravelWorld(world: PackWorld): world is TravelWorld {
  return world.pack.id === 'travel' && 'tables' in world
}

/**
 * Opens the pack over a knowledge base that is generated or read from where it was saved.
 * @throws {InputError} `travel-switch`, `table-invalid`, `pack-saved` when a saved base is of another version of the pack.
 */
export async function openTravel(opening: PackOpening): Promise<TravelWorld> {
  const faults = faultsOf(opening)
  const tables =
    opening.saved === undefined ? makeTables(opening.size, opening.seed) : await savedBase(opening.saved)
  return travelWorld(tables, travelTools(tables, faults), opening)
}

function travelWorld(
  tables: TravelTables,
  tools: readonly PackTool[],
  { semantics }: Pick<PackOpening, 'semantics'>,
): TravelWorld {
  const all = TRAVEL_DOMAINS.map((domain) => tables[domain])
  let knowledge: string | undefined
  return {
    pack: TRAVEL_CARD,
    semantics,
    tables,
    tools,
    seek: SEEK_LEXICON,
    counts: Object.fromEntries(TRAVEL_DOMAINS.map((domain) => [domain, tables[domain].rowCount])),
    /** Made when it is first asked for: it reads all rows. */
    get knowledge() {
      knowledge ??= tablesHash(all)
      return knowledge
    },
    save: () => knowledgeFiles(TRAVEL_CARD, all),
  }
}

/** @throws {InputError} also where a table lacks a column, or has one of another kind: whoever writes a base by hand. */
async function savedBase(saved: NonNullable<PackOpening['saved']>): Promise<TravelTables> {
  const tables = await readKnowledgeFiles(TRAVEL_CARD, TRAVEL_DOMAINS, saved)
  const pattern = patternTables()
  for (const domain of TRAVEL_DOMAINS) {
    const wrong = pattern[domain].columns.find(
      (name) => pattern[domain].column(name)?.kind !== tables[domain].column(name)?.kind,
    )
    if (wrong === undefined) continue
    throw new InputError({
      code: 'pack-saved',
      what: `Column ${wrong} of ${domain} is not what the pack travel needs.`,
      where: `${domain}.table`,
      fix: 'Generate the knowledge base again.',
    })
  }
  return tables
}
