import type { Benchmark } from '../benchmark/item.js'
import type { Catalog } from '../catalog/catalog.js'
import type { ProbePlan } from '../probe/probe-plan.js'
import { makeSample } from '../run/make-sample.js'
import type { TaskContext } from '../run/plan.js'
import { type PlannedSample, planSamples, requestHash } from '../run/plan-run.js'
import type { Sample } from '../run/sample.js'
import { sampleLine } from '../run/sample-line.js'
import { readSampleLines, type StoredSample } from '../run/sample-lines.js'
import { SecretBook } from '../run/secret-book.js'
import { runTasks } from '../run/tasks/index.js'
import { benchmarkScorers } from '../score/run/benchmark-scorers.js'
import { type BenchmarkScores, scoreRun } from '../score/run/score-run.js'
import type { GenerationSettings } from '../subject/request.js'
import type { Subject } from '../subject/subject.js'
import { hashText } from '../text/hash.js'
import type { Dialect } from '../toolcall/dialect.js'

export interface AskRequest {
  readonly subject: Subject
  readonly catalog: Catalog
  /** What is asked, and what answers are held against: one and the same, in a sound instrument. */
  readonly asked: readonly Benchmark[]
  readonly gold: readonly Benchmark[]
  readonly settings: GenerationSettings
  readonly dialect?: Dialect
  /** How tools are shown in questions; absent: by name, in conversation. */
  readonly probe?: ProbePlan
  /** Put between writing samples and reading them. */
  readonly journal?: (lines: readonly string[]) => readonly string[]
  readonly signal: AbortSignal
  /** Called after each sample. */
  readonly done?: (count: number) => void
}

export interface Asked {
  readonly samples: readonly StoredSample[]
  readonly benchmarks: readonly BenchmarkScores[]
}

/** Point estimates are all that calibration compares. */
const RESAMPLES = 1
const LONGEST_MS = 60_000
const NAME = 'samples.jsonl'

/** What a run would ask, every rotation of options included. */
export function plannedSamples({
  subject,
  asked,
  settings,
  dialect,
  probe,
}: Pick<AskRequest, 'subject' | 'asked' | 'settings' | 'dialect' | 'probe'>): Generator<PlannedSample> {
  const context: TaskContext = {
    subject,
    seed: 0,
    settings,
    rotations: 'all',
    ...(dialect === undefined ? {} : { dialect }),
    ...(probe === undefined ? {} : { probe }),
  }
  return planSamples({ benchmarks: asked, tasks: runTasks, context, trials: 1 }, () => true)
}

/** The way of a run without its folder: plan, ask, write, read, score. */
export async function askInMemory(request: AskRequest): Promise<Asked> {
  const { gold, dialect, probe, catalog, journal, done } = request
  const secrets = new SecretBook()
  const lines: string[] = []
  for (const planned of plannedSamples(request)) {
    lines.push(sampleLine(await askedSample(planned, request), secrets))
    done?.(lines.length)
  }
  const samples = await readBack(journal === undefined ? lines : journal(lines))
  const { benchmarks } = await scoreRun({
    run: { trials: 1 },
    benchmarks: gold.map((benchmark) => ({
      name: benchmark.name,
      benchmark,
      scorers: benchmarkScorers(benchmark, {
        catalog,
        ks: [1],
        ...(dialect === undefined ? {} : { dialect }),
        ...(probe === undefined ? {} : { probe: probe.facts }),
      }),
    })),
    samples,
    seed: 0,
    resamples: RESAMPLES,
  })
  return { samples, benchmarks }
}

/** The stored samples of these requests, asked one after the other. */
export async function askedSamples(
  samples: readonly PlannedSample[],
  request: Pick<AskRequest, 'subject' | 'signal'>,
): Promise<readonly StoredSample[]> {
  const secrets = new SecretBook()
  const lines: string[] = []
  for (const planned of samples) lines.push(sampleLine(await askedSample(planned, request), secrets))
  return readBack(lines)
}

async function askedSample(
  planned: PlannedSample,
  { subject, signal }: Pick<AskRequest, 'subject' | 'signal'>,
): Promise<Sample> {
  signal.throwIfAborted()
  const reply = await subject.ask(planned.request, { signal, timeoutMs: LONGEST_MS })
  return makeSample(planned, {
    subject,
    hash: requestHash(planned.request, (content) => hashText(String(content))),
    reply,
    timing: { startedMs: 0, durationMs: 0 },
    attempts: 1,
    isCached: false,
  })
}

async function readBack(lines: readonly string[]): Promise<readonly StoredSample[]> {
  const bytes = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''))
  const files = {
    async *stream() {
      yield bytes
    },
  }
  const samples: StoredSample[] = []
  for await (const sample of readSampleLines(NAME, files, () => undefined)) samples.push(sample)
  return samples
}
