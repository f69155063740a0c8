import { hostHash } from '../adapters/hash.js'
import type { Pack, PackSemantics, PackWorld } from '../agent/pack.js'
import { type CallPlace, PlacedCalls } from '../agent/served/placed-calls.js'
import { RecordedWorlds } from '../agent/served/recorded-world.js'
import { serverWorld } from '../agent/served/server-world.js'
import {
  callLine,
  headerLine,
  type LoggedCall,
  readToolLog,
  replayServer,
  type ToolLogHeader,
} from '../agent/served/tool-log.js'
import type { ToolServer, ToolServers } from '../agent/served/tool-server.js'
import { type Dialogue, dialogueOf } from '../benchmark/dialogue-item.js'
import type { DialogueItem } from '../benchmark/item.js'
import { describeTarget, type McpListOptions, type McpTarget, mcpTargetOf } from '../catalog/mcp-tools.js'
import { InputError } from '../errors.js'
import type { Hash, Journals } from '../ports.js'
import { canonicalJson, isJsonObject, parseJson, writeJson } from '../text/json.js'
import type { CliContext } from './command.js'
import { hostPlaces } from './host-places.js'

/** A pack that comes with Assay, loaded when it is asked for. */
export interface PackEntry {
  readonly id: string
  load(): Promise<Pack>
}

/** In the order in which messages list them. */
export const packs: readonly PackEntry[] = [
  { id: 'travel', load: async () => (await import('../../packs/travel/index.js')).travelPack },
  {
    id: 'security-desk',
    load: async () => (await import('../../packs/security-desk/index.js')).securityDeskPack,
  },
]

export interface PackRequest {
  /** Id of a pack, `mcp:<command line>` or `mcp+http(s)://…`, or `recorded`. */
  readonly spec: string
  readonly size: 'full' | 'small'
  readonly seed: number
  readonly semantics: PackSemantics
  readonly switches?: Readonly<Record<string, boolean>>
  /** Folder of a saved knowledge base. */
  readonly saved?: string
  /** Whether the spec stands on this command line; a stored run may not start a program. */
  readonly isTyped: boolean
  /** Dialogues whose recorded results answer; only `recorded` reads them. */
  readonly items?: readonly DialogueItem[]
  /** Only for live servers. */
  readonly server?: PackServerFlags
}

export interface PackServerFlags {
  /** Whether tools may run that are not marked as read-only; default false. */
  readonly allowWrites?: boolean
  /** File of recorded results that answer in place of the server. */
  readonly replay?: string
  /** File that results are added to; what it holds already is not asked again at the place that it was asked at. */
  readonly record?: string
  /** A text without the secrets that the run knows: what a server repeats of them nobody sees. */
  readonly clean?: (text: string) => string
  /** For opening the server, and for each call; default 30,000. */
  readonly timeoutMs?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Names of variables that a server on stdio gets. */
  readonly variables?: readonly string[]
}

export interface OpenedPack {
  /** Without dialogues where the tools are somebody else's. */
  readonly pack: Pack
  readonly world: PackWorld
  /**
   * The world that a dialogue is played in. Where a place is given, whoever plays it again is answered by a live server as
   * the first time, without asking it; `isSettled`: it is asked nothing at all.
   */
  worldOf(dialogue: Dialogue, place?: CallPlace, setting?: { readonly isSettled?: boolean }): PackWorld
  /**
   * The same knowledge base under `strict`, without switches: dialogues are made in it whatever faults of the tools whoever
   * plays them meets. Under the faults some templates have no rows at all, and the items would not be the same either.
   */
  makingWorld(): Promise<PackWorld>
  /** Ends the server and the record. */
  close(): Promise<void>
}

/** What opening takes of the host; tests put others in their place. */
export interface PackHost {
  readonly servers: ToolServers
  readonly journals: Journals
  readonly hash: Hash
}

const packHost: PackHost = {
  servers: {
    // The client is loaded when a live server is asked.
    async open(target, options) {
      const { hostToolServers } = await import('../adapters/mcp/tool-servers.js')
      return hostToolServers.open(target, options)
    },
  },
  journals: hostPlaces.journals,
  hash: hostHash,
}

type PackContext = Pick<CliContext, 'files' | 'notify' | 'signal'>

