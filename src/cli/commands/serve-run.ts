import { isAbsolute, resolve } from 'node:path'
import { hostJournals } from '../../adapters/journal.js'
import { hostLocks, isLockHeld } from '../../adapters/locks.js'
import { confinedFiles } from '../../adapters/serve/confined-files.js'
import { openWebServer, type WebRequest, type WebServer } from '../../adapters/serve/web-server.js'
import { version } from '../../adapters/version.js'
import { loadBenchmark } from '../../benchmark/load.js'
import { InputError } from '../../errors.js'
import type { LiveView } from '../../report/live/live-view.js'
import { annotationFolder } from '../annotation/annotation-opening.js'
import type { CliContext } from '../command.js'
import { refuseAddresses } from '../refuse-addresses.js'
import type { MaterialFlags } from '../report/run-material.js'
import { AnnotationRoom } from '../serve/annotation-room.js'
import { annotationRoutes } from '../serve/annotation-routes.js'
import { LIVE_PAGE, type LiveAssets, readLiveAssets } from '../serve/live-assets.js'
import { openItems } from '../serve/open-items.js'
import { pacedFiles } from '../serve/paced-files.js'
import { json, type Route, runRoutes } from '../serve/run-routes.js'
import { RunShelf, type ShelvedRun } from '../serve/run-shelf.js'
import { makeReport } from './report-run.js'

export interface ServeFlags extends MaterialFlags {
  readonly host: string
  readonly port: number
  readonly margin: number
  /** Of comparisons, and of annotation: sample and orders. */
  readonly seed: number
  /** The benchmark that people annotate. */
  readonly annotate?: string
  readonly stratified?: number
  readonly annotations?: string
  readonly showAgreement?: true
}

/**
 * Serves until Ctrl-C.
 *
 * @throws {InputError} `serve-folder`, `serve-address`, `live-page-missing`, and what reading items throws.
 */
export async function runServe(
  folder: string | undefined,
  flags: ServeFlags,
  context: CliContext,
): Promise<void> {
  const { print, notify, signal, exit } = context
  const server = await openServer(folder, { flags, context, assets: readLiveAssets() })
  if (!server.isLoopback) {
    notify(
      `Whoever reaches ${flags.host} and has this address can read what is served${flags.annotate === undefined ? '' : ' and annotate'}; it is not encrypted.`,
    )
  }
  print(`${server.url}\n`)
  notify('Ctrl-C ends it.')
  if (!signal.aborted) await new Promise((done) => signal.addEventListener('abort', done, { once: true }))
  await server.close()
  exit(0)
}

export interface ServerOptions {
  readonly flags: ServeFlags
  readonly context: CliContext
  readonly assets: LiveAssets
}

/** Opens what is served and listens. @throws as `runServe`. */
export async function openServer(
  folder: string | undefined,
  { flags, context, assets }: ServerOptions,
): Promise<WebServer> {
  // With people who annotate, runs are shown only where they are asked for: they tell what is right.
  const root = folder ?? (flags.annotate === undefined ? 'runs' : undefined)
  const room = flags.annotate === undefined ? undefined : await openRoom(flags.annotate, flags, context)
  const view: LiveView = {
    schema: 'assay.live/1',
    assay: version,
    hasRuns: root !== undefined,
    ...(room === undefined ? {} : { annotates: room.name }),
  }
  const routes = new Map<string, Route>([
    ['', async () => ({ type: 'text/html; charset=utf-8', body: LIVE_PAGE })],
    ['live.js', async () => ({ type: 'text/javascript; charset=utf-8', body: assets.script })],
    ['live.css', async () => ({ type: 'text/css; charset=utf-8', body: assets.style })],
    ['api/view', async () => json(view)],
    ...(root === undefined ? [] : await routesOfRuns(root, flags, context)),
    ...(room === undefined ? [] : annotationRoutes(room.room)),
  ])
  const server = await openWebServer({
    host: flags.host,
    port: flags.port,
    answer: async (request: WebRequest) => routes.get(request.path)?.(request),
    failed: (error) => {
      // What Ctrl-C interrupts is no fault.
      if (context.signal.aborted) return
      context.complain(`${error instanceof Error ? error.stack : String(error)}\n`)
    },
  })
  return {
    ...server,
    async close() {
      await server.close()
      await room?.room.close()
    },
  }
}

async function openRoom(
  source: string,
  flags: ServeFlags,
  context: CliContext,
): Promise<{ readonly name: string; readonly room: AnnotationRoom }> {
  const { catalog, stratified, seed } = flags
  const benchmark = await loadBenchmark(source, context)
  const room = new AnnotationRoom({
    benchmark,
    catalog,
    stratified,
    seed,
    folder: flags.annotations ?? (await annotationFolder(source, context)),
    isOpen: flags.showAgreement === true,
    store: { journals: hostJournals, locks: hostLocks },
    context,
  })
  return { name: benchmark.name, room }
}

/** Samples are asked for in parts. */
const WITHOUT_ROWS = { rows: 0 } as const

async function routesOfRuns(
  root: string,
  flags: ServeFlags,
  outer: CliContext,
): Promise<ReadonlyMap<string, Route>> {
  refuseAddresses([root], 'What is served is a folder of this host')
  const facts = await outer.files.facts(root)
  if (facts?.kind !== 'folder') {
    throw new InputError({
      code: 'serve-folder',
      what: facts === undefined ? 'There is no such folder.' : 'This is a file, not a folder of runs.',
      where: root,
      fix: 'Name the folder that runs are kept in, or one run.',
    })
  }
  const place = isAbsolute(root) ? root : resolve(root)
  const { clock } = outer
  const files = pacedFiles(confinedFiles(place, outer.files), clock)
  const context: CliContext = { ...outer, files }
  const shelf = new RunShelf({ root: place, files, journals: hostJournals, clock, isLockHeld })
  return runRoutes({
    shelf,
    report: (runs) =>
      makeReport(
        runs.map(({ found }) => found.path),
        { ...flags, ...WITHOUT_ROWS },
        context,
      ),
    openItems: ({ found }) => openItems(found, { flags, context, journals: hostJournals }),
    signature: (run) => signatureOf(run, context),
  })
}

const PARTS = ['run.json', 'samples.jsonl', 'turns.jsonl', 'scores.json', 'ladder.json', 'report.json']

async function signatureOf({ folder }: ShelvedRun, { files }: CliContext): Promise<string> {
  const sizes = []
  for (const name of PARTS) sizes.push((await files.facts(files.join(folder, name)))?.sizeBytes ?? 0)
  return sizes.join(' ')
}
