import { InputError } from '../../errors.js'
import type { Files } from '../../ports.js'
import { type CsvRow, readCsv } from '../../text/csv.js'
import { ExactNumber, isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'
import { readJsonText } from '../../text/jsonl.js'
import { quoted } from '../../text/printable.js'

/** A checkpoint to probe, as the user names it. */
export interface CheckpointEntry {
  /** Unique among the checkpoints. */
  readonly name: string
  readonly path: string
  readonly phase?: string
  readonly step?: number
  readonly tokens?: number
  /** Name of another one. */
  readonly parent?: string
  /** The same weights as they were trained (safetensors, PyTorch), for drift, where the model file is a conversion. */
  readonly original?: string
}

/** The paper's trajectory has 38; each costs a load of a model and some hundred prompts. */
const MAX_CHECKPOINTS = 1000
const MAX_LIST_BYTES = 16 * 1024 * 1024
const MODEL = /\.gguf$/i

/**
 * Checkpoints out of what `--checkpoints` was given: model files in the order of training; one folder, whose models come in
 * the order of the numbers in their names; or one list, JSON (`[{name, path, phase, step, tokens, parent, original}]`, or such lists
 * under `checkpoints`), JSON lines, or CSV with these columns. Paths in a list are seen from its folder. Steps that a list
 * does not give are read from names such as `step-1200` or `ckpt_1200`.
 *
 * @throws {InputError} `checkpoint-list` and what reading files throws.
 */
export async function readCheckpointList(
  paths: readonly string[],
  files: Pick<Files, 'facts' | 'list' | 'read' | 'join' | 'folderOf'>,
): Promise<readonly CheckpointEntry[]> {
  const entries: CheckpointEntry[] = []
  for (const path of paths) entries.push(...(await entriesOf(path, files)))
  if (entries.length === 0) throw broken('--checkpoints', 'No checkpoint is named.', USAGE)
  if (entries.length > MAX_CHECKPOINTS) {
    throw broken(
      '--checkpoints',
      `There are ${entries.length} checkpoints; ${MAX_CHECKPOINTS} are the most.`,
      'Name fewer.',
    )
  }
  const named = withOwnNames(entries)
  const names = new Set(named.map(({ name }) => name))
  for (const { name, parent } of named) {
    if (parent === undefined || (parent !== name && names.has(parent))) continue
    throw broken(
      `checkpoint ${quoted(name, 100)}`,
      `Its parent ${quoted(parent, 100)} is ${parent === name ? 'itself' : 'not among the checkpoints'}.`,
      'Name the checkpoint it was started from, or leave "parent" out.',
    )
  }
  return named
}

const USAGE =
  'Name GGUF files, a folder of them, or a JSON or CSV list with "path" and, if known, "name", "phase", "step", "tokens" and "parent".'

type ListFiles = Parameters<typeof readCheckpointList>[1]

async function entriesOf(path: string, files: ListFiles): Promise<readonly CheckpointEntry[]> {
  const facts = await files.facts(path)
  if (facts === undefined) throw broken(path, 'There is no such file or folder.', USAGE)
  if (facts.kind === 'folder') {
    const inside = await files.list(path)
    const names = inside.filter((name) => MODEL.test(name)).sort(byNumbers)
    if (names.length === 0) throw broken(path, 'The folder holds no GGUF file.', USAGE)
    return names.map((name) => {
      const original = name.replace(MODEL, '.safetensors')
      const beside = inside.includes(original) ? { original: files.join(path, original) } : {}
      return { ...plainEntry(files.join(path, name)), ...beside }
    })
  }
  if (!/\.(?:json|jsonl|ndjson|csv|tsv)$/i.test(path)) return [plainEntry(path)]
  if (facts.sizeBytes > MAX_LIST_BYTES)
    throw broken(path, 'The list is larger than 16 MiB.', 'Name fewer checkpoints.')
  const text = new TextDecoder().decode(await files.read(path))
  const records = /\.[ct]sv$/i.test(path) ? csvRecords(text, path) : jsonRecords(text, path)
  const folder = files.folderOf(path)
  return records.map(({ record, where }) => listedEntry(record, where, (one) => placed(one, folder, files)))
}

/** A path of a list; absolute ones stay. */
function placed(path: string, folder: string, files: Pick<Files, 'join'>): string {
  return /^(?:[/\\]|[A-Za-z]:[/\\])/.test(path) ? path : files.join(folder, path)
}

function plainEntry(path: string): CheckpointEntry {
  const name = stemOf(path)
  const step = stepIn(name)
  return { name, path, ...(step === undefined ? {} : { step }) }
}

function stemOf(path: string): string {
  return (path.split(/[/\\]/).at(-1) ?? path).replace(MODEL, '')
}

function stepIn(name: string): number | undefined {
  const digits = /(?:step|ckpt|checkpoint|iter|global_step)[-_.]?(\d{1,12})(?!\d)/i.exec(name)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** Numbers in names count as numbers: step-9 before step-10. */
function byNumbers(left: string, right: string): number {
  const [a, b] = [left.split(/(\d+)/), right.split(/(\d+)/)]
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const [one, other] = [a[at] ?? '', b[at] ?? '']
    if (one === other) continue
    const difference = at % 2 === 1 ? Number(one) - Number(other) : 0
    return difference !== 0 ? difference : one < other ? -1 : 1
  }
  return a.length - b.length
}

interface ListRecord {
  readonly record: JsonObject | Readonly<Record<string, string>>
  readonly where: string
}

function jsonRecords(text: string, path: string): readonly ListRecord[] {
  const values = /\.json$/i.test(path)
    ? listIn(readJsonText(text, { path }), path)
    : text
        .split('\n')
        .flatMap((line, at) => (line.trim() === '' ? [] : [readJsonText(line, { path, line: at + 1 })]))
  return values.map((record, at) => {
    const where = `${path}, entry ${at + 1}`
    if (typeof record === 'string') return { record: { path: record }, where }
    if (isJsonObject(record)) return { record, where }
    throw broken(where, 'The entry is neither an object nor a path.', USAGE)
  })
}

function listIn(value: JsonValue, path: string): readonly JsonValue[] {
  const list = isJsonObject(value) ? value.checkpoints : value
  if (isJsonArray(list)) return list
  throw broken(path, 'The file holds no list of checkpoints.', USAGE)
}

function csvRecords(text: string, path: string): readonly ListRecord[] {
  const reading = readCsv(text)
  if (reading.kind === 'fault')
    throw broken(`${path}, line ${reading.line}`, reading.what, 'Correct the CSV text.')
  const [header, ...rows] = reading.rows
  const columns = (header?.cells ?? []).map((cell) => cell.trim().toLowerCase())
  if (!columns.includes('path')) throw broken(path, 'The first line names no column "path".', USAGE)
  return rows.map(({ cells, line }: CsvRow) => ({
    record: Object.fromEntries(
      columns.flatMap((column, at) => {
        const cell = (cells[at] ?? '').trim()
        return cell === '' ? [] : [[column, cell] as const]
      }),
    ),
    where: `${path}, line ${line}`,
  }))
}

function listedEntry(
  record: ListRecord['record'],
  where: string,
  place: (path: string) => string,
): CheckpointEntry {
  const { path } = record
  if (typeof path !== 'string' || path === '') throw broken(where, 'The entry has no "path".', USAGE)
  const [name, phase, parent, original] = ['name', 'phase', 'parent', 'original'].map((key) =>
    textIn(record, key, where),
  )
  const own = name ?? stemOf(path)
  const [step = stepIn(own), tokens] = ['step', 'tokens'].map((key) => countIn(record, key, where))
  return {
    name: own,
    path: place(path),
    ...(phase === undefined ? {} : { phase }),
    ...(step === undefined ? {} : { step }),
    ...(tokens === undefined ? {} : { tokens }),
    ...(parent === undefined ? {} : { parent }),
    ...(original === undefined ? {} : { original: place(original) }),
  }
}

function textIn(record: ListRecord['record'], key: string, where: string): string | undefined {
  const value = record[key]
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string' && value !== '') return value
  throw broken(where, `"${key}" is no text.`, `Write "${key}" as a text, or leave it out.`)
}

function countIn(record: ListRecord['record'], key: string, where: string): number | undefined {
  const value = record[key]
  if (value === undefined || value === null) return undefined
  const number = Number(value instanceof ExactNumber ? value.text : value)
  const isNumber = typeof value === 'string' || typeof value === 'number' || value instanceof ExactNumber
  if (isNumber && Number.isSafeInteger(number) && number >= 0) return number
  throw broken(where, `"${key}" is no whole number from 0.`, `Correct "${key}", or leave it out.`)
}

/** Names as they are where they are unique; else with what stands before them in the path. */
function withOwnNames(entries: readonly CheckpointEntry[]): readonly CheckpointEntry[] {
  const counts = new Map<string, number>()
  for (const { name } of entries) counts.set(name, (counts.get(name) ?? 0) + 1)
  const seen = new Set<string>()
  return entries.map((entry) => {
    const isShared = (counts.get(entry.name) ?? 0) > 1
    const name = isShared ? entry.path.replace(MODEL, '') : entry.name
    if (seen.has(name)) {
      throw broken(
        entry.path,
        `Two checkpoints are named ${quoted(name, 100)}.`,
        'Give each its own "name", and each file once.',
      )
    }
    seen.add(name)
    return { ...entry, name }
  })
}

function broken(where: string, what: string, fix: string): InputError {
  return new InputError({ code: 'checkpoint-list', what, where, fix })
}
