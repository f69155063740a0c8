import { fingerprintOfItems, itemFromJson } from '../../src/benchmark/item-json.js'
import type { JsonValue } from '../../src/text/json.js'

export interface AskedSample {
  readonly item: string
  readonly variant?: string
  readonly trial?: number
  /** A text, or a message object. */
  readonly said?: string | object
  readonly error?: { readonly kind: string; readonly code: string; readonly message: string }
  readonly stopReason?: string
  readonly more?: object
}

export interface AskedRunSpec {
  readonly folder: string
  readonly items: readonly object[]
  readonly samples: readonly AskedSample[]
  readonly trials?: number
  readonly dialect?: string
  /** Tools of a catalog beside it. */
  readonly tools?: readonly string[]
  readonly more?: object
}

/** Files of a run over items of any kind, the items beside it, by path: as `assay run` leaves them. */
export function askedRunFiles(spec: AskedRunSpec): Record<string, string> {
  const { folder, items, samples, trials = 1, dialect, tools, more = {} } = spec
  const path = `${folder}.items.jsonl`
  const text = items.map((item) => `${JSON.stringify(item)}\n`).join('')
  const read = items.map((item, at) => itemFromJson(item as JsonValue, { path, line: at + 1 }))
  const run = {
    schema: 'assay.run/1',
    id: folder,
    createdAt: '2026-11-01T10:00:00.000Z',
    subject: {
      spec: 'openai:small',
      label: 'small',
      facts: { model: 'small' },
      ...(dialect === undefined ? {} : { dialect }),
    },
    benchmarks: [{ name: 'desk', path, fingerprint: fingerprintOfItems(read), items: items.length }],
    tasks: {},
    settings: { maxTokens: 64, temperature: 0 },
    seed: 0,
    trials,
    rotations: 'one',
    sessions: [{ startedAt: '2026-11-01T10:00:00.000Z', assay: '0.1.0', node: 'v20.19.0' }],
    ...more,
  }
  const lines = samples.map(
    ({ item, variant, trial = 0, said, error, stopReason = 'stop', more: rest = {} }) => ({
      benchmark: 'desk',
      item,
      ...(variant === undefined ? {} : { variant }),
      trial,
      ...(error === undefined
        ? { output: { ...(typeof said === 'string' ? { text: said } : { message: said }), stopReason } }
        : { error: { ...error, retryable: false } }),
      subject: 'small',
      request: { hash: 'a'.repeat(64) },
      decode: {},
      timing: { startedMs: 0, durationMs: 250 },
      attempts: 1,
      ...rest,
    }),
  )
  return {
    [`${folder}/run.json`]: JSON.stringify(run),
    [`${folder}/samples.jsonl`]: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    [path]: text,
    ...(tools === undefined
      ? {}
      : {
          [`${folder}.catalog.jsonl`]: tools
            .map(
              (name) =>
                `${JSON.stringify({ name, description: `Does ${name}.`, source: { format: 'assay', at: name } })}\n`,
            )
            .join(''),
        }),
  }
}
