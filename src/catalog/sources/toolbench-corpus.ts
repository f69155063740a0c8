import { isJsonObject } from '../../text/json.js'
import { readJsonText, readLines } from '../../text/jsonl.js'
import { toolSenseSpelling } from '../alias.js'
import { buildTool } from '../build-tool.js'
import { defineCatalogSource, type ToolRecord } from '../source.js'
import { SCHEMA_RULES } from '../stored-tool.js'
import { brokenTool, textMember } from './json-entries.js'
import { parameterSchema } from './toolbench-parameters.js'

/**
 * The `corpus.tsv` of a ToolBench or ToolGen retrieval folder: a document id, a tab and the JSON of one API a line.
 * Tools are named `tool_name&&api_name`, as gold is. Rows repeat; those with other content are a conflict.
 */
export const toolbenchCorpusSource = defineCatalogSource({
  id: 'toolbench-corpus',
  describes: "the corpus.tsv of ToolBench's retrieval folders",
  detect: ({ head }) => /^\uFEFF?docid\tdocument_content\s/.test(head),
  async *read({ path }, { files }) {
    /** The last text of each document: in G1's corpus each stands 41 times on average. */
    const texts = new Map<string, string>()
    for await (const { number, text } of readLines(files.stream(path), path)) {
      const tab = text.indexOf('\t')
      if (text.trim() === '' || (number === 1 && text.startsWith('docid'))) continue
      const at = `${path}, line ${number}`
      if (tab === -1) throw brokenTool('The line is not a document id, a tab and JSON.', at)
      const content = unquoted(text.slice(tab + 1))
      const document = text.slice(0, tab)
      if (texts.get(document) === content) continue
      texts.set(document, content)
      yield recordOf(content, at)
    }
  },
})

/** Fields that hold quotes stand in quotes, which are doubled inside. */
function unquoted(field: string): string {
  const isQuoted = field.length > 1 && field.startsWith('"') && field.endsWith('"')
  return isQuoted ? field.slice(1, -1).replaceAll('""', '"') : field
}

function recordOf(content: string, at: string): ToolRecord {
  const api = readJsonText(content, {
    path: `${at}, document_content`,
    ...SCHEMA_RULES,
    duplicateKeys: 'last',
  })
  const service = isJsonObject(api) ? textMember(api, 'tool_name', at) : undefined
  const endpoint = isJsonObject(api) ? textMember(api, 'api_name', at) : undefined
  if (!isJsonObject(api) || service === undefined || endpoint === undefined) {
    throw brokenTool('The document has no "tool_name" and "api_name".', at)
  }
  const name = `${service}&&${endpoint}`
  const tool = buildTool({
    name,
    service,
    endpoint,
    description: textMember(api, 'api_description', at),
    category: textMember(api, 'category_name', at),
    inputSchema: parameterSchema(api, at).schema,
    aliases: [toolSenseSpelling(name)],
    source: { format: 'toolbench-corpus', at },
  })
  return { kind: 'mention', tool }
}
