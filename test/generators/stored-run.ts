import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A run as `assay run` and `assay score` leave it, made up. */
export interface StoredRunSpec {
  readonly id: string
  readonly createdAt: string
  /** Whether each item is right. */
  readonly right: readonly boolean[]
  readonly subject?: string
  readonly benchmark?: string
  readonly fingerprint?: string
  readonly scorerVersion?: number
  /** Items to a cluster; none by default. */
  readonly clusterSize?: number
  /** Lines put behind those of `samples.jsonl`. */
  readonly moreLines?: string
}

/** The files of a run of yes-or-no items by name. */
export function storedRunFiles(spec: StoredRunSpec): Readonly<Record<string, string>> {
  const { id, createdAt, right, subject = 'small', benchmark = 'desk', clusterSize, moreLines = '' } = spec
  const { fingerprint = 'f'.repeat(64), scorerVersion = 2 } = spec
  const started = Date.parse(createdAt)
  const run = {
    schema: 'assay.run/1',
    id,
    createdAt,
    subject: { spec: `openai:${subject}`, label: subject, facts: { model: `${subject}-1` } },
    benchmarks: [{ name: benchmark, path: 'desk.jsonl', fingerprint, items: right.length }],
    tasks: {},
    settings: { temperature: 0 },
    seed: 0,
    trials: 1,
    rotations: 'one',
    sessions: [{ startedAt: createdAt, assay: '0.1.0', node: 'v20.19.0' }],
  }
  const samples = right.map((isRight, place) => ({
    benchmark,
    item: `q${place}`,
    trial: 0,
    output: { text: isRight ? 'yes' : 'no', stopReason: 'stop' },
    subject,
    request: { hash: 'a'.repeat(64) },
    decode: { temperature: 0 },
    usage: { promptTokens: 10, completionTokens: 1 },
    timing: { startedMs: started + place, durationMs: 5 },
    attempts: 1,
  }))
  const mean = right.filter(Boolean).length / right.length
  const scores = {
    schema: 'assay.scores/1',
    subject,
    benchmark,
    scores: [
      {
        kind: 'scored',
        metric: 'accuracy',
        unit: 'share of items',
        better: 'higher',
        scorer: { name: 'qa', version: scorerVersion },
        value: mean,
        n: right.length,
        interval: [Math.max(0, mean - 0.05), Math.min(1, mean + 0.05)].map(
          (end) => Math.round(end * 1000) / 1000,
        ),
        method: 'Wilson',
        chance: 0.5,
        floor: { null: 'constant', value: 0.5, verdict: 'above-floor' },
      },
      {
        kind: 'unscored',
        metric: 'youden',
        unit: 'difference of shares',
        better: 'higher',
        scorer: { name: 'qa', version: scorerVersion },
        reason: 'too few clusters',
        n: right.length,
      },
    ],
    items: right.map((isRight, place) => ({
      id: `q${place}`,
      kind: 'qa',
      ...(clusterSize === undefined ? {} : { cluster: `c${Math.floor(place / clusterSize)}` }),
      samples: 1,
      outcome: isRight ? 'right' : 'wrong',
      values: { accuracy: isRight ? 1 : 0 },
    })),
    details: { benchmark: { path: 'desk.jsonl', fingerprint } },
  }
  return {
    'run.json': JSON.stringify(run),
    'samples.jsonl': samples.map((sample) => `${JSON.stringify(sample)}\n`).join('') + moreLines,
    'scores.json': JSON.stringify(scores),
  }
}

export function writeStoredRun(folder: string, spec: StoredRunSpec): void {
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(storedRunFiles(spec))) writeFileSync(join(folder, name), text)
}
