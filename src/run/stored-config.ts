import { InputError } from '../errors.js'
import type { Files } from '../ports.js'
import type { GenerationSettings } from '../subject/request.js'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, parseJson } from '../text/json.js'
import type { Rotations, Shortlist } from './plan.js'
import { readRun, type StoredRun } from './read-run.js'
import type { RunSession } from './run-document.js'

/** What a resume takes from `run.json` where the command line says nothing. */
export interface StoredConfig extends StoredRun {
  /** The whole file, to hold the new configuration against. */
  readonly json: JsonObject
  readonly createdAt: string
  readonly settings: GenerationSettings
  readonly rotations: Rotations
  readonly shortlist?: Shortlist
  readonly options: {
    readonly dialect?: string
    readonly key?: string
    readonly headers: readonly string[]
    readonly extra?: Readonly<Record<string, unknown>>
  }
  readonly sessions: readonly RunSession[]
}

/**
 * Reads what a run was started with; nothing that it names is opened.
 *
 * @throws {InputError} `run-missing`, `run-invalid`, `run-version`, `run-imported`.
 */
export async function readStoredConfig(folder: string, files: Files): Promise<StoredConfig> {
  const run = await readRun(folder, files)
  const place = files.join(folder, 'run.json')
  if (run.importedFrom !== undefined) {
    throw new InputError({
      code: 'run-imported',
      what: 'Another tool carried this run out, so there is nothing to go on with.',
      where: place,
      fix: 'Ask its items anew: assay run --items, with a subject of your own.',
    })
  }
  const json = objectOf(new TextDecoder().decode(await files.read(place)), place)
  const subject = isJsonObject(json.subject) ? json.subject : {}
  const { rotations, shortlist, createdAt, sessions } = json
  if (rotations !== 'one' && rotations !== 'all')
    throw invalid(place, '"rotations" is neither "one" nor "all"')
  if (typeof createdAt !== 'string') throw invalid(place, '"createdAt" is no text')
  const isShortlist =
    shortlist === undefined || shortlist === 'all' || shortlist === 'pool' || Number.isSafeInteger(shortlist)
  if (!isShortlist) throw invalid(place, '"shortlist" is neither "all", "pool" nor a number')
  const { dialect, key, headers, extra } = subject
  return {
    ...run,
    json,
    createdAt,
    settings: settingsOf(json.settings, place),
    rotations,
    ...(shortlist === undefined ? {} : { shortlist: shortlist as Shortlist }), // checked above
    options: {
      ...(typeof dialect === 'string' ? { dialect } : {}),
      ...(typeof key === 'string' ? { key } : {}),
      headers: isJsonArray(headers) ? headers.filter((name) => typeof name === 'string') : [],
      ...(isJsonObject(extra) ? { extra: plain(extra) } : {}),
    },
    sessions: isJsonArray(sessions) ? sessions.flatMap(sessionOf) : [],
  }
}

function objectOf(text: string, place: string): JsonObject {
  const reading = parseJson(text, { duplicateKeys: 'last' })
  if (reading.kind === 'value' && isJsonObject(reading.value)) return reading.value
  throw invalid(place, 'it holds no object')
}

/** Settings are numbers, and stop texts. */
function settingsOf(value: JsonValue | undefined, place: string): GenerationSettings {
  if (!isJsonObject(value)) throw invalid(place, '"settings" is no object')
  const settings: Record<string, unknown> = {}
  for (const key of ['maxTokens', 'temperature', 'topP', 'topK', 'seed'] as const) {
    const setting = value[key]
    if (setting === undefined) continue
    if (typeof setting !== 'number') throw invalid(place, `"settings.${key}" is no number`)
    settings[key] = setting
  }
  const { stop } = value
  if (stop !== undefined) {
    if (!isJsonArray(stop) || stop.some((text) => typeof text !== 'string')) {
      throw invalid(place, '"settings.stop" is no list of texts')
    }
    settings.stop = stop
  }
  return settings as GenerationSettings // every member was checked
}

function sessionOf(value: JsonValue): readonly RunSession[] {
  if (!isJsonObject(value)) return []
  const { startedAt, assay, node } = value
  const isSession = typeof startedAt === 'string' && typeof assay === 'string' && typeof node === 'string'
  return isSession ? [{ startedAt, assay, node }] : []
}

/** The same as plain objects with a prototype, as a config would hold. */
function plain(value: JsonObject): Readonly<Record<string, unknown>> {
  return JSON.parse(JSON.stringify(value)) as Record<string, unknown> // an object stays one
}

function invalid(where: string, reason: string): InputError {
  return new InputError({
    code: 'run-invalid',
    what: `The run cannot be continued: ${reason}.`,
    where,
    fix: 'Restore run.json as `assay run` wrote it.',
  })
}
