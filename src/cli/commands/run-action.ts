import { randomStream } from '../../numeric/random.js'
import { AdaptiveLimit } from '../../run/adaptive-limit.js'
import { Budget } from '../../run/budget.js'
import { execute, type RunEnding } from '../../run/execute.js'
import { countSamples, planSamples } from '../../run/plan-run.js'
import { refuseLinks } from '../../run/refuse-links.js'
import { ResponseCache } from '../../run/response-cache.js'
import { refuseDifferences } from '../../run/run-differences.js'
import type { RunDocument } from '../../run/run-document.js'
import { RunStore } from '../../run/run-store.js'
import { sampleKey } from '../../run/sample-line.js'
import { type SampleScan, scanSamples } from '../../run/scan-samples.js'
import { SecretBook } from '../../run/secret-book.js'
import { readStoredConfig, type StoredConfig } from '../../run/stored-config.js'
import { countText } from '../../text/number-text.js'
import { printable, printableLines } from '../../text/printable.js'
import type { CliContext } from '../command.js'
import { flagsClash } from '../flags-clash.js'
import type { ProbeOpening } from '../probe/probe-opening.js'
import { checkQueueFlags } from '../run/queue-flags.js'
import type { RunFlags } from '../run/run-flags.js'
import { refuseFolder, runFolder } from '../run/run-folder.js'
import { type RunHost, runHost } from '../run/run-host.js'
import { type OpenedRun, openRun } from '../run/run-opening.js'
import { runPreflight } from '../run/run-preflight.js'
import { RunProgress } from '../run/run-progress.js'
import { RunQueue } from '../run/run-queue.js'
import { type RunCounts, textOfRun } from '../run/run-text.js'
import { learnStoreKeys } from '../store-secrets.js'
import { readTemplate } from '../template-option.js'
import { withoutSecrets } from '../without-secrets.js'

/** A folder that holds one of them is a run already, of dialogues where it has turns. */
const WRITES = ['run.json', 'samples.jsonl', 'turns.jsonl']

/**
 * @throws {InputError} `run-exists`, `run-changed`, `run-link`, `journal-broken`, and what opening and planning throw.
 * @throws {StoreError} `lock-held` and the like; nothing is lost.
 */
export async function runRun(
  flags: RunFlags,
  context: CliContext,
  host: RunHost = runHost(),
  extras: RunExtras = {},
): Promise<void> {
  const secrets = new SecretBook()
  const halt = new AbortController()
  let queue: RunQueue | undefined
  try {
    checkFlags(flags)
    checkQueueFlags(flags)
    queue = await RunQueue.connect({ flags, context, host, secrets })
    const folder = await runFolder({ resume: flags.resume, output: flags.output, writes: WRITES }, context)
    learnStoreKeys(folder, secrets, context)
    const stored = flags.resume === undefined ? undefined : await readStoredConfig(folder, context.files)
    await refuseLinks(folder, ['run.json', 'samples.jsonl', 'raw'], context.files)
    const id = stored?.id ?? context.files.join(folder).split(/[/\\]/).at(-1) ?? folder
    const { probe } = extras
    const opened = await openRun({
      flags,
      context,
      host,
      secrets,
      stored,
      id,
      halt: halt.signal,
      ...(probe === undefined ? {} : { probe }),
    })
    try {
      if (stored !== undefined) {
        const place = context.files.join(folder, 'run.json')
        // What was given its secrets' marks when it was stored is compared with the same marks.
        const marked = JSON.parse(secrets.clean(JSON.stringify(opened.document))) as RunDocument
        refuseDifferences(stored.json, marked, place)
      }
      const lock = await host.locks.take(context.files.join(folder, 'run.lock'))
      try {
        // Another process may have begun one in the meantime.
        if (stored === undefined) await refuseFolder(folder, WRITES, context.files)
        await work({ flags, context, host, secrets, stored, folder, opened, extras, queue })
      } finally {
        await lock.release()
      }
    } finally {
      await opened.subject.close?.()
    }
  } catch (error) {
    throw withoutSecrets(error, secrets)
  } finally {
    await queue?.close()
    halt.abort()
    host.http?.close()
  }
}

interface Work {
  readonly flags: RunFlags
  readonly context: CliContext
  readonly host: RunHost
  readonly secrets: SecretBook
  readonly stored: StoredConfig | undefined
  readonly folder: string
  readonly opened: OpenedRun
  readonly extras: RunExtras
  /** Where workers ask in place of this process. */
  readonly queue: RunQueue | undefined
}

/** What a command that runs for its own purpose adds. */
export interface RunExtras {
  /** Shows MCQ and QA items as a probe does, and asks no others. */
  readonly probe?: ProbeOpening
  /** Told how it went, in place of the report that is printed. */
  readonly done?: (result: RunResult) => void
}

