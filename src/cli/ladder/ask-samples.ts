import type { LadderCase } from '../../ladder/ladder-case.js'
import { randomStream } from '../../numeric/random.js'
import { AdaptiveLimit } from '../../run/adaptive-limit.js'
import type { Budget } from '../../run/budget.js'
import { execute, type RunEnding } from '../../run/execute.js'
import type { PlannedSample } from '../../run/plan-run.js'
import { refuseLinks } from '../../run/refuse-links.js'
import type { RunDocument } from '../../run/run-document.js'
import { RunStore } from '../../run/run-store.js'
import { sampleKey } from '../../run/sample-line.js'
import { scanSamples } from '../../run/scan-samples.js'
import type { SecretBook } from '../../run/secret-book.js'
import type { Subject } from '../../subject/subject.js'
import type { CliContext } from '../command.js'
import type { RunHost } from '../run/run-host.js'
import { RunProgress } from '../run/run-progress.js'

export interface AskSamplesRequest {
  /** A run folder; what it holds already is not asked again. */
  readonly folder: string
  readonly subject: Subject
  readonly samples: readonly PlannedSample[]
  /** Every case that the folder may hold an answer to, beyond those of `samples`. */
  readonly cases: readonly LadderCase[]
  readonly document: RunDocument
  readonly context: CliContext
  readonly host: RunHost
  readonly secrets: SecretBook
  readonly budget: Budget
  readonly concurrency: number
  readonly timeoutMs: number
  readonly isQuiet: boolean
}

/**
 * Asks the samples that a run folder lacks, and keeps what is said.
 *
 * @returns how it ended; `complete` where nothing was left to ask.
 * @throws {InputError} `journal-foreign` for a folder of another plan, `run-link`.
 * @throws {StoreError} when the store takes no more.
 */
export async function askSamples(request: AskSamplesRequest): Promise<RunEnding> {
  const { folder, subject, samples, cases, document, context, host, secrets, budget, concurrency } = request
  const { files, clock } = context
  await refuseLinks(folder, ['run.json', 'samples.jsonl', 'raw'], files)
  const lock = await host.locks.take(files.join(folder, 'run.lock'))
  try {
    const json = secrets.clean(JSON.stringify(document, undefined, 2))
    await files.write(files.join(folder, 'run.json'), [`${json}\n`])
    const notify = (line: string): void => context.notify(secrets.clean(line))
    const store = await RunStore.open({
      folder,
      files,
      journals: host.journals,
      hash: host.hash,
      secrets,
      notify,
    })
    try {
      const { done, failed } = await scanSamples(files.join(folder, 'samples.jsonl'), files, {
        known: knownOf(cases),
        budget,
      })
      const left = samples.filter((sample) => {
        const key = sampleKey(sample)
        return !done.has(key) || failed.has(key)
      })
      if (left.length === 0) return { kind: 'complete' }
      const progress = new RunProgress({
        clock,
        planned: samples.length,
        before: samples.length - left.length,
        budget,
        hasPrice: subject.price !== undefined,
        isTerminal: host.isTerminal && !request.isQuiet,
        write: context.complain,
        notify: context.notify,
      })
      const { ending } = await execute({
        samples: left,
        subject,
        store,
        limit: new AdaptiveLimit({ clock, most: Math.min(concurrency, subject.maxConcurrency) }),
        concurrency,
        timeoutMs: request.timeoutMs,
        budget,
        cacheOnly: false,
        drain: context.signal,
        clock,
        hash: host.hash,
        random: randomStream(document.seed, `waits ${folder}`),
        notify,
        finished: (sample) => progress.finished(sample),
      })
      progress.end()
      return ending
    } finally {
      await store.close()
    }
  } finally {
    await lock.release()
  }
}

function knownOf(cases: readonly LadderCase[]): {
  readonly benchmarks: ReadonlyMap<string, ReadonlySet<string>>
  readonly trials: number
} {
  const benchmarks = new Map<string, Set<string>>()
  let trials = 1
  for (const { battery, id, asking } of cases) {
    const items = benchmarks.get(battery) ?? new Set<string>()
    benchmarks.set(battery, items.add(id))
    trials = Math.max(trials, asking.trials ?? 1)
  }
  return { benchmarks, trials }
}
