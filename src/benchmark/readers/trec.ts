import { InputError } from '../../errors.js'
import { readLines } from '../../text/jsonl.js'
import { itemFault } from '../fields.js'
import type { Need, RetrievalItem } from '../item.js'
import { type BenchmarkContext, type BenchmarkInput, defineBenchmarkReader } from '../reader.js'
import { relevanceNotices } from './relevance.js'
import { isToolbenchFolder } from './toolbench-folder.js'
import { readTopics } from './trec-topics.js'

/**
 * TREC judgements (`qid iteration tool relevance`, by tabs or, where names hold no space, by spaces) with their topics:
 * a folder with one file of each, or `trec:QRELS,TOPICS`. Relevance above 0 is gold; where the file has relevance 2 and
 * more, that is gold and 1 is "partly", which feeds NDCG only. Every gold tool is a need of its own.
 */
export const trec = defineBenchmarkReader({
  id: 'trec',
  describes: 'TREC qrels with topics: a folder with one of each, or trec:QRELS,TOPICS',
  detect({ path, isFolder, names, head }) {
    if (path.startsWith('trec:')) return true
    return isFolder ? names.some(isQrels) && !isToolbenchFolder(names) : looksLikeQrels(head)
  },
  read,
})

const isQrels = (name: string): boolean => /qrel/i.test(name)
const isTopics = (name: string): boolean => /topic|quer(y|ies)/i.test(name) && !isQrels(name)

function looksLikeQrels(head: string): boolean {
  const [line = ''] = head.split('\n', 1)
  return /^\S+[\t ]+\S+[\t ]+\S.*[\t ]-?\d+\s*$/.test(line)
}

async function* read(input: BenchmarkInput, context: BenchmarkContext): AsyncGenerator<RetrievalItem> {
  const paths = choosePaths(input, context)
  const topics = await readTopics(paths.topics, context)
  const { judgements, highest } = await readQrels(paths.qrels, context)
  const leastGold = highest >= 2 ? 2 : 1
  let unjudged = 0
  let withoutGold = 0
  for (const [qid, query] of topics) {
    const relevance = judgements.get(qid)
    if (relevance === undefined) {
      unjudged++
      continue
    }
    const item = itemOf({ qid, query, relevance, leastGold })
    if (item === undefined) withoutGold++
    else yield item
  }
  const unknown = [...judgements.keys()].filter((qid) => !topics.has(qid)).length
  for (const notice of relevanceNotices({ unjudged, withoutGold, unknown }, paths.qrels))
    context.notice?.(notice)
  if (highest > 2) {
    context.notice?.({
      code: 'grade-lowered',
      what: `Relevance goes up to ${highest}; 2 and more all count as 2.`,
      where: paths.qrels,
    })
  }
}

function choosePaths(
  { path, isFolder, names }: BenchmarkInput,
  { files, split }: BenchmarkContext,
): { readonly qrels: string; readonly topics: string } {
  if (path.startsWith('trec:')) {
    const comma = path.lastIndexOf(',')
    if (comma === -1) throw pairNeeded(path)
    return { qrels: path.slice('trec:'.length, comma), topics: path.slice(comma + 1) }
  }
  if (!isFolder) throw pairNeeded(path)
  const choose = (kind: string, fits: (name: string) => boolean): string => {
    const all = names.filter(fits)
    const fitting = all.filter((name) => split === undefined || name.includes(split))
    // One file of topics may serve several splits.
    const [only, another] = fitting.length === 0 && all.length === 1 ? all : fitting
    if (only !== undefined && another === undefined) return files.join(path, only)
    throw new InputError({
      code: 'split-needed',
      what:
        all.length === 0
          ? `The folder has no file of ${kind}.`
          : `The folder has several files of ${kind}: ${all.join(', ')}.`,
      where: path,
      fix: 'Name the files: --benchmark trec:QRELS,TOPICS, or choose by --split a part of both names.',
    })
  }
  return { qrels: choose('judgements (qrels)', isQrels), topics: choose('topics', isTopics) }
}

function pairNeeded(path: string): InputError {
  return new InputError({
    code: 'topics-needed',
    what: 'Judgements (qrels) need a file of topics with the texts of the queries.',
    where: path,
    fix: 'Name both: --benchmark trec:QRELS,TOPICS.',
  })
}

interface Judgements {
  /** Relevance by tool, by query. */
  readonly judgements: ReadonlyMap<string, ReadonlyMap<string, number>>
  readonly highest: number
}

async function readQrels(path: string, { files }: BenchmarkContext): Promise<Judgements> {
  const judgements = new Map<string, Map<string, number>>()
  let highest = 0
  for await (const { number: line, text } of readLines(files.stream(path), path)) {
    if (text.trim() === '') continue
    const columns = text.includes('\t') ? text.split('\t') : text.trim().split(/ +/)
    const [qid = '', , tool = '', relevance = ''] = columns
    const place = { path, line }
    if (columns.length !== 4 || qid === '' || tool === '' || !/^-?\d{1,9}$/.test(relevance.trim())) {
      throw itemFault(
        place,
        'The line is not a query id, an iteration, a tool and a whole number of relevance.',
        'Correct that line; put tabs between the columns where tool names hold spaces.',
      )
    }
    const grade = Number(relevance)
    const grades = judgements.get(qid) ?? new Map()
    judgements.set(qid, grades)
    if ((grades.get(tool) ?? grade) !== grade) {
      throw itemFault(
        place,
        `The tool ${JSON.stringify(tool)} is judged otherwise for query ${qid} further up.`,
        'Keep one of the two lines.',
      )
    }
    grades.set(tool, grade)
    highest = Math.max(highest, grade)
  }
  return { judgements, highest }
}

interface JudgedTopic {
  readonly qid: string
  readonly query: string
  readonly relevance: ReadonlyMap<string, number>
  readonly leastGold: 1 | 2
}

/** Undefined when no tool is gold. */
function itemOf({ qid, query, relevance, leastGold }: JudgedTopic): RetrievalItem | undefined {
  const tools = [...relevance]
  const gold = tools.filter(([, grade]) => grade >= leastGold).map(([name]): Need => [name])
  if (gold.length === 0) return undefined
  const item: RetrievalItem = { kind: 'retrieval', id: qid, query, gold }
  if (leastGold === 1) return item
  const grades = Object.create(null) as Record<string, 1 | 2>
  for (const [name, grade] of tools) if (grade >= 1) grades[name] = grade === 1 ? 1 : 2
  return { ...item, grades }
}
