import { InputError } from '../../errors.js'
import { readJsonText } from '../../text/jsonl.js'
import { Fields, itemFault, showPlace } from '../fields.js'
import type { Need, RetrievalItem } from '../item.js'
import { type BenchmarkContext, type BenchmarkInput, defineBenchmarkReader } from '../reader.js'
import { relevanceNotices } from './relevance.js'
import { readTabRecords } from './tab-records.js'

/**
 * A retrieval folder of ToolBench or ToolGen: `<split>.query.txt` (qid, query; a row for each gold document),
 * `qrels.<split>.tsv` (qid, 0, document, label) and `corpus.tsv` (document, JSON of the API; rows may repeat). Documents
 * become tools by the name `tool_name&&api_name`; the service of the first gold tool is the cluster.
 */
export const toolbenchFolder = defineBenchmarkReader({
  id: 'toolbench',
  describes: 'ToolBench or ToolGen retrieval folder: <split>.query.txt, qrels.<split>.tsv, corpus.tsv',
  heeds: ['split'],
  detect: ({ isFolder, names }) => isFolder && isToolbenchFolder(names),
  read,
})

/** Whether a folder of these names is ToolBench's. */
export function isToolbenchFolder(names: readonly string[]): boolean {
  return splitsOf(names).length > 0 && names.some((name) => /^qrels\..+\.tsv$/.test(name))
}

function splitsOf(names: readonly string[]): readonly string[] {
  return names
    .filter((name) => name.endsWith('.query.txt'))
    .map((name) => name.slice(0, -'.query.txt'.length))
}

async function* read(input: BenchmarkInput, context: BenchmarkContext): AsyncGenerator<RetrievalItem> {
  const split = chooseSplit(input, context.split)
  const path = (name: string): string => {
    if (input.names.includes(name)) return context.files.join(input.path, name)
    throw new InputError({
      code: 'file-missing',
      what: `The retrieval folder has no ${name}.`,
      where: input.path,
      fix: `Put ${name} beside ${split}.query.txt.`,
    })
  }
  const queries = await readQueries(path(`${split}.query.txt`), context)
  const judgements = await readJudgements(path(`qrels.${split}.tsv`), context)
  const corpus = path('corpus.tsv')
  const wanted = new Set(
    [...judgements].flatMap(([qid, documents]) => (queries.has(qid) ? [...documents] : [])),
  )
  const tools = await readTools({ path: corpus, wanted }, context)

  let unjudged = 0
  let withoutGold = 0
  for (const [qid, query] of queries) {
    const documents = judgements.get(qid)
    if (documents === undefined) {
      unjudged++
      continue
    }
    const gold = [...documents].flatMap((document) => tools.get(document) ?? [])
    if (gold.length === 0) withoutGold++
    else yield itemOf({ qid, query, gold })
  }
  const unknown = [...judgements.keys()].filter((qid) => !queries.has(qid)).length
  for (const notice of relevanceNotices({ unjudged, withoutGold, unknown }, input.path))
    context.notice?.(notice)
  if (tools.size < wanted.size) {
    context.notice?.({
      code: 'document-unknown',
      what: `${wanted.size - tools.size} judged documents are not in the corpus and are left out of gold.`,
      where: corpus,
    })
  }
}

function chooseSplit({ path, names }: BenchmarkInput, asked: string | undefined): string {
  const splits = splitsOf(names)
  const [only, another] = splits
  if (asked === undefined && only !== undefined && another === undefined) return only
  const found = splits.find((split) => split === asked)
  if (found !== undefined) return found
  throw new InputError({
    code: 'split-needed',
    what: asked === undefined ? 'The folder holds several splits.' : `The folder has no split "${asked}".`,
    where: path,
    fix: `Choose one with --split: ${splits.join(', ')}.`,
  })
}

async function readQueries(path: string, { files }: BenchmarkContext): Promise<ReadonlyMap<string, string>> {
  const queries = new Map<string, string>()
  for await (const { line, fields } of readTabRecords(files.stream(path), path)) {
    const [qid = '', query = ''] = fields
    const place = { path, line }
    if (fields.length !== 2 || qid.trim() === '' || query.trim() === '') {
      throw itemFault(place, 'The line is not a query id, a tab and a query.', 'Correct that line.')
    }
    const earlier = queries.get(qid)
    if (earlier !== undefined && earlier !== query) {
      throw itemFault(
        place,
        `The query ${qid} has another text further up.`,
        'Give both lines the same text.',
      )
    }
    queries.set(qid, query)
  }
  return queries
}

async function readJudgements(
  path: string,
  { files }: BenchmarkContext,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const judgements = new Map<string, Set<string>>()
  for await (const { line, fields } of readTabRecords(files.stream(path), path)) {
    const [qid = '', , document = '', label = ''] = fields
    if (fields.length !== 4 || qid === '' || document === '' || !/^-?\d+$/.test(label)) {
      throw itemFault(
        { path, line },
        'The line is not a query id, 0, a document id and a label, with tabs between them.',
        'Correct that line.',
      )
    }
    const documents = judgements.get(qid) ?? new Set()
    judgements.set(qid, documents)
    if (Number(label) > 0) documents.add(document)
  }
  return judgements
}

interface ToolRequest {
  readonly path: string
  /** Document ids whose names are needed; the others are passed over unread. */
  readonly wanted: ReadonlySet<string>
}

async function readTools(
  { path, wanted }: ToolRequest,
  { files, notify }: BenchmarkContext,
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  const contents = new Map<string, string>()
  let rows = 0
  for await (const { line, fields } of readTabRecords(files.stream(path), path)) {
    if (++rows % 100_000 === 0) notify(`${path}: ${rows} rows`)
    const [document = '', content = ''] = fields
    const place = { path, line }
    if (fields.length < 2) {
      throw itemFault(place, 'The line is not a document id, a tab and JSON.', 'Correct that line.')
    }
    // G1's corpus holds each document 41 times on average: only a new or a differing text is read.
    if (!wanted.has(document) || contents.get(document) === content) continue
    const name = toolNameIn(content, place)
    const earlier = names.get(document)
    if (earlier !== undefined && earlier !== name) {
      throw itemFault(
        place,
        `The document ${document} is ${JSON.stringify(name)} here, but ${JSON.stringify(earlier)} further up.`,
        'Give each document an id of its own.',
      )
    }
    names.set(document, name)
    contents.set(document, content)
  }
  return names
}

function toolNameIn(content: string, place: { readonly path: string; readonly line: number }): string {
  // Python wrote these texts: it lets a repeated key win and nests as deep as the response that it saw.
  const value = readJsonText(content, {
    path: `${showPlace(place)}, document_content`,
    maxDepth: 1000,
    duplicateKeys: 'last',
  })
  const api = new Fields(value, place)
  return `${api.text('tool_name')}&&${api.text('api_name')}`
}

function itemOf({
  qid,
  query,
  gold,
}: {
  qid: string
  query: string
  gold: readonly string[]
}): RetrievalItem {
  const needs = [...new Set(gold)].map((name): Need => [name])
  const first = needs[0]?.[0] ?? ''
  return { kind: 'retrieval', id: qid, query, gold: needs, cluster: first.slice(0, first.indexOf('&&')) }
}
