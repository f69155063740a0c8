import { InputError } from '../errors.js'
import type { Draft, Drafts } from '../ports.js'
import { isJsonArray, isJsonObject, type JsonValue, parseJson } from '../text/json.js'
import { readLines } from '../text/jsonl.js'
import { type AssemblyCounts, type AssemblyEnd, CatalogAssembler, type DuplicateRule } from './assemble.js'
import { type Catalog, catalogOf, combineFingerprints, toolFingerprint } from './catalog.js'
import { describeTarget, mcpTargetOf } from './mcp-tools.js'
import { type ImportContext, type ReadOptions, readRecords } from './read-records.js'
import type { SourceNotice, ToolRecord } from './source.js'
import { catalogLine, toolOfCatalogLine } from './store.js'
import { amendTool, SCHEMA_RULES, SchemaStore, toStored } from './stored-tool.js'
import type { Tool } from './tool.js'

export interface ImportOptions extends ReadOptions {
  /** Default `error`. */
  readonly onDuplicate?: DuplicateRule
}

/** What one source contributed. */
export interface ImportedSource {
  /** As the user wrote it, without secrets. */
  readonly source: string
  /** Ids of the formats found in it; several in a mixed folder. */
  readonly formats: readonly string[]
  /** Tools that it defines or mentions, names that it lists. */
  readonly records: number
  /** Those of them that became tools of their own; names are settled over all sources together. */
  readonly tools: number
  /** Repeated a tool. */
  readonly same: number
  /** Lost to an earlier tool of the same name. */
  readonly dropped: number
  /** Bare names. */
  readonly names: number
}

export interface ImportReport {
  readonly sources: readonly ImportedSource[]
  readonly notices: readonly SourceNotice[]
  readonly counts: AssemblyCounts
  readonly fingerprint: string
}

export interface LoadedCatalog {
  readonly catalog: Catalog
  readonly sources: readonly ImportedSource[]
  readonly notices: readonly SourceNotice[]
  readonly counts: AssemblyCounts
}

/**
 * Reads a catalog from whatever `assay catalog import` reads, into memory. Schemas are kept as text and read when they
 * are asked for, so that 125,000 tools fit.
 *
 * @throws {InputError} when a source is not what it should be, two tools contend for a name, there is no tool, or the sources are no list.
 */
export async function loadCatalog(
  specs: readonly string[],
  context: ImportContext,
  options: ImportOptions = {},
): Promise<LoadedCatalog> {
  refuseNoList(specs)
  const store = new SchemaStore()
  const tools: Tool[] = []
  const gathering = await gather(specs, context, options, {
    prepare: (record) => ({ ...record, tool: toStored(record.tool, store) }),
    fingerprint: toolFingerprint,
    keep: ({ tool }) => void tools.push(tool),
  })
  const { amendments, nameOnly, counts } = gathering.end
  for (const [position, amendment] of amendments) {
    tools[position] = amendTool(tools[position] as Tool, amendment) // amendments have the positions of tools
  }
  tools.push(...nameOnly)
  const { sources, notices } = gathering
  return { catalog: catalogOf(tools), sources, notices, counts }
}

/**
 * Writes one `catalog.jsonl` from the sources, tool by tool: no schema is kept in memory, and nothing stands at
 * `path` before all is well.
 *
 * @throws {InputError} as `loadCatalog`, and when `path` cannot be written.
 */
export async function importCatalog(
  specs: readonly string[],
  path: string,
  context: ImportContext & { readonly drafts: Drafts },
  options: ImportOptions = {},
): Promise<ImportReport> {
  const { drafts } = context
  // Opened with the first tool, so that a source that cannot be read leaves not even a folder behind.
  let draft: Draft | undefined
  const append = async (tool: Tool): Promise<void> => {
    draft ??= await drafts.open(path)
    await draft.append(lineOf(tool))
  }
  try {
    const fingerprints: string[] = []
    const gathering = await gather(specs, context, options, {
      prepare: (record) => record,
      fingerprint: toolFingerprint,
      keep: async ({ tool }, fingerprint) => {
        fingerprints.push(fingerprint())
        await append(tool)
      },
    })
    const { end, sources, notices } = gathering
    for (const tool of end.nameOnly) {
      fingerprints.push(toolFingerprint(tool))
      await append(tool)
    }
    if (draft !== undefined) await publishAmended(draft, { path, drafts, end, fingerprints })
    return { sources, notices, counts: end.counts, fingerprint: combineFingerprints(fingerprints) }
  } finally {
    await draft?.discard()
  }
}

/** Publishes the draft, or a second one in which the amended lines are written anew. */
async function publishAmended(
  draft: Draft,
  {
    path,
    drafts,
    end: { amendments },
    fingerprints,
  }: {
    readonly path: string
    readonly drafts: Drafts
    readonly end: AssemblyEnd
    readonly fingerprints: string[]
  },
): Promise<void> {
  if (amendments.size === 0) return draft.publish()
  const amended = await drafts.open(path)
  try {
    for await (const { number, text } of readLines(draft.read(), path)) {
      const amendment = amendments.get(number - 1)
      if (amendment === undefined) {
        await amended.append(`${text}\n`)
        continue
      }
      const tool = amendTool(toolOfCatalogLine(text, { path, line: number }), amendment)
      fingerprints[number - 1] = toolFingerprint(tool)
      await amended.append(lineOf(tool))
    }
    await amended.publish()
  } finally {
    await amended.discard()
  }
}