/**
 * Opens the world that a spec names.
 *
 * @throws {InputError} `pack-unknown`; `switch-unknown`; `pack-executes` for a server that a stored run names; `pack-changed` for a server
 *   whose tools are not those of the record; and what opening throws.
 */
export async function openPack(
  request: PackRequest,
  context: PackContext,
  host: PackHost = packHost,
): Promise<OpenedPack> {
  const { spec } = request
  if (spec === 'recorded' || mcpTargetOf(spec) !== undefined) refuseSwitches(request, {})
  if (spec === 'recorded') return recordedPack(request, host)
  const target = mcpTargetOf(spec)
  if (target !== undefined) return serverPack(target, request, { context, host })
  const entry = packs.find(({ id }) => id === spec)
  if (entry === undefined) {
    throw new InputError({
      code: 'pack-unknown',
      what: `There is no pack ${JSON.stringify(spec.slice(0, 80))}.`,
      where: '--pack',
      fix: `Name one of ${packs.map(({ id }) => id).join(', ')}, recorded, or a live server as mcp:<command line>.`,
    })
  }
  const pack = await entry.load()
  refuseSwitches(request, pack)
  const { size, seed, semantics, switches, saved } = request
  const base = {
    size,
    seed,
    ...(saved === undefined
      ? {}
      : { saved: (name: string) => context.files.read(context.files.join(saved, name)) }),
  }
  const world = await pack.open({ ...base, semantics, ...(switches === undefined ? {} : { switches }) })
  const isWithoutFaults = semantics === 'strict' && switches === undefined
  return {
    pack,
    world,
    worldOf: () => world,
    makingWorld: async () => (isWithoutFaults ? world : pack.open({ ...base, semantics: 'strict' })),
    close: () => Promise.resolve(),
  }
}

function refuseSwitches(
  { switches = {} }: PackRequest,
  { switches: known = [] }: Pick<Pack, 'switches'>,
): void {
  const unknown = Object.keys(switches).find((name) => !known.includes(name))
  if (unknown === undefined) return
  throw new InputError({
    code: 'switch-unknown',
    what: `The pack has no switch ${JSON.stringify(unknown.slice(0, 80))}.`,
    where: '--switch',
    fix: known.length === 0 ? 'Leave it out: this pack has none.' : `Use one of ${known.join(', ')}.`,
  })
}

function recordedPack({ items = [], semantics }: PackRequest, { hash }: PackHost): OpenedPack {
  const worlds = new RecordedWorlds({ dialogues: items.map(dialogueOf), semantics, hash })
  const { world } = worlds
  return {
    pack: packOf(world, 'Recorded tools'),
    world,
    worldOf: (dialogue) => worlds.worldOf(dialogue),
    makingWorld: () => Promise.resolve(world),
    close: () => Promise.resolve(),
  }
}

async function serverPack(
  target: McpTarget,
  request: PackRequest,
  { context, host }: { readonly context: PackContext; readonly host: PackHost },
): Promise<OpenedPack> {
  const { isTyped, semantics, server: flags = {} } = request
  const address = describeTarget(target)
  const { clean = (text) => text } = flags
  const {
    source: open,
    allowsWrites,
    known,
  } = flags.replay === undefined
    ? await liveServer({ target, flags, address, isTyped }, { context, host })
    : await replayedServer(flags.replay, context)
  const source = withoutSecretReplies(open, clean)
  try {
    const { listing } = source
    const header = { address, allowsWrites, listing }
    const record =
      flags.record === undefined ? undefined : await openRecord(flags.record, header, { context, host })
    const keep = (call: LoggedCall): Promise<void> =>
      record?.append(clean(callLine(call))) ?? Promise.resolve()
    const placed = new PlacedCalls({ source, known: record?.before ?? [], borrowed: known, keep })
    const worldBy = (server: ToolServer): PackWorld =>
      serverWorld({ server, address, semantics, allowsWrites, hash: host.hash })
    const world = worldBy({
      listing,
      close: () => source.close(),
      async call(tool, args) {
        const reply = await source.call(tool, args)
        await keep({ tool, arguments: args, reply })
        return reply
      },
    })
    if (!allowsWrites) tellRefused(world, { address, context })
    return {
      pack: packOf(world, address),
      world,
      makingWorld: () => Promise.resolve(world),
      worldOf: (_dialogue, place, { isSettled = false } = {}) =>
        place === undefined ? world : worldBy(placed.serverAt(place, { listing, isSettled })),
      close: async () => {
        await source.close()
        await record?.end()
      },
    }
  } catch (error) {
    await source.close()
    throw error
  }
}

