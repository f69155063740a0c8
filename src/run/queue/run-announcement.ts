import type { Hash } from '../../ports.js'
import type { SubjectFacts } from '../../subject/subject.js'
import { canonicalJson, type JsonValue } from '../../text/json.js'
import { isRecord } from '../../text/plain-value.js'
import type { RunDocument } from '../run-document.js'

/** What a run tells workers of itself before it hands out questions. Never a secret. */
export interface RunAnnouncement {
  readonly schema: 'assay.queue/1'
  /** Tells the run from every other, those of the same id included; 32 hex digits. */
  readonly key: string
  readonly id: string
  /** Version of Assay. */
  readonly assay: string
  /** Name of the queue of its endpoint. */
  readonly queue: string
  readonly subject: AnnouncedSubject
  readonly benchmarks: readonly { readonly name: string; readonly fingerprint: string }[]
  /** Fingerprint of the catalog. */
  readonly catalog?: string
  /** Longest attempt. */
  readonly timeoutMs: number
  readonly requestsPerMinute?: number
  readonly tokensPerMinute?: number
}

/** How a worker opens the subject. */
export interface AnnouncedSubject {
  readonly spec: string
  readonly facts: SubjectFacts
  /** Name of the variable that holds the key, where it was named. */
  readonly key?: string
  readonly maxConcurrency?: number
  readonly extra?: Readonly<Record<string, unknown>>
  /** Names of headers that the worker's own config must give. */
  readonly headers?: readonly string[]
}

export interface AnnouncementParts {
  /** Of the subject: what shares its limits. */
  readonly endpoint: string
  readonly assay: string
  readonly timeoutMs: number
  readonly requestsPerMinute?: number | undefined
  readonly tokensPerMinute?: number | undefined
}

/** Says what a run is, from its own document. */
export function announceRun(document: RunDocument, parts: AnnouncementParts, hash: Hash): RunAnnouncement {
  const { id, createdAt, subject, benchmarks, catalog } = document
  const { spec, facts, key, maxConcurrency, headers, extra } = subject
  const { endpoint, assay, timeoutMs, requestsPerMinute, tokensPerMinute } = parts
  return {
    schema: 'assay.queue/1',
    key: hash(
      canonicalJson([id, createdAt, spec, ...benchmarks.map(({ fingerprint }) => fingerprint)]),
    ).slice(0, 32),
    id,
    assay,
    queue: queueName(endpoint, assay, hash),
    subject: {
      spec,
      facts,
      ...(key === undefined ? {} : { key }),
      ...(maxConcurrency === undefined ? {} : { maxConcurrency }),
      ...(headers === undefined ? {} : { headers }),
      ...(extra === undefined ? {} : { extra }),
    },
    benchmarks: benchmarks.map(({ name, fingerprint }) => ({ name, fingerprint })),
    ...(catalog === undefined ? {} : { catalog: catalog.fingerprint }),
    timeoutMs,
    ...(requestsPerMinute === undefined ? {} : { requestsPerMinute }),
    ...(tokensPerMinute === undefined ? {} : { tokensPerMinute }),
  }
}

/** One queue for each endpoint, which keeps its limits; another version of Assay never meets a job that is not for it. */
export function queueName(endpoint: string, assay: string, hash: Hash): string {
  return `assay-${assay.replace(/[^\w.-]/g, '')}-${hash(endpoint).slice(0, 16)}`
}

const RUN_KEY = /^[0-9a-f]{32}$/
/** As `queueName` makes them. */
const QUEUE_NAME = /^assay-[\w.-]{0,100}-[0-9a-f]{16}$/

/** Longest announcement: `extra` may be anything. */
const MAX_LENGTH = 1024 * 1024

/** An announcement as it was read from a queue; undefined where it is none that this version understands at all. */
export function readAnnouncement(text: string): RunAnnouncement | undefined {
  if (text.length > MAX_LENGTH) return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isRecord(value) || value.schema !== 'assay.queue/1') return undefined
  const { key, id, assay, queue, subject, benchmarks, catalog, timeoutMs } = value
  const areTexts = [key, id, assay, queue].every((part) => typeof part === 'string' && part.length <= 4096)
  if (!areTexts || !isPositive(timeoutMs) || !isSubject(subject)) return undefined
  // Engines make names of keys of these; one that they refuse would end the worker.
  if (!RUN_KEY.test(String(key)) || !QUEUE_NAME.test(String(queue))) return undefined
  if (catalog !== undefined && typeof catalog !== 'string') return undefined
  if (!Array.isArray(benchmarks) || !benchmarks.every(isBenchmark)) return undefined
  for (const limit of [value.requestsPerMinute, value.tokensPerMinute]) {
    if (limit !== undefined && !isPositive(limit)) return undefined
  }
  return value as unknown as RunAnnouncement // every member was checked
}

function isPositive(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value > 0
}

function isBenchmark(value: unknown): boolean {
  return isRecord(value) && typeof value.name === 'string' && typeof value.fingerprint === 'string'
}

function isSubject(value: unknown): boolean {
  if (!isRecord(value)) return false
  const { spec, facts, key, maxConcurrency, extra, headers } = value
  return (
    typeof spec === 'string' &&
    isRecord(facts) &&
    typeof facts.model === 'string' &&
    (key === undefined || typeof key === 'string') &&
    (maxConcurrency === undefined || isPositive(maxConcurrency)) &&
    (extra === undefined || isRecord(extra)) &&
    (headers === undefined || (Array.isArray(headers) && headers.every((name) => typeof name === 'string')))
  )
}

/** What of a subject must be the same wherever it is opened; engines may differ in their builds. */
export function subjectPrint({ engine: _, ...facts }: SubjectFacts): string {
  return canonicalJson(JSON.parse(JSON.stringify(facts)) as JsonValue) // facts are plain data
}