export interface RunResult {
  readonly folder: string
  readonly ending: RunEnding | { readonly kind: 'unmeasured' }
  /** What would have been printed. */
  readonly text: string
  /** Set where every sample is an error, so that nothing was measured. */
  readonly allFailed?: { readonly count: number; readonly first?: string }
}

async function work(given: Work): Promise<void> {
  const { flags, context, opened, folder, secrets, stored } = given
  const template =
    flags.template === undefined
      ? {}
      : { template: { source: await readTemplate(flags.template, context), file: flags.template } }
  const preflight = await runPreflight(opened, {
    ...template,
    templates: given.host.templates,
    isTrial:
      stored === undefined && flags.trialRequests !== false && flags.cacheOnly !== true && !opened.isKeyless,
    timeoutMs: flags.timeout * 1000,
  })
  const document: RunDocument = { ...opened.document, preflight }
  const json = secrets.clean(JSON.stringify(document, undefined, 2))
  await context.files.write(context.files.join(folder, 'run.json'), [`${json}\n`])
  for (const { severity, what } of preflight.findings) {
    if (severity === 'blocking') context.notify(secrets.clean(what))
  }
  if (preflight.verdict === 'unmeasured' && flags.askAnyway !== true) {
    finish(given, document, { ending: { kind: 'unmeasured' } })
    return
  }
  await ask(given, document)
}

async function ask(given: Work, document: RunDocument): Promise<void> {
  const { flags, context, host, secrets, folder, opened } = given
  const { plan, subject } = opened
  const { files, clock } = context
  const { journals, hash } = host
  const notify = (line: string): void => context.notify(secrets.clean(line))
  const budget = new Budget({
    ...(flags.maxCost === undefined ? {} : { cost: flags.maxCost }),
    ...(flags.maxTokens === undefined ? {} : { tokens: flags.maxTokens }),
  })
  const store = await RunStore.open({ folder, files, journals, hash, secrets, notify })
  const isCached = flags.cache !== false && subject.isRecorded !== true
  const cache = isCached ? await openCache(given, document) : undefined
  try {
    const scan = await scanRun(given, budget)
    // How much one worker bears is each worker's own business.
    const asked =
      given.queue === undefined ? subject : { ...subject, maxConcurrency: Number.POSITIVE_INFINITY }
    const asker = await given.queue?.open(document, subject.endpoint)
    const planned = countSamples(plan)
    const isLeft = (key: string): boolean =>
      !scan.done.has(key) || (flags.retryErrors === true && scan.failed.has(key))
    const progress = new RunProgress({
      clock,
      planned,
      before: plan.only === undefined ? scan.done.size - (flags.retryErrors ? scan.failed.size : 0) : 0,
      budget,
      hasPrice: subject.price !== undefined,
      isTerminal: host.isTerminal && flags.quiet !== true,
      write: context.complain,
      notify: context.notify,
    })
    const failed = new Set(scan.failed)
    const passing = new Set<string>()
    const unrecorded = new Set<string>()
    const { ending, uncached } = await execute({
      samples: planSamples(plan, (key) => isLeft(sampleKey(key))),
      subject: asked,
      ...(asker === undefined ? {} : { asker }),
      store,
      limit: new AdaptiveLimit({ clock, most: Math.min(flags.concurrency, subject.maxConcurrency) }),
      concurrency: flags.concurrency,
      timeoutMs: flags.timeout * 1000,
      budget,
      cache,
      cacheOnly: flags.cacheOnly === true,
      drain: context.signal,
      clock,
      hash,
      random: randomStream(plan.context.seed, `waits ${document.sessions.length}`),
      notify,
      finished: (sample) => {
        const key = sampleKey(sample)
        if (sample.error === undefined) failed.delete(key)
        else failed.add(key)
        if (sample.error?.retryable === true) passing.add(key)
        if (sample.error?.code === 'replay-missing' && unrecorded.size < NAMED) unrecorded.add(sample.item)
        progress.finished(sample)
      },
    })
    progress.end()
    await given.queue?.leave(ending.kind === 'complete' && uncached === 0 && plan.only === undefined)
    finish(given, document, {
      ending,
      counts: {
        planned,
        ...progress.counts,
        before: scan.done.size,
        errors: failed.size,
        ...(isReplay(subject) ? { unrecorded: { count: failed.size, items: [...unrecorded] } } : {}),
        passing: passing.size,
        uncached,
        cost: subject.price === undefined && budget.cost === 0 ? undefined : budget.cost,
        tokens: budget.tokens,
      },
    })
  } finally {
    await cache?.close()
    await store.close()
  }
}