function withoutSecretReplies(server: ToolServer, clean: (text: string) => string): ToolServer {
  return {
    listing: server.listing,
    close: () => server.close(),
    async call(tool, args) {
      const reply = await server.call(tool, args)
      if (reply.kind === 'failure') return { ...reply, message: clean(reply.message) }
      const text = writeJson(reply.result)
      const cleaned = clean(text)
      if (cleaned === text) return reply
      const reading = parseJson(cleaned)
      const result = reading.kind === 'value' && isJsonObject(reading.value) ? reading.value : undefined
      if (result !== undefined) return { kind: 'answer', result }
      return { kind: 'failure', reason: 'malformed', message: 'The answer held a secret.' }
    },
  }
}

function tellRefused(
  { tools }: PackWorld,
  { address, context }: { readonly address: string; readonly context: PackContext },
): void {
  const refused = tools.filter(({ writes }) => writes === true)
  if (refused.length === 0) return
  const names = refused.slice(0, 5).map(({ name }) => name)
  const more = refused.length > names.length ? ' and others' : ''
  context.notify(
    `${address}: not marked as read-only, so refused without --allow-writes: ${names.join(', ')}${more}`,
  )
}

interface OpenedServer {
  readonly source: ToolServer
  readonly allowsWrites: boolean
  /** Recorded calls that answer. */
  readonly known: readonly LoggedCall[]
}

async function replayedServer(path: string, { files }: PackContext): Promise<OpenedServer> {
  const log = await readToolLog(files.stream(path), path)
  return { source: replayServer(log), allowsWrites: log.allowsWrites, known: log.calls }
}

interface LiveServerRequest {
  readonly target: McpTarget
  readonly flags: PackServerFlags
  readonly address: string
  readonly isTyped: boolean
}

async function liveServer(
  { target, flags, address, isTyped }: LiveServerRequest,
  { context, host }: { readonly context: PackContext; readonly host: PackHost },
): Promise<OpenedServer> {
  if (!isTyped) {
    throw new InputError({
      code: 'pack-executes',
      what: 'The pack of this run is a live server, and it is named by a file.',
      where: address,
      fix: 'If you trust it, repeat it on the command line with --pack, or answer from its recorded results with --replay.',
    })
  }
  const options: McpListOptions = {
    timeoutMs: flags.timeoutMs ?? 30_000,
    headers: flags.headers ?? {},
    variables: flags.variables ?? [],
    signal: context.signal,
  }
  const source = await host.servers.open(target, options)
  return { source, allowsWrites: flags.allowWrites ?? false, known: [] }
}

interface OpenedRecord {
  readonly append: (line: string) => Promise<void>
  readonly end: () => Promise<void>
  /** What it held when it was opened. */
  readonly before: readonly LoggedCall[]
}

/** A new record begins with what the server offers; one that goes on must be of a server that offers the same. */
async function openRecord(
  path: string,
  header: ToolLogHeader,
  { context: { files }, host: { journals } }: { readonly context: PackContext; readonly host: PackHost },
): Promise<OpenedRecord> {
  const journal = await journals.open(path)
  const opened = { append: (line: string) => journal.append(line), end: () => journal.close() }
  try {
    if (journal.sizeBytes === 0) {
      await journal.append(headerLine(header))
      return { ...opened, before: [] }
    }
    const before = await readToolLog(files.stream(path), path)
    const isSame = canonicalJson(before.listing.tools) === canonicalJson(header.listing.tools)
    if (!isSame || before.allowsWrites !== header.allowsWrites) {
      throw new InputError({
        code: 'pack-changed',
        what: isSame
          ? 'Its results were recorded with another setting of --allow-writes.'
          : 'The server offers other tools than when its results were recorded.',
        where: path,
        fix: 'Begin a new run, or answer from the record with --replay.',
      })
    }
    return { ...opened, before: before.calls }
  } catch (error) {
    await journal.close()
    throw error
  }
}

/** A world of somebody else's tools as a pack: it is open already, and cannot be opened otherwise. */
function packOf(world: PackWorld, title: string): Pack {
  return { ...world.pack, title, open: () => Promise.resolve(world) }
}