/** Longest line written: a quarter of what is read. The longest of 125,000 real tools has 0.6 MB. */
const MAX_TOOL_LENGTH = 16 * 1024 * 1024

/** @throws {InputError} `tool-unwritable` when the line could not be read back. */
function lineOf(tool: Tool): string {
  const line = catalogLine(tool)
  const reason = whyUnreadable(line, tool)
  if (reason === undefined) return line
  throw new InputError({
    code: 'tool-unwritable',
    what: `The tool ${JSON.stringify(tool.name.slice(0, 100))} cannot be written as it is. ${reason}`,
    where: tool.source.at,
    fix: 'Change its schema, or leave the tool out.',
  })
}

function whyUnreadable(line: string, tool: Tool): string | undefined {
  if (line.length > MAX_TOOL_LENGTH) return `It is longer than ${MAX_TOOL_LENGTH / 1024 / 1024} MiB.`
  // Few tools are suspicious; those are read back.
  const isSuspicious =
    line.includes('__proto__') || isDeeper([tool.inputSchema, tool.outputSchema ?? null], 100)
  if (!isSuspicious) return undefined
  const reading = parseJson(line, SCHEMA_RULES)
  return reading.kind === 'fault' ? reading.fault.reason : undefined
}

function isDeeper(value: JsonValue, levels: number): boolean {
  if (!isJsonArray(value) && !isJsonObject(value)) return false
  if (levels === 0) return true
  return Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}

interface Handlers {
  /** What is kept of a record before it is judged. */
  readonly prepare: (record: ToolRecord) => ToolRecord
  readonly fingerprint: (tool: Tool) => string
  /** Takes a tool of its own, in order. */
  readonly keep: (record: ToolRecord, fingerprint: () => string) => void | Promise<void>
}

interface Gathering {
  readonly end: AssemblyEnd
  readonly sources: readonly ImportedSource[]
  readonly notices: readonly SourceNotice[]
}

/** Reads all sources in order through one assembler. */
async function gather(
  specs: readonly string[],
  context: ImportContext,
  options: ImportOptions,
  handlers: Handlers,
): Promise<Gathering> {
  const { notify, signal } = context
  const notices: SourceNotice[] = []
  const notice = (said: SourceNotice): void => void notices.push(said)
  const assembler = new CatalogAssembler({ onDuplicate: options.onDuplicate ?? 'error', notice })
  const sources: ImportedSource[] = []
  for (const spec of specs) {
    const tally = { records: 0, tools: 0, same: 0, dropped: 0, names: 0 }
    const formats = new Set<string>()
    const source = shownSpec(spec)
    notify(`Reading ${source}`)
    for await (const { record: read, format } of readRecords(spec, { ...context, notice }, options)) {
      signal?.throwIfAborted()
      const record = handlers.prepare(read)
      const fingerprint = once(() => handlers.fingerprint(record.tool))
      const outcome = assembler.add(record, fingerprint)
      formats.add(format)
      tally.records++
      tally[TALLIED[outcome]]++
      if (outcome === 'new') await handlers.keep(record, fingerprint)
      if (tally.records % 10_000 === 0) notify(`  ${tally.records} tools so far`)
    }
    sources.push({ source, formats: [...formats], ...tally })
  }
  const end = assembler.finish()
  if (end.counts.tools === 0) throw noTools(specs)
  return { end, sources, notices }
}

const TALLIED = { new: 'tools', same: 'same', dropped: 'dropped', held: 'names' } as const

function shownSpec(spec: string): string {
  const target = mcpTargetOf(spec)
  if (target !== undefined) return describeTarget(target)
  if (!/^https?:\/\//i.test(spec) || !URL.canParse(spec)) return spec
  const { protocol, host, pathname } = new URL(spec)
  return `${protocol}//${host}${pathname}`
}

/** Computes on first use, and then lets go of what it was computed from. */
function once(compute: () => string): () => string {
  let pending: (() => string) | undefined = compute
  let value = ''
  return () => {
    if (pending !== undefined) value = pending()
    pending = undefined
    return value
  }
}

function noTools(specs: readonly string[]): InputError {
  return new InputError({
    code: 'catalog-empty',
    what: 'There is not one tool in the sources.',
    where: specs.map(shownSpec).join(', '),
    fix: 'Name a source that holds tools.',
  })
}

/** From JavaScript one path may come without its list; its letters would be read as sources, `/` among them. */
function refuseNoList(specs: unknown): void {
  if (Array.isArray(specs)) return
  throw new InputError({
    code: 'argument-invalid',
    what: 'The sources are no list of paths and addresses.',
    where: 'loadCatalog, the sources',
    fix: "Write one, e.g. ['tools.jsonl'].",
  })
}
