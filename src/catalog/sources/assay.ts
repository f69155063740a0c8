import { isJsonObject, type JsonObject } from '../../text/json.js'
import { defineCatalogSource } from '../source.js'
import { readCatalogLines } from '../store.js'
import { isJsonLines, peekInput } from './json-entries.js'

const MEMBERS = new Set([
  'name',
  'title',
  'description',
  'inputSchema',
  'outputSchema',
  'annotations',
  'service',
  'serviceDescription',
  'endpoint',
  'category',
  'aliases',
  'tokenText',
  'placeholders',
  'source',
])

/** Assay's own `catalog.jsonl`, written by the program or by hand: only `name` is needed. */
export const assaySource = defineCatalogSource({
  id: 'assay',
  describes: "Assay's own catalog.jsonl",
  detect(input) {
    const first = peekInput(input)?.value
    if (!isJsonObject(first) || typeof first.name !== 'string') return false
    if (isJsonObject(first.source) && typeof first.source.format === 'string') return true
    return isJsonLines(input) && ('inputSchema' in first || isOurs(first))
  },
  async *read({ path }, { files }) {
    for await (const { number, tool } of readCatalogLines(files.stream(path), path)) {
      yield { kind: 'definition', tool, place: `${path}, line ${number}` }
    }
  },
})

function isOurs(tool: JsonObject): boolean {
  return typeof tool.description === 'string' && Object.keys(tool).every((key) => MEMBERS.has(key))
}
