import { InputError } from '../errors.js'
import type { Files } from '../ports.js'
import { textHasher } from '../text/hash.js'
import { ExactNumber, isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../text/json.js'
import { readJsonLines } from '../text/jsonl.js'
import { readTrecRun } from './trec-run.js'

/** What a subject elsewhere ranked for one item, best first, as spelled there. */
export interface Prediction {
  readonly names: readonly string[]
  /** By name, falling; undefined where the order alone was given. */
  readonly scores: readonly number[] | undefined
}

/** `constrained` and `free` are the two ways to decode tool names from a model; `ranked` says nothing of the way. */
export type PredictionList = (typeof predictionLists)[number]

/** In the order in which a list is chosen where nobody names one. */
export const predictionLists = ['ranked', 'constrained', 'free'] as const

export interface PredictionFile {
  readonly list: PredictionList | 'trec'
  readonly byId: ReadonlyMap<string, Prediction>
  /** SHA-256 of what was read. */
  readonly fingerprint: string
}

/**
 * Reads predictions: a TREC run, or JSONL of `{id, ranked? | constrained? | free?, scores?}` whose lists hold names or
 * `{name | text, score?}`. Items that lack the list are left out.
 *
 * @param list which of the lists; by default the first of `predictionLists` that the file has.
 * @throws {InputError} `predictions-broken`, `prediction-doubled`, `run-broken`, `json-broken`, naming the line.
 */
export async function readPredictions(
  files: Files,
  path: string,
  list?: PredictionList,
): Promise<PredictionFile> {
  const hasher = textHasher()
  const isJson = await startsWithBrace(files, path)
  if (isJson) {
    const records = await readRecords(files, path)
    const chosen = list ?? predictionLists.find((name) => records.some(({ json }) => isJsonArray(json[name])))
    if (chosen === undefined || !records.some(({ json }) => isJsonArray(json[chosen]))) {
      throw broken(path, `No line has a list "${list ?? predictionLists.join('" or "')}".`)
    }
    const byId = new Map<string, Prediction>()
    for (const { id, json, where } of records) {
      const entries = json[chosen]
      if (entries === undefined || entries === null) continue
      if (!isJsonArray(entries)) throw broken(where, `"${chosen}" is not a list.`)
      const prediction = predictionOf(entries, json.scores, where)
      byId.set(id, prediction)
      hasher.add(JSON.stringify([id, prediction.names, prediction.scores ?? null]))
    }
    return { list: chosen, byId, fingerprint: hasher.digest() }
  }
  if (list !== undefined) {
    throw broken(path, `A TREC run has one ranking an item, so there is no list "${list}".`)
  }
  const byId = await readRun(files, path)
  for (const [id, { names, scores }] of byId) hasher.add(JSON.stringify([id, names, scores ?? null]))
  return { list: 'trec', byId, fingerprint: hasher.digest() }
}

async function startsWithBrace(files: Files, path: string): Promise<boolean> {
  const decoder = new TextDecoder()
  for await (const piece of files.stream(path)) {
    const text = decoder.decode(piece, { stream: true }).trimStart()
    if (text !== '') return text.startsWith('{')
  }
  throw broken(path, 'The file is empty.')
}

interface PredictionRecord {
  readonly id: string
  readonly json: JsonObject
  readonly where: string
}

async function readRecords(files: Files, path: string): Promise<readonly PredictionRecord[]> {
  const records: PredictionRecord[] = []
  const lines = new Map<string, number>()
  for await (const { number, value } of readJsonLines(files.stream(path), path)) {
    const where = `${path}, line ${number}`
    if (!isJsonObject(value)) throw broken(where, 'The line does not hold an object.')
    const id = typeof value.id === 'number' ? String(value.id) : value.id
    if (typeof id !== 'string' || id === '') throw broken(where, 'The line has no "id".')
    const earlier = lines.get(id)
    if (earlier !== undefined) {
      throw new InputError({
        code: 'prediction-doubled',
        what: `The item "${id}" is predicted twice.`,
        where: `${path}, lines ${earlier} and ${number}`,
        fix: 'Keep one line for each item.',
      })
    }
    lines.set(id, number)
    records.push({ id, json: value, where })
  }
  return records
}

function predictionOf(
  entries: readonly JsonValue[],
  listed: JsonValue | undefined,
  where: string,
): Prediction {
  const names: string[] = []
  const scores: number[] = []
  for (const entry of entries) {
    const name = isJsonObject(entry) ? (entry.name ?? entry.text) : entry
    if (typeof name !== 'string')
      throw broken(where, 'A list holds something that is neither a name nor a text.')
    names.push(name)
    const score = isJsonObject(entry) ? numberIn(entry.score ?? entry.logprob) : undefined
    if (score !== undefined) scores.push(score)
  }
  if (listed !== undefined && listed !== null) {
    if (scores.length > 0) throw broken(where, 'Scores stand both beside the names and in "scores".')
    for (const value of isJsonArray(listed) ? listed : [listed]) {
      const score = numberIn(value)
      if (score === undefined) throw broken(where, '"scores" is not a list of numbers.')
      scores.push(score)
    }
  }
  if (scores.length === 0) return { names, scores: undefined }
  if (scores.length !== names.length) {
    throw broken(where, `There are ${scores.length} scores for ${names.length} names.`)
  }
  return sorted(names, scores)
}

async function readRun(files: Files, path: string): Promise<ReadonlyMap<string, Prediction>> {
  const lists = new Map<string, { readonly names: string[]; readonly scores: number[] }>()
  for await (const { query, tool, score } of readTrecRun(files.stream(path), path)) {
    let list = lists.get(query)
    if (list === undefined) {
      list = { names: [], scores: [] }
      lists.set(query, list)
    }
    list.names.push(tool)
    list.scores.push(score)
  }
  return new Map(Array.from(lists, ([id, { names, scores }]) => [id, sorted(names, scores)]))
}

function sorted(names: readonly string[], scores: readonly number[]): Prediction {
  const pairs = names.map((name, index) => ({ name, score: scores[index] ?? 0 }))
  pairs.sort((left, right) => right.score - left.score)
  return { names: pairs.map(({ name }) => name), scores: pairs.map(({ score }) => score) }
}

function numberIn(value: JsonValue | undefined): number | undefined {
  const number = value instanceof ExactNumber ? Number(value.text) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

function broken(where: string, what: string): InputError {
  return new InputError({
    code: 'predictions-broken',
    what,
    where,
    fix: 'Write one line an item: {"id": "…", "ranked": ["best tool", "next tool"]}, or a TREC run.',
  })
}