/** Items of which a recording lacks the answer that are named. */
const NAMED = 5

/** Whether all that can fail is that an answer was not recorded. */
function isReplay({ spec }: OpenedRun['subject']): boolean {
  return /^(?:llm-select:)?replay:/.test(spec)
}

/** Opening the store has cut off a torn last line; what is left is whole. */
async function scanRun({ folder, context, opened }: Work, budget: Budget): Promise<SampleScan> {
  const { plan } = opened
  const benchmarks = new Map(
    plan.benchmarks.map(({ name, items }) => [name, new Set(items.map(({ id }) => id))]),
  )
  const path = context.files.join(folder, 'samples.jsonl')
  return scanSamples(path, context.files, { known: { benchmarks, trials: plan.trials }, budget })
}

function openCache(
  { flags, context, host, secrets, opened }: Work,
  { tasks, subject: { facts, extra }, sessions }: RunDocument,
): Promise<ResponseCache> {
  const { files, clock } = context
  const versions = Object.fromEntries(Object.entries(tasks).map(([kind, { version }]) => [kind, version]))
  const { engine: _, ...known } = facts
  return ResponseCache.open({
    folder: typeof flags.cache === 'string' ? flags.cache : files.join('.cache', 'assay', 'responses'),
    identity: JSON.stringify({ spec: opened.subject.spec, ...known, extra, versions }),
    files,
    journals: host.journals,
    hash: host.hash,
    secrets,
    session: `${clock.now()}-${host.processId}-${sessions.length}`,
  })
}

interface Finish {
  readonly ending: RunEnding | { readonly kind: 'unmeasured' }
  readonly counts?: RunCounts
}

/** Says how it went, and sets the exit code. */
function finish(
  { flags, context, folder, secrets, extras }: Work,
  document: RunDocument,
  { ending, counts }: Finish,
): void {
  if (extras.done !== undefined) {
    const text = secrets.clean(textOfRun(document, { folder, ending, counts }))
    const allFailed = failedAll(counts)
    extras.done({ folder, ending, text, ...(allFailed === undefined ? {} : { allFailed }) })
  } else if (flags.json) {
    const { kind, ...details } = ending
    const failure = 'failure' in details ? { failure: details.failure.what } : details
    const result = { ...document, folder, ending: { kind, ...failure }, samples: counts }
    context.print(`${secrets.clean(JSON.stringify(result, undefined, 2))}\n`)
  } else context.print(secrets.clean(textOfRun(document, { folder, ending, counts })))
  const mayPass = (counts?.passing ?? 0) > 0 || (counts?.uncached ?? 0) > 0
  if (ending.kind === 'interrupted') context.exit(130)
  else if (document.preflight?.verdict === 'unmeasured') context.exit(1)
  else if (ending.kind === 'subject') {
    context.complain(secrets.clean(printableLines(`${ending.failure.name}: ${ending.failure.message}\n`)))
    context.exit(3)
  } else if (ending.kind !== 'complete' || mayPass) context.exit(3)
}

function failedAll(counts: RunCounts | undefined): RunResult['allFailed'] {
  if (counts === undefined || counts.planned === 0 || counts.errors < counts.planned) return undefined
  const [first] = counts.failures
  return {
    count: counts.errors,
    ...(first === undefined ? {} : { first: `${first.kind}, ${first.message}` }),
  }
}

/**
 * Says that nothing was measured, and sets the exit code: whoever waits for a measurement has none.
 *
 * @param again how to go on, one sentence
 */
export function tellAllFailed(
  { folder, allFailed }: RunResult,
  again: string,
  { complain, exit }: CliContext,
): void {
  if (allFailed === undefined) return
  const { count, first } = allFailed
  const such = count === 1 ? 'The only sample' : `All ${countText(count)} samples`
  const why = first === undefined ? '' : ` Most: ${printable(first, { maxLength: 300 }).replace(/\.$/, '')}.`
  complain(
    `${such} ended in an error, so nothing was measured.${why} What failed is in ${printable(folder)}. ${again}\n`,
  )
  exit(3)
}

function checkFlags({ resume, output, retryErrors, cache, cacheOnly }: RunFlags): void {
  if (resume !== undefined && output !== undefined) {
    throw flagsClash('--output', 'A run that is resumed stays in its folder.', 'Leave out -o.')
  }
  if (retryErrors === true && resume === undefined) {
    throw flagsClash('--retry-errors', 'A new run has no errors to ask again.', 'Name the run with --resume.')
  }
  if (cacheOnly === true && cache === false) {
    throw flagsClash(
      '--cache-only',
      'Answers cannot come from a cache that is not used.',
      'Leave out --no-cache.',
    )
  }
}
