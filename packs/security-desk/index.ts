import { definePack } from '../../src/agent/pack.js'
import { knowledgeFiles, readKnowledgeFiles } from '../../src/agent/tables/knowledge-files.js'
import { tablesHash } from '../../src/agent/tables/table-file.js'
import { securityDialogues } from './dialogues/index.js'
import { DESK_DOMAINS, makeTables } from './knowledge/make-tables.js'
import { rememberPlaces } from './places.js'
import { seekLexicon } from './seek-lexicon.js'
import { deskTools } from './tools/index.js'

const facts = {
  id: 'security-desk',
  version: 1,
  persona: 'an analyst at the desk of a security operations center',
  languages: ['en', 'es'],
} as const

/** Hosts, vulnerabilities, alerts and tickets of a company with many sites, in English and Spanish. All of it is invented. */
export const securityDeskPack = definePack({
  ...facts,
  title: 'Security operations desk',
  async open({ size, seed, semantics, saved }) {
    const tables =
      saved === undefined ? makeTables(size, seed) : await readKnowledgeFiles(facts, DESK_DOMAINS, saved)
    const tools = deskTools(tables)
    rememberPlaces(tools, tables)
    const all = DESK_DOMAINS.map((domain) => tables[domain])
    let knowledge: string | undefined
    return {
      pack: facts,
      semantics,
      /** Made when it is first asked for: it reads all rows. */
      get knowledge() {
        knowledge ??= tablesHash(all)
        return knowledge
      },
      tools,
      seek: seekLexicon,
      save: () => knowledgeFiles(facts, all),
      counts: Object.fromEntries(all.map(({ name, rowCount }) => [name, rowCount])),
    }
  },
  dialogues: securityDialogues,
})
