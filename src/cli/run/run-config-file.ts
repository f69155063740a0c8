import { filesFrom, loadConfig } from '../../adapters/config.js'
import { InputError } from '../../errors.js'
import type { Files } from '../../ports.js'
import type { SubjectOptions } from '../../subject/kind.js'
import type { TokenPrice } from '../../subject/subject.js'
import { given } from '../../text/json-members.js'
import { nearestWord } from '../../text/nearest.js'
import { isAmount, isRecord } from '../../text/plain-value.js'
import { type ConfigCatalog, catalogIn, invalidConfig, placedAt } from '../catalog/config-catalog.js'

/** What a run takes from a config file. */
export interface RunConfigFile {
  readonly where: string
  /** Reads with paths taken from the config's folder. */
  readonly files: Files
  /** What tools that items only name are described by. */
  readonly catalog: ConfigCatalog | undefined
  /** Paths stand as seen from the working folder. */
  readonly batteries: Readonly<Record<string, readonly string[]>>
  readonly subjects: readonly { readonly spec: string; readonly options: SubjectOptions }[]
}

/**
 * The parts of a config that a run needs: `catalog`, `batteries`, named lists of items, and `subjects`, each a spec or an
 * object with a spec and options.
 *
 * @throws {InputError} `config-invalid`, and what reading the config throws.
 */
export async function runConfigFile(path: string, files: Files): Promise<RunConfigFile> {
  const { value, path: where, folder } = await loadConfig(path, files)
  if (!isRecord(value)) throw invalidConfig(where, 'A config is an object.')
  const { batteries = {}, subjects = [] } = value
  if (!isRecord(batteries)) throw invalidConfig(where, '"batteries" must be an object of lists of items.')
  if (!Array.isArray(subjects)) throw invalidConfig(where, '"subjects" must be a list.')
  return {
    where,
    files: filesFrom(folder, files),
    catalog: catalogIn(value, { where, folder }),
    batteries: Object.fromEntries(
      Object.entries(batteries).map(([name, items]) => [
        name,
        texts(items, `batteries.${name}`, where).map((path) => placedAt(folder, path)),
      ]),
    ),
    subjects: subjects.map((entry, index) => subjectOf(entry, `subjects[${index}]`, where)),
  }
}

/** @throws {InputError} `battery-unknown`. */
export function batteryOf({ batteries, where }: RunConfigFile, name: string): readonly string[] {
  const items = Object.hasOwn(batteries, name) ? batteries[name] : undefined
  if (items !== undefined) return items
  const known = Object.keys(batteries)
  const near = nearestWord(name, known)
  throw new InputError({
    code: 'battery-unknown',
    what: `The config has no battery ${JSON.stringify(name)}.`,
    where,
    fix:
      near === undefined
        ? `Known are ${known.join(', ') || 'none; add `batteries: { name: ["./items.jsonl"] }`'}.`
        : `Did you mean "${near}"?`,
  })
}

function subjectOf(entry: unknown, key: string, where: string): RunConfigFile['subjects'][number] {
  if (typeof entry === 'string') return { spec: entry, options: {} }
  if (!isRecord(entry) || typeof entry.spec !== 'string') {
    throw invalidConfig(where, `"${key}" must be a spec, or an object with "spec".`)
  }
  // `ask` is the audit's, which checks it.
  const {
    spec,
    label,
    key: variable,
    headers,
    dialect,
    price,
    maxConcurrency,
    extra,
    ask: _,
    ...rest
  } = entry
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined) throw invalidConfig(where, `"${key}" has an unknown member "${unknown}".`)
  return {
    spec,
    options: {
      ...given('label', text(label, `${key}.label`, where)),
      ...given('key', text(variable, `${key}.key`, where)),
      ...given('dialect', text(dialect, `${key}.dialect`, where)),
      ...given('headers', headers === undefined ? undefined : headersOf(headers, `${key}.headers`, where)),
      ...given('price', price === undefined ? undefined : priceOf(price, `${key}.price`, where)),
      ...given(
        'maxConcurrency',
        maxConcurrency === undefined ? undefined : whole(maxConcurrency, `${key}.maxConcurrency`, where),
      ),
      ...given('extra', extra === undefined ? undefined : record(extra, `${key}.extra`, where)),
    },
  }
}

function record(value: unknown, key: string, where: string): Readonly<Record<string, unknown>> {
  if (isRecord(value)) return value
  throw invalidConfig(where, `"${key}" must be an object.`)
}

function text(value: unknown, key: string, where: string): string | undefined {
  if (value === undefined || (typeof value === 'string' && value !== '')) return value
  throw invalidConfig(where, `"${key}" must be a text.`)
}

function texts(value: unknown, key: string, where: string): readonly string[] {
  const isList = Array.isArray(value) && value.length > 0
  if (isList && value.every((entry): entry is string => typeof entry === 'string' && entry !== ''))
    return value
  throw invalidConfig(where, `"${key}" must be a list of paths.`)
}

function whole(value: unknown, key: string, where: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value
  throw invalidConfig(where, `"${key}" must be a whole number from 1.`)
}

function headersOf(value: unknown, key: string, where: string): Readonly<Record<string, string>> {
  const entries = Object.entries(record(value, key, where))
  const headers = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  if (headers.length === entries.length) return Object.fromEntries(headers)
  throw invalidConfig(where, `"${key}" must hold texts.`)
}

function priceOf(value: unknown, key: string, where: string): TokenPrice {
  const { input, output, cachedInput } = record(value, key, where)
  if (isAmount(input) && isAmount(output) && (cachedInput === undefined || isAmount(cachedInput))) {
    return { input, output, ...(cachedInput === undefined ? {} : { cachedInput }) }
  }
  throw invalidConfig(where, `"${key}" must hold "input" and "output", prices of a million tokens.`)
}
