import { InputError } from '../errors.js'
import type { Files } from '../ports.js'
import { textHasher } from '../text/hash.js'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../text/json.js'
import { readJsonLines } from '../text/jsonl.js'
import { type FreeOutput, keepingPlaces, matchFree, type QueryAnswer } from './query-answer.js'
import type { ToolMatcher } from './tool-matcher.js'

/** Lists that were decoded elsewhere, by query. */
export interface PredictedAnswers {
  readonly answers: ReadonlyMap<string, QueryAnswer>
  /** Ids that the benchmark does not have, in the order of the file. */
  readonly unknownIds: readonly string[]
  /** Outputs of constrained lists that are no tool of the catalog, over all queries; they keep their places. */
  readonly constrainedOutside: number
  /** Queries whose constrained list names a tool twice. */
  readonly constrainedDuplicates: number
  /** Lists of the file. */
  readonly counts: { readonly constrained: number; readonly free: number }
  /** SHA-256 over ids and lists. */
  readonly fingerprint: string
}

/**
 * Reads JSONL of `{id, constrained?: […], free?: […], toolMass?}`, one line a query, in any order. Entries are texts,
 * lists of token ids, or objects with `text`, `name` or `ids`, best first.
 *
 * @param known ids of the benchmark's queries.
 * @throws {InputError} `predictions-broken`, `prediction-doubled`, `predictions-strange` when no id is known.
 */
export async function readPredictedAnswers(
  files: Files,
  path: string,
  {
    known,
    match,
  }: {
    readonly known: ReadonlySet<string>
    /** By list: a constrained one may hold names where a free one must hold tokens. */
    readonly match: Readonly<Record<'constrained' | 'free', ToolMatcher>>
  },
): Promise<PredictedAnswers> {
  const hasher = textHasher()
  const answers = new Map<string, QueryAnswer>()
  const lines = new Map<string, number>()
  const unknownIds: string[] = []
  const counts = { constrained: 0, free: 0 }
  let constrainedOutside = 0
  let constrainedDuplicates = 0
  for await (const { number, value } of readJsonLines(files.stream(path), path)) {
    const where = `${path}, line ${number}`
    if (!isJsonObject(value)) throw broken(where, 'The line does not hold an object.')
    const id = idOf(value, where)
    const earlier = lines.get(id)
    if (earlier !== undefined) throw doubled(id, `${path}, lines ${earlier} and ${number}`)
    lines.set(id, number)
    const constrained = outputsIn(value, 'constrained', where)
    const free = outputsIn(value, 'free', where)
    hasher.add(JSON.stringify([id, constrained ?? null, free ?? null]))
    if (!known.has(id)) {
      unknownIds.push(id)
      continue
    }
    if (constrained !== undefined) counts.constrained++
    if (free !== undefined) counts.free++
    const held =
      constrained === undefined ? undefined : matchFree(constrained, keepingPlaces(match.constrained))
    constrainedOutside += held?.tools.filter((position) => position < 0).length ?? 0
    if ((held?.duplicates ?? 0) > 0) constrainedDuplicates++
    answers.set(id, {
      id,
      ...(held === undefined ? {} : { constrained: held.tools }),
      ...(free === undefined ? {} : { free: matchFree(free, match.free) }),
      ...massIn(value, where),
    })
  }
  if (answers.size === 0) throw strange(path, unknownIds)
  if (counts.constrained + counts.free === 0) {
    throw broken(path, 'No line has a list "constrained" or "free".')
  }
  return {
    answers,
    unknownIds,
    constrainedOutside,
    constrainedDuplicates,
    counts,
    fingerprint: hasher.digest(),
  }
}

function idOf({ id }: JsonObject, where: string): string {
  if (typeof id === 'string' && id !== '') return id
  if (typeof id === 'number') return String(id)
  throw broken(where, 'The line has no "id".')
}

function outputsIn(
  object: JsonObject,
  list: 'constrained' | 'free',
  where: string,
): readonly FreeOutput[] | undefined {
  const value = object[list]
  if (value === undefined || value === null) return undefined
  if (!isJsonArray(value)) throw broken(where, `"${list}" is not a list.`)
  return value.map((entry) => outputOf(entry, list, where))
}

function outputOf(entry: JsonValue, list: string, where: string): FreeOutput {
  if (typeof entry === 'string') return { text: entry }
  const ids = idsIn(isJsonObject(entry) ? (entry.ids ?? entry.tokenIds) : entry)
  const text = isJsonObject(entry) ? (entry.text ?? entry.name) : undefined
  if (ids === undefined && typeof text !== 'string')
    throw broken(where, `"${list}" holds something that is neither a text nor a list of token ids.`)
  return {
    ...(typeof text === 'string' ? { text } : {}),
    ...(ids === undefined ? {} : { tokenIds: ids }),
  }
}

function idsIn(value: JsonValue | undefined): readonly number[] | undefined {
  if (!isJsonArray(value)) return undefined
  const ids = value.filter((id): id is number => typeof id === 'number' && Number.isInteger(id) && id >= 0)
  return ids.length === value.length ? ids : undefined
}

function massIn({ toolMass }: JsonObject, where: string): { readonly toolMass?: number } {
  if (toolMass === undefined || toolMass === null) return {}
  if (typeof toolMass === 'number' && toolMass >= 0 && toolMass <= 1) return { toolMass }
  throw broken(where, '"toolMass" is not a probability.')
}

function doubled(id: string, where: string): InputError {
  return new InputError({
    code: 'prediction-doubled',
    what: `The query ${JSON.stringify(id)} is predicted twice.`,
    where,
    fix: 'Keep one line for each query.',
  })
}

function strange(path: string, unknownIds: readonly string[]): InputError {
  const [example] = unknownIds
  return new InputError({
    code: 'predictions-strange',
    what:
      example === undefined
        ? 'The file is empty.'
        : `None of the ${unknownIds.length} ids is one of the benchmark, e.g. not ${JSON.stringify(example)}.`,
    where: path,
    fix: 'Use the ids of the items; `assay benchmark show` prints some.',
  })
}

function broken(where: string, what: string): InputError {
  return new InputError({
    code: 'predictions-broken',
    what,
    where,
    fix: 'Write one line a query: {"id": "…", "constrained": ["<<tool>>", …], "free": ["any text", …]}, best first.',
  })
}
