import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { hostClock } from '../../src/adapters/clock.js'
import { hostFiles } from '../../src/adapters/files.js'
import type { WorkerFlags } from '../../src/cli/commands/worker-run.js'
import { runWorker } from '../../src/cli/commands/worker-run.js'
import type { RunHost } from '../../src/cli/run/run-host.js'
import type { Queues } from '../../src/run/queue/queue.js'
import type { RunAnnouncement } from '../../src/run/queue/run-announcement.js'
import type { SubjectKind } from '../../src/subject/kind.js'
import type { PathGiven, PathOutcome } from './asking-suite.js'
import { recordCli } from './cli-run.js'
import type { MemoryQueue } from './memory-queue.js'
import { lines, place, run, yes } from './run-command.js'
import { type Answer, answeringSubject, testHost } from './run-fixtures.js'

/** Runs whose questions a worker in this process answers, by way of a queue in memory. */
export interface QueueHarness {
  run(answer: Answer, given?: PathGiven): Promise<PathOutcome>
  runWith(open: SubjectKind['open'], given?: PathGiven): Promise<PathOutcome>
  /** What a worker says of a run that it does not serve. */
  refusal(host: Partial<RunHost>, flags?: Partial<WorkerFlags>): Promise<string>
  /** Done once the first jobs are in the queue, before the worker starts. */
  beforeWork: (() => void) | undefined
  /** Resolves when the first jobs are in the queue. */
  begun: () => Promise<void>
  /** What becomes of announcements on their way. */
  spoil: (run: RunAnnouncement) => RunAnnouncement
}

/** @param spoiled the queue in memory whose announcements `refusal` changes on their way */
export function queueHarness(
  queues: Queues,
  address = 'redis://queue.test',
  spoiled?: MemoryQueue,
): QueueHarness {
  const harness: QueueHarness = {
    beforeWork: undefined,
    begun: async () => {
      while (spoiled !== undefined && [...spoiled.jobs.values()].every((jobs) => jobs.size < 3))
        await setTimeout(1)
      if (spoiled === undefined) await setTimeout(2000)
    },
    spoil: (announced) => announced,
    run: (answer, given = {}) =>
      harness.runWith(() => answeringSubject(answer, given.subjectParts ?? {}), given),
    async runWith(open, given = {}) {
      const stop = new AbortController()
      const { subjectParts: _, ...flags } = given
      const running = run(yes, { ...flags, queue: address, open, host: { queues } })
      let working: Promise<unknown> = Promise.resolve()
      if (harness.beforeWork !== undefined) {
        await harness.begun()
        harness.beforeWork()
      }
      const variable = given.context?.variable
      working = worker(open, {}, { signal: stop.signal, ...(variable === undefined ? {} : { variable }) })
      const outcome = await running
      stop.abort(new Error('the run is over'))
      await working
      return outcome
    },
    async refusal(host, flags = {}) {
      await writeFile(join(place.scratch, 'other.jsonl'), lines(3))
      if (original === undefined) await announce()
      for (const [key, announced] of spoiled?.announced ?? []) {
        spoiled?.announced.set(key, harness.spoil(original ?? announced))
      }
      const stop = new AbortController()
      const working = worker(() => answeringSubject(yes), flags, { signal: stop.signal }, host)
      await setTimeout(100)
      stop.abort(new Error('enough'))
      return working
    },
  }
  let original: RunAnnouncement | undefined

  /** A run that nobody answers, and that was interrupted: its announcement stays. */
  async function announce(): Promise<void> {
    const stop = new AbortController()
    const running = run(yes, { queue: address, host: { queues }, context: { signal: stop.signal } })
    while (spoiled?.announced.size === 0) await setTimeout(1)
    original = [...(spoiled?.announced.values() ?? [])][0]
    stop.abort(new Error('interrupted'))
    await running
  }

  async function worker(
    open: SubjectKind['open'],
    flags: Partial<WorkerFlags>,
    context: { readonly signal: AbortSignal; readonly variable?: (name: string) => string | undefined },
    host: Partial<RunHost> = {},
  ): Promise<string> {
    const cli = recordCli(undefined, { files: hostFiles, clock: hostClock, ...context })
    await runWorker(
      { queue: address, concurrency: 4, ...flags },
      cli.context,
      testHost(open, { queues, ...host }),
    )
    return cli.err()
  }
  return harness
}
