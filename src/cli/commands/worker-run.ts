import { version } from '../../adapters/version.js'
import { loadBenchmark } from '../../benchmark/load.js'
import { loadCatalog } from '../../catalog/import.js'
import { SecretBook } from '../../run/secret-book.js'
import { countText } from '../../text/number-text.js'
import { printable } from '../../text/printable.js'
import { QueueWorker, type WorkerSummary } from '../../worker/queue-worker.js'
import { type DeskOptions, RunDesk } from '../../worker/run-desk.js'
import { importContextOf, importOptionsOf } from '../catalog/catalog-flags.js'
import type { CliContext } from '../command.js'
import { runConfigFile } from '../run/run-config-file.js'
import { type RunHost, runHost } from '../run/run-host.js'
import { withoutSecrets } from '../without-secrets.js'

/** Flags of `assay worker`. */
export interface WorkerFlags {
  readonly queue: string
  readonly subject?: readonly string[]
  readonly folder?: readonly string[]
  readonly config?: string
  readonly items?: readonly string[]
  readonly catalog?: readonly string[]
  readonly concurrency: number
  readonly untilIdle?: true
  readonly json?: true
  readonly quiet?: true
}

/**
 * @throws {InputError} what is wrong with the flags. @throws {StoreError} when the queue cannot be reached, or is lost.
 */
export async function runWorker(
  flags: WorkerFlags,
  context: CliContext,
  host: RunHost = runHost(),
): Promise<void> {
  const secrets = new SecretBook()
  const halt = new AbortController()
  const notify = (line: string): void => context.notify(secrets.clean(line))
  try {
    const [pinned, config] = await Promise.all([
      pinnedOf(flags, context),
      flags.config === undefined ? undefined : runConfigFile(flags.config, context.files),
    ])
    const connection = await host.queues.connect(flags.queue, {
      notify,
      variable: context.variable,
      learn: (name, secret) => secrets.learn(name, secret),
    })
    try {
      const { clock, files } = context
      const desk = new RunDesk({
        assay: version,
        allowance: { specs: flags.subject ?? [], folders: flags.folder ?? [] },
        pinned,
        subjects: config?.subjects ?? [],
        files,
        http: host.http ?? context.http,
        clock,
        notify,
        templates: host.templates,
        kinds: host.kinds,
        variable: context.variable,
        secrets,
        signal: halt.signal,
      })
      notify('The worker waits for runs.')
      const worker = new QueueWorker({
        queue: connection.workers,
        desk,
        concurrency: flags.concurrency,
        untilIdle: flags.untilIdle === true,
        drain: context.signal,
        clock,
        hash: host.hash,
        secrets,
        seed: host.processId,
      })
      finish(await worker.run(), flags, context)
    } finally {
      await connection.close()
    }
  } catch (error) {
    throw withoutSecrets(error, secrets)
  } finally {
    halt.abort()
    host.http?.close()
  }
}

async function pinnedOf(
  { items, catalog }: WorkerFlags,
  context: CliContext,
): Promise<DeskOptions['pinned']> {
  const { files, notify } = context
  const benchmarks = new Set<string>()
  for (const path of items ?? [])
    benchmarks.add((await loadBenchmark(path, { files, notify }, {})).fingerprint)
  const loaded =
    catalog === undefined
      ? undefined
      : await loadCatalog(
          catalog,
          importContextOf(context),
          importOptionsOf({ onDuplicate: 'error', timeout: 30 }),
        )
  return {
    ...(items === undefined ? {} : { benchmarks }),
    ...(loaded === undefined ? {} : { catalog: loaded.catalog.fingerprint }),
  }
}

function finish(summary: WorkerSummary, { json }: WorkerFlags, { print, exit }: CliContext): void {
  const { answered, again, poisoned, isInterrupted } = summary
  if (json === true) print(`${JSON.stringify({ schema: 'assay.worker/1', answered, again, poisoned })}\n`)
  else {
    const count = (number: number): string => countText(number)
    const broken = poisoned === 0 ? '' : `, ${count(poisoned)} jobs that were none`
    print(printable(`${count(answered)} answers sent, ${count(again)} attempts to be made again${broken}.`))
    print('\n')
  }
  if (isInterrupted) exit(130)
}
