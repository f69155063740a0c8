import { headOf } from '../catalog/open-input.js'
import { refuseSpecial } from '../catalog/plain-files.js'
import { InputError } from '../errors.js'
import { isJsonObject, type JsonValue } from '../text/json.js'
import { readJsonText } from '../text/jsonl.js'
import type { Benchmark, BenchmarkNotice, Item } from './item.js'
import { itemsHasher } from './item-json.js'
import { LeanItems } from './lean-items.js'
import type { BenchmarkContext, BenchmarkInput, BenchmarkReader } from './reader.js'
import { benchmarkReaders } from './readers/index.js'

export interface LoadOptions {
  /** Id of a reader, instead of detection. */
  readonly format?: string
  /** Formats to choose from; all that Assay has by default. */
  readonly readers?: readonly BenchmarkReader[]
  /** For what a stored run names: a split or answers that the format has no use for are passed over, not refused. */
  readonly isStored?: boolean
  /** For whoever looks into each item once: calls and dialogues are held as text. */
  readonly isLean?: boolean
}

/**
 * Reads a benchmark in whatever format it stands: a file, a folder, or `trec:QRELS,TOPICS`.
 *
 * @throws {InputError} `file-missing`, `file-not-plain`, `flag-unheeded`, `benchmark-unknown`, `benchmark-empty`, `manifest-invalid` and what readers throw.
 */
export async function loadBenchmark(
  path: string,
  context: BenchmarkContext,
  { format, readers = benchmarkReaders, isStored = false, isLean = false }: LoadOptions = {},
): Promise<Benchmark> {
  const input = await openInput(path, context)
  const reader = chooseReader(input, { format, readers })
  if (!isStored) refuseUnheeded(reader, context, path)
  const notices: BenchmarkNotice[] = []
  const notice = (found: BenchmarkNotice): void => {
    notices.push(found)
    context.notify(`${found.where}: ${found.what}`)
    context.notice?.(found)
  }
  const items: Item[] = []
  const hasher = itemsHasher()
  const shelf = isLean ? new LeanItems() : undefined
  for await (const item of reader.read(input, { ...context, notice })) {
    context.signal?.throwIfAborted()
    items.push(shelf?.lean(item) ?? item)
    hasher.add(item)
  }
  if (items.length === 0) {
    throw new InputError({
      code: 'benchmark-empty',
      what: ['The benchmark holds no item.', ...notices.map(({ what }) => what)].join(' '),
      where: path,
      fix: 'Name a benchmark with at least one item.',
    })
  }
  const fingerprint = hasher.digest()
  const manifest = await readManifest(input, context)
  const stated = isJsonObject(manifest) ? manifest.fingerprint : undefined
  if (stated !== undefined && stated !== fingerprint) {
    notice({
      code: 'items-changed',
      what: 'The items are not those that benchmark.json speaks of: its fingerprint is another.',
      where: path,
    })
  }
  return {
    name: nameOf(path, context.split),
    items,
    fingerprint,
    ...(manifest === undefined ? {} : { manifest }),
    source: { format: reader.id, path },
    notices,
  }
}

/** @throws {InputError} `flag-unheeded`. */
function refuseUnheeded({ id, heeds = [] }: BenchmarkReader, context: BenchmarkContext, where: string): void {
  for (const flag of ['split', 'answers'] as const) {
    if (context[flag] === undefined || heeds.includes(flag)) continue
    const what = flag === 'split' ? 'The format has no splits' : 'The format holds its answers itself'
    throw new InputError({
      code: 'flag-unheeded',
      what: `${what}, so --${flag} would have no effect: ${id}.`,
      where,
      fix: `Leave out --${flag}, or name the format that is meant with --format.`,
    })
  }
}

async function openInput(path: string, { files }: BenchmarkContext): Promise<BenchmarkInput> {
  if (path.startsWith('trec:')) return { path, isFolder: false, names: [], head: '' }
  const facts = await files.facts(path)
  if (facts === undefined) {
    throw new InputError({
      code: 'file-missing',
      what: 'There is no such file or folder.',
      where: path,
      fix: 'Check the path; it is taken from the folder that you are in.',
    })
  }
  if (facts.kind === 'folder') return { path, isFolder: true, names: await files.list(path), head: '' }
  refuseSpecial(path, facts)
  return { path, isFolder: false, names: [], head: await headOf(path, files) }
}

function chooseReader(
  input: BenchmarkInput,
  { format, readers }: { readonly format: string | undefined; readonly readers: readonly BenchmarkReader[] },
): BenchmarkReader {
  const reader =
    format === undefined
      ? readers.find((candidate) => candidate.detect(input))
      : readers.find((candidate) => candidate.id === format)
  if (reader !== undefined) return reader
  const known = readers.map(({ id, describes }) => `\n         ${id}: ${describes}`).join('')
  if (format !== undefined) {
    throw new InputError({
      code: 'format-unknown',
      what: `There is no benchmark format "${format}".`,
      where: 'the name of the format',
      fix: `Choose one of:${known}`,
    })
  }
  throw (
    brokenFirstLine(input) ??
    new InputError({
      code: 'benchmark-unknown',
      what:
        input.head.trim() === '' && !input.isFolder
          ? 'The file is empty.'
          : 'This is no benchmark that Assay can read.',
      where: input.path,
      fix: `It reads:${known}`,
    })
  )
}

/** JSONL that nobody recognises because its first line is broken: the line is what the user must hear of. */
function brokenFirstLine({ head, path }: BenchmarkInput): InputError | undefined {
  const lines = head.split('\n')
  const first = lines.findIndex((line) => line.trim() !== '')
  const text = lines[first]
  if (text === undefined || !text.trimStart().startsWith('{') || first === lines.length - 1) return undefined
  try {
    readJsonText(text, { path, line: first + 1 })
    return undefined
  } catch (error) {
    if (error instanceof InputError) return error
    throw error
  }
}

async function readManifest(
  { path, names }: BenchmarkInput,
  { files }: BenchmarkContext,
): Promise<JsonValue | undefined> {
  if (!names.includes('benchmark.json')) return undefined
  const place = files.join(path, 'benchmark.json')
  const text = new TextDecoder().decode(await files.read(place))
  const manifest = readJsonText(text, { path: place })
  const schema = isJsonObject(manifest) ? manifest.schema : undefined
  if (schema === 'assay.benchmark/1') return manifest
  throw new InputError({
    code: 'manifest-invalid',
    what:
      typeof schema === 'string'
        ? `The manifest has the schema ${JSON.stringify(schema)}, which this version does not know.`
        : 'The manifest names no schema.',
    where: place,
    fix: 'Its "schema" must be "assay.benchmark/1"; without a benchmark.json the items are read all the same.',
  })
}

/** The last part of a path, with the split where one was chosen. */
function nameOf(path: string, split: string | undefined): string {
  const file = path.startsWith('trec:') ? path.slice('trec:'.length, path.lastIndexOf(',')) : path
  const name = file.split(/[/\\]/).findLast((part) => part !== '' && part !== '.') ?? file
  return split === undefined ? name : `${name} ${split}`
}
