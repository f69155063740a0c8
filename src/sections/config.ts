import { InputError } from '../errors.js'
import type { SubjectOptions } from '../subject/kind.js'
import { nearestWord } from '../text/nearest.js'
import { isRecord } from '../text/plain-value.js'
import type { DialectConfig } from '../toolcall/dialect-config.js'

/** A flag of a command, by its name without dashes; a list repeats it. */
export type AskFlag = string | number | boolean | readonly (string | number)[]

/**
 * What sections that ask subjects pass on to their commands: `probes` to `assay probe`, `parametric` to `assay parametric`,
 * `calls` to `assay run`, `ladder` to `assay ladder`, `dialogues` to `assay converse`. `false` leaves one out. Files stand as seen
 * from the config.
 */
export type AskConfig = Readonly<Record<string, Readonly<Record<string, AskFlag>> | false>>

/** A subject with what cannot stand in its spec. */
export type SubjectConfig = SubjectOptions & {
  readonly spec: string
  /** For this subject, over what the config says for all. */
  readonly ask?: AskConfig
}

/** What `assay.config.{ts,js,json,yaml}` holds. */
export interface AuditConfig {
  /** Sources as `assay catalog import` takes them: files, folders, addresses, `mcp:<command>`. */
  readonly catalog: readonly string[]
  /** Benchmarks in any format that `assay benchmark import` reads; `facts:mcq` and `facts:qa` are made of the catalog. */
  readonly benchmarks?: readonly string[]
  /** Spec strings, e.g. `bm25`, or objects with a spec and options. Models are asked in each section that has something to ask. */
  readonly subjects?: readonly (string | SubjectConfig)[]
  /** How subjects are asked, section by section. */
  readonly ask?: AskConfig
  /** Named lists of items, which `assay run --battery` asks. */
  readonly batteries?: Readonly<Record<string, readonly string[]>>
  /** Sections to run, in this order; all that apply by default. */
  readonly sections?: readonly string[]
  /** Seed of every random draw; default 0. */
  readonly seed?: number
  /** Depths at which rankings are scored; default 1, 5, 10, 50. */
  readonly k?: readonly number[]
  /** Resamples of the bootstrap; default 10,000. */
  readonly resamples?: number
  /** What to do about two tools of one name; default `error`. */
  readonly onDuplicate?: 'error' | 'first' | 'qualify'
  /** Dialects of your own, which `--dialect` can name: docs/dialects.md. */
  readonly dialects?: readonly DialectConfig[]
}

/** Gives a config its type; returns it unchanged. */
export function defineConfig(config: AuditConfig): AuditConfig {
  return config
}

type Check = (value: unknown) => string | undefined

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

const texts: Check = (value) => (Array.isArray(value) && value.every(isText) ? undefined : 'a list of texts')

const wholeFrom =
  (least: number, most: number = Number.MAX_SAFE_INTEGER): Check =>
  (value) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most
      ? undefined
      : `a whole number from ${least} to ${most}`

/** Each is checked, key by key, when it is used. */
const objects: Check = (value) =>
  Array.isArray(value) && value.every(isRecord) ? undefined : 'a list of dialects'

const isFlag = (value: unknown): boolean =>
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.every((one) => ['string', 'number'].includes(typeof one)))

const ask: Check = (value) =>
  isRecord(value) &&
  Object.values(value).every(
    (flags) => flags === false || (isRecord(flags) && Object.values(flags).every(isFlag)),
  )
    ? undefined
    : 'an object that gives sections flags of their commands, or false'

const subjects: Check = (value) => {
  const isList =
    Array.isArray(value) && value.every((entry) => isText(entry) || (isRecord(entry) && isText(entry.spec)))
  if (!isList) return 'a list of specs, or of objects with "spec"'
  const isNamed = value.every(
    (entry) =>
      !isRecord(entry) || [entry.label, entry.dialect].every((one) => one === undefined || isText(one)),
  )
  if (!isNamed) return 'a list whose "label" and "dialect" are texts'
  const fault = value
    .filter((entry) => isRecord(entry) && entry.ask !== undefined)
    .map((entry) => ask(entry.ask))
    .find((one) => one !== undefined)
  return fault === undefined ? undefined : `a list whose "ask" is ${fault}`
}

const batteries: Check = (value) =>
  isRecord(value) && Object.values(value).every((items) => texts(items) === undefined)
    ? undefined
    : 'an object of lists of items'

const depths: Check = (value) =>
  Array.isArray(value) && value.length > 0 && value.every((entry) => wholeFrom(1)(entry) === undefined)
    ? undefined
    : 'a list of whole numbers from 1'

const onDuplicate: Check = (value) =>
  value === 'error' || value === 'first' || value === 'qualify' ? undefined : '"error", "first" or "qualify"'

const checks: Readonly<Record<keyof AuditConfig, Check>> = {
  catalog: texts,
  benchmarks: texts,
  subjects,
  ask,
  batteries,
  sections: texts,
  seed: wholeFrom(0),
  k: depths,
  resamples: wholeFrom(100, 1_000_000),
  onDuplicate,
  dialects: objects,
}

/**
 * Checks what a config file held.
 *
 * @param where the file, for messages.
 * @throws {InputError} `config-invalid`, naming the key and what belongs there.
 */
export function readConfig(value: unknown, where: string): AuditConfig {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InputError({
      code: 'config-invalid',
      what: 'A config is an object with `catalog` and more.',
      where,
      fix: 'Export it as the default, e.g. `export default defineConfig({ catalog: […] })`.',
    })
  }
  const known = Object.keys(checks)
  for (const [key, entry] of Object.entries(value)) {
    if (!Object.hasOwn(checks, key)) {
      const near = nearestWord(key, known)
      throw new InputError({
        code: 'config-invalid',
        what: `The config has no key "${key}".`,
        where,
        fix: near === undefined ? `Keys are ${known.join(', ')}.` : `Did you mean "${near}"?`,
      })
    }
    const expected = entry === undefined ? undefined : checks[key as keyof AuditConfig](entry)
    if (expected !== undefined) {
      throw new InputError({
        code: 'config-invalid',
        what: `"${key}" must be ${expected}.`,
        where,
        fix: 'Correct that key.',
      })
    }
  }
  // Every key was checked above; only the presence of `catalog` is left.
  const config = value as Partial<AuditConfig>
  if (config.catalog === undefined || config.catalog.length === 0) {
    throw new InputError({
      code: 'config-invalid',
      what: 'The config names no catalog.',
      where,
      fix: 'Add e.g. `catalog: ["./openapi.yaml"]` or `catalog: ["mcp:npx -y some-server"]`.',
    })
  }
  return { ...config, catalog: config.catalog }
}
