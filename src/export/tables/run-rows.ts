import type { StoredRun } from '../../run/read-run.js'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, writeJson } from '../../text/json.js'

/** Cells of one row by column; a column that is left out is NULL. */
export type TableRow = Readonly<Record<string, JsonValue>>

export interface RunFacts {
  readonly run: StoredRun
  /** The whole of `run.json`. */
  readonly json: JsonObject
}

/** The row of a run in the table `runs`. Members of an odd type are left out: `readRun` has looked at those that count. */
export function runRow({ run, json }: RunFacts): TableRow {
  const { id, folder, subject, seed, trials, catalog } = run
  const facts = innerOf(innerOf(json, 'subject'), 'facts')
  const sessions = isJsonArray(json.sessions) ? json.sessions : []
  const last = sessions.at(-1)
  return {
    run: id,
    folder,
    subject: subject.label,
    spec: subject.spec,
    ...(seed === undefined ? {} : { seed }),
    trials,
    sessions: sessions.length,
    ...textCell('created_at', json.createdAt),
    ...textCell('model', facts.model),
    ...textCell('dialect', subject.dialect),
    ...textCell('catalog_fingerprint', catalog?.fingerprint),
    ...wholeCell('tools', innerOf(json, 'catalog').tools),
    ...(isJsonObject(json.settings) ? { settings: writeJson(json.settings) } : {}),
    ...textCell('preflight', innerOf(json, 'preflight').verdict),
    ...(isJsonObject(last) ? { ...textCell('assay', last.assay), ...textCell('node', last.node) } : {}),
  }
}

/** The rows of a run in the table `benchmarks`. */
export function benchmarkRows({ run, json }: RunFacts): readonly TableRow[] {
  const entries = isJsonArray(json.benchmarks) ? json.benchmarks : []
  return run.benchmarks.map(({ name, path, format, fingerprint }, place) => {
    const entry = entries[place]
    return {
      run: run.id,
      benchmark: name,
      path,
      fingerprint,
      ...textCell('format', format),
      ...(isJsonObject(entry) ? wholeCell('items', entry.items) : {}),
    }
  })
}

function innerOf(json: JsonObject, key: string): JsonObject {
  const inner = json[key]
  return isJsonObject(inner) ? inner : {}
}

function textCell(name: string, value: JsonValue | undefined): TableRow {
  return typeof value === 'string' ? { [name]: value } : {}
}

function wholeCell(name: string, value: JsonValue | undefined): TableRow {
  return typeof value === 'number' && Number.isSafeInteger(value) ? { [name]: value } : {}
}
