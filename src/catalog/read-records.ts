import { InputError } from '../errors.js'
import type { Files, Http, Notify } from '../ports.js'
import { nearestWord } from '../text/nearest.js'
import { diagnoseUnknown } from './diagnose.js'
import { describeTarget, type McpTools, mcpTargetOf } from './mcp-tools.js'
import { HEAD_BYTES, headOf, openInput, samplesOf } from './open-input.js'
import { outlineOf } from './outline.js'
import type { CatalogSource, SourceContext, SourceInput, SourceNotice, ToolRecord } from './source.js'
import { catalogSources } from './sources/index.js'
import { recordsOfListing } from './sources/mcp.js'
import { walkFiles } from './walk.js'

/** What reading catalogs needs from outside. */
export interface ImportContext {
  readonly files: Files
  readonly http: Http
  /** For live MCP servers; without it they are refused. */
  readonly mcp?: McpTools
  readonly notify: Notify
  readonly signal?: AbortSignal
}

export interface ReadOptions {
  /** Id of the source to read with; otherwise each input's format is detected. */
  readonly format?: string
  /** For a live server or a fetch, milliseconds; default 30,000. */
  readonly timeoutMs?: number
  /** Sent to MCP servers over HTTP. Secret. */
  readonly headers?: Readonly<Record<string, string>>
  /** Variables that MCP servers on this machine get besides PATH, HOME and LANG. */
  readonly variables?: readonly string[]
  /** Whether a description's `$ref`s may leave the document; default false. */
  readonly allowRemoteRefs?: boolean
  /** Formats known besides the built-in ones; asked first. */
  readonly sources?: readonly CatalogSource[]
}

/** A record, and the format that it was read from. */
export interface ReadRecord {
  readonly record: ToolRecord
  readonly format: string
}

const DEFAULT_TIMEOUT_MS = 30_000

interface Reading {
  readonly sources: readonly CatalogSource[]
  readonly context: SourceContext
  readonly format: CatalogSource | undefined
}

/**
 * The tools of one input: a file, a folder, an address, or a live MCP server (`mcp:…`, `mcp+http://…`). A folder that
 * no format takes as a whole is read file by file; files in it that cannot be read are left out with a notice.
 *
 * @throws {InputError} `format-unknown`, and whatever is wrong with the input.
 */
export async function* readRecords(
  spec: string,
  context: ImportContext & { readonly notice: (notice: SourceNotice) => void },
  options: ReadOptions = {},
): AsyncGenerator<ReadRecord> {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, headers = {}, variables = [] } = options
  const { signal, notice, notify } = context
  const target = mcpTargetOf(spec)
  if (target !== undefined) {
    if (context.mcp === undefined) throw mcpMissing(describeTarget(target))
    const listing = await context.mcp.list(target, { timeoutMs, headers, variables, ...withSignal(signal) })
    const where = describeTarget(target)
    for (const name of listing.hiddenSecrets ?? []) {
      const what = `The server's texts held the value of ${name}; it was replaced.`
      notice({ code: 'secret-hidden', what, where })
    }
    for (const record of recordsOfListing(listing, where)) yield { record, format: 'mcp' }
    return
  }
  const sources = [...(options.sources ?? []), ...catalogSources]
  const format = options.format === undefined ? undefined : sourceNamed(options.format, sources)
  const { input, files, http } = await openInput(spec, { ...context, timeoutMs })
  const { allowRemoteRefs = false } = options
  yield* readInput(input, { sources, format, context: { files, http, notice, notify, allowRemoteRefs } })
}

function withSignal(signal: AbortSignal | undefined): { readonly signal?: AbortSignal } {
  return signal === undefined ? {} : { signal }
}

function sourceNamed(id: string, sources: readonly CatalogSource[]): CatalogSource {
  const source = sources.find((candidate) => candidate.id === id)
  if (source !== undefined) return source
  const ids = sources.map((known) => known.id)
  const nearest = nearestWord(id, ids)
  throw new InputError({
    code: 'format-unknown',
    what: `There is no format ${JSON.stringify(id)}.`,
    where: '--format',
    fix: `${nearest === undefined ? '' : `Did you mean ${nearest}? `}Formats: ${ids.join(', ')}.`,
  })
}

async function* readInput(input: SourceInput, reading: Reading): AsyncGenerator<ReadRecord> {
  const { context, sources } = reading
  const found = input.isFolder
    ? { source: await folderSource(input, reading), input }
    : await fileSource(input, reading)
  const { source } = found
  if (source !== undefined) {
    for await (const record of source.read(found.input, context)) yield { record, format: source.id }
  } else if (input.isFolder) {
    yield* readFolder(input.path, reading)
  } else {
    throw await diagnoseUnknown(input, { files: context.files, sources })
  }
}

interface FoundSource {
  readonly source: CatalogSource | undefined
  /** With as much of the file as it took. */
  readonly input: SourceInput
}

/** Where the head shows no format, one text in it may fill it all: then the file is looked at with its texts cut short. */
async function fileSource(input: SourceInput, { format, sources, context }: Reading): Promise<FoundSource> {
  const source = format ?? sources.find((candidate) => candidate.detect(input))
  if (source !== undefined || isWholeHead(input)) return { source, input }
  const outline = await outlineOf(input.path, context.files)
  if (outline === undefined) return { source, input }
  const seen = { ...input, head: outline }
  return { source: sources.find((candidate) => candidate.detect(seen)), input: seen }
}

/** A head that did not fill up holds the whole file. */
function isWholeHead({ head }: SourceInput): boolean {
  return head.length < HEAD_BYTES / 4
}

/**
 * The source that takes the folder as a whole: the wanted one, or the only one whose files lie in it. Undefined when
 * the folder is to be read file by file.
 */
async function folderSource(
  input: SourceInput,
  { format, sources, context }: Reading,
): Promise<CatalogSource | undefined> {
  let found: CatalogSource | undefined
  for await (const sample of samplesOf(input.path, context.files)) {
    const whole = sources.find((source) => source.detect({ ...input, sample }))
    if (format !== undefined) {
      if (whole === format) return format
      continue
    }
    const path = context.files.join(input.path, ...sample.names)
    const single =
      whole ?? sources.find((source) => source.detect({ path, isFolder: false, head: sample.head }))
    if (single === undefined) continue
    if (whole === undefined || (found !== undefined && found !== whole)) return undefined
    found = whole
  }
  return found
}

async function* readFolder(folder: string, reading: Reading): AsyncGenerator<ReadRecord> {
  const { notice, files } = reading.context
  let readCount = 0
  for await (const { path } of walkFiles(folder, files)) {
    try {
      const input: SourceInput = { path, isFolder: false, head: await headOf(path, files) }
      for await (const read of readInput(input, reading)) {
        readCount++
        yield read
      }
    } catch (error) {
      if (!(error instanceof InputError)) throw error
      notice({ code: 'file-skipped', what: `A file was left out: ${error.what}`, where: error.where ?? path })
    }
  }
  if (readCount > 0) return
  throw new InputError({
    code: 'folder-empty',
    what: 'No file in the folder holds tools.',
    where: folder,
    fix: `Name a file or folder in one of these formats: ${reading.sources.map(({ id }) => id).join(', ')}.`,
  })
}

function mcpMissing(where: string): InputError {
  return new InputError({
    code: 'mcp-missing',
    what: 'Live MCP servers are not reached from here.',
    where,
    fix: 'Pass `mcp`, or read the tools list of the server from a file.',
  })
}
